"""Asks every codec to read bytes that no writer of its format wrote, and about deep values."""

import random
from collections.abc import Iterator

from wirebed_protocol import peer_pb2

from wirebed.peers import task
from wirebed.view import ViewError, parse
from wirebed.view import grammar as g
from wirebed.view.outcome import Stage
from wirebed_peer_test.contract import Clause
from wirebed_peer_test.damage import flip
from wirebed_peer_test.examiner import Examiner, name_of, question
from wirebed_peer_test.question import Judge, Question, Violation, fails, outcome
from wirebed_peer_test.values import cases, head

REPEATED = 3000
RANDOM = 40
CUTS = 12
# An indented text grows with the square of the depth.
DEPTHS = (50, 300, 1_000)
# Only `none` is asked about these depths: no text format writes such values.
DEEPEST = (10_000, 100_000)
SEED = 16

_PARSED = fails("decode_error", Clause.PARSE, Stage.PARSE, Stage.REQUIRED_CHECK, Stage.USE)
_BUILT = fails("decode_error", Clause.NONE_BYTES, Stage.BUILD)
_DEEP_READ = fails("decode_error", Clause.PARSE, Stage.PARSE, Stage.REQUIRED_CHECK, Stage.USE, Stage.BUILD)
_WRITTEN = fails("encode_error", Clause.WRITE, Stage.REQUIRED_CHECK, Stage.BUILD, Stage.WRITE)
_NO_VIEW = fails("encode_error", Clause.BUILD, Stage.BUILD)


def ask(examiner: Examiner):
    own = _own(examiner)
    for codec in examiner.codecs:
        if codec.decodes:
            examiner.ask(_garbage(examiner, codec, own.get(codec.format, [])))
        if codec.bare:
            examiner.ask(_bare(codec))
    if recursive := _recursive(examiner):
        examiner.ask(_deep_views(examiner, *recursive))
        _deep_bytes(examiner, *recursive)


def _own(examiner: Examiner) -> dict[str, list[tuple[str, str, bytes]]]:
    """Format -> (case and writer, message, bytes): the encodings of a few cases with different messages."""
    short = (case for case in cases(examiner) if len(case.view) <= 200)
    by_message = {case.message: case for case in sorted(short, key=lambda case: (len(case.view), case.name))}
    chosen = sorted(by_message.values(), key=lambda case: (-len(case.view), case.name))[:3]
    asked = [(codec, case) for codec in examiner.codecs if codec.encodes for case in chosen]
    answers = examiner.answers([task(name_of(codec), case.message, encode=case.view) for codec, case in asked])
    own: dict[str, dict[bytes, tuple]] = {}
    for (codec, case), answer in zip(asked, answers, strict=True):
        if outcome(answer) == "encoded":
            named = f"{case.name} {codec.library}", case.message, answer.encoded
            own.setdefault(codec.format, {}).setdefault(answer.encoded, named)
    return {format: list(by_bytes.values()) for format, by_bytes in own.items()}


def _garbage(examiner: Examiner, codec: peer_pb2.Codec, written: list[tuple[str, str, bytes]]) -> Iterator[Question]:
    name = name_of(codec)
    message = written[0][1] if written else cases(examiner)[0].message
    asked = [(what, message, data) for what, data in _strings(name)]
    for case, its_message, data in written:
        damages = _mutated(data, f"{SEED} {name} {case}")
        asked += [(f"{case} {what}", its_message, damaged) for what, damaged in damages]
    for what, message, data in asked:
        yield question(f"garbage {name} {what}", _read(examiner, codec, message), name, message, decode=data)


def _strings(name: str) -> Iterator[tuple[str, bytes]]:
    """No bytes; each byte many times, which nests deeply where the byte opens a value; random bytes."""
    yield "empty", b""
    for byte in range(256):
        yield f"bytes-{byte:02x}", bytes([byte]) * REPEATED
    dice = random.Random(f"{SEED} {name}")
    for index in range(RANDOM):
        yield f"random-{index}", dice.randbytes(dice.randrange(1, 200))


def _mutated(data: bytes, seed: str) -> Iterator[tuple[str, bytes]]:
    dice = random.Random(seed)
    for at in sorted(dice.sample(range(len(data)), min(CUTS, len(data)))):
        yield f"cut-{at}", data[:at]
        yield flip(data, at, dice)
        yield f"drop-{at}", data[:at] + data[at + 1 :]
    yield "twice", data + data


def _read(examiner: Examiner, codec: peer_pb2.Codec, message: str) -> Judge:
    """The judge of garbage: the codec refuses it, or returns a view of the message."""
    refused = _or(_BUILT if codec.format == "none" else _PARSED, "unsupported")

    def judge(result) -> Violation | None:
        if outcome(result) == "decoded":
            return examiner.views.broken(result.decoded, message, codec.model == peer_pb2.MESSAGE)
        return refused(result)

    return judge


def _or(judge: Judge, *allowed: str) -> Judge:
    """The judge of a question that may have other outcomes, too."""
    return lambda result: None if outcome(result) in allowed else judge(result)


def _bare(codec: peer_pb2.Codec) -> Iterator[Question]:
    """Questions about values without a schema."""
    name = name_of(codec)
    for what, data in _strings(name):
        if codec.decodes:
            yield question(f"garbage {name} bare-decode {what}", _read_bare, name, "", decode=data)
        if codec.encodes:
            yield question(f"garbage {name} bare-encode {what}", _NO_VIEW, name, "", encode=data)


def _read_bare(result) -> Violation | None:
    if outcome(result) != "decoded":
        return _PARSED(result)
    try:
        parse(result.decoded)
    except ViewError as why:
        return Violation(Clause.VIEW, str(why))
    return None


def _deep_views(examiner: Examiner, message: str, number: int) -> Iterator[Question]:
    """Asks every codec to write a message nested in itself, at each depth."""
    judge = _or(_WRITTEN, "encoded", "unsupported")
    for codec in (codec for codec in examiner.codecs if codec.encodes):
        for depth in DEPTHS + (DEEPEST if codec.format == "none" else ()):
            name = f"garbage {name_of(codec)} {message} deep-view-{depth}"
            yield question(name, judge, name_of(codec), message, encode=deep(message, number, depth))


def _deep_bytes(examiner: Examiner, message: str, number: int):
    """Asks each codec to read the deep values that the codecs of its format wrote."""
    wanted = [
        (name, name_of(reader), name_of(writer), depth)
        for writer in examiner.codecs
        for reader in examiner.codecs
        if (writer.format, writer.model) == (reader.format, reader.model) and writer.encodes and reader.decodes
        for depth in DEPTHS
        for name in [f"garbage {name_of(reader)} {message} deep-bytes-{depth}-{writer.library}"]
        if examiner.takes(name)
    ]
    views = {depth: deep(message, number, depth) for depth in DEPTHS}
    written = examiner.answers([task(writer, message, encode=views[depth]) for _, _, writer, depth in wanted])
    judge = _or(_DEEP_READ, "decoded", "unsupported")
    examiner.ask(
        question(name, judge, reader, message, decode=answer.encoded)
        for (name, reader, _, _), answer in zip(wanted, written, strict=True)
        if outcome(answer) == "encoded"
    )


def _recursive(examiner: Examiner) -> tuple[str, int] | None:
    """The smallest message with a case and a single field of its own type, and that field's number."""
    recursive = []
    for message in sorted({case.message for case in cases(examiner)}):
        fields = examiner.schema.message(message).fields
        single = [field for field in fields if field.message_type is not None and not field.is_repeated]
        own = [field.number for field in single if field.message_type.full_name == message]
        recursive += [(len(fields), message, own[0])] if own else []
    return min(recursive)[1:] if recursive else None


def deep(message: str, number: int, depth: int) -> bytes:
    """The view of a message that is nested in itself `depth` times."""
    return (head(message) + g.U32.pack(number)) * depth + head(message) + bytes(4) * (depth + 1)

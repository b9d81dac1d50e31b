"""Asks every codec to read bytes that no writer of its format wrote, and about deep values."""

import random
from collections.abc import Iterator

from wirebed_protocol import peer_pb2

from wirebed.peers import task
from wirebed.view import ViewError, parse
from wirebed.view import grammar as g
from wirebed.view.outcome import Stage
from wirebed_peer_test.contract import Clause
from wirebed_peer_test.damage import broken
from wirebed_peer_test.examiner import Examiner, name_of, question
from wirebed_peer_test.question import Judge, Question, Violation, fails, outcome
from wirebed_peer_test.values import cases, head

PARSED = (Stage.PARSE, Stage.REQUIRED_CHECK, Stage.USE)
WRITTEN = (Stage.REQUIRED_CHECK, Stage.BUILD, Stage.WRITE)
REPEATED = 3000
RANDOM = 40
CUTS = 12
# An indented text grows with the square of the depth.
DEPTHS = (50, 300, 1_000)
# Only `none` is asked about these depths: no text format writes such values.
DEEPEST = (10_000, 100_000)
SEED = 16


def ask(examiner: Examiner):
    own = _own(examiner)
    for codec in examiner.codecs:
        if codec.decodes:
            examiner.ask(_garbage(examiner, codec, own))
        if codec.bare:
            examiner.ask(_bare(codec))
    examiner.ask(_deep_views(examiner))
    _deep_bytes(examiner)


def _own(examiner: Examiner) -> dict[str, list[tuple[str, str, bytes]]]:
    """Format -> (case and writer, message, bytes): the encodings of a few cases with different messages."""
    by_message = {}
    for case in sorted(cases(examiner), key=lambda case: (len(case.view), case.name)):
        if len(case.view) <= 200:
            by_message[case.message] = case
    chosen = sorted(by_message.values(), key=lambda case: (-len(case.view), case.name))[:3]
    encoding = [codec for codec in examiner.codecs if codec.encodes]
    tasks = [task(name_of(c), case.message, encode=case.view) for c in encoding for case in chosen]
    answers = iter(examiner.answers(tasks))
    own: dict[str, dict[bytes, tuple]] = {}
    for codec in encoding:
        for case in chosen:
            answer = next(answers)
            if outcome(answer) == "encoded":
                named = f"{case.name} {codec.library}", case.message, answer.encoded
                own.setdefault(codec.format, {}).setdefault(answer.encoded, named)
    return {format: list(found.values()) for format, found in own.items()}


def _garbage(examiner: Examiner, codec: peer_pb2.Codec, own: dict) -> Iterator[Question]:
    name = name_of(codec)
    written = own.get(codec.format, [])
    message = written[0][1] if written else cases(examiner)[0].message
    for what, data in _strings(name):
        yield _question(examiner, codec, what, message, data)
    for case, message, data in written:
        for what, damaged in _mutated(data, f"{SEED} {name} {case}"):
            yield _question(examiner, codec, f"{case} {what}", message, damaged)


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
        flipped = data[at] ^ dice.randrange(1, 256)
        yield f"flip-{at}-{flipped:02x}", data[:at] + bytes([flipped]) + data[at + 1 :]
        yield f"drop-{at}", data[:at] + data[at + 1 :]
    yield "twice", data + data


def _question(examiner: Examiner, codec: peer_pb2.Codec, what: str, message: str, data: bytes) -> Question:
    judge = _read(examiner, codec, message)
    return question(f"garbage {name_of(codec)} {what}", judge, name_of(codec), message, decode=data)


def _read(examiner: Examiner, codec: peer_pb2.Codec, message: str) -> Judge:
    """The judge of garbage: the codec refuses it, or returns a view of the message."""
    clause, stages = (Clause.NONE_BYTES, (Stage.BUILD,)) if codec.format == "none" else (Clause.PARSE, PARSED)
    refused = fails("decode_error", clause, *stages)
    complete = codec.model == peer_pb2.MESSAGE

    def judge(result) -> Violation | None:
        if outcome(result) == "decoded":
            return broken(examiner.views, result.decoded, message, complete)
        return None if outcome(result) == "unsupported" else refused(result)

    return judge


def _bare(codec: peer_pb2.Codec) -> Iterator[Question]:
    """Questions about values without a schema."""
    name = name_of(codec)
    no_view = fails("encode_error", Clause.BUILD, Stage.BUILD)
    for what, data in _strings(name):
        if codec.decodes:
            yield question(f"garbage {name} bare-decode {what}", _read_bare, name, "", decode=data)
        if codec.encodes:
            yield question(f"garbage {name} bare-encode {what}", no_view, name, "", encode=data)


def _read_bare(result) -> Violation | None:
    if outcome(result) != "decoded":
        return fails("decode_error", Clause.PARSE, *PARSED)(result)
    try:
        parse(result.decoded)
    except ViewError as why:
        return Violation(Clause.VIEW, str(why))
    return None


def _deep_views(examiner: Examiner) -> Iterator[Question]:
    """Asks every codec to write a message nested in itself, at each depth."""
    message, number = _recursive(examiner)
    for codec in examiner.codecs if message else ():
        for depth in DEPTHS + (DEEPEST if codec.format == "none" else ()) if codec.encodes else ():
            name = f"garbage {name_of(codec)} {message} deep-view-{depth}"
            yield question(name, _written, name_of(codec), message, encode=deep(message, number, depth))


def _deep_bytes(examiner: Examiner):
    """Asks each codec to read the deep values that the codecs of its format wrote."""
    message, number = _recursive(examiner)
    wanted = [
        (f"garbage {name_of(reader)} {message} deep-bytes-{depth}-{writer.library}", reader, writer, depth)
        for writer in examiner.codecs
        for reader in examiner.codecs
        if message and writer.format == reader.format and writer.model == reader.model
        for depth in DEPTHS
    ]
    wanted = [one for one in wanted if one[1].decodes and one[2].encodes and examiner.takes(one[0])]
    views = {depth: deep(message, number, depth) for depth in DEPTHS}
    written = examiner.answers([task(name_of(writer), message, encode=views[depth]) for _, _, writer, depth in wanted])
    examiner.ask(
        question(name, _deep_read, name_of(reader), message, decode=answer.encoded)
        for (name, reader, _, _), answer in zip(wanted, written, strict=True)
        if outcome(answer) == "encoded"
    )


def _recursive(examiner: Examiner) -> tuple[str, int]:
    """The smallest message with a case and a single field of its own type, and that field's number; else ("", 0)."""
    found = []
    for message in sorted({case.message for case in cases(examiner)}):
        fields = examiner.schema.message(message).fields
        single = [field for field in fields if field.message_type is not None and not field.is_repeated]
        own = [field.number for field in single if field.message_type.full_name == message]
        found += [(len(fields), message, own[0])] if own else []
    return min(found, default=(0, "", 0))[1:]


def deep(message: str, number: int, depth: int) -> bytes:
    """The view of a message that is nested in itself `depth` times."""
    return (head(message) + g.U32.pack(number)) * depth + head(message) + bytes(4) * (depth + 1)


def _written(result) -> Violation | None:
    if outcome(result) in ("encoded", "unsupported"):
        return None
    return fails("encode_error", Clause.WRITE, *WRITTEN)(result)


def _deep_read(result) -> Violation | None:
    if outcome(result) in ("decoded", "unsupported"):
        return None
    return fails("decode_error", Clause.PARSE, *PARSED, Stage.BUILD)(result)

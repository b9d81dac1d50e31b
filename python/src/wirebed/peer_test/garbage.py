"""Bytes for every codec that no writer of its format wrote, and values that are deep."""

import random
from collections.abc import Iterator

from wirebed_protocol import peer_pb2

from wirebed.outcome import Stage
from wirebed.peer_test.contract import Clause
from wirebed.peer_test.damage import broken
from wirebed.peer_test.kit import Kit, name_of, question
from wirebed.peer_test.question import Judge, Question, Wrong, fails, outcome
from wirebed.peer_test.values import cases, head
from wirebed.peers import task
from wirebed.view import ViewError, parse
from wirebed.view import grammar as g

PARSED = (Stage.PARSE, Stage.REQUIRED_CHECK, Stage.USE)
WRITTEN = (Stage.REQUIRED_CHECK, Stage.BUILD, Stage.WRITE)
REPEATED = 3000
RANDOM = 40
CUTS = 12
# A text that is indented grows with the square of the depth.
DEPTHS = (50, 300, 1_000)
# Deeper than any text is written: for `none` alone.
DEEPEST = (10_000, 100_000)
SEED = 16


def ask(kit: Kit) -> None:
    own = _own(kit)
    for codec in kit.codecs:
        if codec.decodes:
            kit.ask(_garbage(kit, codec, own))
        if codec.bare:
            kit.ask(_bare(codec))
    kit.ask(_deep_views(kit))
    _deep_bytes(kit)


def _own(kit: Kit) -> dict[str, list[tuple[str, str, bytes]]]:
    """Format -> (case and writer, message, bytes): what is written of a few cases with different messages."""
    by_message = {}
    for case in sorted(cases(kit), key=lambda case: (len(case.view), case.name)):
        if len(case.view) <= 200:
            by_message[case.message] = case
    chosen = sorted(by_message.values(), key=lambda case: (-len(case.view), case.name))[:3]
    encoding = [codec for codec in kit.codecs if codec.encodes]
    tasks = [task(name_of(c), case.message, encode=case.view) for c in encoding for case in chosen]
    answers = iter(kit.answers(tasks))
    own: dict[str, dict[bytes, tuple]] = {}
    for codec in encoding:
        for case in chosen:
            answer = next(answers)
            if outcome(answer) == "encoded":
                named = f"{case.name} {codec.library}", case.message, answer.encoded
                own.setdefault(codec.format, {}).setdefault(answer.encoded, named)
    return {format_: list(found.values()) for format_, found in own.items()}


def _garbage(kit: Kit, codec: peer_pb2.Codec, own: dict) -> Iterator[Question]:
    name = name_of(codec)
    written = own.get(codec.format, [])
    message = written[0][1] if written else cases(kit)[0].message
    for what, data in _strings(name):
        yield _question(kit, codec, what, message, data)
    for case, message, data in written:
        for what, damaged in _mutated(data, f"{SEED} {name} {case}"):
            yield _question(kit, codec, f"{case} {what}", message, damaged)


def _strings(name: str) -> Iterator[tuple[str, bytes]]:
    """Nothing; each byte many times, which nests deep where the byte opens something; random bytes."""
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


def _question(kit: Kit, codec: peer_pb2.Codec, what: str, message: str, data: bytes) -> Question:
    judge = _read(kit, codec, message)
    return question(f"garbage {name_of(codec)} {what}", judge, name_of(codec), message, decode=data)


def _read(kit: Kit, codec: peer_pb2.Codec, message: str) -> Judge:
    """It is refused, or it gives a view of the message."""
    clause, stages = (Clause.NONE_BYTES, (Stage.BUILD,)) if codec.format == "none" else (Clause.PARSE, PARSED)
    refused = fails("decode_error", clause, *stages)
    complete = codec.model == peer_pb2.MESSAGE

    def judge(result) -> Wrong | None:
        if outcome(result) == "decoded":
            return broken(kit.views, result.decoded, message, complete)
        return None if outcome(result) == "unsupported" else refused(result)

    return judge


def _bare(codec: peer_pb2.Codec) -> Iterator[Question]:
    """Values without a schema."""
    name = name_of(codec)
    no_view = fails("encode_error", Clause.BUILD, Stage.BUILD)
    for what, data in _strings(name):
        if codec.decodes:
            yield question(f"garbage {name} bare-decode {what}", _read_bare, name, "", decode=data)
        if codec.encodes:
            yield question(f"garbage {name} bare-encode {what}", no_view, name, "", encode=data)


def _read_bare(result) -> Wrong | None:
    if outcome(result) != "decoded":
        return fails("decode_error", Clause.PARSE, *PARSED)(result)
    try:
        parse(result.decoded)
    except ViewError as why:
        return Wrong(Clause.VIEW, str(why))
    return None


def _deep_views(kit: Kit) -> Iterator[Question]:
    """A message inside itself, deeper and deeper, into every codec."""
    message, number = _recursive(kit)
    for codec in kit.codecs if message else ():
        for depth in DEPTHS + (DEEPEST if codec.format == "none" else ()) if codec.encodes else ():
            name = f"garbage {name_of(codec)} {message} deep-view-{depth}"
            yield question(name, _written, name_of(codec), message, encode=deep(message, number, depth))


def _deep_bytes(kit: Kit) -> None:
    """What a codec has written of deep values, back into each codec of its format."""
    message, number = _recursive(kit)
    wanted = [
        (f"garbage {name_of(reader)} {message} deep-bytes-{depth}-{writer.library}", reader, writer, depth)
        for writer in kit.codecs
        for reader in kit.codecs
        if message and writer.format == reader.format and writer.model == reader.model
        for depth in DEPTHS
    ]
    wanted = [one for one in wanted if one[1].decodes and one[2].encodes and kit.takes(one[0])]
    views = {depth: deep(message, number, depth) for depth in DEPTHS}
    written = kit.answers([task(name_of(writer), message, encode=views[depth]) for _, _, writer, depth in wanted])
    kit.ask(
        question(name, _deep_read, name_of(reader), message, decode=answer.encoded)
        for (name, reader, _, _), answer in zip(wanted, written, strict=True)
        if outcome(answer) == "encoded"
    )


def _recursive(kit: Kit) -> tuple[str, int]:
    """The smallest message with a case and a single field of its own type, and that field's number; else ("", 0)."""
    found = []
    for message in sorted({case.message for case in cases(kit)}):
        fields = kit.schema.message(message).fields
        single = [field for field in fields if field.message_type is not None and not field.is_repeated]
        own = [field.number for field in single if field.message_type.full_name == message]
        found += [(len(fields), message, own[0])] if own else []
    return min(found, default=(0, "", 0))[1:]


def deep(message: str, number: int, depth: int) -> bytes:
    """The view of a message that holds itself so many times."""
    return (head(message) + g.U32.pack(number)) * depth + head(message) + bytes(4) * (depth + 1)


def _written(result) -> Wrong | None:
    if outcome(result) in ("encoded", "unsupported"):
        return None
    return fails("encode_error", Clause.WRITE, *WRITTEN)(result)


def _deep_read(result) -> Wrong | None:
    if outcome(result) in ("decoded", "unsupported"):
        return None
    return fails("decode_error", Clause.PARSE, *PARSED, Stage.BUILD)(result)

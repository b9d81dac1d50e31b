"""Corpora of Persons, each of 100 to 500 bytes and with an id of its own; and what is planted among them."""

import random
from collections.abc import Iterator, Mapping
from pathlib import Path

from google.protobuf.internal.encoder import _VarintBytes

from wirebed.bed import Bed
from wirebed.bed.schema import Schema

MESSAGE = "interop.Person"
_TEMPLATES = 500
_CHUNK = 4096


def varint(number: int) -> bytes:
    return _VarintBytes(number)


def persons(count: int, seed: int = 1) -> Iterator[bytes]:
    """Serialized Persons. The id comes last, where a reader takes it instead of an earlier one."""
    templates = _templates(random.Random(seed))
    for number in range(count):
        yield templates[number % _TEMPLATES] + b"\x0a\x0a%010d" % number


def delimited(path: Path, count: int, planted: Mapping[int, bytes] | None = None, seed: int = 1) -> dict[int, int]:
    """Writes a corpus of delimited records. `planted`: payloads in place of records; the result says where they lie."""
    planted, offsets, at = planted or {}, {}, 0
    with path.open("wb") as file:
        chunk: list[bytes] = []
        for number, payload in enumerate(persons(count, seed)):
            if number in planted:
                payload, offsets[number] = planted[number], at
            frame = varint(len(payload)) + payload
            chunk.append(frame)
            at += len(frame)
            if len(chunk) >= _CHUNK:
                file.write(b"".join(chunk))
                chunk = []
        file.write(b"".join(chunk))
    return offsets


def _templates(drawn: random.Random) -> list[bytes]:
    person = Schema.load(Bed.open().tree_dir).message_class(MESSAGE)

    def text(least: int, most: int) -> str:
        return "".join(drawn.choices("abcdefghijklmnopqrstuvwxyzäß ", k=drawn.randint(least, most)))

    def one(deep: int) -> object:
        made = person(id=text(4, 10), name=text(8, 30), age=drawn.randrange(100), sex=drawn.randrange(2))
        made.address.street, made.address.city = text(8, 30), text(5, 20)
        made.address.zip, made.address.country = text(4, 6), text(4, 12)
        for _ in range(drawn.randrange(3) if deep else 0):
            made.children.append(one(deep - 1))
        return made

    found: list[bytes] = []
    while len(found) < _TEMPLATES:
        payload = one(1).SerializeToString()
        if 90 <= len(payload) <= 480:
            found.append(payload)
    return found

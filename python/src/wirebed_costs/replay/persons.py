"""Persons of 90 to 480 bytes in protobuf, as a service may have recorded them, in any format."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from google.protobuf.message import Message

from wirebed.bed import Bed
from wirebed.bed.schema import Schema
from wirebed.errors import UserError
from wirebed.peers import ColumnJob
from wirebed.peers.answer import column_answer
from wirebed.peers.client import connect
from wirebed.peers.codecs import codecs_of
from wirebed.peers.job import Column
from wirebed.view.of_message import of_message
from wirebed_build.trees import ensure
from wirebed_costs.sizes import varint

MESSAGE = "interop.Person"
COUNT = 500
_CHUNK = 4096


def drawn(schema: Schema, seed: int = 1) -> list[Message]:
    """COUNT Persons, the same ones each time."""
    draw, person = random.Random(seed), schema.message_class(MESSAGE)

    def text(least: int, most: int) -> str:
        return "".join(draw.choices("abcdefghijklmnopqrstuvwxyzäß ", k=draw.randint(least, most)))

    def one(deep: int) -> Any:
        made: Any = person(id=text(4, 10), name=text(8, 30), age=draw.randrange(100), sex=draw.randrange(2))
        made.address.street, made.address.city = text(8, 30), text(5, 20)
        made.address.zip, made.address.country = text(4, 6), text(4, 12)
        for _ in range(draw.randrange(3) if deep else 0):
            made.children.append(one(deep - 1))
        return made

    found: list[Message] = []
    while len(found) < COUNT:
        made = one(1)
        if 90 <= made.ByteSize() <= 480:
            found.append(made)
    return found


def payloads(bed: Bed, format: str) -> list[bytes]:
    """The Persons as the first writer of a format that takes all of them writes them."""
    schema = Schema.load(tree := ensure(bed))
    views = [of_message(made) for made in drawn(schema)]
    with connect(tree) as peers:
        for writer in codecs_of(peers.pool.introductions()):
            if writer.format == format and writer.encodes:
                job = ColumnJob(writer.process, [Column("encode", writer.key, MESSAGE, {}, "", views)])
                peers.pool.submit(job)
                peers.pool.next()
                written = [column_answer(answer, "encode") for answer in job.answers]
                whole = [payload for payload in written if isinstance(payload, bytes)]
                if len(whole) == len(written):
                    return whole
    raise UserError(f"FORMAT={format}: no codec writes each {MESSAGE}")


def repeated(payloads: list[bytes], count: int) -> Iterator[bytes]:
    """So many delimited records, one after the other and again from the first, in parts of a file."""
    frames = [varint(len(payload)) + payload for payload in payloads]
    for start in range(0, count, _CHUNK):
        yield b"".join(frames[number % len(frames)] for number in range(start, min(start + _CHUNK, count)))


def write(path: Path, payloads: list[bytes], count: int) -> None:
    with path.open("wb") as file:
        file.writelines(repeated(payloads, count))

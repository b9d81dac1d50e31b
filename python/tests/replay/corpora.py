"""Corpora of Persons (wirebed_costs.replay), each record with an id of its own, and what is planted among them."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from wirebed.bed import Bed
from wirebed.bed.schema import Schema
from wirebed_costs.replay.persons import MESSAGE, drawn
from wirebed_costs.sizes import varint

__all__ = ["MESSAGE", "delimited", "persons", "varint"]
_CHUNK = 4096


def persons(count: int) -> Iterator[bytes]:
    """Serialized Persons. The id comes last, where a reader takes it instead of an earlier one."""
    templates = [made.SerializeToString() for made in drawn(Schema.load(Bed.open().tree_dir))]
    for number in range(count):
        yield templates[number % len(templates)] + b"\x0a\x0a%010d" % number


def delimited(path: Path, count: int, planted: Mapping[int, bytes] | None = None) -> dict[int, int]:
    """Writes a corpus of delimited records. `planted`: payloads in place of records; the result says where they lie."""
    planted, offsets, at = planted or {}, {}, 0
    with path.open("wb") as file:
        chunk: list[bytes] = []
        for number, payload in enumerate(persons(count)):
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

"""Vectors: bytes from outside, with the value that every reader must read in them."""

from collections.abc import Iterator
from pathlib import Path

from wirebed.bed import Bed
from wirebed.bed.schema import Schema
from wirebed.cases.byte_source import ByteSource
from wirebed.cases.vectors.jsonl import FORMATS, Vector, read


def checked_in(bed: Bed, format: str) -> list[Path]:
    """The files of vectors in the bed."""
    return sorted((bed.fixtures / "vectors" / format).glob("*.jsonl"))


def sources(bed: Bed, schema: Schema | None = None) -> Iterator[ByteSource]:
    """The checked-in vectors as sources of a matrix run."""
    for format in FORMATS:
        for path in checked_in(bed, format):
            for vector in read(path, format, schema):
                yield source(bed, vector)


def source(bed: Bed, vector: Vector) -> ByteSource:
    """A vector as a source of a matrix run."""
    return ByteSource(
        name=label(bed, vector),
        case=None,
        format=vector.format,
        message=vector.message,
        options={},
        data=vector.data,
        writer="",
        expect=vector.expect,
        reject=vector.expect is None,
    )


def label(bed: Bed, vector: Vector) -> str:
    """The name of a vector in reports and deviations: `vectors/hessian2/spec/4.5.4 int 0`, for other files `spec/…`."""
    path = vector.path.with_suffix("")
    folder = path.relative_to(bed.fixtures).as_posix() if path.is_relative_to(bed.fixtures) else path.name
    return f"{folder}/{vector.name}"

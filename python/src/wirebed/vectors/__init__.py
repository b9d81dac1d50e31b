"""`make vectors`: bytes from outside through every reader, and through every writer that claims canonical bytes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from wirebed.errors import UserError, unknown

from .bare import normal
from .lines import FORMATS, Vector, read

__all__ = ["main", "normal", "sources"]


def main(bed, format: str | None = None, file: str | None = None, peers: Sequence[str] | None = None) -> int:
    """Prints a table of codecs and each mismatch; 0 when there is none. `peers` asks only those that are named."""
    if not format:
        raise UserError(f"FORMAT= is missing; vectors are known for {', '.join(FORMATS)}")
    if format not in FORMATS:
        raise unknown("format of vectors", format, FORMATS)
    if file and not Path(file).expanduser().is_file():
        raise UserError(f"FILE={file} is no file")
    files = [Path(file).expanduser().resolve()] if file else checked_in(bed, format)
    if not files:
        raise UserError(f"FILE= is missing, and {bed.fixtures / 'vectors' / format} has no .jsonl file")
    from wirebed.bed import ROOT
    from wirebed.build import ensure
    from wirebed.peers import discover
    from wirebed.schema import Schema
    from wirebed.session import Session

    from .table import run

    tree = ensure(bed, peers)
    specs = [spec for spec in discover(ROOT) if peers is None or spec.name in peers]
    with Session(bed, tree, ROOT, specs) as session:
        schema = Schema.load(tree)
        vectors = [vector for path in files for vector in read(path, format, schema)]
        return run(session, schema, format, [(vector, source(bed, vector)) for vector in vectors])


def checked_in(bed, format: str) -> list[Path]:
    """The files of vectors that the bed has."""
    return sorted((bed.fixtures / "vectors" / format).glob("*.jsonl"))


def sources(bed, schema=None) -> Iterator:
    """The checked-in vectors on their way to every reader of a matrix run."""
    for format in FORMATS:
        for path in checked_in(bed, format):
            for vector in read(path, format, schema):
                yield source(bed, vector)


def source(bed, vector: Vector):
    """One vector as the matrix takes it."""
    from wirebed.matrix import ByteSource

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


def label(bed, vector: Vector) -> str:
    """`vectors/hessian2/spec/4.5.4 int 0`, as reports and deviations call a vector; of other files `spec/…`."""
    path = vector.path.with_suffix("")
    folder = path.relative_to(bed.fixtures).as_posix() if path.is_relative_to(bed.fixtures) else path.name
    return f"{folder}/{vector.name}"

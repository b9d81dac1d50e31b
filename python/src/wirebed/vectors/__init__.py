"""`make vectors`: bytes from outside through every reader, and through every writer that claims canonical bytes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from wirebed.errors import UserError, unknown

from .bare import normal
from .lines import FORMATS, Vector, read

__all__ = ["main", "normal", "sources"]


def main(bed, format: str | None = None, file: str | None = None) -> int:
    """Prints a table of codecs and each mismatch; 0 when there is none."""
    from wirebed.ask import panel

    from .table import run

    if not format:
        raise UserError(f"FORMAT= is missing; vectors are known for {', '.join(FORMATS)}")
    if format not in FORMATS:
        raise unknown("format of vectors", format, FORMATS)
    files = [Path(file).expanduser()] if file else checked_in(bed, format)
    if not files:
        raise UserError(f"FILE= is missing, and {bed.fixtures / 'vectors' / format} has no .jsonl file")
    if file and not files[0].is_file():
        raise UserError(f"FILE={file} is no file")
    with panel(bed) as peers:
        vectors = [vector for path in files for vector in read(path, format, peers.schema)]
        return run(peers, format, vectors)


def checked_in(bed, format: str) -> list[Path]:
    """The files of vectors that the bed has."""
    return sorted((bed.fixtures / "vectors" / format).glob("*.jsonl"))


def sources(bed, schema=None) -> Iterator:
    """The checked-in vectors on their way to every reader of a matrix run."""
    from wirebed.matrix import ByteSource

    for format in FORMATS:
        for path in checked_in(bed, format):
            for vector in read(path, format, schema):
                yield ByteSource(
                    name=label(bed, vector),
                    case=None,
                    format=format,
                    message=vector.message,
                    options={},
                    data=vector.data,
                    writer="",
                    expect=vector.expect,
                    reject=vector.expect is None,
                )


def label(bed, vector: Vector) -> str:
    """`vectors/hessian2/spec/4.5.4 int 0`, as reports and deviations call a vector."""
    folder = vector.path.relative_to(bed.fixtures).with_suffix("")
    return f"{folder.as_posix()}/{vector.name}"

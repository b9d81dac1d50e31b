"""Records in a column of a table: Parquet, by its row groups, or Avro, by its blocks. Another column may name them."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from wirebed.bed.extras import extra
from wirebed.errors import UserError
from wirebed_replay.framing.record import Damage, Extent, Record
from wirebed_replay.framing.source import EXTRA, Source
from wirebed_replay.framing.stream import RECORDS


class Parquet:
    """A range has rows, by their numbers in the file."""

    def __init__(self, column: str, id: str) -> None:
        self.columns = [column, *([id] if id else [])]

    def extents(self, source: Source) -> Iterator[Extent | Damage]:
        with _parquet(source, self.columns) as file:
            sizes = [file.metadata.row_group(group) for group in range(file.num_row_groups)]
            starts = 0
            for group in sizes:
                for start in range(0, group.num_rows, RECORDS):
                    rows = min(RECORDS, group.num_rows - start)
                    size = group.total_byte_size * rows // group.num_rows
                    yield Extent(starts + start, starts + start + rows, rows, size)
                starts += group.num_rows

    def records(self, source: Source, extent: Extent) -> Iterator[Record | Damage]:
        with _parquet(source, self.columns) as file:
            at = 0
            for group in range(file.num_row_groups):
                rows = file.metadata.row_group(group).num_rows
                if at <= extent.start < at + rows:
                    table = file.read_row_group(group, columns=self.columns)
                    part = table.slice(extent.start - at, extent.end - extent.start)
                    columns = [part.column(name).to_pylist() for name in self.columns]
                    yield from _rows(extent.start, columns)
                    return
                at += rows


class Avro:
    """A range has rows; the file is read from its beginning up to them, since Avro has no index."""

    def __init__(self, column: str, id: str) -> None:
        self.columns = [column, *([id] if id else [])]

    def extents(self, source: Source) -> Iterator[Extent | Damage]:
        row = 0
        with _avro(source) as blocks:
            try:
                for block in blocks:
                    for start in range(0, block.num_records, RECORDS):
                        rows = min(RECORDS, block.num_records - start)
                        yield Extent(row + start, row + start + rows, rows, block.size * rows // block.num_records)
                    row += block.num_records
            except (EOFError, ValueError) as error:
                yield Damage(row, 0, f"the rows end within a block: {error}")

    def records(self, source: Source, extent: Extent) -> Iterator[Record | Damage]:
        row = 0
        with _avro(source) as blocks:
            for block in blocks:
                if row + block.num_records > extent.start:
                    part = list(block)[extent.start - row : extent.end - row]
                    self._check(source, part)
                    yield from _rows(extent.start, [[each[name] for each in part] for name in self.columns])
                    return
                row += block.num_records

    def _check(self, source: Source, rows: Sequence[dict[str, Any]]) -> None:
        for name in self.columns if rows else ():
            if name not in rows[0]:
                raise UserError(f"has no column {name}; it has {', '.join(rows[0])}", source.name)


def _rows(start: int, columns: Sequence[Sequence[Any]]) -> Iterator[Record | Damage]:
    """`columns`: the payloads, and perhaps the ids."""
    for number, (payload, *id) in enumerate(zip(*columns, strict=True), start):
        if isinstance(payload, str):
            payload = payload.encode("utf-8", "surrogatepass")
        if isinstance(payload, bytes):
            yield Record(number, payload, id=str(id[0]) if id else "")
        else:
            yield Damage(number, 0, f"the column has {'nothing' if payload is None else type(payload).__name__} here")


@contextmanager
def _parquet(source: Source, columns: Sequence[str]) -> Iterator[Any]:
    with extra(EXTRA):
        import pyarrow
        from pyarrow import parquet
    with source.opened() as opened:
        try:
            file = parquet.ParquetFile(opened)
        except pyarrow.ArrowException as error:
            raise UserError(f"is no Parquet file: {str(error).partition(chr(10))[0]}", source.name) from None
        if lacking := [name for name in columns if name not in file.schema_arrow.names]:
            raise UserError(f"has no column {lacking[0]}; it has {', '.join(file.schema_arrow.names)}", source.name)
        yield file


@contextmanager
def _avro(source: Source) -> Iterator[Any]:
    with extra(EXTRA):
        import fastavro
    with source.opened() as file:
        try:
            blocks = fastavro.block_reader(file)
        except (ValueError, EOFError) as error:
            raise UserError(f"is no Avro file: {error}", source.name) from None
        yield blocks

"""The rows of `make bench-replay`, in fixtures/replay/cost.json, and what is made of them: a table and a figure."""

import json
from collections.abc import Iterator, Sequence

import msgspec

from wirebed.bed import ROOT, files
from wirebed.report.blocks import markdown_table
from wirebed_costs.figures.spec import LOG, axis, layered, save

FILE = ROOT / "fixtures" / "replay" / "cost.json"
_HEADS = (
    "format", "records", "bytes of each", "readers", "workers", "seconds", "seconds of processor", "readings a second",
    "memory of the runner",
)  # fmt: skip


class Row(msgspec.Struct):
    """A replay. `workers`: processes of Dask; 0 is the process of the command alone."""

    format: str
    records: int
    workers: int
    payload_bytes: int
    readers: int
    seconds: float
    processor_seconds: float
    runner_bytes: int
    cpu: str
    cores: int

    @property
    def readings(self) -> float:
        """Of records by readers, in a second."""
        return self.records * self.readers / self.seconds

    @property
    def asked(self) -> tuple[str, int, int]:
        return self.format, self.workers, self.records


def load() -> list[Row]:
    return msgspec.json.decode(FILE.read_bytes(), type=list[Row]) if FILE.is_file() else []


def publish(made: Sequence[Row]) -> None:
    """Checks rows in, in place of those that have asked the same."""
    rows = sorted({row.asked: row for row in (*load(), *made)}.values(), key=lambda row: row.asked)
    files.write(FILE, json.dumps(msgspec.to_builtins(rows), indent=1) + "\n")
    values = [{"records": row.records, "seconds": row.seconds, "replay": _name(row)} for row in rows]
    look = {"field": "replay", "type": "nominal"}
    chart = layered(
        values,
        {"mark": {"type": "line", "strokeWidth": 1}, "encoding": {"color": look}},
        {"mark": {"type": "point", "size": 60, "filled": True}, "encoding": {"color": look, "shape": look}},
        encoding={"x": axis("records", "records", LOG), "y": axis("seconds", "seconds", LOG)},
        title="Time of a replay over the number of records", width=560, height=360,
    )  # fmt: skip
    save(chart, FILE, f"Persons in {', '.join(sorted({_machine(row) for row in rows}))}.", ("svg",))


def _name(row: Row) -> str:
    return f"{row.format}, {row.workers} workers" if row.workers else row.format


def _machine(row: Row) -> str:
    return f"{row.cpu}, {row.cores} cores"


def table(rows: Sequence[Row]) -> str:
    """As markdown."""
    return markdown_table(_HEADS, _cells(rows)) + "\n"


def _cells(rows: Sequence[Row]) -> Iterator[tuple[str, ...]]:
    for row in rows:
        yield (
            row.format, f"{row.records:,}", f"{row.payload_bytes / row.records:.0f}", str(row.readers),
            str(row.workers or "–"), f"{row.seconds:,.0f}", f"{row.processor_seconds:,.0f}", f"{row.readings:,.0f}",
            f"{row.runner_bytes / 1e6:,.0f} MB",
        )  # fmt: skip

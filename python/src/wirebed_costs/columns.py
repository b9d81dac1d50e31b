"""The columns of a row of costs, each declared once: for the terminal, bench.csv and fixtures/results. The page takes
their values, and wirebed_page/browser/cost/rows.js names its own columns.

Those with a head stand in tables for people, as their text. A line break in a head leaves room for the other columns.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from wirebed.bed.codec_id import key_of, short
from wirebed_costs import code, wording
from wirebed_costs.others import is_disturbed
from wirebed_costs.statistics import Ratio, References, ratio, summarize


class CostRow:
    """A row of a result with what is computed of it; the references give its multiples."""

    def __init__(self, row: dict, references: References | None = None):
        self.row, self.summary, self.references = row, summarize(row), references
        self.allocated, self.own = row["allocated"] or {}, own_part(row)

    @property
    def copy(self) -> Ratio | None:
        return self._multiple(self.references and self.references.copy(self.row))

    @property
    def memcpy(self) -> Ratio | None:
        return self._multiple(self.references and self.references.memcpy(self.row))

    def _multiple(self, reference: dict | None) -> Ratio | None:
        return ratio(self.row, reference) if reference and self.row["codec"] else None


@dataclass(frozen=True)
class Column:
    name: str
    value: Callable[[CostRow], Any]
    head: str = ""
    show: Callable[[Any], str] = str
    csv: bool = True

    def text(self, row: CostRow) -> str:
        value = self.value(row)
        return "" if value is None else self.show(value)


def own_part(row: dict) -> float | None:
    """The part of the samples of a row that are in code of this bed; None where there are none, and of this bed's own
    library, all of whose code is ours."""
    stacks = None if row["codec"] and code.is_own_library(row["codec"]) else row.get("stacks")
    return stacks["own"] / stacks["samples"] if stacks and stacks["samples"] else None


def percent(part: float) -> str:
    return "<1 %" if 0 < part < 0.005 else f"{100 * part:.0f} %"


def operation(row: dict) -> str:
    """`decode reused`, `decode of cpp/libprotobuf`: the operation with its variation."""
    foreign = row["written_by"] and row["codec"] not in row["written_by"]
    more = (
        (row["reused"], " reused"),
        (row["cold"], " cold"),
        (foreign, f" of {''.join(map(short, row['written_by'][:1]))}"),
    )
    return row["operation"] + "".join(words for is_so, words in more if is_so)


def spread(part: float, wide: bool, disturbed: bool) -> str:
    """Half an interval, as a part of the mean, in percent, and whether other programs disturbed the row."""
    text = f"±{100 * part:.1f} %" if part < 0.1 else f"±{100 * part:.0f} %" if part < 3 else "unknown"
    return "wide " * wide + text + f" {wording.DISTURBED}" * disturbed


def _given(*names: str) -> list[Column]:
    """Columns that the row itself has."""
    return [Column(name, lambda row, name=name: row.row[name]) for name in names]


def _time(name: str) -> Column:
    """Nanoseconds with six digits."""
    return Column(name, lambda row: f"{getattr(row.summary, name):.6g}")


def _multiple(name: str) -> Column:
    return Column(
        name, lambda row: getattr(row, name), f"× {name}", lambda times: wording.number(times.value), csv=False
    )


COLUMNS = {
    column.name: column
    for column in (
        *_given("id", "peer"),
        Column("codec", lambda row: row.row["codec"], "codec", key_of),
        *_given("case", "message"),
        Column("operation", lambda row: row.row["operation"]),
        Column("shown", lambda row: operation(row.row) + (" ≠" if row.row["loses"] else ""), "operation", csv=False),
        *_given("reused", "cold"),
        Column("written_by", lambda row: " ".join(row.row["written_by"])),
        Column("wire", lambda row: row.row["wire"], "bytes", "{:,}".format),
        *_given("loses"),
        Column("processes", lambda row: row.summary.n_processes),
        Column("disturbed", lambda row: sum(row.row.get("disturbed") or ())),
        Column("values", lambda row: row.summary.n_values),
        Column("n", lambda row: (row.summary.n_processes, row.summary.n_values), "n",
               lambda n: f"{n[0]}×{round(n[1] / n[0])}", csv=False),
        *map(_time, ("median", "mean", "low", "high")),
        Column("ns", lambda row: row.summary.mean, "ns", wording.number, csv=False),
        Column("interval", lambda row: (row.summary.spread, row.summary.wide, is_disturbed(row.row)), "95 %",
               lambda interval: spread(*interval), csv=False),
        *map(_multiple, ("copy", "memcpy")),
        Column("basis", lambda row: row.summary.basis),
        Column("own", lambda row: row.own, "our\ncode", percent),
        Column("allocated_bytes", lambda row: row.allocated.get("bytes"), "allocated", "{:,.0f}".format),
        Column("allocated_count", lambda row: row.allocated.get("count")),
    )
}  # fmt: skip
CSV = tuple(column.name for column in COLUMNS.values() if column.csv)
TABLE = tuple(column for column in COLUMNS.values() if column.head)


def line(row: dict) -> dict[str, Any]:
    """A row without its samples, as bench.csv and the page have it."""
    cost = CostRow(row)
    return {name: COLUMNS[name].value(cost) for name in CSV}

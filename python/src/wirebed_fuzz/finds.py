"""Cells that are not as the entries predict, by what they have in common: a find."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from wirebed.bed.codec_id import short
from wirebed.cases.case import Case
from wirebed.state.deviations.drafts import cause
from wirebed.state.row import Row
from wirebed.view.compare import Found
from wirebed.view.grammar import NAMES
from wirebed.view.outcome import Cell, Outcome, word


class Find(NamedTuple):
    """`way`: how bytes of the same meaning are spelled (same.py); empty of what writers have written. `codec`: the
    reader, or of a refusal the writer. `what`: the kinds of differences and the types of the values, or the cause of a
    failure. `fault`: what the entries have wrong."""

    format: str
    way: str
    codec: str
    outcome: str
    what: str
    fault: str

    def __str__(self) -> str:
        spelled = f" ({self.way})" if self.way else ""
        return f"{self.format}{spelled}, {short(self.codec)} {self.outcome}: {self.what} ({self.fault})"


class Shortest(NamedTuple):
    """A cell of the case with the shortest view. `size`: of the view, in bytes."""

    size: int
    case: Case
    writer: str
    reader: str


@dataclass
class Seen:
    """The cells of a find."""

    cells: int = 0
    cases: set[str] = field(default_factory=set)
    entries: set[str] = field(default_factory=set)  # that state a part of what these cells show
    shortest: Shortest | None = None

    def add(self, case: Case, size: int, cell: Cell) -> None:
        self.cells += 1
        self.cases.add(case.name)
        self.entries.update(cell.entries)
        if self.shortest is None or size < self.shortest.size:
            self.shortest = Shortest(size, case, cell.id.writer, cell.id.reader)

    def join(self, other: "Seen") -> None:
        """Adds cells of other values."""
        self.cells += other.cells
        self.cases |= other.cases
        self.entries |= other.entries
        shortest = [each for each in (self.shortest, other.shortest) if each is not None]
        self.shortest = min(shortest, key=lambda each: each.size, default=None)


def of_row(row: Row) -> Iterator[tuple[Find, Cell]]:
    for cell in row.cells:
        if cell.problems:
            yield find(row.format, way_of(row.source), cell), cell


def named(way: str, name: str) -> str:
    """The name of a source of bytes."""
    return f"{way} of {name}"


def way_of(source: str) -> str:
    return source.rpartition(" of ")[0]


def find(format: str, way: str, cell: Cell) -> Find:
    fault = cell.problems[0].fault.value
    if cell.outcome in (Outcome.DIFFERS, Outcome.EQUAL):
        differences = cell.unstated or cell.differences
        what = ", ".join(sorted({f"{word(each.kind)} of {_type(each)}" for each in differences})) or "nothing differs"
        return Find(format, way, cell.id.reader, str(cell.outcome), what, fault)
    codec = cell.id.writer if cell.outcome is Outcome.REFUSED else cell.id.reader
    return Find(format, way, codec, str(cell.outcome), cause(cell.reason), fault)


def _type(found: Found) -> str:
    return NAMES.get(found.place.tag, str(found.place.tag))

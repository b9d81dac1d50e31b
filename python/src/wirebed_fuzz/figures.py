"""How many cells are as the entries predict, of all and of those that are not equal."""

from collections import Counter
from collections.abc import Iterator

from wirebed.report.blocks import markdown_table
from wirebed.state.row import Row
from wirebed.view.outcome import Outcome

_ALL = "all"


class Figures:
    """By format."""

    def __init__(self) -> None:
        self.cells, self.missed = Counter[str](), Counter[str]()
        self.unequal, self.unequal_missed = Counter[str](), Counter[str]()

    def see(self, row: Row) -> None:
        for format in (row.format, _ALL):
            self.cells[format] += len(row.readers)
            for cell in row.cells:
                unequal = cell.outcome is not Outcome.EQUAL
                self.unequal[format] += unequal
                self.missed[format] += bool(cell.problems)
                self.unequal_missed[format] += unequal and bool(cell.problems)

    def join(self, other: "Figures") -> None:
        """Adds other cells."""
        self.cells.update(other.cells)
        self.missed.update(other.missed)
        self.unequal.update(other.unequal)
        self.unequal_missed.update(other.unequal_missed)

    @property
    def whole(self) -> tuple[int, int]:
        """The cells, and those of them that are not predicted."""
        return self.cells[_ALL], self.missed[_ALL]

    def rows(self) -> Iterator[tuple[str, ...]]:
        for format in sorted(self.cells, key=lambda name: (name == _ALL, name)):
            yield (
                format,
                f"{self.cells[format]:,}",
                _part(self.cells[format], self.missed[format]),
                f"{self.unequal[format]:,}",
                _part(self.unequal[format], self.unequal_missed[format]),
            )

    def table(self) -> str:
        return markdown_table(HEADS, self.rows())


HEADS = ("format", "cells", "predicted", "not equal", "predicted of these")


def _part(of: int, missed: int) -> str:
    """`98.985 %`, rounded down: 100 % is all."""
    return f"{int(100_000 * (of - missed) / of) / 1000:.3f} %" if of else ""

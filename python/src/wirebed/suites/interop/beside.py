"""The red cases of a run under WRITER= or READER=, once more between the codecs that these globs left out."""

from collections.abc import Iterator

from wirebed.cases.case import Case
from wirebed.peers import Pool
from wirebed.report.jsonl import Json
from wirebed.run.drive import drive
from wirebed.run.selection import Selection
from wirebed.run.work import Work
from wirebed.state.row import Row
from wirebed.suites.interop.plan import InteropPlan
from wirebed.view.outcome import Outcome

# At most this many red cases of a format run through the codecs that a filter left out.
MOST = 20


class RedCases:
    """Format -> the cases with something unexpected in it, by name."""

    def __init__(self) -> None:
        self._cases: dict[str, dict[str, Case]] = {}

    def see(self, row: Row) -> None:
        if isinstance(row.case, Case) and any(cell.problems for cell in row.cells):
            self._cases.setdefault(row.format, {})[row.name] = row.case

    def beside(self, plan: InteropPlan, pool: Pool) -> list[Json]:
        """The outcome of each cell of these cases, between all codecs of the plan."""
        outcomes: list[Json] = []

        def take(work: Work, rows: list[Row]) -> None:
            outcomes.extend(cell for row in rows for cell in _outcomes(row))

        for format_, red in self._cases.items():
            drive(plan.again(list(red.values())[:MOST], Selection(format=format_)).works, pool, take)
        return outcomes


def _outcomes(row: Row) -> Iterator[Json]:
    head = {"case": row.name, "format": row.format, "writer": row.writer}
    for reading in row.each():
        outcome = Outcome.EQUAL if reading.cell is None else reading.cell.outcome
        yield head | {"reader": reading.reader, "outcome": outcome.value}

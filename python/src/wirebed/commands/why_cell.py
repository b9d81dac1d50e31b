"""`make why` of a cell: shows it from the last report, or else from a run of only these cells."""

import functools
import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wirebed.bed import Bed
from wirebed.bed.exit_codes import Shown
from wirebed.cases.case import Case
from wirebed.errors import UserError, shown
from wirebed.report.cell import Cell, Line, cells_of
from wirebed.report.load import Report, load
from wirebed.report.value_store import SUFFIX, find
from wirebed.suites.trees import trees_of
from wirebed_build.trees import state
from wirebed_build.trees.tree import Tree

# The report of a run of cells that the last report does not have.
RUN = "why.jsonl"
# The most rows (one writer's bytes and all its readers) whose cells are shown; the others are counted.
_MOST = 3


@dataclass(frozen=True)
class AskedCells:
    """The cells that are asked for, and the suite that runs them."""

    name: str
    selection: Any  # the Selection of wirebed.run or of wirebed.suites.evolution
    trees: Callable[[], Sequence[Tree]]  # the schema trees that its peers are built against
    run: Callable[[Bed, Any, Path, Callable[..., None]], int]  # which takes that selection

    def cells(self, report: Report) -> list[Cell]:
        """The cells of a report that are asked for."""
        return [
            cell
            for line in report.lines
            if self._takes(line)
            for cell in cells_of(line)
            if self.selection.takes_reader(cell.reader)
        ]

    def _takes(self, line: Line) -> bool:
        chosen = self.selection
        return (
            chosen.takes_case(line.case)
            and chosen.takes_format(line.format)
            and chosen.takes_writer(line.writer)
            and (not line.leg or chosen.takes_leg(line.leg))
        )


@dataclass(frozen=True)
class KnownCells:
    """Cells of a report, with the values that their rows name."""

    report: Report
    path: Path
    rows: list[list[Cell]]  # the rows that are shown, each with its cells
    more: int  # the number of the other cells
    values: dict[str, bytes]


def main(
    bed: Bed,
    case: str | None = None,
    step: str | None = None,
    leg: str | None = None,
    format: str | None = None,
    writer: str | None = None,
    reader: str | None = None,
) -> int:
    """Prints the cells, from the report of the last run where it is of today's files."""
    from wirebed.commands import why_cell_output

    asked = (
        _evolution(bed, step, leg, format, writer, reader)
        if step or leg
        else _interop(bed, case, format, writer, reader)
    )
    path = bed.reports / f"{asked.name}.jsonl"
    try:
        known = look(bed, asked, path)
    except UserError as error:
        print(f"{error}\nrunning only these cells …", flush=True)
        asked.run(bed, asked.selection, bed.reports / RUN, lambda *_: None)
        known = _known(asked, bed.reports / RUN)
    why_cell_output.show(known, functools.partial(why_cell_output.context_of, bed, asked.name))
    return Shown(0)


def look(bed: Bed, asked: AskedCells, path: Path) -> KnownCells:
    """The cells as the report has them; UserError when it lacks them or is out of date."""
    known = _known(asked, path)
    header = known.report.header
    if header.bed != bed.name:
        raise UserError("the report is of another bed", path)
    if header.build != state(asked.trees()):
        raise UserError("the report is of another build: sources have changed since", path)
    if changed := _changed(bed, asked, [cell for row in known.rows for cell in row]):
        raise UserError(f"{changed} has changed since the report was written", path)
    return known


def _known(asked: AskedCells, path: Path) -> KnownCells:
    report = load(path)
    cells = asked.cells(report)
    if not cells:
        raise UserError("the report has no such cell", path)
    return known_cells(report, path, cells)


def known_cells(report: Report, path: Path, cells: Sequence[Cell]) -> KnownCells:
    """Cells of the report in `path`, with their values."""
    rows: dict[tuple[str, ...], list[Cell]] = {}
    for cell in cells:
        rows.setdefault(_row(cell), []).append(cell)
    shown_rows = list(rows.values())[:_MOST]
    shown_cells = [cell for row in shown_rows for cell in row]
    names = {name for cell in shown_cells for name in _values(cell) if name}
    values = find(path.with_suffix(SUFFIX), names)
    if names - values.keys():
        raise UserError(f"the values beside the report do not have all of it: {shown(path.with_suffix(SUFFIX))}", path)
    return KnownCells(report, path, shown_rows, len(cells) - sum(map(len, shown_rows)), values)


def _row(cell: Cell) -> tuple[str, ...]:
    """The properties that the cells of one writer's bytes share."""
    return cell.case, cell.leg, cell.format, cell.writer, cell.relay, cell.source, cell.bytes, cell.relayed


def _values(cell: Cell) -> tuple[str, ...]:
    """The names of the values of a cell; some are empty."""
    left = "" if cell.left is None else cell.left.data
    return cell.value, cell.bytes, cell.relayed, cell.expected, cell.read, left


def _changed(bed: Bed, asked: AskedCells, cells: list[Cell]) -> str:
    """The name of a case whose value is another one today than in these cells; empty when there is none."""
    from wirebed.view import canonical

    was = {cell.case: cell.value for cell in cells if cell.value}
    for case in _cases(bed, asked):
        name = was.get(case.name) if not case.expect_reject else None
        if name and not hashlib.sha256(canonical(case.view)).hexdigest().startswith(name):
            return case.name
    return ""


def _cases(bed: Bed, asked: AskedCells) -> Sequence[Case]:
    """The cases of the bed, or the samples of its steps under the names that cells have."""
    from wirebed import cases
    from wirebed.bed.schema import Schema

    if asked.name == "interop":
        return cases.with_fields(bed, Schema.load(bed.tree_dir))
    from wirebed.commands.evolution import load_steps

    _, steps, _ = load_steps(bed, asked.selection)
    return [sample.case for step in steps for sample in step.samples]


def _interop(bed: Bed, case: str | None, format: str | None, writer: str | None, reader: str | None) -> AskedCells:
    from wirebed.commands import interop as command
    from wirebed.run.selection import Selection

    selection = Selection(case=case, format=format, writer=writer, reader=reader)
    return AskedCells("interop", selection, functools.partial(trees_of, "interop", bed), command.run)


def _evolution(
    bed: Bed, step: str | None, leg: str | None, format: str | None, writer: str | None, reader: str | None
) -> AskedCells:
    from wirebed.commands import evolution as command
    from wirebed.suites.evolution.plan import Selection

    selection = Selection(step=step, format=format, leg=leg, writer=writer, reader=reader)
    return AskedCells("evolution", selection, functools.partial(trees_of, "evolution", bed), command.run)

"""Holds the cells that no deviation states against the baseline of their bed.

| cells of a fact | rule |
|---|---|
| as many as its entry says | they are as expected |
| more | those beyond the number, the last ones of the plan, are not as expected |
| fewer, or none, in a run of the whole bed | the entry is not as expected |
"""

from collections import Counter
from collections.abc import Callable

import msgspec

from wirebed.bed.codec_id import is_generation, peer_of
from wirebed.state.baseline.fact import Fact, facts_of, is_takable
from wirebed.state.baseline.file import BaselineEntry, Entries
from wirebed.state.deviations import Entry
from wirebed.state.row import Reading, Row
from wirebed.view.outcome import Cell, Fault, Problem


class FactCount(msgspec.Struct, frozen=True):
    """The number of cells of a run that show a fact."""

    fact: Fact
    cells: int


class Baseline:
    """Judges the rows of one run, after the deviations."""

    def __init__(self, entries: Entries, suite: str, command: str) -> None:
        """`suite`: the one of the run; `command`: the one that updates it, with the variables of the bed."""
        self.entries = {fact: entry for fact, entry in entries.items() if fact.suite == suite}
        self.suite, self.command = suite, command
        self.shown: Counter[Fact] = Counter()
        self.of_generations: dict[tuple[str, ...], Counter[Fact]] = {}  # what cells show, by the peers of their ways
        self.unreviewed = 0  # cells that an unreviewed entry states

    def judge(self, row: Row) -> None:
        for reading in row.readings:
            cell = reading.cell
            if cell is not None and is_takable(cell):
                self._judge(row, reading, cell)

    def _judge(self, row: Row, reading: Reading, cell: Cell) -> None:
        facts = facts_of(self.suite, row, reading, cell)
        peers = tuple(map(peer_of, cell.id.way))
        shown = self.of_generations.setdefault(peers, Counter()) if any(map(is_generation, peers)) else self.shown
        shown.update(facts)
        entries = [self.entries[fact] for fact in facts if fact in self.entries]
        beyond = [entry for entry in entries if shown[entry.fact] > entry.cells]
        if beyond or not facts or len(entries) < len(facts):
            cell.problems += [Problem(Fault.UNSTATED, _one_more(entry)) for entry in beyond]
            return
        cell.problems, cell.unstated = [], []
        cell.entries = sorted((*cell.entries, *(entry.fact.name for entry in entries)))
        self.unreviewed += any(entry.reason is None for entry in entries)

    def standing(self, can_show: Callable[[Entry], bool]) -> list[FactCount]:
        """How many cells of a whole run show each fact, also an entry that none shows, unless this run cannot."""
        gone = (entry.fact for entry in self._fewer(can_show) if entry.fact not in self.shown)
        return [FactCount(fact, self.shown[fact]) for fact in sorted({*self.shown, *gone})]

    def problems(self, can_show: Callable[[Entry], bool] | None) -> list[str]:
        """A line for each entry with another number of cells. `can_show`: whether a whole run of these peers could show
        an entry; None where the run was a part, which knows of none that it shows too few."""
        more = [entry for fact, entry in self.entries.items() if self.shown[fact] > entry.cells]
        fewer = self._fewer(can_show) if can_show is not None else []
        return [self._counted(entry) for entry in more] + [self._counted(entry) for entry in fewer]

    def _fewer(self, can_show: Callable[[Entry], bool]) -> list[BaselineEntry]:
        fewer = (entry for fact, entry in self.entries.items() if self.shown[fact] < entry.cells)
        return [entry for entry in fewer if can_show(entry.as_deviation)]

    def _counted(self, entry: BaselineEntry) -> str:
        shown = self.shown[entry.fact]
        if shown > entry.cells:
            advice = f"{self.command} ACCEPT='{entry.fact.name}' accepts that"
        else:
            advice = f"{self.command} {'lowers its number' if shown else 'removes it'}"
        return f"{_states(entry)}, and {shown or 'none'} {'shows' if shown == 1 else 'show'} it: {advice}"


def _states(entry: BaselineEntry) -> str:
    cells = f"{entry.cells:,} {'cell' if entry.cells == 1 else 'cells'}"
    return f"{entry.as_deviation.where}: `{entry.fact.name}` states {cells}"


def _one_more(entry: BaselineEntry) -> str:
    return f"{_states(entry)}, and this is beyond its number"

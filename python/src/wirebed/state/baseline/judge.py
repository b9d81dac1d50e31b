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


class Counted(msgspec.Struct):
    """The facts that cells show, and how many of these an unreviewed entry states."""

    # By the peers of their ways, where one is a generation; by () where none is.
    facts: dict[tuple[str, ...], dict[Fact, int]] = msgspec.field(default_factory=dict)
    unreviewed: int = 0

    def of(self, peers: tuple[str, ...]) -> dict[Fact, int]:
        return self.facts.setdefault(peers, {})

    def add(self, other: "Counted") -> None:
        for peers, facts in other.facts.items():
            of = self.of(peers)
            of.update({fact: of.get(fact, 0) + count for fact, count in facts.items()})
        self.unreviewed += other.unreviewed


class Baseline:
    """Judges the rows of one run, after the deviations."""

    def __init__(self, entries: Entries, suite: str, command: str) -> None:
        """`suite`: the one of the run; `command`: the one that updates it, with the variables of the bed."""
        self.entries = {fact: entry for fact, entry in entries.items() if fact.suite == suite}
        self.suite, self.command = suite, command
        self.now, self.whole = Counted(), Counted()  # of the rows since `part`, and of all that were added

    def part(self) -> Counted:
        """What the rows have shown since this was asked before. Who asks adds it again, or leaves it out."""
        part, self.now = self.now, Counted()
        return part

    def add(self, part: Counted) -> None:
        self.whole.add(part)

    @property
    def shown(self) -> Counter[Fact]:
        """How many cells of all rows show each fact."""
        self.add(self.part())
        return Counter(self.whole.of(()))

    @property
    def unreviewed(self) -> int:
        """The cells of all rows that an unreviewed entry states."""
        self.add(self.part())
        return self.whole.unreviewed

    def judge(self, row: Row) -> None:
        for reading in row.readings:
            cell = reading.cell
            if cell is not None and is_takable(cell):
                self._judge(row, reading, cell)

    def _judge(self, row: Row, reading: Reading, cell: Cell) -> None:
        facts = facts_of(self.suite, row, reading, cell)
        peers = tuple(map(peer_of, cell.id.way))
        peers = peers if any(map(is_generation, peers)) else ()
        before, now = self.whole.of(peers), self.now.of(peers)
        for fact in facts:
            now[fact] = now.get(fact, 0) + 1
        entries = [self.entries[fact] for fact in facts if fact in self.entries]
        beyond = [entry for entry in entries if before.get(entry.fact, 0) + now[entry.fact] > entry.cells]
        if beyond or not facts or len(entries) < len(facts):
            cell.problems += [Problem(Fault.UNSTATED, _one_more(entry)) for entry in beyond]
            return
        cell.problems, cell.unstated = [], []
        cell.entries = sorted((*cell.entries, *(entry.fact.name for entry in entries)))
        self.now.unreviewed += any(entry.reason is None for entry in entries)

    def standing(self, can_show: Callable[[Entry], bool]) -> list[FactCount]:
        """How many cells of a whole run show each fact, also an entry that none shows, unless this run cannot."""
        shown = self.shown
        gone = (entry.fact for entry in self._fewer(can_show) if entry.fact not in shown)
        return [FactCount(fact, shown[fact]) for fact in sorted({*shown, *gone})]

    def problems(self, can_show: Callable[[Entry], bool] | None) -> list[str]:
        """A line for each entry with another number of cells. `can_show`: whether a whole run of these peers could show
        an entry; None where the run was a part, which knows of none that it shows too few."""
        shown = self.shown
        more = [entry for fact, entry in self.entries.items() if shown[fact] > entry.cells]
        fewer = self._fewer(can_show) if can_show is not None else []
        return [self._counted(entry) for entry in more] + [self._counted(entry) for entry in fewer]

    def _fewer(self, can_show: Callable[[Entry], bool]) -> list[BaselineEntry]:
        shown = self.shown
        fewer = (entry for fact, entry in self.entries.items() if shown[fact] < entry.cells)
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

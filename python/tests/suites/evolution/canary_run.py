"""Holds canaries (law_canaries.py) against the rows of a run, each until a cell of it is red.

A canary stands in the place of its law among the entries of a cell, and the suite's own matcher judges that cell again.
Only the cells that a canary takes are judged; of one that is wider than its law, only those that the law does not take.
"""

import dataclasses
from collections.abc import Iterable, Mapping, Sequence

from law_canaries import Canary

from wirebed.bed.codec_id import matches
from wirebed.state.deviations.entry import Entry
from wirebed.state.deviations.needless import Needless, lines
from wirebed.state.deviations.places import ValuePlaces
from wirebed.state.deviations.selectors import Pair, positions
from wirebed.state.deviations.shown import Shown
from wirebed.state.row import Reading, Row
from wirebed.suites.evolution.expect import Expectations
from wirebed.view.outcome import Outcome


class CanaryRun:
    def __init__(self, matcher: Expectations, versions: Mapping[str, str], canaries: Iterable[Canary]) -> None:
        """`matcher`: the one of the run, which has judged the rows; `versions`: of the codecs that run."""
        self.matcher, self.versions, self.canaries = matcher, versions, list(canaries)
        self.by_name = {entry.name: entry for entry in matcher.entries}
        self.wide = self._expectations([canary.entry for canary in self.canaries]).index
        self.own = self._expectations([canary.law for canary in self.canaries]).index
        self.open = (1 << len(self.canaries)) - 1  # the canaries that no cell has turned red, as bits
        self.spoken = 0  # those about words of a mechanism whose law has a cell of a codec that these words are about
        self.shown: dict[Canary, set[Pair]] = {}  # the codecs of cells that show the entry of a canary as they should
        self._begin("")

    def _begin(self, step: str) -> None:
        """The rows of one step come one after the other, and share values and matchers."""
        self.step = step
        self.taken: dict[tuple[int, ValuePlaces], bool] = {}
        self.matchers: dict[tuple[int, Pair], Expectations] = {}

    def _expectations(self, entries: Iterable[Entry], step: str = "") -> Expectations:
        """Those of a run with these entries, in their order, and with the laws that they contradict."""
        every = list(entries)
        names = {entry.name for entry in every}
        for entry in every:
            every += [self.by_name[name] for name in entry.against if name not in names]
            names.update(entry.against)
        of = self.matcher
        made = Expectations(every, self.versions, of.schemas, {step: of.roots.get(step, {})}, of.objects, of.speakers)
        made.conditions = Needless(())  # what conditions keep out does not matter here, and takes as long as the rest
        return made

    def see(self, row: Row) -> None:
        """Holds all canaries that are not red yet against a judged row."""
        step = row.name.partition("/")[0]
        if step != self.step:
            self._begin(step)
        for reading in row.each():
            pair = Pair(row.format, row.writer, reading.reader, row.leg, row.relay)
            about = self.wide.bits(pair) & self.open
            if about and not (reading.cell is not None and reading.cell.derived):
                own, value = self.own.bits(pair), self._value(row, reading)
                for number in positions(about):
                    if self._takes(number, value, row, bool(own >> number & 1)):
                        self._judge(number, row, reading, pair)

    def _value(self, row: Row, reading: Reading) -> ValuePlaces:
        """The value of a cell, as the matcher has it that has just judged the row."""
        cell, matcher = reading.cell, self.matcher.last
        assert matcher is not None, "the row is judged"
        failed = cell is not None and cell.outcome not in (Outcome.EQUAL, Outcome.DIFFERS)
        return matcher.value_of(row, row.held if failed else reading.expected)

    def _takes(self, number: int, value: ValuePlaces, row: Row, own: bool) -> bool:
        """Whether a canary is about a value, and its law is not. `own`: whether the law is about these codecs."""
        key = (number << 1 | own, value)
        if key not in self.taken:
            canary = self.canaries[number]
            takes = canary.entry.takes_case(row.name, value.message, value)
            # Of a value that the law takes as well, a wider one may state differences at more places.
            if takes and own and canary.wider and canary.law.outcome is not Outcome.DIFFERS:
                takes = not canary.law.takes_case(row.name, value.message, value)
            self.taken[key] = takes
        return self.taken[key]

    def _judge(self, number: int, row: Row, reading: Reading, pair: Pair) -> None:
        canary = self.canaries[number]
        if (number, pair) not in self.matchers:
            others = [entry for entry in self.matcher.index.about(pair) if entry.name != canary.law.name]
            self.matchers[number, pair] = self._expectations([*others, canary.entry], self.step)
        again = dataclasses.replace(row, readers=[reading.reader], equal=[], readings=[_unjudged(reading)])
        self.matchers[number, pair].judge(again)
        problems = [str(problem) for cell in again.cells for problem in cell.problems]
        if any(where in problem for where in self._places(canary) for problem in problems):
            self.open &= ~(1 << number)
        elif any(canary.law.name in cell.entries for cell in again.cells):
            self.shown.setdefault(canary, set()).add(pair)
        cell = reading.cell
        if canary.mechanism and cell is not None and canary.law.name in cell.entries:
            speakers = cell.id.way if cell.outcome is Outcome.DIFFERS else [cell.failing]
            if any(matches(codec, glob) for codec in speakers for glob, _ in canary.mechanism):
                self.spoken |= 1 << number

    def _places(self, canary: Canary) -> Sequence[str]:
        """The files and lines of which a red cell has to name one."""
        return [canary.law.where, *(self.by_name[name].where for name in [canary.contradicted] if name)]

    def green(self) -> list[Canary]:
        """The canaries of which a full run says nothing, neither in a cell nor in the lines at its end."""
        left = [(number, self.canaries[number]) for number in positions(self.open)]
        return [c for number, c in left if not self._named(c) and (not c.mechanism or self.spoken >> number & 1)]

    def _named(self, canary: Canary) -> bool:
        """Whether a full run names a codec that the entry of a canary has in vain."""
        entry = canary.entry
        seen = self.matcher.shown.pairs.get(entry.name, set()) | self.shown.get(canary, set())
        return canary.wider and bool(lines(Needless(()), [entry], Shown({entry.name: seen})))


def _unjudged(reading: Reading) -> Reading:
    """A reading as it was before the matcher of the run saw it."""
    cell = reading.cell
    if cell is not None and cell.outcome is Outcome.EQUAL:
        cell = None
    elif cell is not None:
        cell = dataclasses.replace(cell, converted=frozenset(), entries=[], problems=[], unstated=[])
    return dataclasses.replace(reading, cell=cell)

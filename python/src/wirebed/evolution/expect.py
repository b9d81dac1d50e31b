"""The expectations of the steps, matched by the one matcher: each step's cells against its own entries only."""

from collections.abc import Iterable, Mapping

from wirebed.deviations import Matcher
from wirebed.deviations.entry import Entry
from wirebed.deviations.match import overlap
from wirebed.deviations.places import ValuePlaces
from wirebed.engine.row import Reading, Row
from wirebed.evolution.by_position import ByPosition, Oracle
from wirebed.evolution.legs import LEGS
from wirebed.glob import any_matches
from wirebed.oracle import Holding
from wirebed.outcome import Fault, Outcome, Problem

SUITE = "evolution"


class Expectations:
    """A matcher for each step; those who match the cells of several steps share their entries."""

    def __init__(
        self,
        entries: Iterable[Entry],
        versions: Mapping[str, str],
        schemas: Mapping[str, object],
        steps: Iterable[str],
        objects: Mapping[str, Holding],
    ):
        self.versions, self.schemas, self.objects = versions, schemas, objects
        self.entries = [entry for entry in entries if entry.suite == SUITE]
        self.by_step: dict[str, list[Entry]] = {step: [] for step in steps}
        self.general: list[Entry] = []
        for entry in self.entries:
            self._sort(entry)
        self.matchers: dict[str, Matcher] = {}
        self.pairs: dict[tuple, bool] = {}
        self.last: Matcher | None = None  # that judged the row before

    def _sort(self, entry: Entry):
        """To the steps that its cases can be of; to all, when it does not say."""
        globs = {glob.partition("/")[0] for glob in entry.cases}
        if not globs or any(set(glob) & set("*?[") for glob in globs):
            self.general.append(entry)
            return
        for step in globs & self.by_step.keys():
            self.by_step[step].append(entry)

    def judge(self, row: Row):
        """Writes entries and problems into the cells of a row."""
        step = row.name.partition("/")[0]
        if step not in self.matchers:
            general = [entry for entry in self.general if _may(entry, step)]
            found = [*self.by_step.get(step, ()), *general]
            self.matchers[step] = _Matcher(found, self.versions, self.pairs, Oracle(self.schemas, self.objects))
        matcher = self.matchers[step]
        if self.last is not None and self.last is not matcher:
            self.last.forget()
        self.last = matcher
        matcher.judge(row)

    def stale(self) -> list[Entry]:
        """Entries that no cell showed. Only a full run can say so."""
        shown = set().union(*(matcher.shown for matcher in self.matchers.values()))
        return [e for e in self.entries if e.name not in shown and not (e.foreign and e.general)]


class _Matcher(Matcher):
    """Steps state much the same of the same codecs: whether an entry takes a pair is asked once for all of them."""

    def __init__(self, entries, versions, known: dict[tuple, bool], oracle: Oracle):
        super().__init__(entries, versions, SUITE)
        self.known, self.oracle = known, oracle
        self.selectors = [
            (
                *(e.formats, e.legs, e.writers, e.others, e.relays, e.readers, e.codecs),
                tuple((glob, str(allowed)) for glob, allowed in e.versions),
            )
            for e in self.entries
        ]

    def _judge(self, row: Row, reading: Reading, candidates: list[Entry], value: ValuePlaces):
        """A cell that position decides is held against its bytes. Another entry about it would state it twice."""
        computed = next((entry for entry in candidates if isinstance(entry, ByPosition)), None)
        others = [entry for entry in candidates if entry is not computed]
        if computed is None or not computed.takes(row, reading.cell):
            if others or reading.cell is not None:
                super()._judge(row, reading, others, value)
            return
        problem = self.oracle.contradiction(computed, row, reading)
        if reading.cell is not None or problem or others:
            cell = row.cell(reading)
            cell.entries = [computed.name] * (cell.outcome is not Outcome.EQUAL)
            cell.problems += [Problem(Fault.UNSTATED, problem)] * bool(problem)
            cell.problems += [overlap([computed, *others])] * bool(others)

    def takes_pair(self, index: int, pair: tuple) -> bool:
        """What a step expects without a word of legs is about its change, not about a version that reads its own."""
        leg = LEGS.get(pair[3])
        if leg is not None and leg.given and not self.entries[index].legs:
            return False
        key = (self.selectors[index], pair)
        if key not in self.known:
            self.known[key] = super().takes_pair(index, pair)
        return self.known[key]


def _may(entry: Entry, step: str) -> bool:
    return not entry.cases or any_matches(step, (glob.partition("/")[0] for glob in entry.cases))

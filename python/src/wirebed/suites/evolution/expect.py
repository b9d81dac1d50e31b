"""The expectations of the steps, matched by the one matcher: each step's cells against its own entries only."""

from collections.abc import Iterable, Mapping, Sequence

from wirebed.bed.glob import any_matches
from wirebed.bed.schema import Schema
from wirebed.errors import UserError, unknown
from wirebed.state.deviations import Matcher
from wirebed.state.deviations.entry import FILE, Entry
from wirebed.state.deviations.needless import Needless, lines
from wirebed.state.deviations.places import ValuePlaces
from wirebed.state.deviations.selectors import Pair, PairIndex
from wirebed.state.deviations.shown import Showing, Shown
from wirebed.state.deviations.speakers import Speakers
from wirebed.state.deviations.stated import Stated, overlap
from wirebed.state.row import Reading, Row
from wirebed.suites.evolution.by_position import ByPosition, Oracle
from wirebed.suites.evolution.legs import LEGS
from wirebed.suites.evolution.oracle import Holding
from wirebed.view.outcome import Fault, Outcome, Problem

SUITE = "evolution"


class Expectations(Showing):
    """A matcher for each step; those who match the cells of several steps share their entries."""

    def __init__(
        self,
        entries: Iterable[Entry],
        versions: Mapping[str, str],
        schemas: Mapping[str, Schema],
        steps: Mapping[str, Mapping[str, str]],
        objects: Mapping[str, Holding],
        speakers: Speakers,
    ) -> None:
        """`steps`: the full name of the root message of each version, by the name of the step."""
        super().__init__()
        self.schemas, self.objects, self.speakers, self.roots = schemas, objects, speakers, steps
        of_suite = [entry for entry in entries if entry.suite == SUITE]
        self.entries = [ByPosition.of(entry) if entry.by_position else entry for entry in of_suite]
        self._check_contradictions()
        self.by_step: dict[str, list[Entry]] = {step: [] for step in steps}
        self.general: list[Entry] = []
        for entry in self.entries:
            self._sort(entry)
        self.matchers: dict[str, Matcher] = {}
        self.conditions = Needless(self.entries)
        self.index = _Index(self.entries, versions)
        self.last: Matcher | None = None  # that judged the row before

    def _check_contradictions(self) -> None:
        """An entry can contradict those that are general, by their names."""
        known = [entry.name for entry in self.entries if entry.general]
        for entry in self.entries:
            for name in entry.against:
                if name not in known:
                    raise UserError(unknown("general entry", name, known).message, *(entry.place or ()))

    def _sort(self, entry: Entry) -> None:
        """To the steps that its cases can be of; to all, when it does not say."""
        globs = {glob.partition("/")[0] for glob in entry.cases}
        if not globs or any(set(glob) & set("*?[") for glob in globs):
            self.general.append(entry)
            return
        for step in globs & self.by_step.keys():
            self.by_step[step].append(entry)

    def judge(self, row: Row) -> None:
        """Writes entries and problems into the cells of a row."""
        step = row.name.partition("/")[0]
        if step not in self.matchers:
            general = [entry for entry in self.general if _may(entry, step)]
            entries = [*self.by_step.get(step, ()), *general]
            stated = _Stated(
                self.speakers, self.conditions, Oracle(self.schemas, self.objects, self.roots.get(step, {}))
            )
            # The entries of all steps share an index.
            self.matchers[step] = Matcher(entries, {}, SUITE, stated, self.index)
        matcher = self.matchers[step]
        if self.last is not None and self.last is not matcher:
            self.last.forget()
        self.last = matcher
        matcher.judge(row)

    def part(self) -> Shown:
        """As of a matcher: the rows of one step are those of one of them."""
        part = Shown()
        for matcher in self.matchers.values():
            part.add(matcher.part())
        return part

    def stale(self) -> list[Entry]:
        """Entries that no cell showed. Only a full run can say so."""
        shown = self.shown.pairs
        return [e for e in self.entries if e.name not in shown and not (e.foreign and e.general)]

    def needless(self) -> list[str]:
        """A line for each condition that excluded nothing, for each codec that no cell showed, and for each entry that
        another one contradicts although it is about none of its cells."""
        shown = self.shown
        entries = [entry for entry in self.entries if entry.name in shown.pairs and not entry.foreign]
        text = "{}: `{}`: no cell of it is one of `{}`, so it contradicts nothing; remove `against:`"
        pairs = ((e, name) for e in entries for name in e.against if (e.name, name) not in shown.contradicted)
        return lines(self.conditions, entries, shown) + [text.format(e.where, e.name, name) for e, name in pairs]


class _Index(PairIndex):
    """An expectation without `leg:` skips the legs on which a version reads its own bytes."""

    def __init__(self, entries: Iterable[Entry], versions: Mapping[str, str]) -> None:
        super().__init__(entries, versions)
        self.of_legs = sum(1 << position for position, entry in enumerate(self.entries) if entry.legs)

    def _bits(self, pair: Pair) -> int:
        leg = LEGS.get(pair.leg)
        bits = super()._bits(pair)
        return bits & self.of_legs if leg is not None and leg.given and pair.format != FILE else bits


class _Stated(Stated):
    """The statements of a step. A cell that position decides is held against its bytes."""

    # A law says no more than its cells show: each condition of it keeps some cell out that would be red.
    strict = True

    def __init__(self, speakers: Speakers, conditions: Needless, oracle: Oracle) -> None:
        super().__init__(speakers, conditions)
        self.oracle = oracle

    def judge(self, row: Row, reading: Reading, candidates: Sequence[Entry], value: ValuePlaces) -> None:
        """Another entry about a cell that position decides would state it twice."""
        candidates = _own_first(row, reading, candidates, value)
        computed = next((entry for entry in candidates if isinstance(entry, ByPosition)), None)
        others = [entry for entry in candidates if entry is not computed]
        if computed is None or not computed.takes(row, reading.cell):
            if others or reading.cell is not None:
                super().judge(row, reading, others, value)
            return
        problem = self.oracle.contradiction(row, reading)
        if reading.cell is not None or problem or others:
            cell = row.cell(reading)
            if cell.outcome is not Outcome.EQUAL:
                super().judge(row, reading, [computed], value)
            cell.problems += [Problem(Fault.NOT_SHOWN, problem)] * bool(problem)
            cell.problems += [overlap([computed, *others])] * bool(others)


def _own_first(row: Row, reading: Reading, candidates: Sequence[Entry], value: ValuePlaces) -> Sequence[Entry]:
    """In a bed of one's own, a law of this repository gives way to what the bed itself states."""
    own, cell = [entry for entry in candidates if not entry.foreign], reading.cell
    lacks = cell is not None and cell.outcome is Outcome.UNSUPPORTED
    if lacks or not own or len(own) == len(candidates):
        return candidates
    if cell is not None and cell.outcome is not Outcome.DIFFERS:
        of_bytes = [entry for entry in candidates if entry.foreign and entry.by_position]
        return own if any(entry.covers_failure(cell) for entry in own) else of_bytes or candidates
    # The law covers every difference, so it cannot share a cell.
    candidates = [entry for entry in candidates if not (entry.foreign and entry.by_position)]
    if cell is None:
        return candidates
    left = [d for d in cell.differences if not any(entry.covers(d, value, row.name) for entry in own)]
    others = (entry for entry in candidates if entry.foreign)
    return own + [entry for entry in others if any(entry.covers(d, value, row.name) for d in left)]


def _may(entry: Entry, step: str) -> bool:
    return not entry.cases or any_matches(step, (glob.partition("/")[0] for glob in entry.cases))

"""Holds one cell against the entries about it: its failure, or each of its differences.

| cell | rule |
|---|---|
| refused, rejected, unsupported, crash, timeout, lost, internal | one entry states it, or several of one mechanism |
| unsupported, of a generation | at most one entry states it |
| differs | exactly one entry covers each difference, and each entry that matches the cell covers at least one |
| equal | no entry matches |

An entry covers nothing, and need not, where all that it is about is lost with what holds it.
"""

from collections.abc import Collection, Hashable, Sequence
from typing import NamedTuple

from wirebed.bed.codec_id import is_generation
from wirebed.state.deviations.entry import Entry
from wirebed.state.deviations.needless import Needless
from wirebed.state.deviations.places import PlaceSteps, ValuePlaces, steps_of
from wirebed.state.deviations.speakers import CODEC, Speakers, Way, kinds_of
from wirebed.state.row import Reading, Row
from wirebed.view import spell
from wirebed.view.compare import Found
from wirebed.view.outcome import Cell, Fault, Kind, Outcome, Problem, word

_LOST = (Kind.DROPPED, Kind.PRESENCE_LOST)  # what stands at the place has not come to the reader
_LOOKED_INTO = (Kind.REORDERED, Kind.IDENTITY_LOST)  # what is below such a difference is compared, too


class _Covered(NamedTuple):
    """The statements of the entries about the differences of a cell."""

    differences: list[Found]  # which are held, so that no others get their id
    kinds: list[frozenset[str]]  # of each of them, which decide whose words it is
    # Each entry that states any of them, once for all that are of the same kinds.
    statements: Collection[tuple[Entry, frozenset[str]]]
    stated: set[str]  # the names of these entries
    overlaps: list[Problem]
    unstated: list[Found]


class _Whose(NamedTuple):
    """The speakers of these differences on one way."""

    converted: frozenset[int]  # which of them our own conversions touched
    misattributed: list[Problem]  # the entries that say otherwise


class Stated:
    """Holds cells against the entries about them. A suite that chooses otherwise among these says so in a subclass."""

    # Whether an entry has to be shown also where what it is about is lost with what holds it, and to state a failure
    # alone, although others of its mechanism do.
    strict = False

    def __init__(self, speakers: Speakers, needless: Needless | None = None) -> None:
        """`speakers` knows whose words a difference is, which its entry must state; `needless` sees which differences
        the conditions of entries keep out."""
        self.speakers = speakers
        self.needless = needless or Needless(())
        self.forget()

    def forget(self) -> None:
        """Forgets the differences of the values so far."""
        self._covering: dict[Hashable, _Covered] = {}
        self._speaking: dict[Hashable, _Whose] = {}

    def judge(self, row: Row, reading: Reading, candidates: Sequence[Entry], value: ValuePlaces) -> None:
        """Writes entries and problems into one cell. `candidates`: the entries about it and its value."""
        cell = row.cell(reading)
        if cell.outcome is Outcome.DIFFERS:
            self._differs(cell, candidates, value)
        elif cell.outcome is Outcome.EQUAL:
            cell.entries = [entry.name for entry in candidates if entry.outcome is Outcome.EQUAL]
            others = (entry for entry in candidates if entry.outcome is not Outcome.EQUAL)
            cell.problems += [not_shown(entry, "the cell is equal") for entry in others]
        else:
            self._failure(cell, candidates)

    def _failure(self, cell: Cell, candidates: Sequence[Entry]) -> None:
        covering = [entry for entry in candidates if entry.covers_failure(cell)]
        cell.entries = [entry.name for entry in covering]
        if not covering and cell.outcome is Outcome.UNSUPPORTED and any(map(is_generation, cell.id.way)):
            return  # what a version lacks, its loader or compiler states
        if not covering:
            cell.problems.append(_unstated("no entry states it"))
            cell.problems += [
                not_shown(entry, f"it was {cell.outcome.value}")
                for entry in candidates
                if entry.outcome is not Outcome.DIFFERS
            ]
        elif len({entry.name if self.strict else entry.cause for entry in covering}) > 1:
            cell.problems.append(overlap(covering))

    def _differs(self, cell: Cell, candidates: Sequence[Entry], value: ValuePlaces) -> None:
        covered = self._covered(cell, candidates, value)
        cell.unstated = covered.unstated
        cell.converted, misattributed = self._whose(cell, covered)
        cell.problems += misattributed
        for difference in cell.unstated[:3]:
            path = spell.path(difference.place, difference.schema or value.schema) or "the value"
            cell.problems.append(_unstated(f"no entry states that {path} is {word(difference.kind)}"))
        if len(cell.unstated) > 3:
            cell.problems.append(_unstated(f"nor {len(cell.unstated) - 3} more differences"))
        cell.problems += covered.overlaps
        cell.entries = sorted(covered.stated)
        others = [entry for entry in candidates if entry.name not in covered.stated]
        wholes = [(d.place.steps(), d.kind in _LOST) for d in cell.differences if d.kind not in _LOOKED_INTO]
        there = (entry for entry in others if self.strict or not _is_lost(entry, value, wholes))
        cell.problems += [not_shown(entry, "no difference of the cell is that") for entry in there]

    def _covered(self, cell: Cell, candidates: Sequence[Entry], value: ValuePlaces) -> _Covered:
        """Many cells of a message share their differences."""
        differences, case = cell.differences, cell.id.case
        key = (id(differences), case, value, tuple(entry.name for entry in candidates))
        covered = self._covering.get(key)
        if covered is None:
            kinds = [kinds_of(d, value.read_place(d)) for d in differences]
            covering = [[entry for entry in candidates if self._covers(entry, d, value, case)] for d in differences]
            pairs = [(entry, of) for of, entries in zip(kinds, covering, strict=True) for entry in entries]
            covered = self._covering[key] = _Covered(
                differences,
                kinds,
                {(entry.name, of): (entry, of) for entry, of in pairs}.values(),
                {entry.name for entry, _ in pairs},
                sorted({overlap(entries) for entries in covering if len(entries) > 1}, key=str),
                [d for d, entries in zip(differences, covering, strict=True) if not entries],
            )
        return covered

    def _covers(self, entry: Entry, difference: Found, value: ValuePlaces, case: str) -> bool:
        covers = entry.covers(difference, value, case)
        if not covers and entry.value is not None and entry.states_difference(difference, value, case):
            self.needless.kept_from(entry, value.place(difference))
        return covers

    def _whose(self, cell: Cell, covered: _Covered) -> _Whose:
        """The cells of some ways share the speakers of their differences, too."""
        way = self._way(cell)
        key = (id(covered), self.speakers.touched(way))
        whose = self._speaking.get(key)
        if whose is None:
            ours = {of for of in set(covered.kinds) if self.speakers.of(way, of)[1] == CODEC}
            wrong = {problem for statement in covered.statements for problem in self._of_another(cell, *statement)}
            converted = frozenset(index for index, of in enumerate(covered.kinds) if of in ours)
            whose = self._speaking[key] = _Whose(converted, sorted(wrong, key=str))
        return whose

    def _of_another(self, cell: Cell, entry: Entry, kinds: frozenset[str]) -> list[Problem]:
        """A problem if an entry states another speaker than the one of the differences of these kinds."""
        speakers = [self.speakers.of(way, kinds) for way in self._stated_ways(cell, entry)]
        return [] if any(entry.says_whose(*speaker) for speaker in speakers) else [_misattributed(entry, *speakers[0])]

    def _way(self, cell: Cell) -> Way:
        """The codecs that a value of a cell goes through."""
        return cell.id.way

    def _stated_ways(self, cell: Cell, entry: Entry) -> list[Way]:
        """The ways, or parts of the way, of a cell that an entry may be about."""
        return [self._way(cell)]


def _is_lost(entry: Entry, value: ValuePlaces, wholes: Collection[tuple[PlaceSteps, bool]]) -> bool:
    """Whether each place that an entry is about is part of what differs as a whole. `wholes`: these places, and whether
    what stands there has not come to the reader at all."""
    if entry.value is None or not wholes:
        return False
    about = [steps_of(place) for place in entry.value.places(value)]
    return all(
        any(steps[: len(whole)] == whole and (lost or len(steps) > len(whole)) for whole, lost in wholes)
        for steps in about
    )


def _unstated(text: str) -> Problem:
    return Problem(Fault.UNSTATED, text)


def not_shown(entry: Entry, instead: str) -> Problem:
    text = f"{entry.where}: `{entry.name}` states {entry.states()}, but {instead}: narrow the entry, or remove it"
    return Problem(Fault.NOT_SHOWN, text, _foreign([entry]))


def _misattributed(entry: Entry, codec: str, by: str) -> Problem:
    instead = f"a conversion of this bed in {codec}" if by == CODEC else f"the library of {codec}"
    text = f"{entry.where}: `{entry.name}` states another speaker, but the words are those of {instead}: `by: {by}`"
    return Problem(Fault.NOT_SHOWN, text, _foreign([entry]))


def overlap(entries: Sequence[Entry]) -> Problem:
    names = ", ".join(f"{entry.where} `{entry.name}`" for entry in entries)
    return Problem(Fault.OVERLAP, f"more than one entry states it: {names}", _foreign(entries))


def _foreign(entries: Sequence[Entry]) -> tuple[str, ...]:
    return tuple(entry.name for entry in entries) if all(entry.foreign for entry in entries) else ()

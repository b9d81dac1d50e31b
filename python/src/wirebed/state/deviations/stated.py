"""Holds one cell against the entries about it: its failure, or each of its differences.

| cell | rule |
|---|---|
| refused, rejected, unsupported, crash, timeout, internal | exactly one entry states it |
| differs | exactly one entry covers each difference, and each entry that matches the cell covers at least one |
| equal | no entry matches |
"""

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from wirebed.state.deviations.entry import Entry
from wirebed.state.deviations.needless import Needless
from wirebed.state.deviations.places import ValuePlace, ValuePlaces
from wirebed.state.deviations.speakers import CODEC, Speakers, Way
from wirebed.state.row import Reading, Row
from wirebed.view import spell
from wirebed.view.compare import Found
from wirebed.view.outcome import Cell, Fault, Outcome, Problem, word


class _Covered(NamedTuple):
    """The statements of the entries about the differences of a cell."""

    differences: list[Found]  # which are held, so that no others get their id
    stated: set[str]  # the names of the entries that state any of them
    overlaps: set[Problem]
    unstated: list[Found]
    converted: frozenset[int]  # which of them our own conversions touched
    misattributed: list[Problem]  # the entries that say otherwise


class Stated:
    """Holds cells against the entries about them. A suite that chooses otherwise among these says so in a subclass."""

    def __init__(self, speakers: Speakers, needless: Needless | None = None) -> None:
        """`speakers` knows whose words a difference is, which its entry must state; `needless` sees which differences
        the conditions of entries keep out."""
        self.speakers = speakers
        self.needless = needless or Needless(())
        self.covered: dict[Hashable, _Covered] = {}

    def forget(self) -> None:
        """Forgets the differences of the values so far."""
        self.covered = {}

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
            _failure(cell, candidates)

    def _differs(self, cell: Cell, candidates: Sequence[Entry], value: ValuePlaces) -> None:
        covered = self._covered(cell, candidates, value)
        cell.unstated, cell.converted = covered.unstated, covered.converted
        cell.problems += covered.misattributed
        for difference in cell.unstated[:3]:
            path = spell.path(difference.place, difference.schema or value.schema) or "the value"
            cell.problems.append(_unstated(f"no entry states that {path} is {word(difference.kind)}"))
        if len(cell.unstated) > 3:
            cell.problems.append(_unstated(f"nor {len(cell.unstated) - 3} more differences"))
        cell.problems += sorted(covered.overlaps, key=str)
        cell.entries = sorted(covered.stated)
        others = (entry for entry in candidates if entry.name not in covered.stated)
        cell.problems += [not_shown(entry, "no difference of the cell is that") for entry in others]

    def _covered(self, cell: Cell, candidates: Sequence[Entry], value: ValuePlaces) -> _Covered:
        """Many cells of a message share their differences."""
        differences, case = cell.differences, cell.id.case
        way = self._way(cell)
        key = (id(differences), case, value, tuple(entry.name for entry in candidates), self.speakers.touched(way))
        if key not in self.covered:
            stated: set[str] = set()
            unstated: list[Found] = []
            overlaps: set[Problem] = set()
            converted: set[int] = set()
            wrong: set[Problem] = set()
            for index, difference in enumerate(differences):
                covering = [entry for entry in candidates if self._covers(entry, difference, value, case)]
                stated.update(entry.name for entry in covering)
                place = value.read_place(difference)
                converted |= {index} if self.speakers.of(way, difference, place)[1] == CODEC else set()
                wrong.update(*(self._of_another(cell, entry, difference, place) for entry in covering))
                if not covering:
                    unstated.append(difference)
                elif len(covering) > 1:
                    overlaps.add(overlap(covering))
            whose = frozenset(converted), sorted(wrong, key=str)
            self.covered[key] = _Covered(differences, stated, overlaps, unstated, *whose)
        return self.covered[key]

    def _covers(self, entry: Entry, difference: Found, value: ValuePlaces, case: str) -> bool:
        covers = entry.covers(difference, value, case)
        if not covers and entry.value is not None and entry.states_difference(difference, value, case):
            self.needless.kept_from(entry, value.place(difference))
        return covers

    def _of_another(self, cell: Cell, entry: Entry, difference: Found, place: ValuePlace | None) -> list[Problem]:
        """A problem if an entry states another speaker than the one of a difference that it covers."""
        speakers = [self.speakers.of(way, difference, place) for way in self._stated_ways(cell, entry)]
        return [] if any(entry.says_whose(*speaker) for speaker in speakers) else [_misattributed(entry, *speakers[0])]

    def _way(self, cell: Cell) -> Way:
        """The codecs that a value of a cell goes through."""
        return cell.id.way

    def _stated_ways(self, cell: Cell, entry: Entry) -> list[Way]:
        """The ways, or parts of the way, of a cell that an entry may be about."""
        return [self._way(cell)]


def _failure(cell: Cell, candidates: Sequence[Entry]) -> None:
    covering = [entry for entry in candidates if entry.covers_failure(cell)]
    cell.entries = [entry.name for entry in covering]
    if not covering:
        cell.problems.append(_unstated("no entry states it"))
        cell.problems += [
            not_shown(entry, f"it was {cell.outcome.value}")
            for entry in candidates
            if entry.outcome is not Outcome.DIFFERS
        ]
    elif len(covering) > 1:
        cell.problems.append(overlap(covering))


def _unstated(text: str) -> Problem:
    return Problem(Fault.UNSTATED, text)


def not_shown(entry: Entry, instead: str) -> Problem:
    text = f"{entry.where}: `{entry.name}` states {entry.states()}, but {instead}: narrow the entry, or remove it"
    return Problem(Fault.NOT_SHOWN, text)


def _misattributed(entry: Entry, codec: str, by: str) -> Problem:
    instead = f"a conversion of this bed in {codec}" if by == CODEC else f"the library of {codec}"
    text = f"{entry.where}: `{entry.name}` states another speaker, but the words are those of {instead}: `by: {by}`"
    return Problem(Fault.NOT_SHOWN, text)


def overlap(entries: Sequence[Entry]) -> Problem:
    names = ", ".join(f"{entry.where} `{entry.name}`" for entry in entries)
    return Problem(Fault.OVERLAP, f"more than one entry states it: {names}")

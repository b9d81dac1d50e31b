"""Matches cells with entries: exactly one entry covers each difference, and each matching cell shows its entries.

| cell | rule |
|---|---|
| fails like the languages' own objects (`none`) | is expected without an entry; no entry is shown by it |
| refused, rejected, unsupported, crash, timeout, internal | exactly one entry states it |
| differs | exactly one entry covers each difference, and each entry that matches the cell covers at least one |
| equal | no entry matches |
"""

from collections import Counter
from collections.abc import Iterable

from wirebed.deviations.entry import Entry
from wirebed.deviations.places import ValuePlaces
from wirebed.engine.row import Reading, Row
from wirebed.outcome import Cell, Fault, Outcome, Problem, word
from wirebed.view import spell


class Matcher:
    """Judges rows and counts which entries they show."""

    def __init__(self, entries: Iterable[Entry], versions: dict[str, str], suite: str = "interop"):
        self.entries = [entry for entry in entries if entry.suite == suite]
        self.versions = versions
        self.pairs: dict[tuple[str, ...], list[int]] = {}
        self.shown = Counter()  # entry name -> cells that showed it
        self.matched = Counter()  # entry name -> cells that it matched
        self.key = None
        self.values: dict[bytes, ValuePlaces] = {}
        self.taken: dict[tuple[int, bytes], bool] = {}

    def judge(self, row: Row):
        """Writes entries and problems into the cells of a row."""
        self._turn_to(row)
        for reading in row.readings:
            cell = reading.cell
            # A failure is matched by the value that was written, a difference by what the reader should have seen.
            failed = cell is not None and cell.outcome not in (Outcome.EQUAL, Outcome.DIFFERS)
            value = self._value(row, row.held if failed else reading.expected)
            candidates = self._candidates(row, reading.reader, value)
            if cell is None and not candidates:
                continue
            if cell is None or not cell.derived:
                self._judge(row, reading, candidates, value)
            if reading.cell is not None:
                self.shown.update(set(reading.cell.entries))

    def _turn_to(self, row: Row):
        """Forgets the values of the previous case: the rows of one case come one after the other."""
        key = (row.case, row.name, row.source, row.leg)
        if self.key != key:
            self.key, self.values, self.taken = key, {}, {}

    def _value(self, row: Row, view: bytes) -> ValuePlaces:
        if view not in self.values:
            self.values[view] = ValuePlaces(view, row.schema, row.case.message if row.case is not None else "")
        return self.values[view]

    def _candidates(self, row: Row, reader: str, value: ValuePlaces) -> list[Entry]:
        pair = (row.format, row.writer, reader, row.leg, row.relay)
        if pair not in self.pairs:
            self.pairs[pair] = [i for i in range(len(self.entries)) if self.takes_pair(i, pair)]
        found = []
        for i in self.pairs[pair]:
            if (i, value.view) not in self.taken:
                self.taken[i, value.view] = self.entries[i].takes_case(row.name, value.message, value)
            if self.taken[i, value.view]:
                found.append(self.entries[i])
        return found

    def takes_pair(self, index: int, pair: tuple[str, ...]) -> bool:
        format, writer, reader, leg, relay = pair
        return self.entries[index].takes_pair(format, writer, reader, self.versions, leg, relay)

    def _judge(self, row: Row, reading: Reading, candidates: list[Entry], value: ValuePlaces):
        cell = row.cell(reading)
        self.matched.update(entry.name for entry in candidates)
        if cell.outcome is Outcome.DIFFERS:
            self._differs(cell, candidates, value)
        elif cell.outcome is Outcome.EQUAL:
            for entry in candidates:
                cell.problems.append(not_shown(entry, "the cell is equal"))
        else:
            self._failure(cell, candidates)

    @staticmethod
    def _failure(cell: Cell, candidates: list[Entry]):
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

    def _differs(self, cell: Cell, candidates: list[Entry], value: ValuePlaces):
        stated, overlaps = {}, set()
        for found in cell.differences:
            path = spell.path(found.place, found.schema or value.schema)
            covering = [entry for entry in candidates if entry.covers(found, path, value)]
            if not covering:
                cell.unstated.append(found)
                if len(cell.unstated) <= 3:
                    cell.problems.append(_unstated(f"no entry states that {path or 'the value'} is {word(found.kind)}"))
            elif len(covering) > 1:
                overlaps.add(overlap(covering))
            for entry in covering:
                stated[entry.name] = entry
        if len(cell.unstated) > 3:
            cell.problems.append(_unstated(f"nor {len(cell.unstated) - 3} more differences"))
        cell.problems += sorted(overlaps, key=str)
        cell.entries = sorted(stated)
        cell.problems += [
            not_shown(entry, "no difference of the cell is that") for entry in candidates if entry.name not in stated
        ]

    def stale(self) -> list[Entry]:
        """Entries of the bed that no cell showed, which is a fault only in a full run."""
        return [e for e in self.entries if not self.shown[e.name] and not (e.foreign and e.general)]


def _unstated(text: str) -> Problem:
    return Problem(Fault.UNSTATED, text)


def not_shown(entry: Entry, instead: str) -> Problem:
    text = f"{entry.where}: `{entry.name}` states {entry.states()}, but {instead}: narrow the entry, or remove it"
    return Problem(Fault.NOT_SHOWN, text)


def overlap(entries: list[Entry]) -> Problem:
    names = ", ".join(f"{entry.where} `{entry.name}`" for entry in entries)
    return Problem(Fault.OVERLAP, f"more than one entry states it: {names}")

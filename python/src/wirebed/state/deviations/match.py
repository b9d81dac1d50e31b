"""Matches cells with entries: exactly one entry covers each difference, and each matching cell shows its entries.

| cell | rule |
|---|---|
| refused or rejected like the languages' own objects (`none`) | is expected without an entry; no entry is shown by it |
| refused, rejected, unsupported, crash, timeout, internal | exactly one entry states it |
| differs | exactly one entry covers each difference, and each entry that matches the cell covers at least one |
| equal | no entry matches |
"""

from collections import Counter
from collections.abc import Iterable

from wirebed.bed.codec_id import NONE
from wirebed.state.deviations.entry import FILE, Entry
from wirebed.state.deviations.pairs import Pair, PairIndex, positions
from wirebed.state.deviations.places import ValuePlaces
from wirebed.state.deviations.speakers import CODEC, Speakers
from wirebed.state.row import Reading, Row
from wirebed.view import spell
from wirebed.view.outcome import Cell, Fault, Outcome, Problem, word

# The places of values of about so many bytes are remembered: the rows of a case and those of its goldens share its
# values, and the rows of one message come one after the other.
BYTES = 1 << 20


class Matcher:
    """Judges rows and counts which entries they show."""

    def __init__(
        self,
        entries: Iterable[Entry],
        versions: dict[str, str],
        suite: str = "interop",
        index: PairIndex | None = None,
        speakers: Speakers | None = None,
    ):
        """`index`: one that several matchers share, of the entries of all of them. `speakers`: entries must state whose
        words a difference is."""
        self.entries = [entry for entry in entries if entry.suite == suite]
        self.speakers = speakers
        self.index = index or PairIndex(self.entries, versions)
        self.numbers = self.index.numbers(self.entries)  # by the position in the index
        self.bits = sum(1 << position for position in self.numbers)
        self.pairs: dict[Pair, list[int]] = {}
        self.about: dict[tuple, list[int]] = {}  # the entries about any of the readers of a row
        self.shown = Counter()  # entry name -> cells that showed it
        self.matched = Counter()  # entry name -> cells that it matched
        self.forget()

    def forget(self, message: str = ""):
        """Forgets all values and what is known of them. The next rows are of `message`."""
        self.message, self.bytes = message, 0
        self.values: dict[tuple, ValuePlaces] = {}  # by schema and view
        self.taken: dict[tuple[int, str, ValuePlaces], bool] = {}
        self.covered: dict[tuple, tuple] = {}

    def judge(self, row: Row):
        """Writes entries and problems into the cells of a row."""
        message = row.case.message if row.case is not None else ""
        if message != self.message or self.bytes > BYTES:
            self.forget(message)
        if row.equal:
            self._judge_equal(row)
        for reading in row.readings:
            cell = reading.cell
            # A failure is matched by the value that was written, a difference by what the reader should have seen.
            failed = cell is not None and cell.outcome not in (Outcome.EQUAL, Outcome.DIFFERS)
            value = self._value(row, row.held if failed else reading.expected)
            lacks = cell is not None and cell.outcome is Outcome.UNSUPPORTED and (cell.derived or row.format == NONE)
            candidates = self._candidates(row, reading.reader, value, lacks)
            if cell is None and not candidates:
                continue
            if cell is None or not cell.derived or lacks:
                self._judge(row, reading, candidates, value)
            if reading.cell is not None:
                self.shown.update(set(reading.cell.entries))

    def _judge_equal(self, row: Row):
        """Singles out the readers that an entry is about. Mostly there are none, and one look at the row shows that."""
        value = self._value(row, row.expected)
        pair = (row.format, row.writer, tuple(row.equal), row.leg, row.relay)
        if pair not in self.about:
            self.about[pair] = sorted({i for reader in row.equal for i in self._of_pair(row, reader, row.format)})
        if any(self._takes(i, row, value) for i in self.about[pair]):
            row.single_out([row.reading(one) for one in row.equal if self._candidates(row, one, value)])

    def _value(self, row: Row, view: bytes) -> ValuePlaces:
        key = (row.schema, view)
        found = self.values.get(key)
        if found is None:
            found = self.values[key] = ValuePlaces(view, row.schema, self.message)
            self.bytes += len(view)
        return found

    def _candidates(self, row: Row, reader: str, value: ValuePlaces, lacks: bool = False) -> list[Entry]:
        """The entries about a cell. `lacks`: its language has no such message, so those of FILE count, too."""
        about = self._of_pair(row, reader, row.format)
        if lacks:
            about = sorted({*about, *self._of_pair(row, reader, FILE)})
        return [self.entries[i] for i in about if self._takes(i, row, value)]

    def _of_pair(self, row: Row, reader: str, format_: str) -> list[int]:
        """The entries about the codecs of a cell. `format_`: the row's, or FILE."""
        pair = Pair(format_, row.writer, reader, row.leg, row.relay)
        found = self.pairs.get(pair)
        if found is None:
            about = positions(self.index.bits(pair) & self.bits)
            found = self.pairs[pair] = sorted(self.numbers[position] for position in about)
        return found

    def _takes(self, index: int, row: Row, value: ValuePlaces) -> bool:
        """Whether an entry is about a case and its value."""
        key = (index, row.name, value)
        if key not in self.taken:
            self.taken[key] = self.entries[index].takes_case(row.name, value.message, value)
        return self.taken[key]

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
        stated, overlaps, cell.unstated, cell.converted, misattributed = self._covered(cell, candidates, value)
        cell.problems += misattributed
        for found in cell.unstated[:3]:
            path = spell.path(found.place, found.schema or value.schema) or "the value"
            cell.problems.append(_unstated(f"no entry states that {path} is {word(found.kind)}"))
        if len(cell.unstated) > 3:
            cell.problems.append(_unstated(f"nor {len(cell.unstated) - 3} more differences"))
        cell.problems += sorted(overlaps, key=str)
        cell.entries = sorted(stated)
        cell.problems += [
            not_shown(entry, "no difference of the cell is that") for entry in candidates if entry.name not in stated
        ]

    def _covered(self, cell: Cell, candidates: list[Entry], value: ValuePlaces) -> tuple:
        """The names of the entries that state any of the differences, the overlaps, what none states, what our own
        conversions touched, and the entries that say otherwise. Many cells of a message share their differences."""
        differences, case = cell.differences, cell.id.case
        touched = self.speakers.touched(cell.id.writer, cell.id.reader) if self.speakers is not None else ()
        key = (id(differences), case, value, tuple(entry.name for entry in candidates), touched)
        if key not in self.covered:
            stated, overlaps, unstated, converted, wrong = set(), set(), [], set(), set()
            for index, found in enumerate(differences):
                covering = [entry for entry in candidates if entry.covers(found, value, case)]
                stated.update(entry.name for entry in covering)
                if self.speakers is not None:
                    codec, by = self.speakers.of(cell.id.writer, cell.id.reader, found, value.place(found.place))
                    converted |= {index} if by == CODEC else set()
                    wrong |= {_misattributed(one, codec, by) for one in covering if not one.says_whose(codec, by)}
                if not covering:
                    unstated.append(found)
                elif len(covering) > 1:
                    overlaps.add(overlap(covering))
            # The differences are held, so that no others get their id.
            whose = frozenset(converted), sorted(wrong, key=str)
            self.covered[key] = (differences, stated, overlaps, unstated, *whose)
        return self.covered[key][1:]

    def stale(self) -> list[Entry]:
        """Entries of the bed that no cell showed, which is a fault only in a full run."""
        return [e for e in self.entries if not self.shown[e.name] and not (e.foreign and e.general)]


def _unstated(text: str) -> Problem:
    return Problem(Fault.UNSTATED, text)


def not_shown(entry: Entry, instead: str) -> Problem:
    text = f"{entry.where}: `{entry.name}` states {entry.states()}, but {instead}: narrow the entry, or remove it"
    return Problem(Fault.NOT_SHOWN, text)


def _misattributed(entry: Entry, codec: str, by: str) -> Problem:
    instead = f"a conversion of this bed in {codec}" if by == CODEC else f"the library of {codec}"
    text = f"{entry.where}: `{entry.name}` states another speaker, but the words are those of {instead}: `by: {by}`"
    return Problem(Fault.NOT_SHOWN, text)


def overlap(entries: list[Entry]) -> Problem:
    names = ", ".join(f"{entry.where} `{entry.name}`" for entry in entries)
    return Problem(Fault.OVERLAP, f"more than one entry states it: {names}")

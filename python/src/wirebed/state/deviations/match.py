"""Matches cells with entries: exactly one entry covers each difference, and each matching cell shows its entries.

| cell | rule |
|---|---|
| refused or rejected like the languages' own objects (`none`) | is expected without an entry; no entry is shown by it |
| any other | as wirebed.state.deviations.stated says |
"""

from collections.abc import Iterable
from functools import reduce
from operator import or_

from wirebed.bed.codec_id import NONE, has_mapper, is_generation
from wirebed.bed.schema import Schema
from wirebed.state.deviations.entry import FILE, NO_OPTIONS, Entry
from wirebed.state.deviations.given import GIVEN, GivenPlaces
from wirebed.state.deviations.needless import lines as needless_lines
from wirebed.state.deviations.places import ValuePlaces
from wirebed.state.deviations.selectors import Pair, PairIndex, positions
from wirebed.state.deviations.shown import Showing, Shown
from wirebed.state.deviations.stated import Stated
from wirebed.state.row import Reading, Row
from wirebed.view.outcome import READ, Outcome

# The places of values of about so many bytes are remembered: the rows of a case and those of its goldens share its
# values, and the rows of one message come one after the other.
BYTES = 1 << 20


class Matcher(Showing):
    """Judges rows and counts which entries they show."""

    def __init__(
        self,
        entries: Iterable[Entry],
        versions: dict[str, str],
        suite: str,
        stated: Stated,
        index: PairIndex | None = None,
    ) -> None:
        """`stated` holds cells against entries. `index`: one that several matchers share, of the entries of all."""
        super().__init__()
        self.entries = [entry for entry in entries if entry.suite == suite]
        self.stated = stated
        self.index = index or PairIndex(self.entries, versions)
        self.bits = self.index.of(self.entries)
        # The entries about any of the readers of a row, as all sets of entries here: bits, as the index has them.
        self.about: dict[tuple[str, str, tuple[str, ...], str, str], int] = {}
        self.now = Shown()  # of the rows since `part`
        self.selected = 0  # the entries that select a cell of these, as bits
        self.forget()

    def part(self) -> Shown:
        part, self.now = self.now, Shown()
        part.selected, self.selected = {entry.name for entry in self.index.of_bits(self.selected)}, 0
        part.needed |= self.stated.needless.part()
        return part

    def forget(self, message: str = "") -> None:
        """Forgets all values and what is known of them. The next rows are of `message`."""
        self.message, self.bytes = message, 0
        # By schema, view, and the format and bytes of what is given.
        self.values: dict[tuple[Schema | None, bytes, tuple[str, bytes] | None], ValuePlaces] = {}
        # By case and value: the entries that were asked whether they are about them, and those that are.
        self.asked: dict[tuple[str, ValuePlaces], tuple[int, int]] = {}
        self.stated.forget()

    def judge(self, row: Row) -> None:
        """Writes entries and problems into the cells of a row."""
        if row.message != self.message or self.bytes > BYTES:
            self.forget(row.message)
        if row.equal:
            self._judge_equal(row)
        for reading in row.readings:
            cell = reading.cell
            # A failure is matched by the value that was written, a difference by what the reader should have seen.
            failed = cell is not None and cell.outcome not in READ
            value = self.value_of(row, row.held if failed else reading.expected)
            lacks = cell is not None and cell.outcome is Outcome.UNSUPPORTED and (cell.derived or row.format == NONE)
            candidates = self._binding(row, reading, self._candidates(row, reading.reader, value, lacks), value)
            if cell is None and not candidates:
                continue
            if cell is None or not cell.derived or lacks:
                self.stated.judge(row, reading, candidates, value)
            for name in reading.cell.entries if reading.cell is not None else ():
                pair = Pair(row.format, row.writer, reading.reader, row.leg, row.relay)
                self.now.pairs.setdefault(name, set()).add(pair)

    def _judge_equal(self, row: Row) -> None:
        """Singles out the readers that an entry is about. Mostly there are none, and one look at the row shows that."""
        value = self.value_of(row, row.expected)
        pair = (row.format, row.writer, tuple(row.equal), row.leg, row.relay)
        if pair not in self.about:
            sets = (self._of_pair(row, reader, row.format) for reader in row.equal)
            self.about[pair] = reduce(or_, sets, 0)
        if self._taken(self.about[pair], row, value):
            row.single_out([row.reading(reader) for reader in row.equal if self._candidates(row, reader, value)])

    def value_of(self, row: Row, view: bytes) -> ValuePlaces:
        """The places of a value of the message of these rows."""
        if row.places is not None:
            return row.places
        given = (row.format, row.data) if row.writer in GIVEN and row.data is not None else None
        key = (row.schema, view, given)
        places = self.values.get(key)
        if places is None:
            assert row.schema is not None, "a value that is judged has a schema"
            of_given = GivenPlaces(*given, row.schema, self.message) if given is not None else None
            places = self.values[key] = ValuePlaces(view, row.schema, self.message, of_given)
            self.bytes += len(view)
        return places

    def _candidates(self, row: Row, reader: str, value: ValuePlaces, lacks: bool = False) -> list[Entry]:
        """The entries about a cell. `lacks`: its language has no such message, so those of FILE count, too."""
        about = self._of_pair(row, reader, row.format)
        if lacks:
            about |= self._of_pair(row, reader, FILE)
        return self._without_contradicted(self.index.of_bits(self._taken(about, row, value)))

    def _binding(self, row: Row, reading: Reading, candidates: list[Entry], value: ValuePlaces) -> list[Entry]:
        """Without the entries about the base of a generation, or of a codec with another mapper, that the cell does not
        show, as it need not."""
        others = [c for c in (row.writer, reading.reader, row.relay) if is_generation(c) or has_mapper(c)]
        if not others:
            return candidates
        return [
            entry
            for entry in candidates
            if all(entry.binds(codec, self.index.versions) for codec in others) or entry.shown_by(reading.cell, value)
        ]

    def _without_contradicted(self, candidates: list[Entry]) -> list[Entry]:
        """An entry that contradicts others by name holds in their place."""
        against = {name for entry in candidates for name in entry.against}
        if not against:
            return candidates
        names = {entry.name for entry in candidates}
        self.now.contradicted.update((e.name, name) for e in candidates for name in e.against if name in names)
        return [entry for entry in candidates if entry.name not in against]

    def _of_pair(self, row: Row, reader: str, format_: str) -> int:
        """The entries about the codecs of a cell. `format_`: the row's, or FILE."""
        return self.index.bits(Pair(format_, row.writer, reader, row.leg, row.relay)) & self.bits

    def _taken(self, about: int, row: Row, value: ValuePlaces) -> int:
        """Those of some entries that are about a case and its value. Each is asked once."""
        case, options = row.name, row.case.options if row.case is not None else NO_OPTIONS
        asked, taken = self.asked.get((case, value), (0, 0))
        unknown = about & ~asked
        if unknown:
            for position in positions(unknown):
                entry = self.index.entries[position]
                if entry.takes_case(case, value.message, value, options):
                    taken |= 1 << position
                elif entry.selects(case, value.message, options):
                    self.stated.needless.kept_out(entry, value)
            self.asked[case, value] = asked | about, taken
        self.selected |= about & taken
        return about & taken

    def stale(self) -> list[Entry]:
        """Entries of the bed that no cell showed, which is a fault only in a full run."""
        shown = self.shown.pairs
        return [e for e in self.entries if e.name not in shown and not (e.foreign and e.general)]

    def needless(self) -> list[str]:
        """A line for each condition that excluded nothing and each codec that no cell showed, of the entries that a
        cell showed."""
        shown = self.shown
        entries = [e for e in self.entries if e.name in shown.pairs and not e.foreign]
        return needless_lines(self.stated.needless, entries, shown)

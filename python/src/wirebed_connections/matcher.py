"""Matches echoes with the entries of the suite `echo`, and with those of `interop` for what none of them states.

What `make interop` pins of the two codecs is not stated again: an entry of that suite explains an echo if it is about
either direction, the client's bytes in the server or the server's in the client.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import pairwise

from wirebed.state.deviations import Entry, Matcher
from wirebed.state.deviations.places import ValuePlaces
from wirebed.state.deviations.selectors import Pair, PairIndex
from wirebed.state.deviations.speakers import Speakers, Way
from wirebed.state.deviations.stated import Stated, not_shown
from wirebed.state.row import Reading, Row
from wirebed.view.outcome import Cell, Outcome, Problem

SUITE = "echo"


class EchoMatcher(Matcher):
    """An entry of `echo` has to explain one of the values of each cell that it is about.

    What an entry of `interop` must explain, that suite says.
    """

    def __init__(self, entries: Iterable[Entry], versions: dict[str, str], speakers: Speakers):
        entries = list(entries)
        of_bytes = PairIndex((entry for entry in entries if entry.suite == "interop"), versions)
        super().__init__(entries, versions, SUITE, _Explained(speakers, of_bytes))

    def not_shown(self, row: Row, reader: str, shown: Collection[str]) -> list[Problem]:
        """A problem for each entry that is about a cell and explains none of its values; `shown`: those that do."""
        about = self.index.about(Pair(row.format, row.writer, reader, row.leg))
        missed = [entry for entry in about if entry.name not in shown and self._takes_values(entry, row)]
        return [not_shown(entry, "no value of the cell is that") for entry in missed]

    def _takes_values(self, entry: Entry, row: Row) -> bool:
        payload = row.case
        values = (self.value_of(row, view) for view in payload.views[: payload.sample])
        return any(entry.takes_case(row.name, payload.message, value, payload.options) for value in values)


class _Explained(Stated):
    """A value that is not equal has to be explained."""

    def __init__(self, speakers: Speakers, of_bytes: PairIndex):
        """`of_bytes`: the entries of `interop`."""
        super().__init__(speakers)
        self.of_bytes = of_bytes

    def judge(self, row: Row, reading: Reading, candidates: Sequence[Entry], value: ValuePlaces) -> None:
        """Only for a value that is not equal."""
        cell = row.cell(reading)
        others = list(self._explaining(row, cell.id.reader, value))
        chosen: dict[str, Entry] = {}
        if cell.outcome is Outcome.DIFFERS:
            for difference in cell.differences:
                chosen |= _first(lambda entry, f=difference: entry.covers(f, value, row.name), candidates, others)
        else:
            chosen |= _first(lambda entry: entry.covers_failure(cell), candidates, others)
        super().judge(row, reading, list(chosen.values()), value)

    def _way(self, cell: Cell) -> Way:
        """The server passes the value on, and the client reads it again."""
        return (*cell.id.way, cell.id.writer)

    def _stated_ways(self, cell: Cell, entry: Entry) -> list[Way]:
        """An entry of `interop` is about the words of either direction."""
        if entry.suite == SUITE:
            return [self._way(cell)]
        pairs = pairwise(self._way(cell))
        return [pair for pair in pairs if any(other is entry for other in self._of_interop(cell.id.format, *pair))]

    def _of_interop(self, format_: str, writer: str, reader: str) -> list[Entry]:
        return self.of_bytes.about(Pair(format_, writer, reader))

    def _explaining(self, row: Row, server: str, value: ValuePlaces) -> Iterator[Entry]:
        """The entries of `interop` about the client's bytes in the server, then those about the other direction."""
        for pair in ((row.writer, server), (server, row.writer)):
            for entry in self._of_interop(row.format, *pair):
                if entry.takes_case(row.name, value.message, value, row.case.options):
                    yield entry


def _first(covers: Callable[[Entry], bool], own: Sequence[Entry], others: Sequence[Entry]) -> dict[str, Entry]:
    """All of our own entries that cover something, since two are an overlap; without any, the first of the others."""
    covering = [entry for entry in own if covers(entry)] or [entry for entry in others if covers(entry)][:1]
    return {entry.name: entry for entry in covering}

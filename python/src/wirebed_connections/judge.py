"""The answers of a client -> one cell for each server, which has the outcome of its worst value and counts the others.

What `make interop` pins of the two codecs is not stated again: an entry of that suite explains an echo if it is about
either direction, the client's bytes in the server or the server's in the client.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import pairwise

from wirebed.peers.codecs import CodecRef
from wirebed.run.judge import failed, no_view
from wirebed.run.route import Route
from wirebed.state.deviations import Entry, Matcher
from wirebed.state.deviations.match import not_shown
from wirebed.state.deviations.pairs import Pair, PairIndex
from wirebed.state.deviations.places import ValuePlaces
from wirebed.state.deviations.speakers import Speakers, Way
from wirebed.state.row import Reading, Row
from wirebed.view import ViewError
from wirebed.view.compare import compare
from wirebed.view.outcome import OUTCOMES, Cell, Outcome, Problem
from wirebed_connections.echo_slot import EchoSlot
from wirebed_connections.held import Held
from wirebed_connections.payloads import Payload

SUITE = "echo"
# The worst first. Within an outcome, a cell that no entry states comes first.
WORST = tuple(reversed(OUTCOMES))


class EchoMatcher(Matcher):
    """Entries of the suite `echo`, and those of `interop` for what no entry of `echo` states.

    A value that is not equal has to be explained. An entry of `echo` has to explain one of the values of each cell that
    it is about; what an entry of `interop` must explain, that suite says.
    """

    def __init__(self, entries: Iterable[Entry], versions: dict[str, str], speakers: Speakers):
        entries = list(entries)
        super().__init__(entries, versions, SUITE, speakers)
        self.of_bytes = PairIndex((entry for entry in entries if entry.suite == "interop"), versions)

    def not_shown(self, row: Row, reader: str, shown: Collection[str]) -> list[Problem]:
        """A problem for each entry that is about a cell and explains none of its values; `shown`: those that do."""
        about = self.index.about(Pair(row.format, row.writer, reader, row.leg))
        missed = [entry for entry in about if entry.name not in shown and self._takes_values(entry, row)]
        return [not_shown(entry, "no value of the cell is that") for entry in missed]

    def _takes_values(self, entry: Entry, row: Row) -> bool:
        payload = row.case
        values = (self._value(row, view) for view in payload.views[: payload.sample])
        return any(entry.takes_case(row.name, payload.message, value) for value in values)

    def _judge(self, row: Row, reading: Reading, candidates: list[Entry], value: ValuePlaces):
        """Only for a value that is not equal."""
        cell = row.cell(reading)
        others = list(self._explaining(row, cell.id.reader, value))
        chosen: dict[str, Entry] = {}
        if cell.outcome is Outcome.DIFFERS:
            for found in cell.differences:
                chosen |= _first(lambda one, f=found: one.covers(f, value, row.name), candidates, others)
        else:
            chosen |= _first(lambda one: one.covers_failure(cell), candidates, others)
        super()._judge(row, reading, list(chosen.values()), value)

    def _way(self, cell: Cell) -> Way:
        """The server passes the value on, and the client reads it again."""
        return (*cell.id.way, cell.id.writer)

    def _stated_ways(self, cell: Cell, entry: Entry) -> list[Way]:
        """An entry of `interop` is about the words of either direction."""
        if entry.suite == SUITE:
            return [self._way(cell)]
        pairs = pairwise(self._way(cell))
        return [pair for pair in pairs if any(one is entry for one in self._of_interop(cell.id.format, *pair))]

    def _explaining(self, row: Row, server: str, value: ValuePlaces) -> Iterator[Entry]:
        """The entries of `interop` about the client's bytes in the server, then those about the other direction."""
        for pair in ((row.writer, server), (server, row.writer)):
            for entry in self._of_interop(row.format, *pair):
                if entry.takes_case(row.name, value.message, value):
                    yield entry

    def _of_interop(self, format_: str, writer: str, reader: str) -> list[Entry]:
        return self.of_bytes.about(Pair(format_, writer, reader))


def _first(covers: Callable[[Entry], bool], own: list[Entry], others: list[Entry]) -> dict[str, Entry]:
    """All of our own entries that cover something, since two are an overlap; without any, the first of the others."""
    found = [entry for entry in own if covers(entry)] or [entry for entry in others if covers(entry)][:1]
    return {entry.name: entry for entry in found}


class EchoJudge:
    """Judges the works of one run; the same answer to the same value is compared once."""

    def __init__(self, held: Held, schema, matcher: EchoMatcher):
        self.held, self.schema, self.matcher = held, schema, matcher
        self.compared: dict[tuple[bytes, bytes, bool], list] = {}
        self.expected: dict[tuple[str, ...], list[bytes]] = {}

    def row(self, route: Route, answers: Sequence[Sequence[EchoSlot]], endings: Sequence[str]) -> Row:
        """`answers`: of each server, one for each value. `endings`: how its process has ended, empty if it runs."""
        row = self._row(route)
        row.objects = {}
        for server, slots, ending in zip(route.readers, answers, endings, strict=True):
            for slot in slots:
                if slot.outcome is Outcome.LOST and ending:
                    slot.reason += f"; the server {ending}"
            row.readings.append(self._reading(route, server, slots, row))
        return row

    def _row(self, route: Route) -> Row:
        return Row(
            case=route.case, name=route.name, source="", format=route.format.name, writer=route.writer.id,
            readers=[one.id for one in route.readers], schema=self.schema, leg=route.leg.name,
        )  # fmt: skip

    def _reading(self, route: Route, server: CodecRef, slots: Sequence[EchoSlot], row: Row) -> Reading:
        expected = self.expected_of(route.case, route.writer, server)
        counts: Counter = Counter()
        worst, lost, shown = None, set(), set()
        for index, slot in enumerate(slots):
            if slot.data == expected[index] == route.case.views[index]:
                counts[Outcome.EQUAL.value] += 1
                continue
            reading = self._value(route, server, index, slot, expected[index])
            counts[(Outcome.EQUAL if reading.cell is None else reading.cell.outcome).value] += 1
            lost.update(reading.lost)
            shown.update(reading.cell.entries if reading.cell is not None else ())
            if reading.cell is not None and (worst is None or _rank(reading.cell) < _rank(worst[1].cell)):
                worst = (index, reading)
        found = {"objects": dict(sorted(counts.items()))}
        found |= {way: sum(getattr(slot, way) for slot in slots) for way in ("sent", "received")}
        row.objects[server.id] = found | ({} if worst is None else {"object": worst[0]})
        reading = Reading(server.id, lost=tuple(sorted(lost))) if worst is None else worst[1]
        if problems := self.matcher.not_shown(row, server.id, shown):
            row.cell(reading).problems += problems
        return reading

    def expected_of(self, payload: Payload, client: CodecRef, server: CodecRef) -> list[bytes]:
        """What should come back for each value of a payload."""
        key = (payload.name, client.peer, client.model, server.peer, server.model)
        if key not in self.expected:
            values = payload.values
            self.expected[key] = [self.held.expected(payload.message, one, client, server) for one in values]
        return self.expected[key]

    def _value(self, route: Route, server: CodecRef, index: int, slot: EchoSlot, expected: bytes) -> Reading:
        """One value, judged as a row of its own in which the server is the reader."""
        payload, client = route.case, route.writer
        value, view = payload.values[index], payload.views[index]
        row = self._row(route)
        row.value, row.held = view, self.held.written(payload.message, value, client)
        reading = Reading(server.id, None, expected, slot.data, value=view)
        row.readings = [reading]
        if slot.data is None:
            reading.cell = failed(row.id(server.id), slot, self.held.failure(payload.message, value, client, server))
            reading.cell.side = slot.side
        else:
            self._differences(row, reading, "nan-payloads" in payload.tags)
        if reading.cell is not None:
            self.matcher.judge(row)
        return reading

    def _differences(self, row: Row, reading: Reading, nan_payloads: bool):
        id_ = row.id(reading.reader)
        try:
            reading.lost = tuple(sorted({one.kind for one in self._compare(row.value, reading.seen, nan_payloads)}))
            if found := self._compare(reading.expected, reading.seen, nan_payloads):
                reading.cell = Cell(id_, Outcome.DIFFERS, differences=found, lost=reading.lost)
        except ViewError as error:
            reading.cell = Cell(id_, Outcome.INTERNAL, reason=no_view(error))

    def _compare(self, expected: bytes, seen: bytes, nan_payloads: bool) -> list:
        key = (expected, seen, nan_payloads)
        if key not in self.compared:
            self.compared[key] = compare(expected, seen, nan_payloads=nan_payloads, schema=self.schema)
        return self.compared[key]


def _rank(cell: Cell) -> tuple:
    return not cell.problems, WORST.index(cell.outcome)

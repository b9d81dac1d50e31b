"""The answers of a client -> one cell for each server, which has the outcome of its worst value and counts the others.

What `make interop` pins of the two codecs is not stated again: an entry of that suite explains an echo if it is about
either direction, the client's bytes in the server or the server's in the client.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from wirebed.compare import compare
from wirebed.deviations import Entry, Matcher
from wirebed.deviations.places import ValuePlaces
from wirebed.echo.held import Held
from wirebed.echo.payloads import Payload
from wirebed.engine.judge import failed, no_view
from wirebed.engine.route import Route
from wirebed.engine.row import Reading, Row
from wirebed.engine.slots import EchoSlot
from wirebed.outcome import Cell, Outcome
from wirebed.peers.codecs import CodecRef
from wirebed.view import ViewError, spell

# The worst first. Within an outcome, a cell that no entry states comes first.
WORST = tuple(outcome for outcome in reversed(Outcome))


class EchoMatcher(Matcher):
    """Entries of the suite `echo`, and those of `interop` for what no entry of `echo` states."""

    def __init__(self, entries: Iterable[Entry], versions: dict[str, str]):
        entries = list(entries)
        super().__init__(entries, versions, "echo")
        self.of_bytes = [entry for entry in entries if entry.suite == "interop"]

    def states_any(self, format: str, client: str, server: str, leg: str) -> bool:
        """Whether an entry of `echo` is about the pair, so that equal values must be looked at, too."""
        pair = (format, client, server, leg, "")
        return any(self.takes_pair(index, pair) for index in range(len(self.entries)))

    def _judge(self, row: Row, reading: Reading, candidates: list[Entry], value: ValuePlaces):
        cell = row.cell(reading)
        if cell.outcome is not Outcome.EQUAL and not candidates:
            candidates = self._explaining(row, cell, value)
        super()._judge(row, reading, candidates, value)

    def _explaining(self, row: Row, cell: Cell, value: ValuePlaces) -> list[Entry]:
        """An entry of `interop` for the failure, or one for each difference."""
        found: dict[str, Entry] = {}
        for directions in ((row.writer, cell.id.reader), (cell.id.reader, row.writer)):
            for entry in self.of_bytes:
                if entry.takes_pair(row.format, *directions, self.versions) and entry.takes_case(
                    row.name, value.message, value
                ):
                    found.setdefault(entry.name, entry)
        if cell.outcome is not Outcome.DIFFERS:
            return [entry for entry in found.values() if entry.covers_failure(cell)][:1]
        chosen: dict[str, Entry] = {}
        for difference in cell.differences:
            covering = (entry for entry in found.values() if self._covers(entry, difference, value))
            if entry := next(covering, None):
                chosen[entry.name] = entry
        return list(chosen.values())

    @staticmethod
    def _covers(entry: Entry, difference, value: ValuePlaces) -> bool:
        return entry.covers(difference, spell.path(difference.place, difference.schema or value.schema), value)


class EchoJudge:
    """Judges the works of one run. The same answer is compared once, and matched once for each pair of codecs."""

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
            schema=self.schema, leg=route.leg.name,
        )  # fmt: skip

    def _reading(self, route: Route, server: CodecRef, slots: Sequence[EchoSlot], row: Row) -> Reading:
        strict = self.matcher.states_any(row.format, row.writer, server.id, row.leg)
        expected = self.expected_of(route.case, route.writer, server)
        counts: Counter = Counter()
        worst, lost = None, set()
        for index, slot in enumerate(slots):
            if slot.data == expected[index] == route.case.views[index] and not strict:
                counts[Outcome.EQUAL.value] += 1
                continue
            reading = self._value(route, server, index, slot, expected[index], strict)
            counts[(Outcome.EQUAL if reading.cell is None else reading.cell.outcome).value] += 1
            lost.update(reading.lost)
            if reading.cell is not None and (worst is None or _rank(reading.cell) < _rank(worst[1].cell)):
                worst = (index, reading)
        found = {"objects": dict(sorted(counts.items()))}
        found |= {way: sum(getattr(slot, way) for slot in slots) for way in ("sent", "received")}
        row.objects[server.id] = found | ({} if worst is None else {"object": worst[0]})
        return Reading(server.id, lost=tuple(sorted(lost))) if worst is None else worst[1]

    def expected_of(self, payload: Payload, client: CodecRef, server: CodecRef) -> list[bytes]:
        """What should come back for each value of a payload."""
        key = (payload.name, client.peer, client.model, server.peer, server.model)
        if key not in self.expected:
            values = payload.values
            self.expected[key] = [self.held.expected(payload.message, one, client, server) for one in values]
        return self.expected[key]

    def _value(
        self, route: Route, server: CodecRef, index: int, slot: EchoSlot, expected: bytes, strict: bool
    ) -> Reading:
        """One value, judged as a row of its own in which the server is the reader."""
        payload, client = route.case, route.writer
        value, view = payload.values[index], payload.views[index]
        row = self._row(route)
        row.value, row.held = view, self.held.written(payload.message, value, client)
        reading = Reading(server.id, None, expected, slot.data, value=view)
        row.readings = [reading]
        if slot.data is None:
            reading.cell = failed(row.id(server.id), slot, self.held.failure(payload.message, value, client, server))
            reading.cell.by = slot.by
        else:
            self._differences(row, reading, "nan-payloads" in payload.tags)
        if reading.cell is not None or strict:
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

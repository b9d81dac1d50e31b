"""The answers of a client -> one cell for each server.

A cell has the outcome of its worst value, and counts the others.
"""

from collections import Counter
from collections.abc import Sequence

from wirebed.bed.schema import Schema
from wirebed.peers.codecs import CodecRef
from wirebed.run.judge import failed, no_view
from wirebed.run.route import Route
from wirebed.state.row import Reading, Row
from wirebed.view import ViewError
from wirebed.view.compare import compare
from wirebed.view.outcome import OUTCOMES, Cell, Outcome
from wirebed_connections.echo_slot import EchoSlot
from wirebed_connections.held import Held
from wirebed_connections.matcher import EchoMatcher
from wirebed_connections.payloads import Payload

SUITE = "echo"
# The worst first. Within an outcome, a cell that no entry states comes first.
WORST = tuple(reversed(OUTCOMES))


class EchoJudge:
    """Judges the works of one run; the same answer to the same value is compared once."""

    def __init__(self, held: Held, schema: Schema, matcher: EchoMatcher):
        self.held, self.schema, self.matcher = held, schema, matcher
        self.compared: dict[tuple[bytes, bytes, bool], list] = {}
        self.expected: dict[tuple[str, ...], list[bytes]] = {}

    def row(self, payload: Payload, route: Route, answers: Sequence[Sequence[EchoSlot]], endings: Sequence[str]) -> Row:
        """`answers`: of each server, one for each value. `endings`: how its process has ended, empty if it runs."""
        row = self._row(payload, route)
        row.objects = {}
        for server, slots, ending in zip(route.readers, answers, endings, strict=True):
            for slot in slots:
                if slot.outcome is Outcome.LOST and ending:
                    slot.reason += f"; the server {ending}"
            row.readings.append(self._reading(payload, route, server, slots, row))
        return row

    def _row(self, payload: Payload, route: Route) -> Row:
        return Row(
            case=payload, name=route.name, source="", format=route.format.name, writer=route.writer.id,
            readers=[codec.id for codec in route.readers], schema=self.schema, leg=route.leg.name,
        )  # fmt: skip

    def _reading(
        self, payload: Payload, route: Route, server: CodecRef, slots: Sequence[EchoSlot], row: Row
    ) -> Reading:
        expected = self.expected_of(payload, route.writer, server)
        counts: Counter = Counter()
        worst, lost, shown = None, set(), set()
        for index, slot in enumerate(slots):
            if slot.data == expected[index] == payload.views[index]:
                counts[Outcome.EQUAL.value] += 1
                continue
            reading = self._value(payload, route, server, index, slot, expected[index])
            counts[(Outcome.EQUAL if reading.cell is None else reading.cell.outcome).value] += 1
            lost.update(reading.lost)
            shown.update(reading.cell.entries if reading.cell is not None else ())
            if reading.cell is not None and (worst is None or _rank(reading.cell) < _rank(worst[1].cell)):
                worst = (index, reading)
        figures = {"objects": dict(sorted(counts.items()))}
        figures |= {way: sum(getattr(slot, way) for slot in slots) for way in ("sent", "received")}
        row.objects[server.id] = figures | ({} if worst is None else {"object": worst[0]})
        reading = Reading(server.id, lost=tuple(sorted(lost))) if worst is None else worst[1]
        if problems := self.matcher.not_shown(row, server.id, shown):
            row.cell(reading).problems += problems
        return reading

    def expected_of(self, payload: Payload, client: CodecRef, server: CodecRef) -> list[bytes]:
        """The expected view for each value of a payload."""
        key = (payload.name, client.peer, client.model, server.peer, server.model)
        if key not in self.expected:
            values = payload.values
            self.expected[key] = [self.held.expected(payload.message, value, client, server) for value in values]
        return self.expected[key]

    def _value(
        self, payload: Payload, route: Route, server: CodecRef, index: int, slot: EchoSlot, expected: bytes
    ) -> Reading:
        """One value, judged as a row of its own in which the server is the reader."""
        client = route.writer
        value, view = payload.values[index], payload.views[index]
        row = self._row(payload, route)
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
            reading.lost = tuple(sorted({loss.kind for loss in self._compare(row.value, reading.seen, nan_payloads)}))
            if differences := self._compare(reading.expected, reading.seen, nan_payloads):
                reading.cell = Cell(id_, Outcome.DIFFERS, differences=differences, lost=reading.lost)
        except ViewError as error:
            reading.cell = Cell(id_, Outcome.INTERNAL, reason=no_view(error))

    def _compare(self, expected: bytes, seen: bytes, nan_payloads: bool) -> list:
        key = (expected, seen, nan_payloads)
        if key not in self.compared:
            self.compared[key] = compare(expected, seen, nan_payloads=nan_payloads, schema=self.schema)
        return self.compared[key]


def _rank(cell: Cell) -> tuple:
    return not cell.problems, WORST.index(cell.outcome)

"""Answers of the peers -> rows of readings, before any entry is looked at."""

from collections.abc import Iterator, Mapping

from wirebed.codec_id import NONE
from wirebed.compare import Found
from wirebed.engine.route import RouteState
from wirebed.engine.row import Reading, Row
from wirebed.engine.slots import Slot
from wirebed.engine.values import Values
from wirebed.outcome import Cell, CellId, Kind, Outcome
from wirebed.view import ViewError, parse


class Judge:
    """Judges the routes of one work. A suite says in a subclass how two views differ."""

    def __init__(self, values: Values, schemas: Mapping[str, object]):
        """`schemas`: by version."""
        self.values, self.schemas = values, schemas

    def rows(self, states: list[RouteState]) -> list[Row]:
        return [self.row(state) for state in states]

    def differences(self, row: Row, state: RouteState, index: int, reading: Reading) -> list[Found]:
        """How the view that a reader gave differs from the expected one; may also set `reading.lost`."""
        raise NotImplementedError

    def row(self, state: RouteState) -> Row:
        route, values = state.route, self.values
        row = Row(
            case=route.case,
            name=route.name,
            source=route.source,
            format=route.format.name,
            writer=route.writer_id,
            leg=route.leg.name,
            relay=route.relay.id if route.relay is not None else "",
            value=values.value(route),
            held=values.held(route),
            reject=route.rejects,
            schema=self.schemas.get(route.leg.reader),
        )
        data = state.data
        row.size = None if data is None else len(data)
        # The codec `none` has no bytes to keep.
        row.data = data if route.format.base != NONE else None
        row.relayed = state.relayed.data if state.relayed is not None else None
        if data is None:
            self._failed_before(row, state, state.written, values.held_slot(route), "")
        elif state.reads is None:
            self._failed_before(row, state, state.relayed, None, "relay")
        else:
            expected = values.expected(route)
            row.readings = [self._reading(row, state, index, expected) for index in range(len(route.readers))]
        self._report_losses(row, state)
        return row

    @staticmethod
    def _failed_before(row: Row, state: RouteState, slot: Slot, reference: Slot | None, by: str):
        """Nothing came as far as the readers."""
        for reader in state.route.readers:
            cell = failed(row.id(reader.id), slot, reference)
            cell.by = by
            row.readings.append(Reading(reader.id, cell, row.held))

    def _reading(self, row: Row, state: RouteState, index: int, expected: bytes) -> Reading:
        answer, reference = state.reads[index], state.references[index]
        if reference is not None and reference.data is not None:
            expected = reference.data
        reading = Reading(state.route.readers[index].id, None, expected, answer.data)
        try:
            if row.reject:
                reading.expected = b""
                reading.cell = _rejection(row.id(reading.reader), answer)
            elif answer.data is None:
                reading.cell = failed(row.id(reading.reader), answer, reference)
            elif differences := self.differences(row, state, index, reading):
                id_ = row.id(reading.reader)
                reading.cell = Cell(id_, Outcome.DIFFERS, differences=differences, lost=reading.lost)
        except ViewError as error:
            reading.cell = Cell(row.id(reading.reader), Outcome.INTERNAL, reason=no_view(error))
        return reading

    def _report_losses(self, row: Row, state: RouteState):
        """A process was lost over one of these tasks, and none loses one again: a cell of its peer reports it."""
        for index, slot in _slots(state, self.values.held_slot(state.route)):
            if slot is not None and slot.unattributed is not None:
                lost, slot.unattributed = slot.unattributed, None
                reading = row.readings[index]
                reading.cell = Cell(row.id(reading.reader), lost.outcome, reason=lost.reason, unattributed=True)


def no_view(error: ViewError) -> str:
    return f"what the peer answered is no view: {error}"


def failed(id_: CellId, slot: Slot, reference: Slot | None = None) -> Cell:
    """The cell of an answer without data. It is derived where the language's own object, which `reference` asked
    without any bytes, fails in the same way."""
    cell = Cell(id_, slot.outcome, stage=slot.stage, reason=slot.reason)
    of_objects = slot.outcome in (Outcome.REFUSED, Outcome.REJECTED, Outcome.UNSUPPORTED)
    cell.derived = of_objects and reference is not None and reference.outcome is slot.outcome
    return cell


def _rejection(id_: CellId, answer: Slot) -> Cell:
    """The cell of bytes that every reader should refuse."""
    if answer.data is None:
        cell = failed(id_, answer)
        cell.derived = answer.outcome is Outcome.REJECTED
        return cell
    node = parse(answer.data)
    found = [Found(Kind.REINTERPRETED, None, node, node)]
    return Cell(id_, Outcome.DIFFERS, reason="these bytes should have been rejected", differences=found)


def _slots(state: RouteState, held: Slot | None) -> Iterator[tuple[int, Slot | None]]:
    """Each answer of a route, and the index of the reading whose writer, relay or reader gave it."""
    yield from ((0, slot) for slot in (held, state.written, state.relayed))
    for some in (state.reads, state.references, state.passed, state.returned):
        yield from enumerate(some or ())

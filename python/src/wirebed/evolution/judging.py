"""Answers of a step -> rows of the report, before any expectation is looked at. Each reading is judged once."""

from wirebed.compare import Found
from wirebed.evolution import judge
from wirebed.evolution.carried import Carried
from wirebed.evolution.model import Step
from wirebed.evolution.ways import Way
from wirebed.matrix.judge import failed, no_view, stray
from wirebed.matrix.row import Reading, Row
from wirebed.matrix.slots import Slot
from wirebed.outcome import Cell, Outcome
from wirebed.view import ViewError


class Judging:
    """Judges the ways of one step."""

    def __init__(self, step: Step, values, schemas):
        self.step, self.values, self.schemas = step, values, schemas
        self.judged: dict[tuple, list[Found]] = {}

    def row(self, one: Carried) -> Row:
        way = one.way
        row = Row(
            case=way.sample.case,
            name=way.name,
            source=way.given.name if way.given is not None else "",
            format=way.format.name,
            writer=way.writer_id,
            leg=way.leg.name,
            relay=way.relay.id if way.relay is not None else "",
        )
        row.value, row.held, row.data = self.values.value(way.sample), self.values.held(way), one.data
        row.relayed = one.relayed.data if one.relayed is not None else None
        row.size = None if row.data is None else len(row.data)
        if row.data is None:
            self._failed_before(row, way, one.written, self.values.held_slot(way), "")
        elif one.reads is None:
            self._failed_before(row, way, one.relayed, None, "relay")
        else:
            row.readings = [self._read(row, index, one) for index in range(len(way.readers))]
        self._strays(row, one)
        return row

    @staticmethod
    def _failed_before(row: Row, way: Way, slot: Slot, reference: Slot | None, by: str):
        """Nothing came as far as the readers."""
        for reader in way.readers:
            cell = failed(row.id(reader.id), slot, reference)
            cell.by = by
            row.readings.append(Reading(reader.id, cell, row.held))

    def _read(self, row: Row, index: int, one: Carried) -> Reading:
        answer, reference = one.reads[index], one.references[index]
        holds = reference is not None and reference.data is not None
        expected = reference.data if holds else self.values.expected(one.way)
        reading = Reading(one.way.readers[index].id, None, expected, answer.data)
        id_ = row.id(reading.reader)
        if answer.data is None:
            reading.cell = failed(id_, answer, reference)
            return reading
        try:
            if differences := self._differences(one, index, expected, answer.data):
                reading.cell = Cell(id_, Outcome.DIFFERS, differences=differences)
        except ViewError as error:
            reading.cell = no_view(id_, error)
        return reading

    def _differences(self, one: Carried, index: int, expected: bytes, seen: bytes) -> list[Found]:
        way, returned = one.way, None
        if way.leg.returns and seen == expected:
            return []
        if one.returned is not None and one.returned[index] is not None:
            returned = one.returned[index].data
        key = (way.leg.name, way.name, expected, seen, self.values.held(way), returned)
        if key not in self.judged:
            self.judged[key] = self._judge(way, expected, seen, returned)
        return self.judged[key]

    def _judge(self, way: Way, expected: bytes, seen: bytes, returned: bytes | None) -> list[Found]:
        leg, schema, held = way.leg, self.schemas[way.leg.reader], self.values.held(way)
        if leg.mutates:
            return judge.mutated(expected, seen, held, schema, self.values.through(way))
        if leg.returns:
            return judge.relay(expected, seen, schema, self.values.through(way))
        if leg.relay:
            return judge.chain(self.values.migrated(way), expected, seen, held, schema, self._initial(leg.reader))
        return judge.read(self.values.migrated(way), expected, seen, held, returned, schema, self._initial(leg.reader))

    def _initial(self, version: str) -> bytes:
        case = self.step.initial.get(version)
        return case.view if case is not None else b""

    def _strays(self, row: Row, one: Carried):
        """A process was lost over one of these tasks, and none loses one again: a cell of its peer reports it."""
        for index, slot in _slots(one, self.values.held_slot(one.way)):
            if slot is not None and slot.stray is not None:
                lost, slot.stray = slot.stray, None
                reading = row.readings[index]
                reading.cell = stray(row.id(reading.reader), lost)


def _slots(one: Carried, held: Slot | None):
    """Each answer of a way, and the cell of its row whose writer, relay or reader gave it."""
    yield from ((0, slot) for slot in (held, one.written, one.relayed))
    for some in (one.reads, one.references, one.passed, one.returned):
        yield from enumerate(some or ())

"""Answers -> readings, before any deviation is looked at."""

from wirebed.compare import Found, compare
from wirebed.matrix.row import Reading, Row
from wirebed.matrix.slots import Slot
from wirebed.outcome import Cell, CellId, Kind, Outcome
from wirebed.view import ViewError, parse


class Judge:
    """Judges the cells of one value; the same two views are compared once."""

    def __init__(self, value: bytes, schema, nan_payloads: bool):
        self.value = value
        self.schema = schema
        self.nan_payloads = nan_payloads
        self.compared: dict[tuple[bytes, bytes], list[Found]] = {}

    def compare(self, expected: bytes, actual: bytes) -> list[Found]:
        key = (expected, actual)
        if key not in self.compared:
            self.compared[key] = compare(expected, actual, nan_payloads=self.nan_payloads, schema=self.schema)
        return self.compared[key]

    def add(self, row: Row, reader: str, answer: Slot, reference: Slot | None):
        """One more reading of a row; `reference`: how the reader's object holds what was written."""
        data = answer.data
        expected = row.held if reference is None or reference.data is None else reference.data
        reading = Reading(reader, None, expected, data)
        if answer.stray is not None:
            # The cells that share this answer lost one process together: the first of them reports it.
            reading.cell, answer.stray = stray(row.id(reader), answer.stray), None
        elif data is None:
            reading.cell = failed(row.id(reader), answer, reference)
        elif data != expected or data != self.value:
            self._look(row, reading)
        row.readings.append(reading)

    def _look(self, row: Row, reading: Reading):
        """The slow path: some bytes differ."""
        id_ = row.id(reading.reader)
        try:
            differences = self.compare(reading.expected, reading.seen)
            # Only the value has been through no object; what was lost before the bytes is a loss, too.
            reading.lost = tuple(sorted({found.kind for found in self.compare(self.value, reading.seen)}))
        except ViewError as error:
            reading.cell = no_view(id_, error)
            return
        if differences:
            reading.cell = Cell(id_, Outcome.DIFFERS, differences=differences, lost=reading.lost)

    def add_rejection(self, row: Row, reader: str, answer: Slot):
        """The reading of bytes that the reader should have refused."""
        id_ = row.id(reader)
        if answer.stray is not None:
            cell = stray(id_, answer.stray)
        elif answer.data is None:
            cell = failed(id_, answer)
            cell.derived = answer.outcome is Outcome.REJECTED
        else:
            cell = _accepted(id_, answer.data)
        row.readings.append(Reading(reader, cell, seen=answer.data))


def _accepted(id_: CellId, data: bytes) -> Cell:
    try:
        node = parse(data)
    except ViewError as error:
        return no_view(id_, error)
    found = [Found(Kind.REINTERPRETED, None, node, node)]
    return Cell(id_, Outcome.DIFFERS, reason="these bytes should have been rejected", differences=found)


def failed(id_: CellId, slot: Slot, reference: Slot | None = None) -> Cell:
    """The cell of an answer without data. It is derived where the language's own object, which `reference` asked
    without any bytes, fails in the same way."""
    cell = Cell(id_, slot.outcome, stage=slot.stage, reason=slot.reason)
    of_objects = slot.outcome in (Outcome.REFUSED, Outcome.REJECTED, Outcome.UNSUPPORTED)
    cell.derived = of_objects and reference is not None and reference.outcome is slot.outcome
    return cell


def no_view(id_: CellId, error: ViewError) -> Cell:
    return Cell(id_, Outcome.INTERNAL, reason=f"what the peer answered is no view: {error}")


def stray(id_: CellId, lost) -> Cell:
    """The cell that reports a lost process."""
    return Cell(id_, lost.outcome, reason=lost.reason, stray=True)

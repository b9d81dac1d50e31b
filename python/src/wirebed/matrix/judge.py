"""Answers -> verdicts, before any deviation is looked at."""

from wirebed.compare import Found, compare
from wirebed.matrix.row import Row
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

    def add(self, row: Row, index: int, answer: Slot, held: bytes, reference: Slot | None):
        """The verdict on one reader: `held` is what was written, `reference` how the reader's object holds it."""
        data = answer.data
        expected = held if reference is None or reference.data is None else reference.data
        verdict, lost = None, ()
        if answer.stray is not None:
            # Of the cells that share this reading, one pays.
            verdict, answer.stray = self.stray(row.id(index), answer.stray), None
        elif data is None:
            verdict = failed(row.id(index), answer)
            verdict.derived = _likewise(answer, reference)
        elif data != expected or data != self.value:
            verdict, lost = self._look(row, index, expected, data)
        row.verdicts.append(verdict)
        row.lost.append(lost)
        row.references.append(expected)
        row.seen.append(data)

    def _look(self, row: Row, index: int, expected: bytes, data: bytes):
        """The slow path: some bytes differ."""
        try:
            differences = self.compare(expected, data)
            # Only the value has been through no object; what was lost before the bytes is a loss, too.
            lost = tuple(sorted({found.kind for found in self.compare(self.value, data)}))
        except ViewError as error:
            return Cell(row.id(index), Outcome.INTERNAL, reason=f"what the peer answered is no view: {error}"), ()
        if not differences:
            return None, lost
        return Cell(row.id(index), Outcome.DIFFERS, differences=differences, lost=lost), lost

    def add_rejection(self, row: Row, index: int, answer: Slot):
        """The verdict on a reader that should have refused."""
        row.lost.append(())
        row.references.append(b"")
        row.seen.append(answer.data)
        if answer.stray is not None:
            row.verdicts.append(self.stray(row.id(index), answer.stray))
        elif answer.data is None:
            cell = failed(row.id(index), answer)
            cell.derived = answer.outcome is Outcome.REJECTED
            row.verdicts.append(cell)
        else:
            row.verdicts.append(self._accepted(row.id(index), answer.data))

    def _accepted(self, id_: CellId, data: bytes) -> Cell:
        try:
            node = parse(data)
        except ViewError as error:
            return Cell(id_, Outcome.INTERNAL, reason=f"what the peer answered is no view: {error}")
        found = [Found(Kind.REINTERPRETED, None, node, node)]
        return Cell(id_, Outcome.DIFFERS, reason="these bytes should have been rejected", differences=found)

    @staticmethod
    def not_written(id_: CellId, slot: Slot, reference: Slot | None) -> Cell:
        """The verdict on a cell whose writer gave no bytes."""
        cell = failed(id_, slot)
        cell.derived = _likewise(slot, reference)
        return cell

    @staticmethod
    def stray(id_: CellId, lost) -> Cell:
        return Cell(id_, lost.outcome, reason=lost.reason, stray=True)


def failed(id_: CellId, slot: Slot) -> Cell:
    return Cell(id_, slot.outcome, stage=slot.stage, reason=slot.reason)


def _likewise(slot: Slot, reference: Slot | None) -> bool:
    """Whether the language's own object, without any bytes, fails in the same way."""
    if reference is None or slot.outcome not in (Outcome.REFUSED, Outcome.REJECTED, Outcome.UNSUPPORTED):
        return False
    return reference.outcome is slot.outcome

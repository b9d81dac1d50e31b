"""Answers of the peers -> rows of readings, before any entry is looked at."""

from collections.abc import Iterator, Mapping

from wirebed.bed.codec_id import NONE
from wirebed.bed.schema import Schema
from wirebed.peers.answer import Answer
from wirebed.run.questions import Place, Slot
from wirebed.run.route import RouteState
from wirebed.run.values import Values
from wirebed.state.row import Reading, Row
from wirebed.view import ViewError, parse
from wirebed.view.compare import Found
from wirebed.view.outcome import FAILURES, Cell, CellId, Kind, Outcome


class Judge:
    """Judges the routes of one work. A suite says in a subclass how two views differ."""

    def __init__(self, values: Values, schemas: Mapping[str, Schema]) -> None:
        """`schemas`: by version."""
        self.values, self.schemas = values, schemas

    def rows(self, states: list[RouteState]) -> list[Row]:
        return [self.row(state) for state in states]

    def is_all(self, row: Row, state: RouteState) -> bool:
        """Whether there is nothing else to say of a reader that saw exactly what was expected."""
        return False

    def differences(self, row: Row, state: RouteState, index: int, reading: Reading, seen: bytes) -> list[Found]:
        """How the view that a reader has `seen` differs from the expected one; may also set `reading.lost`."""
        raise NotImplementedError

    def row(self, state: RouteState) -> Row:
        route, values = state.route, self.values
        row = Row(
            case=route.case,
            name=route.name,
            source=route.source,
            format=route.format.name,
            writer=route.writer_id,
            readers=values.codecs.ids(route.readers),
            leg=route.leg.name,
            relay=route.relay.id if route.relay is not None else "",
            value=values.value(route),
            held=values.held(route),
            reject=route.rejects,
            of_vector=route.given.message if route.given is not None else "",
            schema=self.schemas.get(route.leg.reader),
        )
        written, relayed, data = state.written, state.relayed, state.data
        row.size = None if data is None else len(data)
        # The codec `none` has no bytes to keep.
        row.data = data if route.format.base != NONE else None
        if relayed is not None and isinstance(relayed.answer, bytes):
            row.relayed = relayed.answer
        if state.panel is not None:
            row.kept = state.panel.kept(state.position)
            self._read(row, state, state.panel.answers(state.position))
        elif relayed is not None and isinstance(relayed.answer, Answer):
            row.kept = row.readers if relayed.kept else ()
            self._failed_before(row, "relay", relayed.answer, *state.relay_references.of_failure(0))
        elif written is not None and isinstance(written.answer, Answer):
            held = values.held_place(route)
            row.kept = row.readers if written.kept else ()
            self._failed_before(row, "", written.answer, None if held is None else held.answer)
        if values.questions.losses:
            self._report_losses(row, state)
        return row

    @staticmethod
    def _failed_before(row: Row, side: str, answer: Answer, *references: bytes | Answer | None) -> None:
        """Nothing came as far as the readers."""
        for reader in row.readers:
            cell = failed(row.id(reader), answer, *references)
            cell.side = side
            row.readings.append(Reading(reader, cell, row.held))

    def _read(self, row: Row, state: RouteState, answers: list[bytes | Answer]) -> None:
        """Compares what the readers saw with what was expected, and looks closer only where that is not the same."""
        answers = self.values.seen(answers, state.route.leg.reader)
        row.expected = expected = state.references.expected
        together = not row.reject and state.references.held and self.is_all(row, state)
        if together and answers.count(expected) == len(answers):
            row.equal = row.readers
            return
        equal = []
        for index, (reader, answer) in enumerate(zip(row.readers, answers, strict=True)):
            if together and answer == expected:
                equal.append(reader)
            else:
                row.readings.append(self._reading(row, state, index, reader, answer))
        row.equal = equal

    def _reading(self, row: Row, state: RouteState, index: int, reader: str, answer: bytes | Answer) -> Reading:
        reference, seen = state.references.answer(index), answer if isinstance(answer, bytes) else None
        reading = Reading(reader, None, reference if isinstance(reference, bytes) else row.expected, seen)
        try:
            if row.reject:
                reading.expected = b""
                reading.cell = _rejection(row.id(reader), answer)
            elif isinstance(answer, Answer):
                reading.cell = failed(row.id(reader), answer, *state.references.of_failure(index))
            elif differences := self.differences(row, state, index, reading, answer):
                reading.cell = Cell(row.id(reader), Outcome.DIFFERS, differences=differences, lost=reading.lost)
        except ViewError as error:
            reading.cell = Cell(row.id(reader), Outcome.INTERNAL, reason=no_view(error))
        return reading

    def _report_losses(self, row: Row, state: RouteState) -> None:
        """A process was lost over one of these answers, and none loses one again: a cell of its peer reports it."""
        losses = self.values.questions.losses
        for index, place in places(state, self.values.held_place(state.route)):
            if place in losses:
                lost, reader = losses.pop(place), row.readers[index]
                if reader in row.equal:
                    row.single_out([row.reading(reader)])
                reading = next(reading for reading in row.readings if reading.reader == reader)
                reading.cell = Cell(row.id(reader), lost.outcome, reason=lost.reason, unattributed=True)


def no_view(error: ViewError) -> str:
    return f"what the peer answered is no view: {error}"


def failed(id_: CellId, answer: Answer, *references: bytes | Answer | None) -> Cell:
    """The cell of an answer without data. It is derived where the language's own object fails in the same way in every
    version: `references` asked it without any bytes, the first in the version of the codec. That one decides alone
    of `unsupported`: what a language lacks in one version is no effect of the change."""
    assert answer.outcome is not None, "an answer without data has an outcome"
    cell = Cell(
        id_,
        answer.outcome,
        stage=answer.stage,
        manner=answer.manner,
        by=answer.by,
        left=answer.left,
        reason=answer.reason,
    )
    of_objects = answer.outcome in (*FAILURES, Outcome.UNSUPPORTED)
    asked = references[:1] if answer.outcome is Outcome.UNSUPPORTED else references
    alike = [isinstance(reference, Answer) and reference.outcome is answer.outcome for reference in asked]
    cell.derived = of_objects and bool(alike) and all(alike)
    return cell


def _rejection(id_: CellId, answer: bytes | Answer) -> Cell:
    """The cell of bytes that every reader should refuse."""
    if isinstance(answer, Answer):
        cell = failed(id_, answer)
        # It is expected of the library itself, by an error that a user of the library would catch.
        cell.derived = (cell.outcome, cell.manner, cell.by) == (Outcome.REJECTED, "typed", "library")
        return cell
    node = parse(answer)
    differences = [Found(Kind.REINTERPRETED, None, node, node)]
    return Cell(id_, Outcome.DIFFERS, reason="these bytes should have been rejected", differences=differences)


def places(state: RouteState, held: Place | None) -> Iterator[tuple[int, Place | Slot]]:
    """The place of each answer of a route, and the index of the reader whose writer, relay or itself gave it."""
    yield from ((0, slot) for slot in (held, state.written, state.relayed) if slot is not None)
    if state.panel is not None:
        yield from enumerate(Place(column, state.position) for column in state.panel.columns)
    asked = (state.references, state.relay_references)
    references = [slots for refs in asked for slots in (refs.places, refs.at_home)]
    for slots in (*references, state.passed or (), state.returned or ()):
        yield from ((index, slot) for index, slot in enumerate(slots) if slot is not None)

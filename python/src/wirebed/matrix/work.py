"""What is done for one case, and for one byte source, in three steps: begin, fan out, rows.

The reference of a cell is `none_reader(none_writer(case))`: the value as far as the objects of the two languages can
hold it. Where one of the two cannot hold it at all, the value before it stands in.
"""

from wirebed.codec_id import NONE, peer_of
from wirebed.matrix.judge import Judge, failed, stray
from wirebed.matrix.order import ordered
from wirebed.matrix.plan import Plan
from wirebed.matrix.row import Reading, Row
from wirebed.matrix.slots import Slot, Tasks
from wirebed.matrix.source import ByteSource
from wirebed.outcome import Outcome
from wirebed.peers.codecs import CodecRef
from wirebed.view import ViewError, canonical
from wirebed.view.bare import normal


class _References:
    """none_writer and none_reader of one value; each is asked once for each language and model."""

    def __init__(self, plan: Plan, message: str, view: bytes):
        self.plan, self.message, self.view = plan, message, view
        self.value = canonical(view)
        self.written: dict[tuple, Slot | None] = {}
        self.read: dict[tuple, Slot | None] = {}

    def write(self, codec: CodecRef, tasks: Tasks):
        key = (codec.peer, codec.model)
        if key not in self.written:
            name = f"{NONE}/{codec.model}"
            known = f"{codec.peer}:{name}" in self.plan.by_id
            self.written[key] = tasks.encode(codec.peer, name, self.message, None, self.view) if known else None

    def held(self, codec: CodecRef | None) -> bytes:
        """The value as the writer's object holds it."""
        slot = self.written.get((codec.peer, codec.model)) if codec is not None else None
        if slot is None or slot.data is None or slot.data == self.value:
            return self.value
        return slot.data

    def reads(self, codec: CodecRef, value: bytes, tasks: Tasks) -> Slot | None:
        """The answer, once there, is the value as the reader's object holds it."""
        key = (codec.peer, codec.model, value)
        if key not in self.read:
            name = f"{NONE}/{codec.model}"
            known = f"{codec.peer}:{name}" in self.plan.by_id
            self.read[key] = tasks.decode(codec.peer, name, self.message, None, value, value) if known else None
        return self.read[key]

    def charge(self, rows: list[Row]):
        """A process was lost over a `none` of this value, and none is again: a cell of its peer reports it."""
        for (peer, *_), slot in (*self.written.items(), *self.read.items()):
            if slot is not None and slot.stray is not None:
                lost, slot.stray = slot.stray, None
                row, reading = _of_peer(rows, peer)
                reading.cell = stray(row.id(reading.reader), lost)


def _of_peer(rows: list[Row], peer: str) -> tuple[Row, Reading]:
    """The first reading that this peer wrote or read. There is one, since its objects were asked."""
    return next(
        (row, reading)
        for row in rows
        for reading in row.readings
        if peer in (peer_of(row.writer), peer_of(reading.reader))
    )


class CaseWork:
    """A case through every writer and from each to every reader; and through the objects of every language."""

    def __init__(self, plan: Plan, case):
        self.plan, self.case = plan, case
        self.pairs = plan.pairs(case)
        self.references = None if case.expect_reject else _References(plan, case.message, case.view)
        self.encoded: list[Slot] = []
        self.decoded: list[list[tuple]] = []
        self.readings: dict[tuple[str, bytes], Slot] = {}

    def begin(self, tasks: Tasks):
        if self.references is None:
            return
        case, refs = self.case, self.references
        for codec in self.plan.none:
            refs.write(codec, tasks)
        for format_, writer, _ in self.pairs:
            refs.write(writer, tasks)
            options = case.options.get(format_)
            self.encoded.append(tasks.encode(writer.peer, writer.key, case.message, options, case.view))

    def fan_out(self, tasks: Tasks):
        if self.references is None:
            return
        case, refs = self.case, self.references
        for codec in self.plan.none:
            refs.reads(codec, refs.held(codec), tasks)
        for (format_, writer, readers), slot in zip(self.pairs, self.encoded, strict=True):
            if slot.data is None:
                self.decoded.append([])
                continue
            options, held = case.options.get(format_), refs.held(writer)
            self.decoded.append(
                [(self._reading(r, options, slot.data, tasks), refs.reads(r, held, tasks)) for r in readers]
            )

    def _reading(self, reader: CodecRef, options, data: bytes, tasks: Tasks) -> Slot:
        """A reader's answer to these bytes. However many writers wrote the same, it reads them once."""
        key = (reader.id, data)
        if key not in self.readings or self.plan.each_reads:
            view = self.references.value
            self.readings[key] = tasks.decode(reader.peer, reader.key, self.case.message, options, data, view)
        return self.readings[key]

    def rows(self, schema) -> list[Row]:
        if self.references is None:
            return []
        judge = Judge(self.references.value, schema, "nan-payloads" in self.case.tags)
        rows = [self._none_row(codec, judge) for codec in self.plan.none]
        written = self._same_bytes() if ordered(schema, self.case.message) else None
        for index, (format_, writer, readers) in enumerate(self.pairs):
            rows.append(self._row(index, format_, writer, readers, judge, written))
        self.references.charge(rows)
        return rows

    def _row(self, index, format_, writer, readers, judge, written) -> Row:
        slot, refs = self.encoded[index], self.references
        name = self.case.name
        held = refs.held(writer)
        row = Row(self.case, name, "", format_, writer.id, value=refs.value, held=held)
        if slot.data is None:
            none = refs.written.get((writer.peer, writer.model))
            row.readings = [Reading(r.id, failed(row.id(r.id), slot, none), held) for r in readers]
            return row
        row.data, row.size = slot.data, len(slot.data)
        row.identical = None if written is None else [w for w in written[format_, slot.data] if w != writer.id]
        for reader, (answer, reference) in zip(readers, self.decoded[index], strict=True):
            judge.add(row, reader.id, answer, reference)
        if slot.stray is not None:
            row.readings[0].cell = stray(row.id(readers[0].id), slot.stray)
        return row

    def _none_row(self, codec: CodecRef, judge: Judge) -> Row:
        """A language's limit: the case itself is what its own object is measured by."""
        refs = self.references
        row = Row(self.case, self.case.name, "", NONE, codec.id, value=refs.value, held=refs.value)
        slot = refs.written[codec.peer, codec.model]
        if slot.data is None:
            row.readings = [Reading(codec.id, failed(row.id(codec.id), slot), refs.value)]
            return row
        row.size = len(slot.data)
        judge.add(row, codec.id, refs.read[codec.peer, codec.model, refs.held(codec)], None)
        return row

    def _same_bytes(self) -> dict:
        """(format, bytes) -> its writers."""
        found = {}
        for (format_, writer, _), slot in zip(self.pairs, self.encoded, strict=True):
            if slot.data is not None:
                found.setdefault((format_, slot.data), []).append(writer.id)
        return found


class SourceWork:
    """Bytes that are given: every reader of the format reads them."""

    def __init__(self, plan: Plan, source: ByteSource):
        self.plan, self.source = plan, source
        self.readers = plan.readers_of(source)
        self.writer = plan.by_id.get(source.writer)
        schemaless = source.reject or source.expect is None or not source.message
        self.references = None if schemaless else _References(plan, source.message, source.expect)
        self.decoded: list[tuple] = []

    def begin(self, tasks: Tasks):
        if self.references is not None and self.writer is not None:
            self.references.write(self.writer, tasks)

    def fan_out(self, tasks: Tasks):
        source, refs = self.source, self.references
        for r in self.readers:
            answer = tasks.decode(r.peer, r.key, source.message, source.options, source.data)
            expected = refs.reads(r, refs.held(self.writer), tasks) if refs is not None else None
            self.decoded.append((answer, expected))

    def rows(self, schema) -> list[Row]:
        source, refs = self.source, self.references
        tags = source.case.tags if source.case is not None else ()
        value = refs.value if refs is not None else canonical(source.expect or b"")
        if not source.message:
            value = self._normal(value)
        judge = Judge(value, schema, "nan-payloads" in tags)
        name = source.case.name if source.case is not None else source.name
        shown = "" if source.name == name else source.name
        row = Row(source.case, name, shown, source.format, source.writer or "given")
        row.size, row.data, row.reject = len(source.data), source.data, source.reject
        row.value = value
        row.held = refs.held(self.writer) if refs is not None else value
        for reader, (answer, reference) in zip(self.readers, self.decoded, strict=True):
            if source.reject:
                judge.add_rejection(row, reader.id, answer)
            else:
                judge.add(row, reader.id, answer, reference)
        if refs is not None:
            refs.charge([row])
        return [row]

    def _normal(self, value: bytes) -> bytes:
        """Of values without schema: readers that keep the order of a map on the wire, and those that cannot, agree."""
        for answer, _ in self.decoded:
            if answer.data is not None:
                try:
                    answer.data = normal(answer.data)
                except ViewError as error:
                    answer.data, answer.outcome = None, Outcome.INTERNAL
                    answer.reason = f"what the peer answered is no view: {error}"
        return normal(value) if value else value

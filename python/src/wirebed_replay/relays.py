"""Judges what codecs write of records that they have read (`RELAY=`), as a service does that passes messages on: the
same bytes, other bytes of the same meaning, another value, or a value without fields that the codec does not know.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wirebed_protocol import peer_pb2

from wirebed.bed.schema import Schema
from wirebed.peers import ColumnJob, Job, Pool, TaskJob, task
from wirebed.peers.answer import Answer, read
from wirebed.peers.codecs import CodecRef
from wirebed.peers.job import Column
from wirebed.view import dump
from wirebed.view.compare import compare
from wirebed_replay import told as telling
from wirebed_replay.asking import Group, decoded, run
from wirebed_replay.cluster import anywhere
from wirebed_replay.told import Judged, Told, Unlike

SAME_MEANING = "other bytes of the same meaning"
_MOST_UNKNOWN = 3


@dataclass
class Relays:
    """`readers`: the codecs that read and write again. `words`: see `telling.of_cell`."""

    pool: Pool
    schema: Schema
    readers: Sequence[CodecRef]
    words: bool

    @property
    def told(self) -> Sequence[CodecRef]:
        return self.readers

    def job(self, reader: CodecRef, groups: Sequence[Group]) -> Job:
        made = (
            task(reader.key, group.message, group.options, relay=peer_pb2.Relay(wire=payload))
            for group in groups
            for payload in group.payloads
        )
        return TaskJob(reader.process, list(made))

    def given(self, answer: object) -> bytes | Answer:
        parsed = read(answer, "relay")  # type: ignore[arg-type]
        return parsed if parsed.data is None else parsed.data

    def unlike(self, group: Group, answers: Sequence[Sequence[object]]) -> set[int]:
        found: set[int] = set()
        for column in answers:
            given = (self.given(answer) for answer in column)
            found |= {at for at, (new, old) in enumerate(zip(given, group.payloads, strict=True)) if new != old}
        return found

    def judged(self, records: Sequence[Unlike]) -> Iterator[Judged]:
        views = [self._views(reader, number, records) for number, reader in enumerate(self.readers)]
        for at, record in enumerate(records):
            by_reader, as_expected = dict[int, Told](), list[str]()
            for number, reader in enumerate(self.readers):
                answer = record.answers[number]
                if answer == record.record.payload:
                    as_expected.append(reader.id)
                else:
                    by_reader[number] = self._said(record, answer, *views[number][at])
            yield Judged(list(telling.together(record.record.message, self.readers, by_reader)), as_expected)

    def _views(
        self, reader: CodecRef, number: int, records: Sequence[Unlike]
    ) -> list[tuple[bytes | Answer, bytes | Answer]]:
        """What a codec reads of each record and of what it has written of it."""
        columns = []
        for unlike in records:
            message, payload, answer = unlike.record.message, unlike.record.payload, unlike.answers[number]
            values = [payload, answer if isinstance(answer, bytes) else payload]
            options = dump.options_of(reader.format, payload)
            columns.append(Column("decode", reader.key, message, options, "", values))
        job = ColumnJob(reader.process, columns)
        run(self.pool, [job])
        answers = [decoded(answer) for answer in job.answers]
        return list(zip(answers[::2], answers[1::2], strict=True))

    def _said(self, record: Unlike, answer: bytes | Answer, before: bytes | Answer, after: bytes | Answer) -> Told:
        if isinstance(answer, Answer):
            return self._failed(answer)
        if isinstance(before, Answer) or isinstance(after, Answer):
            failed = after if isinstance(after, Answer) else before
            assert isinstance(failed, Answer)
            return self._failed(failed)
        differences = compare(before, after, schema=self.schema)
        if differences:
            return Told("differs", telling.places(differences, self.schema), ought=before, seen=after)
        if lost := self._lost(record, answer):
            return Told("differs", f"unknown fields lost: {lost}")
        return Told("equal", SAME_MEANING, expected=True)

    def _failed(self, answer: Answer) -> Told:
        how = telling.failure(answer.stage, answer.manner, answer.reason, self.words)
        return Told(str(answer.outcome), how, reason=answer.reason)

    def _lost(self, record: Unlike, answer: bytes) -> str:
        """The fields that the schema does not know, and that are in the bytes before and not after."""
        before, after = (self._unknown(record.record.message, data) for data in (record.record.payload, answer))
        lost = [path for path in before if path not in after]
        more = len(lost) - _MOST_UNKNOWN
        return ", ".join(lost[:_MOST_UNKNOWN]) + (f", and {more} more" if more > 0 else "")

    def _unknown(self, message: str, data: bytes) -> list[str]:
        if self.readers[0].format != "protobuf":
            return []  # no other format keeps what its schema does not know
        lines = dump.lines("protobuf", data, self.schema, message)
        return list(dict.fromkeys(anywhere(line.path) for line in lines if line.label.startswith("?")))

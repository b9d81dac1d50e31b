"""Judges records by two versions of a schema: what a reader of the new version makes of the bytes that one of the old
version reads. `make evolution` predicts that of a change, and here it is seen on what is really there.

A record is a sample of the evolution suite, whose value is what readers of the old version have read. So a field that
the new version does not have is `preserved` or `dropped`, and the laws of that suite state what is known. As in
`make evolution OLD= NEW=`, a value that is corrupted or not read at all is not as expected, though a law states it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from wirebed.cases.case import Case
from wirebed.peers import Job
from wirebed.peers.answer import Answer
from wirebed.peers.codecs import CodecRef
from wirebed.report.steps.verdicts import Verdict, of_failure, verdict
from wirebed.run import Build, outcomes
from wirebed.state.deviations import Entry
from wirebed.state.row import Reading, Row
from wirebed.suites.evolution.migrate import Migrator
from wirebed.suites.evolution.model import Names, Sample, Step
from wirebed.suites.evolution.plan import Selection
from wirebed.suites.evolution.runner import Runner
from wirebed.suites.evolution.suite import suite
from wirebed.view.outcome import Cell, Outcome
from wirebed_replay import told as telling
from wirebed_replay.asking import Group, decoded, decoding
from wirebed_replay.told import Answers, Judged, Told, Unlike

OLD, NEW = "v1", "v2"
LEG = "backward"
_NOBODY = "nobody reads it in the old version"


@dataclass
class TwoVersions:
    """`old` and `told`: the readers of the two versions, each codec at the same place."""

    build: Build
    runner: Runner
    laws: Sequence[Entry]
    selection: Selection
    old: Sequence[CodecRef]
    told: Sequence[CodecRef]
    words: bool

    @property
    def readers(self) -> Sequence[CodecRef]:
        return [*self.old, *self.told]

    def job(self, reader: CodecRef, groups: Sequence[Group]) -> Job:
        return decoding(reader, groups)

    def given(self, answer: object) -> bytes | Answer:
        return decoded(answer)

    def unlike(self, group: Group, answers: Sequence[Sequence[object]]) -> set[int]:
        migrator = Migrator(self.build.schemas[OLD], self.build.schemas[NEW], Names(), (group.message,) * 2)
        count = len(self.old)
        found = set()
        for at, of_record in enumerate(zip(*answers, strict=True)):
            first = of_record[0]
            if not isinstance(first, bytes) or of_record[:count].count(first) < count:
                found.add(at)
                continue
            migrated = migrator.migrate(first)
            if migrated.unseen or of_record[count:].count(migrated.view) < count:
                found.add(at)
        return found

    def judged(self, records: Sequence[Unlike]) -> Iterator[Judged]:
        views = [self._old_view(record.answers) for record in records]
        told = self._asked_again(self._steps(records, views))
        for number, (record, view) in enumerate(zip(records, views, strict=True)):
            if view is None:
                first = record.answers[0]
                failed = str(first.outcome) if isinstance(first, Answer) else ""
                by_reader = dict.fromkeys(range(len(self.told)), Told(failed, _NOBODY))
            else:
                found = told.get(_name(record.record.message, number), {})
                by_reader = {at: found[codec.id] for at, codec in enumerate(self.told) if codec.id in found}
            as_expected = [codec.id for at, codec in enumerate(self.told) if at not in by_reader]
            yield Judged(list(telling.together(record.record.message, self.told, by_reader)), as_expected)

    def _old_view(self, answers: Answers) -> bytes | None:
        """What most readers of the old version have read."""
        views = Counter(answer for answer in answers[: len(self.old)] if isinstance(answer, bytes))
        return views.most_common(1)[0][0] if views else None

    def _steps(self, records: Sequence[Unlike], views: Sequence[bytes | None]) -> list[Step]:
        """One for each message, with a sample for each of its records."""
        samples: dict[str, list[Sample]] = {}
        for number, (record, view) in enumerate(zip(records, views, strict=True)):
            if view is not None:
                message, wire = record.record.message, {self.old[0].format: record.record.payload}
                case = Case(_name(message, number), message, lambda view=view: view, wire=wire)  # type: ignore[misc]
                samples.setdefault(message, []).append(Sample(message, OLD, case))
        return [
            Step(message, "", (OLD, NEW), dict.fromkeys((OLD, NEW), message), (Names(),), tuple(of_message))
            for message, of_message in samples.items()
        ]

    def _asked_again(self, steps: Sequence[Step]) -> Mapping[str, Mapping[str, Told]]:
        """By sample and reader, what is said of those that are not as expected."""
        if not steps:
            return {}
        return telling.collected(
            lambda take: outcomes(suite(self.build, self.runner, steps, self.laws, self.selection), take), self._tell
        )

    def _tell(self, row: Row, reading: Reading, cell: Cell) -> Told:
        harmless = _verdict(cell) < Verdict.CORRUPTING
        return telling.of_cell(row, reading, cell, self.words)._replace(expected=harmless)


def _verdict(cell: Cell) -> Verdict:
    """What a cell says of the change. A limit of a language in both versions says nothing."""
    if cell.derived:
        return Verdict.SAFE
    if cell.outcome is Outcome.DIFFERS:
        return verdict(max(found.kind for found in cell.differences))
    return verdict(of_failure(cell.outcome, cell.stage))


def _name(message: str, number: int) -> str:
    return f"{message}/{OLD}.{number}"

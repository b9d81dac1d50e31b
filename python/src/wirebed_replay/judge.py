"""Judges records of which not all readers have read the same, by the core: as bytes that are given to readers, with a
view that they ought to see. So what the objects of a language do not hold is no difference, and entries state the rest.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from wirebed.cases.byte_source import ByteSource
from wirebed.peers import Job
from wirebed.peers.answer import Answer
from wirebed.peers.codecs import CodecRef
from wirebed.run import Build, Peers, Selection, outcomes
from wirebed.suites.interop.suite import suite
from wirebed_replay import told as telling
from wirebed_replay.asking import Group, decoded, decoding
from wirebed_replay.question import Candidate, Reference
from wirebed_replay.told import Answers, Judged, Told, Unlike


@dataclass
class Judge:
    """By one schema. `words`: see `telling.of_cell`."""

    build: Build
    peers: Peers
    readers: Sequence[CodecRef]
    selection: Selection
    reference: Reference
    words: bool

    @property
    def told(self) -> Sequence[CodecRef]:
        return [reader for reader in self.readers if self.reference.judges(reader)]

    def job(self, reader: CodecRef, groups: Sequence[Group]) -> Job:
        return decoding(reader, groups)

    def given(self, answer: object) -> bytes | Answer:
        return decoded(answer)

    def unlike(self, group: Group, answers: Sequence[Sequence[object]]) -> set[int]:
        first, *others = answers
        # A failure is an object of its own, and equal to nothing.
        found = {at for at, answer in enumerate(first) if not isinstance(answer, bytes)}
        for other in others:
            if other != first:
                found |= {at for at, (a, b) in enumerate(zip(first, other, strict=True)) if a != b}
        return found

    def judged(self, records: Sequence[Unlike]) -> Iterator[Judged]:
        """What is said of each record."""
        groups = [self.reference.groups(record.answers) for record in records]
        told = self._asked_again(
            ByteSource(_name(*at), self.readers[0].format, of.record.message, of.record.payload, expect=candidate.view)
            for number, of in enumerate(records)
            for *at, candidate in _candidates(number, groups[number])
        )
        for number, record in enumerate(records):
            by_reader, as_expected = dict[int, Told](), list[int]()
            for group, candidates in enumerate(groups[number]):
                of_ranks = [told.get(_name(number, group, rank), {}) for rank in range(len(candidates))]
                best, candidate = self._best(of_ranks, candidates)
                by_reader |= best
                as_expected += [reader for reader in candidate.judged if reader not in best]
            for reader, said in self._without_view(record.answers):
                if said is None:
                    as_expected.append(reader)
                else:
                    by_reader[reader] = said
            ids = [self.readers[reader].id for reader in as_expected]
            yield Judged(list(telling.together(record.record.message, self.readers, by_reader)), ids)

    def _asked_again(self, sources: Iterable[ByteSource]) -> Mapping[str, Mapping[str, Told]]:
        """By source and reader, what is said of those that are not as expected."""
        every = list(sources)
        if not every:
            return {}
        return telling.collected(
            lambda take: outcomes(suite(self.build, self.peers, self.selection, sources=every), take),
            lambda row, reading, cell: telling.of_cell(row, reading, cell, self.words),
        )

    def _best(
        self, told: Sequence[Mapping[str, Told]], candidates: Sequence[Candidate]
    ) -> tuple[dict[int, Told], Candidate]:
        """The candidate from which most readers follow, and what is said of the others."""
        found = [
            {reader: of[id] for reader in each.judged if (id := self.readers[reader].id) in of}
            for of, each in zip(told, candidates, strict=True)
        ]
        rank = min(range(len(candidates)), key=lambda rank: len(found[rank]))
        return found[rank], candidates[rank]

    def _without_view(self, answers: Answers) -> Iterator[tuple[int, Told | None]]:
        """What is said of readers that no view is there to judge by; None of those that are as expected."""
        said = [*self.reference.without_view(answers)]
        first: dict[str, Told] = {}  # readers of which the same is to be said are told by the words of the first
        for reader, what in said:
            answer = answers[reader]
            if not what:
                yield reader, None
            elif isinstance(answer, Answer):
                how = telling.failure(answer.stage, answer.manner, answer.reason, self.words)
                told = first.setdefault(what, Told(str(answer.outcome), f"{what}: {how}"))
                yield reader, told._replace(reason=answer.reason)
            else:
                yield reader, Told("read", what, seen=answer)


def _candidates(number: int, groups: Sequence[Sequence[Candidate]]) -> Iterator[tuple[int, int, int, Candidate]]:
    """The candidates of a record, each with the numbers of the record, of its group and of itself."""
    for group, candidates in enumerate(groups):
        yield from ((number, group, rank, candidate) for rank, candidate in enumerate(candidates))


def _name(number: int, group: int, rank: int) -> str:
    return f"{number}.{group}.{rank}"

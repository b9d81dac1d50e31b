"""Asks every reader for the records of a corpus, shard by shard.

Columns of answers are compared as bytes, which decides `equal` alone. All other records go to the judge.
"""

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from typing import NamedTuple

from wirebed.peers import Pool
from wirebed_replay.asking import Group, Groups
from wirebed_replay.cluster import Sum, Summary, Where
from wirebed_replay.corpus import Corpus, Shard
from wirebed_replay.framing.record import Damage
from wirebed_replay.told import Judging, Unlike

# Shards under way: enough that no reader waits for another one for long.
SHARDS = 6
# Records that the judge gets at once, and the shards after which it gets those that there are. Then nothing else is
# under way, and what was done is kept.
UNLIKE = 4096
CHECKPOINT = 64


class Done(NamedTuple):
    """What some shards have shown."""

    shards: list[int]
    summary: Summary


@dataclass
class _UnderWay:
    groups: list[Group]
    waiting: int
    answers: list[list[object]]  # by reader, of all records


class Replayer:
    def __init__(self, corpus: Corpus, message: str, pool: Pool, judging: Judging) -> None:
        """`message`: the full name of that of records which do not say theirs; empty for values without schema."""
        self.corpus, self.message, self.pool, self.judging = corpus, message, pool, judging
        self.readers = judging.readers
        self.format = self.readers[0].format
        self._under_way: dict[int, _UnderWay] = {}
        self._begin()

    def _begin(self) -> None:
        self._sum, self._shards, self._unlike = Sum(), list[int](), list[Unlike]()

    def run(self, shards: Sequence[Shard]) -> Iterator[Done]:
        # So the pool knows from the first answers on which reader would end last.
        records = sum(shard.records for shard in shards)
        for reader in self.readers:
            self.pool.backlog.expect(reader.process, reader.key, records)
        for shard in shards:
            self._submit(shard)
            self._shards.append(shard.number)
            while len(self._under_way) >= SHARDS:
                self._take()
            if len(self._unlike) >= UNLIKE or len(self._shards) >= CHECKPOINT:
                yield self._done()
        if self._shards:
            yield self._done()

    def _done(self) -> Done:
        while self._under_way:
            self._take()
        for start in range(0, len(self._unlike), UNLIKE):
            self._judge(self._unlike[start : start + UNLIKE])
        done = Done(self._shards, self._sum.summary())
        self._begin()
        return done

    def _judge(self, records: Sequence[Unlike]) -> None:
        for record, judged in zip(records, self.judging.judged(records), strict=True):
            for said in judged.said:
                self._sum.see(said.key, record.where, len(record.record.payload))
            for reader in judged.as_expected:
                self._sum.read(reader, 1)

    def _submit(self, shard: Shard) -> None:
        groups = self._groups(shard)
        if not groups:
            return
        self._under_way[shard.number] = _UnderWay(groups, len(self.readers), [[] for _ in self.readers])
        for number, reader in enumerate(self.readers):
            job = self.judging.job(reader, groups)
            job.tag = (shard.number, number)
            self.pool.submit(job)

    def _groups(self, shard: Shard) -> list[Group]:
        made = Groups(self.format, self.message)
        for number, (file, record) in enumerate(self.corpus.records(shard), shard.first):
            if isinstance(record, Damage):
                self._sum.lose(record, Where(number, self.corpus.names[file], record.at))
            else:
                made.add(number, file, record)
                self._sum.records += 1
                self._sum.size += len(record.payload)
        return made.all()

    def _take(self) -> None:
        """Takes the next answers; with the last ones of a shard, its records are compared."""
        job = self.pool.next()
        number, reader = job.tag
        of = self._under_way[number]
        of.answers[reader] = job.answers
        of.waiting -= 1
        if not of.waiting:
            del self._under_way[number]
            self._compare(of.groups, of.answers)

    def _compare(self, groups: Sequence[Group], answers: Sequence[Sequence[object]]) -> None:
        unlike = set[int]()
        at = 0
        for each in groups:
            columns = [of_reader[at : at + len(each.records)] for of_reader in answers]
            unlike |= {at + place for place in self.judging.unlike(each, columns)}
            at += len(each.records)
        alike = len(answers[0]) - len(unlike)
        self._sum.alike += alike
        for reader in self.judging.told:
            self._sum.read(reader.id, alike)
        if unlike:
            self._unlike += self._of(groups, unlike, answers)

    def _of(self, groups: Sequence[Group], unlike: Set[int], answers: Sequence[Sequence[object]]) -> Iterator[Unlike]:
        """The records at some places of the columns, with their answers."""
        at = 0
        for each in groups:
            for number, file, record in zip(each.numbers, each.files, each.records, strict=True):
                if at in unlike:
                    where = Where(number, self.corpus.names[file], record.at, record.id)
                    read = [self.judging.given(of_reader[at]) for of_reader in answers]
                    yield Unlike(where, record._replace(message=each.message), read)
                at += 1

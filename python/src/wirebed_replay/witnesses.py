"""Makes the witness of each cluster when a replay has ended: its shortest record is asked again, and shrunk."""

from collections.abc import Sequence
from dataclasses import dataclass

from wirebed.peers import Pool, task
from wirebed.peers.answer import Answer, read
from wirebed.peers.job import TaskFields
from wirebed.view import dump
from wirebed_replay.cluster import Cluster, Key, Where
from wirebed_replay.corpus import Corpus, Index
from wirebed_replay.framing.record import Damage, Record
from wirebed_replay.shrink import shrunk
from wirebed_replay.told import Judging, Said, Unlike
from wirebed_replay.witness import Witness, Words

# So many clusters have a witness: those that are not stated, and the largest, come first.
MOST = 100


@dataclass(frozen=True)
class Witnesses:
    corpus: Corpus
    index: Index
    message: str
    pool: Pool
    judging: Judging
    words: Words

    def of(self, clusters: Sequence[tuple[Key, Cluster]]) -> dict[Key, Witness]:
        made = {}
        for key, cluster in clusters[:MOST] if self.words.privacy.witnesses else ():
            if cluster.shortest is not None and (witness := self._witness(key, cluster.shortest[1])) is not None:
                made[key] = witness
        return made

    def _witness(self, key: Key, where: Where) -> Witness | None:
        record = self._record(where)

        def said(payloads: Sequence[bytes]) -> list[Said | None]:
            return [self._of_key(key, each) for each in self._said(where, record, payloads)]

        format = self.words.format
        payload = shrunk(
            record.payload, format, self.words.schema, key.message, lambda all: [one is not None for one in said(all)]
        )
        (found,) = said([payload])
        return None if found is None else self.words.of(payload, found, len(record.payload) - len(payload))

    @staticmethod
    def _of_key(key: Key, said: Sequence[Said]) -> Said | None:
        return next((each for each in said if each.key == key), None)

    def _said(self, where: Where, record: Record, payloads: Sequence[bytes]) -> list[list[Said]]:
        records = [record._replace(payload=payload) for payload in payloads]
        answers = self._answers(records)
        asked = [Unlike(where, *each) for each in zip(records, answers, strict=True)]
        return [judged.said for judged in self.judging.judged(asked)]

    def _answers(self, records: Sequence[Record]) -> list[list[bytes | Answer]]:
        """By record and reader."""
        format, readers = self.words.format, self.judging.readers
        tasks: dict[str, list[TaskFields]] = {}
        for reader in readers:
            made = (task(reader.key, r.message, dump.options_of(format, r.payload), decode=r.payload) for r in records)
            tasks.setdefault(reader.process, []).extend(made)
        results = {process: iter(answers) for process, answers in self.pool.run(tasks).items()}
        columns = [[read(next(results[reader.process]), "decode") for _ in records] for reader in readers]
        return [[_given(column[at]) for column in columns] for at in range(len(records))]

    def _record(self, where: Where) -> Record:
        """The record with this number."""
        shard = next(shard for shard in reversed(self.index.shards) if shard.first <= where.number)
        for number, (_, record) in enumerate(self.corpus.records(shard), shard.first):
            if number == where.number and not isinstance(record, Damage):
                return record if record.message else record._replace(message=self.message)
        raise AssertionError(f"{where} was a record when it was asked")


def _given(answer: Answer) -> bytes | Answer:
    return answer if answer.data is None else answer.data

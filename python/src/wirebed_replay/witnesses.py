"""Makes the witness of each cluster when a replay has ended: its shortest record is asked again, and shrunk."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from wirebed.errors import UserError
from wirebed.peers import ColumnJob, Pool
from wirebed.peers.answer import column_answer
from wirebed.peers.codecs import CodecRef
from wirebed.peers.job import Column
from wirebed_replay.asking import alone, asked, decoded, decoding, run
from wirebed_replay.cluster import Cluster, Key, Where
from wirebed_replay.corpus import Corpus, Index
from wirebed_replay.framing.record import Damage, Record
from wirebed_replay.shrink import shrunk
from wirebed_replay.told import Judging, Said
from wirebed_replay.witness import Witness, Words

# So many clusters have a witness: those that are not stated, and the largest, come first.
MOST = 100


def text_writer(codecs: Iterable[CodecRef], tree: str) -> CodecRef:
    """Writes values in the format in which a case states its own; UserError where none does."""
    for codec in codecs:
        if codec.format == "prototext" and codec.encodes and codec.tree == tree:
            return codec
    raise UserError("GOLDEN=1 needs a writer of text format, and no language that takes part has one")


@dataclass(frozen=True)
class Witnesses:
    corpus: Corpus
    index: Index
    message: str
    pool: Pool
    judging: Judging
    words: Words
    text: CodecRef | None  # writes the values of goldens; None where none are asked for

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
        if found is None:
            return None
        value = self._value(where, record._replace(payload=payload)) if self.text is not None and key.message else ""
        return self.words.of(payload, found, len(record.payload) - len(payload), value)

    @staticmethod
    def _of_key(key: Key, said: Sequence[Said]) -> Said | None:
        return next((each for each in said if each.key == key), None)

    def _said(self, where: Where, record: Record, payloads: Sequence[bytes]) -> list[list[Said]]:
        records = [record._replace(payload=payload) for payload in payloads]
        answered = asked(self.pool, self.judging, where, self.words.format, records)
        return [judged.said for judged in self.judging.judged(answered)]

    def _value(self, where: Where, record: Record) -> str:
        """What the first reader sees that is as expected, or else the first that sees anything; empty without one."""
        (judged,) = self.judging.judged(asked(self.pool, self.judging, where, self.words.format, [record]))
        jobs = {reader.id: decoding(reader, [alone(self.words.format, record)]) for reader in self.judging.readers}
        run(self.pool, [*jobs.values()])
        answers = {reader: decoded(job.answers[0]) for reader, job in jobs.items()}
        seen = {reader: answer for reader, answer in answers.items() if isinstance(answer, bytes)}
        view = next((seen[reader] for reader in (*judged.as_expected, *seen) if reader in seen), None)
        if view is None or self.text is None:
            return ""
        job = ColumnJob(self.text.process, [Column("encode", self.text.key, record.message, {}, "", [view])])
        run(self.pool, [job])
        written = column_answer(job.answers[0], "encode")
        return written.decode() if isinstance(written, bytes) else ""

    def _record(self, where: Where) -> Record:
        """The record with this number."""
        shard = next(shard for shard in reversed(self.index.shards) if shard.first <= where.number)
        for number, (_, record) in enumerate(self.corpus.records(shard), shard.first):
            if number == where.number and not isinstance(record, Damage):
                return record if record.message else record._replace(message=self.message)
        raise AssertionError(f"{where} was a record when it was asked")

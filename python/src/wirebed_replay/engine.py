"""A process that replays shards of a corpus: the command itself, or a worker of a cluster. Its readers start once."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from wirebed.bed import Bed
from wirebed.peers.codecs import CodecRef
from wirebed_cluster.engines import Closing
from wirebed_replay import prepare
from wirebed_replay.asked import Asked
from wirebed_replay.cluster import Cluster, Key
from wirebed_replay.corpus import Corpus, Index, Shard
from wirebed_replay.replayer import Done, Replayer
from wirebed_replay.witness import Witness, Words
from wirebed_replay.witnesses import Witnesses, text_writer


@dataclass(frozen=True)
class Task:
    """All that a process needs to replay shards."""

    bed: Bed
    asked: Asked
    corpus: Corpus
    index: Index


class Introduced(NamedTuple):
    readers: Sequence[CodecRef]  # of which the report tells
    answering: Sequence[str]  # all that are asked, with their versions
    sources: str  # the fingerprint of what they are built from


class Engine(Closing):
    """`with Engine(task) as engine:`"""

    def __init__(self, task: Task) -> None:
        super().__init__()
        self.task = task
        prepared = prepare.of(task.bed, task.asked)
        try:
            started = self._open.enter_context(prepared.started())
        except BaseException:
            self._open.close()
            raise
        message, judging = task.asked.message or "", started.judging
        self._replayer = Replayer(task.corpus, message, started.pool, judging)
        words = Words(prepared.schema, task.asked.format, task.asked.privacy, task.asked.golden)
        text = text_writer(started.codecs, judging.readers[0].tree) if task.asked.golden else None
        self._witnesses = Witnesses(task.corpus, task.index, message, started.pool, judging, words, text)
        answering = [f"{reader.id} {reader.version} {reader.tree}" for reader in judging.readers]
        self.introduced = Introduced([*judging.told], answering, started.build.sources)

    def run(self, shards: Sequence[Shard]) -> Iterator[Done]:
        """What the shards show, in parts."""
        return self._replayer.run(shards)

    def witnesses(self, clusters: Sequence[tuple[Key, Cluster]]) -> Mapping[Key, Witness]:
        return self._witnesses.of(clusters)

"""The same on the workers of a Dask cluster, which schedules the shards, and asks another worker where one is lost.

Each worker has an engine of its own, whose readers are started with the first shards that it gets and stay. What they
show is added up in whatever order it comes.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from wirebed_cluster.engines import Engines
from wirebed_replay.cluster import Cluster, Key
from wirebed_replay.corpus import Shard
from wirebed_replay.engine import Engine, Introduced, Task
from wirebed_replay.replayer import Done
from wirebed_replay.witness import Witness

# The shards of a task: seconds of work, so that a lost worker costs little, and its results travel seldom.
TOGETHER = 32


def _introduced(engine: Engine) -> Introduced:
    return engine.introduced


def _run(engine: Engine, shards: Sequence[Shard]) -> list[Done]:
    return list(engine.run(shards))


class DistributedEngine:
    """As Engine. `client`: of a cluster."""

    def __init__(self, task: Task, client: Any) -> None:
        self.task = task
        self._engines = Engines(client, "wirebed-replay", partial(Engine, task))
        self.introduced: Introduced = self._engines.ask(_introduced)

    def run(self, shards: Sequence[Shard]) -> Iterator[Done]:
        parts = (shards[at : at + TOGETHER] for at in range(0, len(shards), TOGETHER))
        for done in self._engines.each(_run, parts):
            yield from done

    def witnesses(self, clusters: Sequence[tuple[Key, Cluster]]) -> Mapping[Key, Witness]:
        return self._engines.ask(Engine.witnesses, list(clusters))

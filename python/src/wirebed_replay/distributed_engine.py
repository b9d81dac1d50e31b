"""The same on the workers of a Dask cluster, which schedules the shards, and asks another worker where one is lost.

Each worker has an engine of its own, whose readers are started with the first shards that it gets and stay. What they
show is added up in whatever order it comes.
"""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from wirebed_cluster.client import dask, plugin
from wirebed_replay.cluster import Cluster, Key
from wirebed_replay.corpus import Shard
from wirebed_replay.engine import Engine, Introduced, Task
from wirebed_replay.replayer import Done
from wirebed_replay.witness import Witness

# The shards of a task: seconds of work, so that a lost worker costs little, and its results travel seldom.
TOGETHER = 32
# Tasks for each worker that are handed out before the first results are in.
AHEAD = 4
_PLUGIN = "wirebed-replay"


class _Plugin:
    """Has the engine of a worker, and ends it with the worker."""

    name = _PLUGIN

    def __init__(self, task: Task) -> None:
        self.task = task
        self._engine: Engine | None = None

    def setup(self, worker: Any) -> None: ...

    def teardown(self, worker: Any) -> None:
        if self._engine is not None:
            self._engine.close()

    @property
    def engine(self) -> Engine:
        if self._engine is None:
            self._engine = Engine(self.task)
        return self._engine


def _engine() -> Engine:
    plugin: _Plugin = dask().get_worker().plugins[_PLUGIN]
    return plugin.engine


def _introduced() -> Introduced:
    return _engine().introduced


def _run(shards: Sequence[Shard]) -> list[Done]:
    return list(_engine().run(shards))


def _witnesses(clusters: Sequence[tuple[Key, Cluster]]) -> Mapping[Key, Witness]:
    return _engine().witnesses(clusters)


class DistributedEngine:
    """As Engine. `client`: of a cluster."""

    def __init__(self, task: Task, client: Any) -> None:
        self.task, self._client = task, client
        client.register_plugin(plugin(_Plugin, task))
        self.introduced: Introduced = self._asked(_introduced)

    def _asked(self, what: Any, *of: Any) -> Any:
        return self._client.submit(what, *of, pure=False).result()

    def run(self, shards: Sequence[Shard]) -> Iterator[Done]:
        left = iter([shards[at : at + TOGETHER] for at in range(0, len(shards), TOGETHER)])
        workers = max(1, len(self._client.scheduler_info()["workers"]))
        tasks = dask().as_completed(self._submitted(left, AHEAD * workers))
        for done in tasks:
            yield from done.result()
            done.release()
            for new in self._submitted(left, 1):
                tasks.add(new)

    def _submitted(self, left: Iterator[Sequence[Shard]], count: int) -> list[Any]:
        return [self._client.submit(_run, part, pure=False) for part in itertools.islice(left, count)]

    def witnesses(self, clusters: Sequence[tuple[Key, Cluster]]) -> Mapping[Key, Witness]:
        made: Mapping[Key, Witness] = self._asked(_witnesses, list(clusters))
        return made

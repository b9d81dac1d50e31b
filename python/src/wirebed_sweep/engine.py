"""A process that sweeps goldens: the command itself, or a worker of a cluster. Its readers start once."""

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple

from wirebed.bed import Bed
from wirebed.cases import load
from wirebed.cases.byte_source import ByteSource
from wirebed.peers.client import CodecClient, connect
from wirebed.peers.codecs import CodecRef, format_order
from wirebed.run import other_versions
from wirebed.run.selection import check_list
from wirebed.run.taking_part import taking_part
from wirebed.state.golden.checker import Checker
from wirebed_build.languages import generations
from wirebed_build.trees import ensure
from wirebed_cluster.client import Workers, connected
from wirebed_cluster.engines import Closing, Engines
from wirebed_sweep import ask
from wirebed_sweep.ask import LARGEST, Damaged, Swept
from wirebed_sweep.chosen import Chosen

# Parts that a worker gets together: seconds of work, so that a lost worker costs little.
_TOGETHER = 4


class Task(NamedTuple):
    bed: Bed
    chosen: Chosen


class Part(NamedTuple):
    """Damaged goldens of a format. `low` and `high`: the number of the first, and of the first one after them."""

    format: str
    low: int
    high: int


class Engine(Closing):
    """`with Engine(task) as engine:`"""

    def __init__(self, task: Task) -> None:
        super().__init__()
        self.task = task
        bed, of = task
        part = taking_part(bed, of.selection)
        versions = bool(generations.variables())
        names = other_versions.peers() if versions else part.here
        self._client = self._open.enter_context(connect(ensure(bed, names), names, part.scope))
        readers = [codec for codec in self._client.codecs if of.takes(codec)]
        self.readers = other_versions.that_differ(readers) if versions else readers
        self.goldens = [each for each in _goldens(bed, self._client, of) if 0 < len(each.data) <= LARGEST]

    @property
    def formats(self) -> list[str]:
        """Those of the readers."""
        return sorted({reader.format for reader in self.readers}, key=format_order)

    def readers_of(self, format: str) -> list[CodecRef]:
        return [reader for reader in self.readers if reader.format == format]

    def damaged(self, format: str) -> list[Damaged]:
        """Each golden of a format, in each way."""
        ways = self.task.chosen.ways
        return [Damaged(golden, way) for golden in self.goldens if golden.format == format for way in ways]

    def sweep(self, format: str) -> Iterator[Swept]:
        """What the readers make of all that is damaged of a format, in its order."""
        return self._swept(format, self.damaged(format))

    def rows(self, part: Part) -> list[Mapping[str, str]]:
        """The letters of each of some damaged goldens, by the id of a reader."""
        damaged = self.damaged(part.format)[part.low : part.high]
        return [swept.letters for swept in self._swept(part.format, damaged)]

    def _swept(self, format: str, damaged: Sequence[Damaged]) -> Iterator[Swept]:
        return ask.sweep(self._client.pool, self.readers_of(format), damaged)


@contextmanager
def sweeper(here: Engine, workers: Workers | None) -> Iterator[Callable[[str], Iterator[Swept]]]:
    """Sweeps a format. `workers`: of a cluster, which do it in place of `here`."""
    if workers is None:
        yield here.sweep
        return
    with connected(workers) as client:
        engines = Engines(client, "wirebed-sweep", partial(Engine, here.task))
        yield partial(_swept_by, engines, here)


def _swept_by(engines: Engines[Engine], here: Engine, format: str) -> Iterator[Swept]:
    damaged = here.damaged(format)
    left = iter(damaged)
    for rows in engines.each(Engine.rows, _parts(format, damaged)):
        for letters in rows:
            yield Swept(next(left), letters)


def _parts(format: str, damaged: Sequence[Damaged]) -> Iterator[Part]:
    sizes, low = map(len, ask.parts(damaged)), 0
    while count := sum(itertools.islice(sizes, _TOGETHER)):
        yield Part(format, low, low + count)
        low += count


def _goldens(bed: Bed, client: CodecClient, of: Chosen) -> Iterator[ByteSource]:
    """The intact goldens of cases; those of samples are of other schemas."""
    cases = load(bed, client.schema, of.selection.takes_case)
    checker = Checker(bed, client.schema, cases)
    check_list("CASE", of.selection.case, sorted(checker.recorded))
    return checker.sources(of.selection.takes_case)

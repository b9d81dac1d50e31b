"""Asks readers for damaged goldens. A job is some goldens, each a column with all inputs of one way.

Answers are compared as bytes with what the same reader makes of the undamaged golden, which ends each column.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from wirebed.bed.codec_id import short
from wirebed.cases.byte_source import ByteSource
from wirebed.peers import ColumnJob, Pool
from wirebed.peers.codecs import CodecRef
from wirebed.peers.job import Column
from wirebed_sweep.letters import letter
from wirebed_sweep.ways import WAYS

LARGEST = 4096  # bytes of a golden
# Bytes of the inputs that are asked together, and how many of such jobs of each reader are under way.
_BYTES = 1 << 20
_AHEAD = 4


class Key(NamedTuple):
    """Names a row. `golden`: its file; `reader`: as in `java/gson`."""

    format: str
    golden: str
    way: str
    reader: str

    def __str__(self) -> str:
        return f"{self.golden}, {self.way}: {self.reader}"


class Damaged(NamedTuple):
    """A golden and a way to damage it."""

    golden: ByteSource
    way: str

    @property
    def inputs(self) -> Sequence[bytes]:
        return WAYS[self.way](self.golden.data)


class Swept(NamedTuple):
    """`letters`: by the id of a reader. Those that do not read the golden itself have none."""

    damaged: Damaged
    letters: Mapping[str, str]

    def key(self, reader: str) -> Key:
        golden = self.damaged.golden
        return Key(golden.format, golden.name, self.damaged.way, short(reader))


@dataclass
class _UnderWay:
    part: list[Damaged]
    jobs: dict[str, ColumnJob]


def sweep(pool: Pool, readers: Sequence[CodecRef], damaged: Iterable[Damaged]) -> Iterator[Swept]:
    """In the order of `damaged`, which are all of the format of the readers."""
    under_way: deque[_UnderWay] = deque()
    for part in parts(damaged):
        under_way.append(_submitted(pool, readers, part))
        if len(under_way) >= _AHEAD:
            yield from _taken(pool, under_way.popleft())
    while under_way:
        yield from _taken(pool, under_way.popleft())


def parts(damaged: Iterable[Damaged]) -> Iterator[list[Damaged]]:
    """What is asked together."""
    part: list[Damaged] = []
    size = 0
    for each in damaged:
        part.append(each)
        size += len(each.golden.data) ** 2 + 64 * len(each.golden.data)
        if size >= _BYTES:
            yield part
            part, size = [], 0
    if part:
        yield part


def _submitted(pool: Pool, readers: Sequence[CodecRef], part: list[Damaged]) -> _UnderWay:
    inputs = [[*each.inputs, each.golden.data] for each in part]
    jobs = {}
    for reader in readers:
        columns = [
            Column("decode", reader.key, each.golden.message, each.golden.options, "", values)
            for each, values in zip(part, inputs, strict=True)
        ]
        jobs[reader.id] = ColumnJob(reader.process, columns)
        pool.submit(jobs[reader.id])
    return _UnderWay(part, jobs)


def _taken(pool: Pool, of: _UnderWay) -> Iterator[Swept]:
    while not all(job.answers for job in of.jobs.values()):
        pool.next()
    at = 0
    for damaged in of.part:
        size = len(damaged.golden.data)
        letters = {}
        for reader, job in of.jobs.items():
            *answers, whole = job.answers[at : at + size + 1]
            if isinstance(whole, bytes):
                letters[reader] = "".join(letter(answer, whole) for answer in answers)
        at += size + 1
        yield Swept(damaged, letters)

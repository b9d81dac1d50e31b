"""How the time of a reading grows with the size of the input: sizes four times as large, up to what the reader reads.

Each reading is asked alone, from the request to the view that answers it, and the fastest of some counts. So what else
the machine does makes a reading slower, and rarely one of them alone.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from wirebed.peers import ColumnJob, Pool
from wirebed.peers.codecs import CodecRef
from wirebed.peers.job import Column
from wirebed_limits.inputs import Input

STEP = 4  # times as large as the one before
SMALLEST, LARGEST = 1 << 10, 17 << 20  # bytes
_REPEATS = 5
_LONG = 2.0  # seconds, after which no larger input is asked
_CLEAR = 0.1  # seconds, below which caches and pages decide how a reading grows
# Up to this power of the bytes, the time may grow by them alone: a machine gives large memory out page by page.
_LINEAR = 1.6


class Point(NamedTuple):
    size: int
    bytes: int
    seconds: float


@dataclass
class Growth:
    """`points`: of the smallest to the largest input that was read."""

    codec: CodecRef
    input: Input
    points: list[Point] = field(default_factory=list)

    @property
    def exponent(self) -> float | None:
        """That of the time as a power of the bytes, by the last two inputs; None where these are too fast to tell."""
        if len(self.points) < 2 or self.points[-1].seconds < _CLEAR:
            return None
        before, last = self.points[-2:]
        return math.log(last.seconds / before.seconds) / math.log(last.bytes / before.bytes)

    @property
    def linear(self) -> bool:
        return self.exponent is None or self.exponent <= _LINEAR


def of(pool: Pool, codec: CodecRef, input: Input, most: int) -> Growth:
    """`most`: the largest size."""
    growth = Growth(codec, input)
    for size, data in _inputs(input, most):
        seconds = _fastest(pool, codec, input.message, data)
        if seconds is None:
            break
        growth.points.append(Point(size, len(data), seconds))
        if seconds > _LONG:
            break
    return growth


def _inputs(input: Input, most: int) -> Iterator[tuple[int, bytes]]:
    size = 1
    while size <= most:
        data = input.write(size)
        if len(data) > LARGEST:
            return
        if len(data) >= SMALLEST:
            yield size, data
        size *= STEP


def _fastest(pool: Pool, codec: CodecRef, message: str, data: bytes) -> float | None:
    """The seconds of a reading; None where it is refused."""
    found: list[float] = []
    for _ in range(_REPEATS):
        job = ColumnJob(codec.process, [Column("decode", codec.key, message, {}, "", [data])])
        pool.submit(job)
        while not job.answers:
            pool.next()
        if not isinstance(job.answers[0], bytes):
            return None
        found.append(job.seconds)
        if job.seconds > _LONG:
            break
    return min(found)

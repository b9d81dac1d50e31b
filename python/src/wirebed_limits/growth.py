"""How the time and the memory of a reading grow with the size of the input: sizes four times as large, up to what the
reader reads.

The time is that of the processor, and the shortest of some readings counts. So what else the machine does makes a
reading slower by its caches alone, and rarely each time.
"""

import functools
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from wirebed.peers.codecs import CodecRef
from wirebed_limits.alone import Alone, is_answered
from wirebed_limits.inputs import CLAIMED, Input
from wirebed_limits.memory import Measure
from wirebed_limits.series import Point, Series

STEP = 4  # times as large as the one before
SMALLEST, LARGEST = 1 << 10, 17 << 20  # bytes
TIME, MEMORY = "time", "memory"
_CLEAR, _LEAST = 0.1, 0.005  # seconds, below which caches and pages decide how a reading grows
_LONG = 0.15  # seconds, after which no larger input is asked
# A reading is asked again, since a reader can learn names from the first one, until all of an input have taken so many
# seconds, or so often.
_ENOUGH, _REPEATS = 0.3, 5


class Sized(NamedTuple):
    """`over`: its bytes, or what it claims to have."""

    size: int
    over: int
    data: bytes


@dataclass
class Growth:
    """`sizes` were read. `memory` is of the largest two alone, and has no points where nothing is known of it."""

    codec: CodecRef
    input: Input
    sizes: list[int] = field(default_factory=list)
    time: Series = field(default_factory=lambda: Series(_CLEAR, _LEAST))
    memory: Series = field(default_factory=lambda: Series(0, 0))

    def figures(self) -> dict[str, Series]:
        return {TIME: self.time, MEMORY: self.memory}

    def beyond(self) -> list[str]:
        """Which of `TIME` and `MEMORY` grow by more than the bytes, or at all, where the bytes are only claimed."""
        if self.input.kind == CLAIMED:
            return [name for name, series in self.figures().items() if series.is_clear]
        return [name for name, series in self.figures().items() if not series.linear]


def of(alone: Alone, codec: CodecRef, input: Input, most: int) -> Growth:
    """The growth of the time. `most`: the largest size; `alone`: a process of the codec."""
    growth = Growth(codec, input)
    for sized in _inputs(input, most):
        seconds = _shortest(alone, codec, input, sized.data)
        if seconds is None:
            break
        growth.sizes.append(sized.size)
        growth.time.points.append(Point(sized.over, seconds))
        if seconds > _LONG:
            break
    return growth


def weigh(measure: Measure, growth: Growth) -> None:
    """Adds the growth of the memory, beyond that of the smallest input."""
    data = [written(growth.input, size) for size in (1, *growth.sizes[-2:])]
    needed = measure.of(growth.codec, growth.input, data)
    of_largest = zip(growth.time.points[-2:], needed, strict=False)  # none are needed where nothing is known
    growth.memory = Series(measure.clear, measure.least, [Point(point.over, memory) for point, memory in of_largest])


def _inputs(input: Input, most: int) -> Iterator[Sized]:
    size = 1
    while size <= most:
        data = written(input, size)
        over = size if input.kind == CLAIMED else len(data)
        if over > LARGEST:
            return
        if over >= SMALLEST:
            yield Sized(size, over, data)
        size *= STEP


@functools.lru_cache(maxsize=16)  # all readers are asked the same
def written(input: Input, size: int) -> bytes:
    return input.write(size)


def _shortest(alone: Alone, codec: CodecRef, input: Input, data: bytes) -> float | None:
    """The seconds of a reading; None where it is refused, and the input claims no more than it has."""
    found: list[float] = []
    while len(found) < 2 or (len(found) < _REPEATS and sum(found) < _ENOUGH):
        reading = alone.read(codec, input, data)
        if reading is None or not is_answered(input, reading):
            return None
        found.append(reading.seconds)
    return min(found)

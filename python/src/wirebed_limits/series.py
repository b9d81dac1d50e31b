"""How a figure, of time or memory, grows over inputs that are four times as large each."""

import math
from dataclasses import dataclass, field
from typing import NamedTuple

# Up to this power of the bytes, a figure may grow by them alone: a machine gives large memory out page by page.
_LINEAR = 1.6


class Point(NamedTuple):
    """`over`: the bytes of the input, or what it claims to have."""

    over: int
    figure: float


@dataclass
class Series:
    """`clear`: below it, the figure of the largest input says nothing of how it grows. `least`: so much of a figure can
    be of something else. `points`: from the smallest."""

    clear: float
    least: float
    points: list[Point] = field(default_factory=list)

    @property
    def is_clear(self) -> bool:
        return bool(self.points) and self.points[-1].figure >= self.clear

    @property
    def exponent(self) -> float | None:
        """That of the figure as a power, by the last two inputs; None where these are too small to tell."""
        if len(self.points) < 2 or not self.is_clear:
            return None
        before, last = self.points[-2:]
        return math.log(last.figure / max(before.figure, self.least)) / math.log(last.over / before.over)

    @property
    def linear(self) -> bool:
        return self.exponent is None or self.exponent <= _LINEAR

"""Evaluates the rounds of `make bench-ruler`, for each operation and for all of them together."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import fmean, median

from wirebed_costs.statistics import Estimate, Ratio

# The limits of the median ratio and of a pair, the share of pairs within it, and the least nanoseconds of an operation
# to which they apply: shorter operations are as long as the loop around them.
MEDIAN, EACH, SHARE, LONG = 0.03, 0.08, 0.95, 100.0


@dataclass
class RulerPair:
    """One operation: the nanoseconds that the program written by hand and the bed measured, a figure for each round."""

    peer: str
    task: str
    name: str
    at_most: float | None = None
    ruler: list[float] = field(default_factory=list)
    bed: list[float] = field(default_factory=list)

    @property
    def ratio(self) -> Ratio:
        """Bed / ruler with the 95 % interval of the pairs; a change of the machine that met both is not in it."""
        logarithms = [math.log(bed / ruler) for ruler, bed in zip(self.ruler, self.bed, strict=True)]
        middle = math.exp(fmean(logarithms))
        estimate = Estimate.of([1 + one - fmean(logarithms) for one in logarithms])
        low, high = estimate.interval()
        return Ratio(middle, middle * low, middle * high)

    @property
    def off(self) -> list[float]:
        """How far the ratio of each pair is from 1: 0.02 for 2 % above or below."""
        return [abs(math.log(bed / ruler)) for ruler, bed in zip(self.ruler, self.bed, strict=True)]

    @property
    def allowed(self) -> float:
        """How far a pair may be from 1: 8 %, or the spread of the program written by hand where that is more. The
        bed's own spread does not count, since the bed is judged."""
        return max(EACH, spread(self.ruler))


def spread(times: Sequence[float]) -> float:
    """How far the figures of one program differ from one round to the next: 95 % of the differences are smaller."""
    steps = sorted(abs(math.log(after / before)) for before, after in pairwise(times))
    return steps[math.ceil(SHARE * len(steps)) - 1] if steps else math.inf


@dataclass(frozen=True)
class RulerVerdict:
    median: float  # of the ratios of long operations
    of_all: float  # of all twelve
    share: float  # of the pairs of long operations that are within what is allowed
    plain: float  # of these pairs, those within 8 %
    pairs: int  # of long operations
    over: tuple[RulerPair, ...]  # operations whose ratio is above their `at_most`

    @property
    def within_limits(self) -> bool:
        return abs(math.log(self.median)) <= MEDIAN and self.share >= SHARE and not self.over


def judge(pairs: Sequence[RulerPair]) -> RulerVerdict:
    long = [pair for pair in pairs if fmean(pair.ruler) >= LONG]
    offs = [(off, pair.allowed) for pair in long for off in pair.off]
    share, plain = _share(off <= allowed for off, allowed in offs), _share(off <= EACH for off, _ in offs)
    over = tuple(pair for pair in pairs if pair.at_most and pair.ratio.value > pair.at_most)
    of_long, of_all = (median([one.ratio.value for one in some] or [1.0]) for some in (long, pairs))
    return RulerVerdict(of_long, of_all, share, plain, len(offs), over)


def _share(near: Iterable[bool]) -> float:
    """The share that is true; 1 of none."""
    return fmean(list(near) or [True])

"""What the rounds of `make bench-ruler` say of an operation, and of all of them together."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import fmean, median

from wirebed.bench.statistics import Estimate, Ratio

# The measures: of the median ratio, and of 95 in 100 pairs, both of operations that take so many nanoseconds or more:
# what is shorter is as long as the loop around it.
MEDIAN, EACH, SHARE, LONG = 0.03, 0.08, 0.95, 100.0


@dataclass
class Pair:
    """One operation: what the hand-written program and the bed measured, in nanoseconds, a figure each a round."""

    peer: str
    task: str
    name: str
    at_most: float | None = None
    ruler: list[float] = field(default_factory=list)
    bed: list[float] = field(default_factory=list)

    @property
    def ratio(self) -> Ratio:
        """Bed / ruler with its 95 % interval, of the pairs: what the machine did to both is not in it."""
        logarithms = [math.log(bed / ruler) for ruler, bed in zip(self.ruler, self.bed, strict=True)]
        middle = math.exp(fmean(logarithms))
        estimate = Estimate.of([1 + one - fmean(logarithms) for one in logarithms])
        low, high = estimate.interval()
        return Ratio(middle, middle * low, middle * high)

    @property
    def off(self) -> list[float]:
        """How far each round's pair is from 1: 0.02 for 2 % above or below."""
        return [abs(math.log(bed / ruler)) for ruler, bed in zip(self.ruler, self.bed, strict=True)]

    @property
    def allowed(self) -> float:
        """How far a pair may be from 1: 8 %, or what the hand-written program differs from itself where that is more.
        The bed's own spread is no excuse: it is what is judged."""
        return max(EACH, spread(self.ruler))


def spread(times: Sequence[float]) -> float:
    """How far a tool is from itself: the largest of 95 in 100 differences between one round and the next."""
    steps = sorted(abs(math.log(after / before)) for before, after in pairwise(times))
    return steps[math.ceil(SHARE * len(steps)) - 1] if steps else math.inf


@dataclass(frozen=True)
class Verdict:
    median: float  # of the ratios of long operations
    of_all: float  # of all twelve
    share: float  # of the pairs of long operations that are near enough
    plain: float  # of them, those within 8 %, however wild the tool
    pairs: int
    over: tuple[Pair, ...]  # those above what they may at most be

    @property
    def kept(self) -> bool:
        return abs(math.log(self.median)) <= MEDIAN and self.share >= SHARE and not self.over


def judge(pairs: Sequence[Pair]) -> Verdict:
    long = [pair for pair in pairs if fmean(pair.ruler) >= LONG]
    offs = [(off, pair.allowed) for pair in long for off in pair.off]
    share, plain = _share(off <= allowed for off, allowed in offs), _share(off <= EACH for off, _ in offs)
    over = tuple(pair for pair in pairs if pair.at_most and pair.ratio.value > pair.at_most)
    of_long, of_all = (median([one.ratio.value for one in some] or [1.0]) for some in (long, pairs))
    return Verdict(of_long, of_all, share, plain, len(offs), over)


def _share(near: Iterable[bool]) -> float:
    """All, where there are none."""
    return fmean(list(near) or [True])

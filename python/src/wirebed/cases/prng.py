"""Random numbers that never change, since goldens depend on them.

`random.Random` keeps its raw stream from release to release, but not the results of `choice`, `sample` and `shuffle`.
This is SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", OOPSLA 2014).
"""

from collections.abc import Sequence
from typing import TypeVar

_T = TypeVar("_T")
_MASK = (1 << 64) - 1


class SplitMix64:
    def __init__(self, seed: int) -> None:
        self.state = seed & _MASK

    def next(self) -> int:
        """64 random bits."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & _MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1; the bias of the multiplication is below 2^-40 for all limits used here."""
        return (self.next() * limit) >> 64

    def choice(self, values: Sequence[_T]) -> _T:
        return values[self.below(len(values))]

    def split(self) -> "SplitMix64":
        """Another generator, whose use does not change the numbers of this one."""
        return SplitMix64(self.next())

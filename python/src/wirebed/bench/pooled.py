"""How far a row's processes differ, when they are too few to tell: what the other rows of its language say counts too.

Three processes a row know their own deviation badly: by chance they agree, and anything seems significant, or they do
not, and nothing does. But the rows of one run have much in common. Their variances are taken as drawn from one
distribution, whose width the rows themselves show, and each is moved towards its middle by as much as that is narrow:
the moderated t-test of Smyth (2004), which made tests on three samples usual in genetics.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

# From so few rows nothing is learnt for the others.
ENOUGH_ROWS = 10
# The others never weigh more than so many degrees of freedom: rows are not that much alike.
MOST_WEIGHT = 12.0
# Processes that agree better than this, as a part of the mean, do so by chance.
LEAST_DEVIATION = 1e-3


@dataclass(frozen=True)
class Prior:
    """What is known of a row's variance before it is looked at, and as of how many degrees of freedom."""

    variance: float = 0.0
    weight: float = 0.0

    @classmethod
    def of(cls, found: Sequence[tuple[float, float]]) -> "Prior":
        """From the variances of rows, each with its degrees of freedom."""
        from scipy.special import digamma, polygamma

        if len(found) < ENOUGH_ROWS:
            return cls()
        halves = [freedom / 2 for _, freedom in found]
        logs = [math.log(max(variance, LEAST_DEVIATION**2)) - digamma(half) + math.log(half)
                for (variance, _), half in zip(found, halves, strict=True)]  # fmt: skip
        mean = sum(logs) / len(logs)
        # What of their scatter is not by the small numbers of processes is how much rows really differ.
        chance = sum(float(polygamma(1, half)) for half in halves) / len(halves)
        real = sum((one - mean) ** 2 for one in logs) / (len(logs) - 1) - chance
        weight = min(2 * _inverse_trigamma(real), MOST_WEIGHT) if real > 0 else MOST_WEIGHT
        return cls(math.exp(mean + digamma(weight / 2) - math.log(weight / 2)), weight)

    def moderated(self, variance: float, freedom: float) -> tuple[float, float]:
        """The row's own variance and the others', and the degrees of freedom of both together."""
        together = self.weight + freedom
        return (self.weight * self.variance + freedom * variance) / together, together


def _inverse_trigamma(value: float) -> float:
    from scipy.optimize import brentq
    from scipy.special import polygamma

    if value > 1e4:
        return 1 / math.sqrt(value)
    return brentq(lambda x: float(polygamma(1, x)) - value, 1e-3, 1e6)

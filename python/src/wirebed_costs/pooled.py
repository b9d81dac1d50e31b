"""The variance between the processes of a row, estimated with the help of the other rows of its language.

Three processes give a poor estimate of their variance: when they agree by chance, any change seems significant, and
when they do not, none does. The variances of all rows are therefore taken as drawn from one distribution, and each is
moved towards its mean, the more so the narrower the distribution is: the moderated t-test of Smyth (2004), which is
usual for tests on three samples in genetics.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

# The least number of rows that give a prior.
ENOUGH_ROWS = 10
# The most degrees of freedom that the other rows count for: rows are not that much alike.
MOST_WEIGHT = 12.0
# The least relative deviation of processes that is believed; closer agreement is chance.
LEAST_DEVIATION = 1e-3


@dataclass(frozen=True)
class Prior:
    """The expected variance of a row, and the degrees of freedom for which it counts."""

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
        # The scatter that small numbers of processes do not explain is the real difference between rows.
        chance = sum(float(polygamma(1, half)) for half in halves) / len(halves)
        real = sum((one - mean) ** 2 for one in logs) / (len(logs) - 1) - chance
        weight = min(2 * _inverse_trigamma(real), MOST_WEIGHT) if real > 0 else MOST_WEIGHT
        return cls(math.exp(mean + digamma(weight / 2) - math.log(weight / 2)), weight)

    def moderated(self, variance: float, freedom: float) -> tuple[float, float]:
        """The weighted mean of a row's own variance and the prior, and the degrees of freedom of both together."""
        together = self.weight + freedom
        return (self.weight * self.variance + freedom * variance) / together, together


def _inverse_trigamma(value: float) -> float:
    from scipy.optimize import brentq
    from scipy.special import polygamma

    if value > 1e4:
        return 1 / math.sqrt(value)
    return brentq(lambda x: float(polygamma(1, x)) - value, 1e-3, 1e6)

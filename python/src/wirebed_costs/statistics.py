"""The statistics of rows: the mean of a row with its interval, and the ratio of two rows with its interval.

Processes (forks of JMH, workers of pyperf, runs of Google Benchmark) differ from each other by more than the iterations
in them do, since objects lie and code is compiled differently in each. So the mean of a process is one observation.
Google Benchmark measures several rows in one process. They are treated as independent, which makes the interval of
their ratio rather too wide. A row of fewer than three processes has the interval of its iterations, and
`basis` says so. This interval does not include the difference between processes, and is too narrow.

Times vary by factors rather than by nanoseconds. Standard errors are therefore relative to the mean, and every interval
is mean × exp(± t · error), which is never below zero. The error of a ratio is the root of the sum of both squares, with
Welch's degrees of freedom. Rows that share the processes of a round are pairs instead: what makes a round slow makes
all of them slow, and the ratios of the rounds are the observations.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from statistics import fmean, geometric_mean, median, stdev

from wirebed_costs.load_result import languages

CONFIDENCE = 0.95
# An interval that reaches further than this from its mean is shown as wide.
WIDE = 0.10
# The least number of processes whose means are the observations.
ENOUGH_PROCESSES = 3


@dataclass(frozen=True)
class Summary:
    """Nanoseconds per operation; `low` to `high` is the 95 % interval of the mean, 0 to ∞ for one observation."""

    n_processes: int
    n_values: int
    median: float
    mean: float
    low: float
    high: float
    basis: str  # "processes", else "two processes" or "one process": the interval is that of their iterations

    @property
    def wide(self) -> bool:
        return (self.high - self.low) / 2 > WIDE * self.mean

    @property
    def spread(self) -> float:
        """Half the interval as a part of the mean: 0.05 for ± 5 %."""
        return (self.high - self.low) / 2 / self.mean if self.mean else math.inf


@dataclass(frozen=True)
class Ratio:
    """A row's mean in multiples of another's, with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Estimate:
    """The mean of some observations, its relative standard error, and the degrees of freedom of the error.
    `processes`: how many were observed that no other program disturbed; ∞ for what needs none, such as a number of
    bytes. `rounds`: the observations by round, where other rows share its processes."""

    mean: float
    error: float
    freedom: float
    processes: float = math.inf
    rounds: Mapping[int, float] = field(default_factory=dict)

    @classmethod
    def of(cls, observations: Sequence[float]) -> "Estimate":
        mean, n = fmean(observations), len(observations)
        if n < 2 or mean <= 0:
            return cls(mean, math.inf, 1, n)
        return cls(mean, stdev(observations) / mean / math.sqrt(n), n - 1, n)

    @classmethod
    def of_rounds(cls, rounds: Mapping[int, float]) -> "Estimate":
        return replace(cls.of(list(rounds.values())), rounds=rounds)

    def interval(self) -> tuple[float, float]:
        reach = quantile(self.freedom) * self.error
        return (self.mean * math.exp(-reach), self.mean * math.exp(reach)) if reach < 700 else (0.0, math.inf)


def summarize(row: dict) -> Summary:
    """The mean of a row with its interval; ValueError when the row has no samples."""
    samples = [process for process in row["samples"] if process]
    values = [value for process in samples for value in process]
    if not values:
        raise ValueError(f"{row['id']} has no samples")
    estimate = Estimate.of(_observations(samples))
    basis = "processes" if len(samples) >= ENOUGH_PROCESSES else ("one process", "two processes")[len(samples) - 1]
    return Summary(len(samples), len(values), median(values), estimate.mean, *estimate.interval(), basis)


def process_means(row: dict) -> list[float]:
    """The mean of each process, in nanoseconds per operation."""
    return [fmean(process) for process in row["samples"] if process]


def ratio(row: dict, reference: dict) -> Ratio:
    """The row's mean in multiples of the reference's."""
    return Ratio(*quotient(observed(row), observed(reference)))


def observed(row: dict) -> Estimate:
    """The mean of a row with its error."""
    disturbed = row.get("disturbed") or [False] * len(row["samples"])
    undisturbed = sum(bool(process) and not by for process, by in zip(row["samples"], disturbed, strict=True))
    samples = [process for process in row["samples"] if process]
    return replace(Estimate.of(_observations(samples)), processes=undisturbed)


def geometric(estimates: Sequence[Estimate]) -> Estimate:
    """The geometric mean of independent estimates, in which each counts the same however long it takes."""
    number = len(estimates)
    error, freedom = combined(*((one.error / number, one.freedom) for one in estimates))
    mean = geometric_mean(one.mean for one in estimates)
    return Estimate(mean, error, freedom, min(one.processes for one in estimates))


def total(estimates: Sequence[Estimate]) -> Estimate:
    """The sum of independent estimates. The error of each counts by its share, so the interval of the sum is narrower
    than the sum of their intervals."""
    mean = sum(one.mean for one in estimates)
    error, freedom = combined(*((one.error * one.mean / mean, one.freedom) for one in estimates))
    return Estimate(mean, error, freedom, min(one.processes for one in estimates))


def quotient(above: Estimate, below: Estimate) -> tuple[float, float, float]:
    """One mean divided by another: value, low, high. Observations of the same rounds are pairs."""
    pairs = [above.rounds[each] / below.rounds[each] for each in above.rounds.keys() & below.rounds.keys()]
    if len(pairs) > 1:
        of_pairs = Estimate.of(pairs)
        error, freedom = of_pairs.error, of_pairs.freedom
    else:
        error, freedom = combined((above.error, above.freedom), (below.error, below.freedom))
    estimate = Estimate(above.mean / below.mean if below.mean else math.inf, error, freedom)
    return estimate.mean, *estimate.interval()


def combined(*errors: tuple[float, float]) -> tuple[float, float]:
    """The standard error of a sum of independent parts, each with its degrees of freedom (Welch, Satterthwaite)."""
    variance = sum(error**2 for error, _ in errors)
    if not math.isfinite(variance):
        return math.inf, 1
    if variance == 0:
        return 0.0, min(freedom for _, freedom in errors)
    return math.sqrt(variance), variance**2 / sum(error**4 / freedom for error, freedom in errors)


def p_value(estimate: Estimate, other: Estimate) -> float:
    """How probable a difference like this is if both have the same mean: Welch's t-test, of both sides."""
    error, freedom = combined((estimate.error, estimate.freedom), (other.error, other.freedom))
    effect = abs(math.log(estimate.mean / other.mean))
    return 1 - _within(math.atan(effect / error / math.sqrt(freedom)), freedom) if error else float(effect == 0)


@cache
def quantile(freedom: float) -> float:
    """The number of standard errors from the mean to an end of the interval, by Student's t."""
    low, high = 0.0, math.pi / 2
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, freedom) < CONFIDENCE else (low, middle)
    return math.sqrt(freedom) * math.tan(high)


def _within(angle: float, freedom: float) -> float:
    """The probability that Student's t is at most the root of `freedom` times the tangent of `angle` away from 0: the
    integral of a power of the cosine, by Simpson's rule."""
    steps = 60
    weights = (1, *(4, 2) * (steps // 2 - 1), 4, 1)
    total = sum(weight * math.cos(angle * at / steps) ** (freedom - 1) for at, weight in enumerate(weights))
    scale = 2 / math.sqrt(math.pi) * math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2))
    return min(1.0, scale * total * angle / steps / 3)


class References:
    """The rows of which others are multiples: the copy constructor of the value and memcpy of as many bytes, in the
    same language."""

    def __init__(self, result: dict):
        self._languages = languages(result)
        self._copies = {self._key(row, "case"): row for row in result["rows"] if row["operation"] == "copy"}
        self._memcpys = {self._key(row, "wire"): row for row in result["rows"] if row["operation"] == "memcpy"}

    def copy(self, row: dict) -> dict | None:
        return self._copies.get(self._key(row, "case"))

    def memcpy(self, row: dict) -> dict | None:
        return self._memcpys.get(self._key(row, "wire"))

    def _key(self, row: dict, part: str) -> tuple:
        return self._languages[row["peer"]], row[part]


def _observations(samples: list[list[float]]) -> list[float]:
    """The means of the processes, or for too few processes their iterations."""
    if len(samples) >= ENOUGH_PROCESSES:
        return [fmean(process) for process in samples]
    return [value for process in samples for value in process]

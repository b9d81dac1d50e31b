"""The bounds of a rule, and what the interval of a figure says about them."""

import math
from dataclasses import dataclass

from wirebed_claims.decision import Answer, Decision
from wirebed_claims.quantity import Interval, Quantity
from wirebed_costs.statistics import ENOUGH_PROCESSES, quantile

# A figure this close to a boundary decides nothing, also where its interval is narrower.
NEAR = 0.05
# A ratio up to NONE has no direction, and from CLEAR on it has one. If it had one from 1 on, two systems of the same
# speed could never be told. Between them it may have one, as near a bound, so that noise turns no answer into another.
NONE, CLEAR = 1 + NEAR, (1 + NEAR) ** 2
# Student's t hardly changes with more degrees of freedom than these.
MOST_FREEDOM = 30


@dataclass(frozen=True)
class Bounds:
    """Both are included. A figure has to lie between them, or outside where not `inside`. `words`: what the rule says,
    such as `between 2 and 8`."""

    least: float
    most: float
    inside: bool
    words: str

    def decision(self, figure: Interval, text: str, clause: str, quantities: tuple[Quantity, ...]) -> Decision:
        ends = [end for end in (self.least, self.most) if 0 < end < math.inf]
        crossed = [end for end in ends if _leaves_open(figure, end)]
        holds = (self.least <= figure.mean <= self.most) == self.inside
        # Only a ratio has a direction.
        otherwise = self._otherwise(figure) if len(quantities) == 2 else frozenset({Answer.NO})
        possible = frozenset({Answer.YES}) | otherwise if crossed else frozenset({Answer.YES}) if holds else otherwise
        margin = min((_distance(figure, end) for end in ends), default=None)
        needs = 0.0
        if len(possible) > 1:
            distances = [0.0 if _is_near(figure, end) else _distance(figure, end) for end in crossed]
            if len(otherwise) > 1:
                mean = self._towards(figure).mean
                distances.append(max(math.log(NONE / mean), math.log(mean / CLEAR), 0.0))
            needs = _needs(figure, min(distances))
        return Decision(possible, text, clause, figure, quantities, margin, needs)

    @property
    def _side(self) -> int:
        """1 where both bounds are above 1, -1 where both are below it; 0 where 1 is no worse than any other figure, and
        for an order, whose bound is 1."""
        if not self.inside or any(math.isclose(end, 1) for end in (self.least, self.most)):
            return 0
        return (self.least > 1) - (self.most < 1)

    def _towards(self, ratio: Interval) -> Interval:
        """The ratio as one that is above 1 where it is on the side of the bounds."""
        return ratio if self._side > 0 else ratio.inverse

    def _otherwise(self, ratio: Interval) -> frozenset[Answer]:
        """The answers to a ratio that is not within the bounds."""
        if not self._side:
            return frozenset({Answer.NO})
        towards = self._towards(ratio)
        if towards.is_enough and towards.high <= NONE:
            return frozenset({Answer.NO})
        if towards.is_enough and towards.low >= CLEAR:
            return frozenset({Answer.IN_DIRECTION})
        return frozenset({Answer.IN_DIRECTION, Answer.NO})


def _leaves_open(figure: Interval, end: float) -> bool:
    if figure.is_exact:
        return False
    return not figure.is_enough or figure.low <= end <= figure.high or _is_near(figure, end)


def _is_near(figure: Interval, end: float) -> bool:
    return abs(figure.mean - end) / end < NEAR


def _distance(figure: Interval, end: float) -> float:
    """Of a figure from a boundary, as a logarithm, so that half of it and twice as much are equally far."""
    return abs(math.log(figure.mean / end)) if figure.mean > 0 else math.inf


def _needs(figure: Interval, distance: float) -> float:
    """About how many processes have an interval that reaches no further than this distance, as a logarithm."""
    if not figure.is_enough:
        return ENOUGH_PROCESSES
    if not distance or not figure.low or math.isinf(figure.high):
        return math.inf
    number = now = int(figure.processes)
    half = math.log(figure.high / figure.low) / 2

    def reach(processes: int) -> float:
        narrower = math.sqrt(now / processes) * _quantile(processes) / _quantile(now)
        return half * narrower

    while number == now or reach(number) >= distance:
        number += max(1, number // 10)
    return number


def _quantile(processes: int) -> float:
    return quantile(min(processes - 1, MOST_FREEDOM))

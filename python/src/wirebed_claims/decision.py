"""The decision of a rule under one protocol and one setting of the switches."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from wirebed_claims.quantity import Interval

# A figure this close to the boundary of its rule is said to be near it, also where its interval is narrower.
NEAR = 0.05


@dataclass(frozen=True)
class Decision:
    """`holds` is None where a result is missing. `margin`: how far the figure is from the boundary that would change
    the decision, as a part of it; None where no number decides. `unsure`: the interval includes that boundary."""

    holds: bool | None
    text: str
    value: float | None = None
    low: float | None = None
    high: float | None = None
    margin: float | None = None
    unsure: bool = False

    @property
    def near(self) -> bool:
        exact = self.low == self.high
        return not exact and (self.unsure or (self.margin is not None and self.margin < NEAR))


@dataclass(frozen=True)
class Bounds:
    """The bounds of a figure, both included. A figure has to lie between them, or outside where not `inside`."""

    least: float
    most: float
    inside: bool

    def decision(self, figure: Interval, text: str) -> Decision:
        ends = [end for end in (self.least, self.most) if 0 < end < math.inf]
        return Decision(
            (self.least <= figure.mean <= self.most) == self.inside,
            text,
            figure.mean,
            figure.low,
            figure.high,
            min((abs(figure.mean - end) / end for end in ends), default=None),
            any(figure.low < end < figure.high for end in ends),
        )


def conjunction(decisions: Iterable[Decision]) -> Decision:
    """All must hold. The closest to its boundary stands for the figure; where some fail, the closest of these."""
    parts = list(decisions)
    undecided = [part for part in parts if part.holds is None]
    failed = [part for part in parts if part.holds is False]
    if undecided and not failed:
        return undecided[0]
    deciding = failed or parts
    figure = min(deciding, key=lambda part: math.inf if part.margin is None else part.margin)
    text = "; ".join(dict.fromkeys(part.text for part in (deciding if len(deciding) <= 4 else [figure])))
    if len(deciding) > 4:
        text += f" ({len(failed)} of {len(parts)} do not hold)" if failed else f" (the closest of {len(parts)})"
    unsure = any(part.unsure for part in deciding) if not failed else all(part.unsure for part in failed)
    margin = (max if failed else min)((part.margin for part in deciding if part.margin is not None), default=None)
    return Decision(not failed, text, figure.value, figure.low, figure.high, margin, unsure)

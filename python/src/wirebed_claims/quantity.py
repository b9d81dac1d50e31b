"""A quantity that a rule compares: a time, a number of bytes or of lines of code, of one system on one workload."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from wirebed.bed.yaml_tree import Value
from wirebed_costs.statistics import ENOUGH_PROCESSES, Estimate, quotient
from wirebed_costs.wording import number

# Each measure with what is measured of it. `round_trip` is the sum of both directions, `gap` is deserialization divided
# by serialization.
MEASURES = {
    "time": ("serialize", "deserialize", "round_trip", "copy", "gap"),
    "bytes": ("encoding",),
    "lines": ("written", "generated", "all"),
}
OVER = ("every", "mean", "max", "last")
KEYS = (*MEASURES, "system", "workload", "transport", "bind", "over")
UNITS = {"time": "ns", "bytes": "bytes", "lines": "lines"}


class Missing(Exception):
    """A result does not have what a rule asks for: what is missing, and what would measure it."""


@dataclass(frozen=True)
class Quantity:
    measure: str  # one of MEASURES
    of: str  # the operation of a time, the part of lines
    system: str
    workload: str | None = None
    transport: str | None = None  # of an echo
    bind: str | None = None
    over: str = OVER[0]  # how the lengths of a sweep are taken together
    lengths: tuple[int, ...] = ()  # of a sweep, over which the figure is a geometric mean

    @classmethod
    def read(cls, shared: Mapping[str, Value], item: Value) -> "Quantity":
        own = item.items(KEYS, "a quantity") if isinstance(item.raw, dict) else {"system": item}
        parts = {**shared, **own}
        measures = [key for key in MEASURES if key in own] or [key for key in MEASURES if key in shared]
        if len(measures) != 1:
            raise item.error(f"one of {', '.join(MEASURES)} is wanted for this quantity")
        texts = {key: str(parts[key].want(str, "a name")) for key in KEYS if key in parts}
        if "system" not in texts:
            raise item.error("`system:` is missing")
        for key, known in ((measures[0], MEASURES[measures[0]]), ("over", OVER)):
            if key in texts and texts[key] not in known:
                raise parts[key].error(f"`{texts[key]}` is none of {', '.join(known)}")
        places: dict[str, Any] = {key: text for key, text in texts.items() if key not in MEASURES}
        return cls(measures[0], texts[measures[0]], **places)

    @property
    def unit(self) -> str:
        if self.transport:
            return "ms for 1000"
        return "" if self.of == "gap" else UNITS[self.measure]

    def at(self, *lengths: int) -> "Quantity":
        return replace(self, lengths=lengths)


def exact(value: float) -> Estimate:
    """A figure without an error: bytes, lines."""
    return Estimate(value, 0.0, 1)


@dataclass(frozen=True)
class Interval:
    """A figure with its 95 % interval, and how many processes it was measured in at least."""

    mean: float
    low: float
    high: float
    processes: float = math.inf

    @classmethod
    def of(cls, estimate: Estimate, below: Estimate | None = None) -> "Interval":
        """The interval of a figure, or of its quotient by the figure `below` it."""
        if below is None:
            return cls(estimate.mean, *estimate.interval(), estimate.processes)
        return cls(*quotient(estimate, below), min(estimate.processes, below.processes))

    @property
    def is_exact(self) -> bool:
        return math.isinf(self.processes)

    @property
    def is_enough(self) -> bool:
        """Whether the interval includes how much processes differ."""
        return self.processes >= ENOUGH_PROCESSES

    @property
    def inverse(self) -> "Interval":
        mean, low, high = (1 / number if number else math.inf for number in (self.mean, self.high, self.low))
        return Interval(mean, low, high, self.processes)

    def shown(self, unit: str = "") -> str:
        text = f"{number(self.mean)} {unit}".strip()
        if self.is_exact:
            # What decides against a boundary of 1 must not look like 1.
            return f"{self.mean:.6g}" if text == "1" else text
        if math.isinf(self.high):
            return f"{text} (measured once)"
        return f"{text} [{number(self.low)}, {number(self.high)}]"

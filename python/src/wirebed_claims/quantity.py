"""A quantity that a rule compares: a time, a number of bytes or of lines of code, of one system on one workload."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from wirebed.bed.yaml_tree import Value
from wirebed_costs.statistics import Estimate, quotient
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
    n: int | None = None

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

    def at(self, n: int) -> "Quantity":
        return replace(self, n=n)


def exact(value: float) -> Estimate:
    """A figure without an error: bytes, lines."""
    return Estimate(value, 0.0, 1)


@dataclass(frozen=True)
class Interval:
    """A figure with its 95 % interval."""

    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, estimate: Estimate, below: Estimate | None = None) -> "Interval":
        """The interval of a figure, or of its quotient by the figure `below` it."""
        return cls(*quotient(estimate, below)) if below else cls(estimate.mean, *estimate.interval())

    def shown(self, unit: str = "") -> str:
        text = f"{number(self.mean)} {unit}".strip()
        if self.low == self.high:
            return text
        if self.high == float("inf"):
            return f"{text} (measured once)"
        return f"{text} [{number(self.low)}, {number(self.high)}]"

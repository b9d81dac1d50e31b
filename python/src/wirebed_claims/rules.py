"""The rules by which claims are decided, read from YAML: fixtures/claims/README.md says how each is written.

Every rule has `decide(protocol)` and says whether it is `timed`. What cannot be decided whatever the results are is an
error with its place when the rule is read.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from statistics import fmean
from typing import Protocol as Interface

from wirebed.bed.yaml_tree import Value
from wirebed.errors import instead
from wirebed_claims.cells import QUANTIFIERS, Cells
from wirebed_claims.claim import Article
from wirebed_claims.closed_form import OnLine
from wirebed_claims.decision import Bounds, Decision, conjunction
from wirebed_claims.programs import Printed, Warns
from wirebed_claims.protocols import Protocol
from wirebed_claims.quantity import KEYS, Interval, Missing, Quantity

KINDS = ("descending", "ratio", "figure", "line", "cells", "printed", "warns", "every", "all of")
_BOUNDS = ("within", "outside", "below", "above", "equals")
_MORE = ("constant", "rule", "program", "says", "with", "as", *QUANTIFIERS)
Shared = Mapping[str, Value]
Quantities = Sequence[Quantity]


class Rule(Interface):
    @property
    def timed(self) -> bool: ...

    def decide(self, protocol: Protocol) -> Decision: ...


@dataclass(frozen=True)
class All:
    """`all of`, and `every` with its rule for each of the values."""

    rules: tuple[Rule, ...]

    @property
    def timed(self) -> bool:
        return any(rule.timed for rule in self.rules)

    def decide(self, protocol: Protocol) -> Decision:
        return conjunction(decide(rule, protocol) for rule in self.rules)


@dataclass(frozen=True)
class _OfQuantities:
    """A rule that holds at every length of the workload, or for its single value."""

    quantities: Quantities

    @property
    def timed(self) -> bool:
        return any(quantity.measure == "time" for quantity in self.quantities)

    def _each(self, protocol: Protocol, of: Callable[[Quantities, Protocol], Decision]) -> list[Decision]:
        lengths = protocol.lengths(self.quantities[0])
        settings = [[quantity.at(n) for quantity in self.quantities] for n in lengths] or [self.quantities]
        return [of(setting, protocol) for setting in settings]


@dataclass(frozen=True)
class Descending(_OfQuantities):
    """Each quantity is greater than the next."""

    def decide(self, protocol: Protocol) -> Decision:
        return conjunction(self._each(protocol, self._in_order))

    @staticmethod
    def _in_order(quantities: Quantities, protocol: Protocol) -> Decision:
        estimates = [protocol.estimate(quantity) for quantity in quantities]
        steps = [Interval.of(above, below) for above, below in pairwise(estimates)]
        closest = min(steps, key=lambda step: step.mean)
        unsure = any(step.low < 1 < step.high for step in steps)
        named = list(map(protocol.as_measured, quantities))
        ranked = sorted(zip(estimates, named, strict=True), key=lambda pair: -pair[0].mean)
        text = " > ".join(f"{_name(item, named)} {Interval.of(each).shown(item.unit)}" for each, item in ranked)
        if quantities[0].measure == "time":  # the unit of the others says what they are
            text = _about(quantities) + text
        ordered = all(step.mean > 1 for step in steps)
        return Decision(ordered, text, closest.mean, closest.low, closest.high, abs(closest.mean - 1), unsure)


@dataclass(frozen=True)
class Bounded(_OfQuantities):
    """A figure, or the ratio of two, lies between bounds: at every length, or the mean, the greatest or the last."""

    bounds: Bounds

    def decide(self, protocol: Protocol) -> Decision:
        decisions = self._each(protocol, self._at_one_length)
        over = self.quantities[0].over
        if over == "every" or len(decisions) == 1:
            return conjunction(decisions)
        figure = _taken([Interval(decision.value, decision.low, decision.high) for decision in decisions], over)
        return self._decision(figure, self.quantities, self.quantities, f" ({over} of {len(decisions)} lengths)")

    def _at_one_length(self, quantities: Quantities, protocol: Protocol) -> Decision:
        figure = Interval.of(*map(protocol.estimate, quantities))
        if len(quantities) == 1:
            return self.bounds.decision(figure, f"{quantities[0].system}: {figure.shown(quantities[0].unit)}")
        return self._decision(figure, quantities, list(map(protocol.as_measured, quantities)))

    def _decision(self, figure: Interval, quantities: Quantities, named: Quantities, more: str = "") -> Decision:
        names = " / ".join(_name(quantity, named) for quantity in named)
        return self.bounds.decision(figure, f"{_about(quantities)}{names} = {figure.shown()}{more}")


def _taken(figures: list[Interval], over: str) -> Interval:
    """The figure of all lengths."""
    if over == "mean":
        return Interval(*(fmean(getattr(figure, part) for figure in figures) for part in ("mean", "low", "high")))
    return figures[-1] if over == "last" else max(figures, key=lambda figure: figure.mean)


def decide(rule: Rule, protocol: Protocol) -> Decision:
    try:
        return rule.decide(protocol)
    except Missing as error:
        return Decision(None, str(error))


def read(rule: Value, article: Article, shared: Shared | None = None) -> Rule:
    """`shared`: keys of quantities that stand in the rules around this one."""
    parts = rule.want(dict, f"a rule: one of {', '.join(KINDS)}")
    kinds = [key for key in KINDS if key in parts]
    if len(kinds) != 1:
        raise rule.error(f"a rule has exactly one of {', '.join(KINDS)}")
    if wrong := [key for key in parts if key not in (*KINDS, *KEYS, *_BOUNDS, *_MORE)]:
        raise parts[wrong[0]].error(f"unknown key {wrong[0]} in a rule")
    (kind,) = kinds
    shared = {**(shared or {}), **{key: value for key, value in parts.items() if key in KEYS}}
    if kind == "all of":
        return All(tuple(read(part, article, shared) for part in parts[kind].want(list, "rules")))
    if kind == "every":
        lists = parts[kind].want(dict, "a mapping of keys to lists")
        settings = product(*(values.want(list, "a list") for values in lists.values()))
        each = (dict(zip(lists, values, strict=True)) for values in settings)
        return All(tuple(read(parts["rule"], article, {**shared, **own}) for own in each))
    if kind in ("cells", "printed", "warns"):
        return {"cells": Cells, "printed": Printed, "warns": Warns}[kind].read(parts)
    several = kind in ("descending", "ratio")
    items = parts[kind].want(list, "a list of quantities") if several else [parts[kind]]
    quantities = tuple(_quantity(shared, item, article) for item in items)
    if kind == "ratio" and len(quantities) != 2:
        raise parts[kind].error("a ratio has two quantities")
    if kind == "line":
        return OnLine.read(quantities[0], parts)
    return Descending(quantities) if kind == "descending" else Bounded(quantities, _bounds(parts))


def _quantity(shared: Shared, item: Value, article: Article) -> Quantity:
    quantity = Quantity.read(shared, item)
    for key, known in (("system", article.systems), ("workload", article.workloads)):
        name = getattr(quantity, key)
        if name is not None and name not in known:
            raise item.error(f'unknown {key} "{name}"{instead(name, known)}')
    return quantity


def _bounds(parts: Shared) -> Bounds:
    given = [key for key in _BOUNDS if key in parts]
    if len(given) != 1:
        raise next(iter(parts.values())).error(f"one of {', '.join(_BOUNDS)} is wanted beside a figure")
    value = parts[given[0]]
    numbers = [number(text, value) for text in str(value.want((str, int), "a number")).split(" to ")]
    pair = given[0] in ("within", "outside")
    if len(numbers) != 1 + pair:
        raise value.error("`within:` and `outside:` have two numbers, such as 2 to 8, the others have one")
    least, most = numbers[0], numbers[-1]
    # A figure that is the bound itself is neither below nor above it.
    if given[0] == "below":
        least, most = -math.inf, math.nextafter(most, -math.inf)
    elif given[0] == "above":
        least, most = math.nextafter(least, math.inf), math.inf
    return Bounds(least, most, given[0] != "outside")


def number(text: str, value: Value) -> float:
    try:
        return float(text)
    except ValueError:
        raise value.error(f"`{text}` is no number") from None


def _about(quantities: Quantities) -> str:
    """`serialize: `, `bytes: `: what all quantities of a rule are; empty for echoes, whose names say it."""
    first = quantities[0]
    if first.transport or len({quantity.of for quantity in quantities}) > 1:
        return ""
    return f"{first.of.replace('_', ' ') if first.measure == 'time' else first.measure}: "


def _name(quantity: Quantity, among: Quantities) -> str:
    """The system, and what tells the quantities of a rule apart."""
    parts = [quantity.system]
    for key in ("of", "workload", "transport", "bind"):
        if len({getattr(other, key) for other in among}) > 1:
            parts.append(str(getattr(quantity, key)))
    places = [part for part in (quantity.transport, quantity.bind) if part and part not in parts]
    words = " ".join(dict.fromkeys(parts))  # the time `copy` of the system `copy` is named once
    return f"{words}({', '.join(places)})" if places else words if quantity.n is None else f"{words}(n={quantity.n})"

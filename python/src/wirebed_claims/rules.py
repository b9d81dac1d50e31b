"""The rules by which claims are decided: each is a function from a protocol and what stands in the YAML to a decision.

Which rules there are, and how each is written: fixtures/claims/README.md.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise, product
from statistics import fmean

from wirebed.bed.yaml_tree import Value
from wirebed.errors import instead
from wirebed_claims import cells, closed_form, printed, runtime_warnings
from wirebed_claims.claim import Article
from wirebed_claims.decision import Decision, bounded, conjunction, missing
from wirebed_claims.protocols import Protocol
from wirebed_claims.quantity import KEYS, Interval, Missing, Quantity, divided

_BOUNDS = ("within", "outside", "below", "above", "equals")
Shared = Mapping[str, Value]


def decide(rule: Value, protocol: Protocol, shared: Shared | None = None) -> Decision:
    kind = _kind(rule)
    try:
        return RULES[kind](rule.raw, protocol, {**(shared or {}), **_shared(rule)})
    except Missing as error:
        return missing(str(error))


def timed(rule: Value) -> bool:
    """Whether a time takes part in the decision."""
    return any("time" in one.raw for one in _nested(rule) if isinstance(one.raw, dict))


def check(rule: Value, article: Article, shared: Shared | None = None):
    """Raises UserError, with its place, for a rule that cannot be decided whatever the results are."""
    kind, parts = _kind(rule), rule.raw
    shared = {**(shared or {}), **_shared(rule)}
    if kind == "every":
        # One value for each key stands for the others: they are names of the same kind.
        for key, values in parts["every"].want(dict, "a mapping of keys to lists").items():
            for value in values.want(list, "a list"):
                check(parts["rule"], article, {**shared, **_firsts(parts["every"]), key: value})
    for inner in parts[kind].want(list, "rules") if kind == "all of" else ():
        check(inner, article, shared)
    if kind in ("descending", "ratio", "figure", "line"):
        several = kind in ("descending", "ratio")
        items = parts[kind].want(list, "a list of quantities") if several else [parts[kind]]
        for item in items:
            _check_names(Quantity.read(shared, item), item, article)
    if kind in ("ratio", "figure"):
        _bounds(parts)


def _firsts(every: Value) -> dict[str, Value]:
    return {key: values.want(list, "a list")[0] for key, values in every.raw.items()}


def _check_names(quantity: Quantity, item: Value, article: Article):
    for what, name, known in (
        ("system", quantity.system, article.systems),
        ("workload", quantity.workload, article.workloads),
    ):
        if name is not None and name not in known:
            raise item.error(f'unknown {what} "{name}"{instead(name, known)}')


def _kind(rule: Value) -> str:
    parts = rule.want(dict, f"a rule: one of {', '.join(RULES)}")
    kinds = [key for key in RULES if key in parts]
    if len(kinds) != 1:
        raise rule.error(f"a rule has exactly one of {', '.join(RULES)}")
    if wrong := [key for key in parts if key not in (*RULES, *KEYS, *_BOUNDS, *_MORE)]:
        raise parts[wrong[0]].error(f"unknown key {wrong[0]} in a rule")
    return kinds[0]


def _nested(value: Value) -> Iterator[Value]:
    yield value
    below = value.raw.values() if isinstance(value.raw, dict) else value.raw if isinstance(value.raw, list) else ()
    for one in below:
        yield from _nested(one)


def _shared(rule: Value) -> Shared:
    return {key: value for key, value in rule.raw.items() if key in KEYS}


def _quantities(listed: Value, shared: Shared) -> list[Quantity]:
    return [Quantity.read(shared, item) for item in listed.want(list, "a list of quantities")]


def _descending(parts: Shared, protocol: Protocol, shared: Shared) -> Decision:
    found = _quantities(parts["descending"], shared)
    return conjunction(_over(found, protocol, _in_order))


def _in_order(found: list[Quantity], protocol: Protocol) -> Decision:
    estimates = [protocol.estimate(one) for one in found]
    steps = [divided(above, below) for above, below in pairwise(estimates)]
    closest = min(steps, key=lambda one: one.mean)
    unsure = any(one.low < 1 < one.high for one in steps)
    ordered = all(one.mean > 1 for one in steps)
    named = list(map(protocol.as_measured, found))
    ranked = sorted(zip(estimates, named, strict=True), key=lambda pair: -pair[0].mean)
    text = " > ".join(f"{_name(one, named)} {Interval.of(each).shown(one.unit)}" for each, one in ranked)
    if found[0].measure == "time":  # the unit of the others says what they are
        text = _about(found) + text
    return Decision(ordered, text, closest.mean, closest.low, closest.high, abs(closest.mean - 1), unsure)


def _ratio(parts: Shared, protocol: Protocol, shared: Shared) -> Decision:
    found = _quantities(parts["ratio"], shared)
    if len(found) != 2:
        raise parts["ratio"].error("a ratio has two quantities")
    least, most = _bounds(parts)
    inside = "outside" not in parts

    def of(pair: list[Quantity], protocol: Protocol) -> Decision:
        value = divided(*map(protocol.estimate, pair))
        above, below = named = list(map(protocol.as_measured, pair))
        text = f"{_about(pair)}{_name(above, named)} / {_name(below, named)} = {value.shown()}"
        return bounded(value.mean, value.low, value.high, least, most, text, inside)

    return _together(found, protocol, of, least, most, inside)


def _figure(parts: Shared, protocol: Protocol, shared: Shared) -> Decision:
    quantity = Quantity.read(shared, parts["figure"])
    least, most = _bounds(parts)
    estimate = Interval.of(protocol.estimate(quantity))
    text = f"{quantity.system}: {estimate.shown(quantity.unit)}"
    return bounded(estimate.mean, estimate.low, estimate.high, least, most, text)


def _together(
    found: list[Quantity], protocol: Protocol, of: Callable, least: float, most: float, inside: bool
) -> Decision:
    """A ratio at every length, or the mean, the greatest or the last of those of all lengths."""
    decisions = list(_over(found, protocol, of))
    over = found[0].over or "every"
    if over == "every" or len(decisions) == 1:
        return conjunction(decisions)
    value, low, high = _taken(decisions, over)
    names = " / ".join(_name(one, found) for one in found)
    text = f"{_about(found)}{names} = {Interval(value, low, high).shown()} ({over} of {len(decisions)} lengths)"
    return bounded(value, low, high, least, most, text, inside)


def _taken(decisions: list[Decision], over: str) -> tuple[float, float, float]:
    """The figure of all lengths, with its interval."""
    if over == "mean":
        value, low, high = (fmean(getattr(one, part) for one in decisions) for part in ("value", "low", "high"))
        return value, low, high
    take = {"last": lambda found, key: found[-1], "max": max}[over]
    chosen = take(decisions, key=lambda one: one.value)
    return chosen.value, chosen.low, chosen.high


def _over(found: list[Quantity], protocol: Protocol, of: Callable) -> Iterator[Decision]:
    """The decision at every length of the workload, or the one of its single value."""
    lengths = protocol.lengths(found[0])
    if not lengths:
        yield of(found, protocol)
    for n in lengths:
        yield of([one.at(n) for one in found], protocol)


def _bounds(parts: Shared) -> tuple[float, float]:
    given = [key for key in _BOUNDS if key in parts]
    if len(given) != 1:
        raise next(iter(parts.values())).error(f"one of {', '.join(_BOUNDS)} is wanted beside a figure")
    value = parts[given[0]]
    numbers = [_number(text, value) for text in str(value.want((str, int), "a number")).split(" to ")]
    pair = given[0] in ("within", "outside")
    if len(numbers) != 1 + pair:
        raise value.error("`within:` and `outside:` have two numbers, such as 2 to 8, the others have one")
    if pair:
        return numbers[0], numbers[1]
    limit = numbers[0]
    # A figure that is the bound itself is neither below nor above it.
    return {
        "below": (-math.inf, math.nextafter(limit, -math.inf)),
        "above": (math.nextafter(limit, math.inf), math.inf),
        "equals": (limit, limit),
    }[given[0]]


def _number(text: str, value: Value) -> float:
    try:
        return float(text)
    except ValueError:
        raise value.error(f"`{text}` is no number") from None


def _line(parts: Shared, protocol: Protocol, shared: Shared) -> Decision:
    constant = parts["constant"].want(str, "zero or positive")
    return closed_form.decide(Quantity.read(shared, parts["line"]), protocol, constant)


def _every(parts: Shared, protocol: Protocol, shared: Shared) -> Decision:
    keys = parts["every"].want(dict, "a mapping of keys to lists")
    lists = [value.want(list, "a list") for value in keys.values()]
    settings = (dict(zip(keys, values, strict=True)) for values in product(*lists))
    return conjunction([decide(parts["rule"], protocol, {**shared, **setting}) for setting in settings])


def _all_of(parts: Shared, protocol: Protocol, shared: Shared) -> Decision:
    return conjunction([decide(one, protocol, shared) for one in parts["all of"].want(list, "rules")])


def _cells(parts: Shared, protocol: Protocol, shared: Shared) -> Decision:
    return cells.decide(parts, protocol.results)


def _printed(parts: Shared, protocol: Protocol, shared: Shared) -> Decision:
    names = (parts[key].want(str, "a name") for key in ("printed", "as"))
    return printed.decide(*names, protocol)


def _warns(parts: Shared, protocol: Protocol, shared: Shared) -> Decision:
    program, says = (parts[key].want(str, "a text") for key in ("program", "says"))
    switches = {key: value.want(str, "a text") for key, value in parts["with"].want(dict, "switches").items()}
    return runtime_warnings.decide(parts["warns"].want(str, "a system"), program, switches, says, protocol)


def _about(found: list[Quantity]) -> str:
    """`serialize: `, `bytes: `: what all quantities of a rule are; empty for echoes, whose names say it."""
    if found[0].transport or len({one.of for one in found}) > 1:
        return ""
    one = found[0]
    return f"{one.of.replace('_', ' ') if one.measure == 'time' else one.measure}: "


def _name(one: Quantity, among: list[Quantity]) -> str:
    """The system, and what tells the quantities of a rule apart."""
    parts = [one.system]
    for key in ("of", "workload", "transport", "bind"):
        if len({getattr(other, key) for other in among}) > 1:
            parts.append(str(getattr(one, key)))
    places = [part for part in (one.transport, one.bind) if part and part not in parts]
    words = " ".join(dict.fromkeys(parts))  # the time `copy` of the system `copy` is named once
    return f"{words}({', '.join(places)})" if places else words if one.n is None else f"{words}(n={one.n})"


RULES: dict[str, Callable[[Shared, Protocol, Shared], Decision]] = {
    "descending": _descending,
    "ratio": _ratio,
    "figure": _figure,
    "line": _line,
    "cells": _cells,
    "printed": _printed,
    "warns": _warns,
    "every": _every,
    "all of": _all_of,
}
_MORE = ("constant", "rule", "program", "says", "with", "as", *cells.QUANTIFIERS)

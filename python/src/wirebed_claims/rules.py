"""The rules by which claims are decided, read from YAML: fixtures/claims/README.md says how each is written.

Every rule has `decide(protocol)` and says whether it is `timed`. What cannot be decided whatever the results are is an
error with its place when the rule is read.
"""

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Protocol as Interface

from wirebed.bed.yaml_tree import Value
from wirebed.errors import instead
from wirebed_claims import wording
from wirebed_claims.bounds import Bounds
from wirebed_claims.cells import QUANTIFIERS, Cells
from wirebed_claims.claim import Article
from wirebed_claims.closed_form import OnLine
from wirebed_claims.decision import Decision, conjunction
from wirebed_claims.programs import Printed, Warns
from wirebed_claims.protocols import Protocol
from wirebed_claims.quantity import KEYS, Interval, Missing, Quantity
from wirebed_connections.servers import LOOPBACK

KINDS = ("descending", "ratio", "figure", "line", "cells", "printed", "warns", "every", "all of")
_WORDS = {
    "within": "between {} and {}",
    "outside": "below {} or above {}",
    "below": "below {}",
    "above": "above {}",
    "equals": "{}",
}
_MORE = ("constant", "rule", "program", "says", "with", "as", "words", *QUANTIFIERS)
# What must stand beside a kind of rule.
_NEEDED = {"line": ("constant",), "printed": ("as",), "warns": ("program", "with", "says"), "every": ("rule",)}
_GREATER = Bounds(math.nextafter(1, math.inf), math.inf, True, _WORDS["above"].format(1))
COMMAND = "make claims"
Shared = Mapping[str, Value]


class Rule(Interface):
    @property
    def timed(self) -> bool: ...

    @property
    def clause(self) -> str:
        """What has to hold, in words and numbers."""
        ...

    def decide(self, protocol: Protocol) -> Decision: ...


@dataclass(frozen=True)
class All:
    """`all of`, and `every` with its rule for each of the values."""

    rules: tuple[Rule, ...]

    @property
    def timed(self) -> bool:
        return any(rule.timed for rule in self.rules)

    @property
    def clause(self) -> str:
        return "; ".join(rule.clause for rule in self.rules)

    def decide(self, protocol: Protocol) -> Decision:
        return conjunction(decide(rule, protocol) for rule in self.rules)


@dataclass(frozen=True)
class OfQuantities:
    """A rule that holds at every length of the workload, or for its single value."""

    quantities: tuple[Quantity, ...]

    @property
    def timed(self) -> bool:
        return any(quantity.measure == "time" for quantity in self.quantities)

    def decide(self, protocol: Protocol) -> Decision:
        # One that stands for so many bytes of each element has no lengths of its own.
        systems = protocol.article.systems
        measured = (one for one in self.quantities if systems[one.system].per_element is None)
        groups = protocol.groups(next(measured, self.quantities[0]))
        each = [tuple(quantity.at(*lengths) for quantity in self.quantities) for lengths in groups]
        return self._taken([self._decided(quantities, protocol) for quantities in each or [self.quantities]])

    def _decided(self, quantities: tuple[Quantity, ...], protocol: Protocol) -> Decision:
        raise NotImplementedError

    def _taken(self, decisions: list[Decision]) -> Decision:
        return conjunction(decisions)


@dataclass(frozen=True)
class Descending(OfQuantities):
    """Each quantity is greater than the next."""

    @property
    def clause(self) -> str:
        return wording.order(self.quantities)

    def _decided(self, quantities: tuple[Quantity, ...], protocol: Protocol) -> Decision:
        estimates = [protocol.estimate(quantity) for quantity in quantities]
        named = list(map(protocol.as_measured, quantities))
        ranked = sorted(zip(estimates, named, strict=True), key=lambda pair: -pair[0].mean)
        text = " > ".join(f"{wording.name(item, named)} {Interval.of(each).shown(item.unit)}" for each, item in ranked)
        if quantities[0].measure == "time":  # the unit of the others says what they are
            text = wording.about(quantities) + text
        text += _parts(quantities, protocol)
        steps = zip(pairwise(estimates), pairwise(quantities), strict=True)
        return conjunction(
            _GREATER.decision(Interval.of(*pair), text, wording.clause(of, _GREATER.words), of) for pair, of in steps
        )


@dataclass(frozen=True)
class Bounded(OfQuantities):
    """A figure, or the ratio of two, lies between bounds: at every length, or the mean, the greatest or the last."""

    bounds: Bounds

    @property
    def clause(self) -> str:
        return wording.clause(self.quantities, self.bounds.words)

    def _decided(self, quantities: tuple[Quantity, ...], protocol: Protocol) -> Decision:
        figure = Interval.of(*map(protocol.estimate, quantities))
        named = list(map(protocol.as_measured, quantities))
        text = wording.about(named) + wording.figure(named, figure)
        if quantities[0].over == "mean" and len(quantities[0].lengths) > 1:
            text += f" (mean of {len(quantities[0].lengths)} lengths)"
        text += _parts(quantities, protocol)
        return self.bounds.decision(figure, text, self.clause, quantities)

    def _taken(self, decisions: list[Decision]) -> Decision:
        over = self.quantities[0].over
        if over == "last":
            return decisions[-1]
        if over == "max":
            return max(decisions, key=lambda decision: decision.figure.mean if decision.figure else 0.0)
        return conjunction(decisions)


def _parts(quantities: tuple[Quantity, ...], protocol: Protocol) -> str:
    """The lines of code that a user writes and those that are generated, where a rule takes them together."""
    if (quantities[0].measure, quantities[0].of) != ("lines", "all"):
        return ""
    counts = {quantity.system: protocol.lines_of_code(quantity.system) for quantity in quantities}
    each = [f"{system} {of['written']:,} + {of['generated']:,}" for system, of in counts.items()]
    return f" (written + generated: {', '.join(each)})"


def on_quantities(rule: Rule) -> list[OfQuantities]:
    """The parts of a rule that compare quantities."""
    if isinstance(rule, All):
        return [each for part in rule.rules for each in on_quantities(part)]
    return [rule] if isinstance(rule, OfQuantities) else []


def commands(rule: Rule) -> list[str]:
    """What decides a rule, or for its parts about cells what runs these."""
    parts = rule.rules if isinstance(rule, All) else (rule,)
    cells = [part.command for part in parts if isinstance(part, Cells)]
    binds = {quantity.bind for each in on_quantities(rule) for quantity in each.quantities if quantity.transport}
    command = COMMAND if binds <= {LOOPBACK} else f"{COMMAND} BIND='*'"
    return list(dict.fromkeys(cells + [command] * (len(cells) < len(parts))))


def decide(rule: Rule, protocol: Protocol) -> Decision:
    try:
        return rule.decide(protocol)
    except Missing as error:
        return Decision.without(str(error))


def read(rule: Value, article: Article, shared: Shared | None = None) -> Rule:
    """`shared`: keys of quantities that stand in the rules around this one."""
    parts = rule.want(dict, f"a rule: one of {', '.join(KINDS)}")
    kinds = [key for key in KINDS if key in parts]
    if len(kinds) != 1:
        raise rule.error(f"a rule has exactly one of {', '.join(KINDS)}")
    if wrong := [key for key in parts if key not in (*KINDS, *KEYS, *_WORDS, *_MORE)]:
        raise parts[wrong[0]].error(f"unknown key {wrong[0]} in a rule")
    (kind,) = kinds
    if lacks := [key for key in _NEEDED.get(kind, ()) if key not in parts]:
        raise parts[kind].error(f"`{lacks[0]}:` is wanted beside `{kind}:`")
    shared = {**(shared or {}), **{key: value for key, value in parts.items() if key in KEYS}}
    if kind == "all of":
        return All(tuple(read(part, article, shared) for part in _some(parts[kind], 1)))
    if kind == "every":
        lists = parts[kind].items(KEYS, "what `every:` chooses")
        settings = product(*(_some(values, 1) for values in lists.values()))
        each = (dict(zip(lists, values, strict=True)) for values in settings)
        return All(tuple(read(parts["rule"], article, {**shared, **own}) for own in each))
    if kind in ("printed", "warns"):
        _known_in(article.systems, "system", parts[kind])
    if kind in ("cells", "printed", "warns"):
        return {"cells": Cells, "printed": Printed, "warns": Warns}[kind].read(parts)
    several = kind in ("descending", "ratio")
    items = _some(parts[kind], 2) if several else [parts[kind]]
    quantities = tuple(_quantity(shared, item, article) for item in items)
    if kind == "ratio" and len(quantities) != 2:
        raise parts[kind].error("a ratio has two quantities")
    if kind == "line":
        return OnLine.read(quantities[0], parts)
    if kind == "descending" and any(quantity.over in ("max", "last") for quantity in quantities):
        raise parts[kind].error("an order holds at every length, or of the mean of all")
    return Descending(quantities) if kind == "descending" else Bounded(quantities, _bounds(parts))


def _quantity(shared: Shared, item: Value, article: Article) -> Quantity:
    quantity = Quantity.read(shared, item)
    for key, known in (("system", article.systems), ("workload", article.workloads)):
        name = getattr(quantity, key)
        if name is not None and name not in known:
            raise item.error(f'unknown {key} "{name}"{instead(name, known)}')
    has_lengths = quantity.workload is not None and bool(article.workloads[quantity.workload].sweep)
    if article.systems[quantity.system].per_element is not None and not has_lengths:
        raise item.error(f"`{quantity.system}` has so many bytes for each element, and there is no number of elements")
    if quantity.over == "mean" and quantity.measure == "bytes":
        raise item.error("`over: mean` is for times")
    return quantity


def _some(value: Value, least: int) -> list[Value]:
    """The items of a list; an error where it has fewer than so many."""
    items = value.want(list, "a list")
    if len(items) < least:
        raise value.error(f"this list has at least {least} item{'s' * (least > 1)}")
    return items


def _known_in(known: Collection[str], what: str, value: Value) -> None:
    if value.raw not in known:
        raise value.error(f'unknown {what} "{value.raw}"{instead(str(value.raw), known)}')


def _bounds(parts: Shared) -> Bounds:
    given = [key for key in _WORDS if key in parts]
    if len(given) != 1:
        raise next(iter(parts.values())).error(f"one of {', '.join(_WORDS)} is wanted beside a figure")
    value = parts[given[0]]
    texts = str(value.want((str, int), "a number")).split(" to ")
    pair = given[0] in ("within", "outside")
    if len(texts) != 1 + pair:
        raise value.error("`within:` and `outside:` have two numbers, such as 2 to 8, the others have one")
    least, most = (number(text, value) for text in (texts[0], texts[-1]))
    if least > most:
        raise value.error(f"{texts[0]} is more than {texts[1]}")
    # A figure that is the bound itself is neither below nor above it.
    if given[0] == "below":
        least, most = -math.inf, math.nextafter(most, -math.inf)
    elif given[0] == "above":
        least, most = math.nextafter(least, math.inf), math.inf
    return Bounds(least, most, given[0] != "outside", _WORDS[given[0]].format(*texts))


def number(text: str, value: Value) -> float:
    try:
        return float(text)
    except ValueError:
        raise value.error(f"`{text}` is no number") from None

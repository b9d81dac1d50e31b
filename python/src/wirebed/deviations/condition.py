"""The `value:` of a deviation: which places of a value it is about (the words: fixtures/deviations/README.md)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from wirebed.deviations.spots import Shape, Spot, Value, below
from wirebed.deviations.words import OF_SHAPES, TAGS, WORDS, ConditionError, Test
from wirebed.view import grammar as g

__all__ = ["Condition", "ConditionError", "condition"]


@dataclass(frozen=True, eq=False)
class Condition:
    shape: tuple[Test, ...]  # of the schema's word about a place
    tests: tuple[Test, ...]  # of what stands there
    tags: frozenset | None  # the nodes that can stand there at all, 0 for none; None: any
    options: tuple[tuple[Condition, ...], ...]  # of each `any` one has to hold there
    needs: tuple[Callable[[Value], bool], ...]  # what a value must have somewhere, or it holds nowhere

    def fits(self, shape: Shape) -> bool:
        """Whether a place of this shape can be one for which it holds."""
        known = shape.holds.get(self)
        if known is None:
            known = shape.holds[self] = all(test(shape) for test in self.shape)
        return known

    def may(self, shape: Shape, tag: int) -> bool:
        """Whether it can hold for a node with this tag at a place of this shape."""
        return (
            (self.tags is None or tag in self.tags)
            and self.fits(shape)
            and all(any(one.may(shape, tag) for one in options) for options in self.options)
        )

    def reaches(self, value: Value) -> bool:
        """Whether a value of this message can have a place of such a shape at all."""
        known = value.shapes.reached.get((self, value.message))
        if known is None:
            closure = value.shapes.closure(value.message)
            known = closure is None or any(map(self.fits, closure))
            value.shapes.reached[self, value.message] = known
        return known

    @cached_property
    def passes(self) -> Test:
        """All tests as one: it is asked millions of times in a run."""
        return _both(self.tests)

    def holds(self, spot: Spot) -> bool:
        return self.fits(spot.shape) and self.passes(spot)

    def spots(self, value: Value):
        """The places of a value for which it holds."""
        if not self.reaches(value):
            return
        if not all(has(value) for has in self.needs):
            return
        for (shape, tag), spots in value.by_kind.items():
            if self.may(shape, tag):
                yield from filter(self.passes, spots)

    def somewhere(self, value: Value) -> bool:
        return next(self.spots(value), None) is not None


def _both(tests: tuple[Test, ...]) -> Test:
    if not tests:
        return lambda spot: True
    first, *rest = tests
    if not rest:
        return first
    second = _both(tuple(rest))
    return lambda spot: first(spot) and second(spot)


def condition(data: dict) -> Condition:
    """Compiles a mapping of the YAML file."""
    if not isinstance(data, dict) or not data:
        raise ConditionError("", "a condition is a mapping of words, at least one")
    shape, tests = [], []
    for key, wanted in data.items():
        make = _ALL.get(key)
        if make is None:
            raise ConditionError(key, f"unknown word `{key}`; known: {', '.join(sorted(_ALL))}")
        try:
            (shape if key in OF_SHAPES else tests).append(make(wanted))
        except ConditionError as error:
            raise ConditionError(key, f"{key}: {error}") from None
        except (ValueError, TypeError, AttributeError, re.error) as error:
            raise ConditionError(key, f"{key}: {error}") from None
    if not {"at", "count", "path"} & data.keys():
        # A list as a whole is meant only where the condition speaks of one.
        shape.insert(0, lambda place: place.at not in ("list", "set", "map"))
    if not {"absent", "path"} & data.keys():
        tests.insert(0, lambda spot: spot.node is not None)
    tags = [TAGS[key] for key, wanted in data.items() if key in TAGS and wanted is not False]
    options = tuple(test.options for test in tests if hasattr(test, "options"))
    needs = tuple(test.needs for test in tests if hasattr(test, "needs"))
    return Condition(tuple(shape), tuple(tests), frozenset.intersection(*tags) if tags else None, options, needs)


def _inside(wanted) -> Test:
    outer = condition(wanted)

    def test(spot):
        while (spot := spot.up) is not None:
            if outer.holds(spot):
                return True
        return False

    test.needs = outer.somewhere
    return test


def _contains(wanted) -> Test:
    inner = condition(wanted)

    def test(spot):
        if spot.node is None:
            return False
        todo = [spot]
        while todo:
            one = todo.pop()
            if one is not spot and inner.holds(one):
                return True
            if one.node is not None and (one.node.children or one.node.tag == g.RECORD):
                todo.extend(below(one))
        return False

    test.needs = inner.somewhere
    return test


def _not(wanted) -> Test:
    inner = condition(wanted)
    return lambda spot: not inner.holds(spot)


def _any(wanted) -> Test:
    if not isinstance(wanted, list):
        raise ConditionError("", "a list of conditions")
    options = tuple(condition(one) for one in wanted)

    def test(spot):
        return any(one.holds(spot) for one in options)

    test.options = options
    return test


_ALL = WORDS | {"inside": _inside, "contains": _contains, "not": _not, "any": _any}

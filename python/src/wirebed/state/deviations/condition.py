"""The `value:` of a deviation: which places of a value it is about (its predicates: fixtures/deviations/README.md)."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from wirebed.state.deviations.places import Shape, ValuePlace, ValuePlaces, below
from wirebed.state.deviations.predicates import OF_SHAPES, PREDICATES, TAGS, ConditionError, Test
from wirebed.view import grammar as g

__all__ = ["Condition", "ConditionError", "condition"]


@dataclass(frozen=True, eq=False)
class Condition:
    shape: tuple[Test, ...]  # tests of what the schema says about a place
    tests: tuple[Test, ...]  # tests of the node at the place
    tags: frozenset | None  # the tags that the node can have, 0 for no node; None: any
    options: tuple[tuple["Condition", ...], ...]  # the alternatives of each `any`
    needs: tuple[Callable[[ValuePlaces], bool], ...]  # conditions on the whole value; all are necessary

    def fits(self, shape: Shape) -> bool:
        """Whether the condition can hold at a place of this shape."""
        known = shape.holds.get(self)
        if known is None:
            known = shape.holds[self] = all(test(shape) for test in self.shape)
        return known

    def may(self, shape: Shape, tag: int) -> bool:
        """Whether the condition can hold for a node with this tag at a place of this shape."""
        return (
            (self.tags is None or tag in self.tags)
            and self.fits(shape)
            and all(any(one.may(shape, tag) for one in options) for options in self.options)
        )

    def reaches(self, value: ValuePlaces) -> bool:
        """Whether a value of this message can have a place of a fitting shape."""
        known = value.shapes.reached.get((self, value.message))
        if known is None:
            closure = value.shapes.closure(value.message)
            known = closure is None or any(map(self.fits, closure))
            value.shapes.reached[self, value.message] = known
        return known

    @cached_property
    def passes(self) -> Test:
        """All tests in one function, which a run calls millions of times."""
        return _both(self.tests)

    def holds(self, place: ValuePlace) -> bool:
        return self.fits(place.shape) and self.passes(place)

    def places(self, value: ValuePlaces):
        """The places of a value for which the condition holds."""
        if not self.reaches(value):
            return
        if not all(has(value) for has in self.needs):
            return
        for (shape, tag), places in value.by_shape.items():
            if self.may(shape, tag):
                yield from filter(self.passes, places)

    def somewhere(self, value: ValuePlaces) -> bool:
        return next(self.places(value), None) is not None


def _both(tests: tuple[Test, ...]) -> Test:
    if not tests:
        return lambda place: True
    first, *rest = tests
    if not rest:
        return first
    second = _both(tuple(rest))
    return lambda place: first(place) and second(place)


def condition(data: dict) -> Condition:
    """Compiles a mapping of the YAML file."""
    if not isinstance(data, dict) or not data:
        raise ConditionError("", "a condition is a mapping of predicates, at least one")
    shape, tests = [], []
    for key, wanted in data.items():
        make = _ALL.get(key)
        if make is None:
            raise ConditionError(key, f"unknown predicate `{key}`; known: {', '.join(sorted(_ALL))}")
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
        tests.insert(0, lambda place: place.node is not None)
    tags = [TAGS[key] for key, wanted in data.items() if key in TAGS and wanted is not False]
    options = tuple(test.options for test in tests if hasattr(test, "options"))
    needs = tuple(test.needs for test in tests if hasattr(test, "needs"))
    return Condition(tuple(shape), tuple(tests), frozenset.intersection(*tags) if tags else None, options, needs)


def _inside(wanted) -> Test:
    outer = condition(wanted)

    def test(place):
        while (place := place.up) is not None:
            if outer.holds(place):
                return True
        return False

    test.needs = outer.somewhere
    return test


def _contains(wanted) -> Test:
    inner = condition(wanted)

    def test(place):
        if place.node is None:
            return False
        todo = [place]
        while todo:
            one = todo.pop()
            if one is not place and inner.holds(one):
                return True
            if one.node is not None and (one.node.children or one.node.tag == g.RECORD):
                todo.extend(below(one))
        return False

    test.needs = inner.somewhere
    return test


def _not(wanted) -> Test:
    inner = condition(wanted)
    return lambda place: not inner.holds(place)


def _any(wanted) -> Test:
    if not isinstance(wanted, list):
        raise ConditionError("", "a list of conditions")
    options = tuple(condition(one) for one in wanted)

    def test(place):
        return any(one.holds(place) for one in options)

    test.options = options
    return test


_ALL = PREDICATES | {"inside": _inside, "contains": _contains, "not": _not, "any": _any}

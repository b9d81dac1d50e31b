"""The `value:` of a deviation: which places of a value it is about (its predicates: fixtures/deviations/README.md)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, partial

from wirebed.bed.schema import descriptor_of
from wirebed.state.deviations import packed, predicates, texts
from wirebed.state.deviations.makers import ConditionError, Need, ShapeTest, Test, by_words
from wirebed.state.deviations.places import (
    RELATIONS,
    Shape,
    Shapes,
    ValuePlace,
    ValuePlaces,
    below,
    counterpart,
    other_shape,
)
from wirebed.state.deviations.predicates import TAGS
from wirebed.state.deviations.yaml_text import Data
from wirebed.view import grammar as g
from wirebed.view.of_message import of_message

__all__ = ["Condition", "ConditionError", "condition"]


@dataclass(frozen=True, eq=False)
class Condition:
    shape: tuple[ShapeTest, ...]  # tests of what the schema says about a place
    tests: tuple[Test, ...]  # tests of the node at the place
    tags: frozenset[int] | None  # the tags that the node can have, 0 for no node; None: any
    options: tuple["Condition", ...] | None  # the alternatives of `any`
    needs: tuple[Need, ...]  # all are necessary
    data: dict[str, Data]  # as the YAML file has it

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
            and (self.options is None or any(option.may(shape, tag) for option in self.options))
        )

    def fitting(self, shapes: Shapes, message: str) -> list[Shape] | None:
        """The fitting shapes that places of a value of a message can have; None where these are open."""
        key = (self, message)
        if key not in shapes.fitting:
            closure = shapes.closure(message)
            shapes.fitting[key] = None if closure is None else [*filter(self.fits, closure)]
        return shapes.fitting[key]

    @cached_property
    def passes(self) -> Test:
        """All tests in one function, which a run calls millions of times."""
        return _both(self.tests)

    def holds(self, place: ValuePlace) -> bool:
        return self.fits(place.shape) and self.passes(place)

    def places(self, value: ValuePlaces) -> Iterator[ValuePlace]:
        """The places of a value for which the condition holds."""
        fitting = self.fitting(value.shapes, value.message)
        if fitting == [] or (value.searched and not all(has(value) for has in self.needs)):
            return
        there = value.by_shape
        # A value of a large message has many shapes, and most conditions fit few of them.
        for shape in there if fitting is None or len(there) < len(fitting) else fitting:
            for tag, places in there.get(shape, _NONE).items():
                if self.may(shape, tag):
                    yield from filter(self.passes, places)

    @cached_property
    def weaker(self) -> list[tuple[str, "Condition"]]:
        """The conditions that lack one predicate each, with its key."""
        return [(key, condition(data)) for key, data in _without_one(self.data) if data]

    def somewhere(self, value: ValuePlaces) -> bool:
        """Whether there is such a place. Many entries ask a value the same, and with one predicate less."""
        known = value.somewhere.get(self)
        if known is None:
            known = value.somewhere[self] = next(self.places(value), None) is not None
        return known


def _both(tests: tuple[Test, ...]) -> Test:
    if not tests:
        return lambda place: True
    first, *rest = tests
    if not rest:
        return first
    second = _both(tuple(rest))
    return lambda place: first(place) and second(place)


def condition(data: Data, other: bool = False) -> Condition:
    """Compiles a mapping of the YAML file. `other`: of a place as the other version declares it, whatever is there.
    Entries that say the same have the same condition, so that what is known of one is known of all."""
    key = (repr(data), other)
    if key not in _COMPILED:
        _COMPILED[key] = _compiled(data, other)
    return _COMPILED[key]


def _compiled(data: Data, other: bool) -> Condition:
    if not isinstance(data, dict) or not data:
        raise ConditionError("", "a condition is a mapping of predicates, at least one")
    shape: list[ShapeTest] = []
    tests: list[Test] = []
    needs: list[Need] = []
    options = None
    for key, wanted in data.items():
        if key in _ONLY_AT:
            shape.append(_ONLY_AT[key])
        if key not in _ALL:
            raise ConditionError(key, f"unknown predicate `{key}`; known: {', '.join(sorted(_ALL))}")
        try:
            if key == "matches" and data.get("invalid", False):
                tests.append(predicates.in_invalid(wanted))
            elif key in predicates.OF_SHAPES:
                shape.append(predicates.OF_SHAPES[key](wanted))
            elif key in _WITH_NEEDS:
                test, need = _WITH_NEEDS[key](wanted)
                tests.append(test)
                needs.append(need)
            elif key in RELATIONS:
                of_shape, test = _of_other(key, wanted)
                shape.append(of_shape)
                tests.append(test)
            elif key == "any":
                options = _options(wanted)
                tests.append(_any(options))
            else:
                tests.append(_OF_PLACES[key](wanted))
        except ConditionError as error:
            raise ConditionError(key, f"{key}: {error}") from None
        except (ValueError, TypeError, AttributeError, re.error) as error:
            raise ConditionError(key, f"{key}: {error}") from None
    # Where there are options, each says for itself whether it is about these.
    other = other or options is not None
    whole, added, absent, _ = _speaks_of(data)
    if not other and not whole:
        # A list as a whole is meant only where the condition speaks of one.
        shape.insert(0, lambda place: place.at not in ("list", "set", "map"))
    if not other and not added:
        shape.insert(0, lambda place: not place.added)
    if not other and not absent:
        tests.insert(0, lambda place: place.node is not None)
    tags = [TAGS[key] for key, wanted in data.items() if key in TAGS and wanted not in (False, [True, False])]
    every = frozenset.intersection(*tags) if tags else None
    return Condition(tuple(shape), tuple(tests), every, options, tuple(needs), data)


def _speaks_of(data: dict[str, Data]) -> tuple[bool, bool, bool, bool]:
    """Whether a condition says itself if it is about containers as a whole, about fields that only the other version
    has, about what is absent, and, where it speaks of characters, about invalid text. What it does not speak of it is
    not about."""
    absent = not {"absent", "path", "added"}.isdisjoint(data)
    return not _WHOLE.isdisjoint(data), "added" in data, absent, {"invalid", "matches"} <= data.keys()


def _without_one(data: dict[str, Data]) -> Iterator[tuple[str, dict[str, Data]]]:
    """Each mapping that lacks one key, also of a mapping within, with that key."""
    for key, wanted in data.items():
        rest = {other: given for other, given in data.items() if other != key}
        # A key without which the condition is about fewer places does more than exclude.
        if wanted != [True, False] and _speaks_of(rest) == _speaks_of(data):
            yield key, rest
        if key in RELATIONS and isinstance(wanted, dict) and len(wanted) > 1:
            yield from ((f"{key}: {inner}", {**data, key: less}) for inner, less in _without_one(wanted))


def _inside(wanted: Data) -> tuple[Test, Need]:
    outer = condition(wanted)

    def test(place: ValuePlace) -> bool:
        up = place.up
        while up is not None:
            if outer.holds(up):
                return True
            up = up.up
        return False

    return test, outer.somewhere


def _contains(wanted: Data, least: int = 1) -> tuple[Test, Need]:
    inner = condition(wanted)

    def test(place: ValuePlace) -> bool:
        if place.node is None:
            return False
        todo, found = [place], 0
        while todo and found < least:
            current = todo.pop()
            found += current is not place and inner.holds(current)
            node = current.node
            if node is not None and (node.children or node.tag == g.RECORD):
                todo.extend(below(current, node))
        return found == least

    return test, inner.somewhere


def _packs(wanted: Data) -> Test:
    """Words of the faults of what an Any packs, or a condition on some place of it."""
    if not isinstance(wanted, dict):
        return by_words(wanted, packed.FAULTS, lambda place: packed.faults(place.node, place.shape.owner.pool))
    inner = condition(wanted)

    def test(place: ValuePlace) -> bool:
        message = packed.message_of(place.node, place.shape.owner.pool)
        if message is None:
            return False
        name = descriptor_of(message).full_name
        return inner.somewhere(ValuePlaces(of_message(message), place.shape.owner.schema, name))

    return test


def _last_chunk(wanted: Data) -> Test:
    inner = condition(wanted)

    def test(place: ValuePlace) -> bool:
        node = place.node
        if node is None or node.tag not in (g.TEXT, g.BAD_TEXT):
            return False
        return inner.holds(ValuePlace(texts.last_chunk(node), place.shape, place.up))

    return test


def _of_other(relation: str, wanted: Data) -> tuple[ShapeTest, Test]:
    """`none`, or a condition on the place as the other version declares it. Neither holds where no other version meets
    the value."""
    if wanted == "none":
        return lambda shape: shape.others is not None and other_shape(shape, relation) is None, lambda place: True
    inner = condition(wanted, other=True)

    def of_shape(shape: Shape) -> bool:
        other = other_shape(shape, relation)
        return other is not None and inner.fits(other)

    def test(place: ValuePlace) -> bool:
        other = counterpart(place, relation)
        return other is not None and inner.passes(other)

    return of_shape, test


def _not(wanted: Data) -> Test:
    inner = condition(wanted)
    return lambda place: not inner.holds(place)


def _options(wanted: Data) -> tuple[Condition, ...]:
    if not isinstance(wanted, list):
        raise ConditionError("", "a list of conditions")
    return tuple(map(condition, wanted))


def _any(options: tuple[Condition, ...]) -> Test:
    return lambda place: any(option.holds(place) for option in options)


_COMPILED: dict[tuple[str, bool], Condition] = {}
_NONE: dict[int, list[ValuePlace]] = {}
# The shapes without which a predicate of places holds nowhere.
_ONLY_AT: dict[str, ShapeTest] = {
    "java-class": lambda shape: shape.java_field is not None,
    "packs": lambda shape: packed.ANY in shape.types,
}
_OF_PLACES = predicates.OF_PLACES | {"not": _not, "packs": _packs, "last-chunk": _last_chunk}
_WITH_NEEDS = predicates.WITH_NEEDS | {
    "inside": _inside,
    "contains": _contains,
    "contains-two": partial(_contains, least=2),
}
# The predicates that also speak of a list, a set or a map as a whole.
_WHOLE = {"at", "count", "path", "kind", "json-form", "plain", "changed", "enum-handles", "alike-by", *RELATIONS}
_ALL = {*RELATIONS, *predicates.OF_SHAPES, *_OF_PLACES, *_WITH_NEEDS, "any"}

"""The kind of a container or record that is read as something of another structure: its elements decide.

| expected -> seen | kind |
|---|---|
| the same structure | what compare/ says |
| several elements -> one that is an element, or the same number in another type | `collapsed` |
| several elements -> one that is a cast of an element | `narrowed` |
| several messages -> one message, merged of nothing but theirs | `collapsed` |
| a list -> a set, a list or a map of nothing but its elements, or entries | `collapsed` |
| a container or a record -> nothing, an empty container, the default of a scalar | `dropped` |
| everything else | `reinterpreted` |
"""

from collections import Counter

from wirebed.compare import Found
from wirebed.compare.kinds import is_default, scalar_kind
from wirebed.outcome import Kind
from wirebed.view import Node
from wirebed.view import grammar as g

_ELEMENTS = (g.LIST, g.SET)
_CONTAINERS = (g.RECORD, g.MAP, *_ELEMENTS)
_DEEPEST = 100
_KEY, _VALUE = 1, 2  # the numbers of an entry's fields


def containers(found: Found) -> Kind:
    expected, actual = found.expected, found.actual
    if expected.tag == actual.tag:
        return found.kind
    kind = _of_elements(expected, actual) if expected.tag in _ELEMENTS else Kind.REINTERPRETED
    if kind is Kind.REINTERPRETED and actual.tag != g.RECORD and is_default(actual):
        return Kind.DROPPED
    return kind


def _of_elements(expected: Node, actual: Node) -> Kind:
    elements = [_whole(child) for child in expected.children]
    if actual.tag in g.SCALARS:
        return min((_scalar(one, actual) for one in elements), default=Kind.REINTERPRETED)
    if actual.tag == g.RECORD:
        records = bool(elements) and all(one.tag == g.RECORD for one in elements)
        merged = records and _merged(elements, actual)
    elif actual.tag == g.MAP:
        there = Counter(_entry(one) for one in elements)
        seen = [(_value(key), _value(child)) for key, child in zip(actual.keys, actual.children, strict=True)]
        merged = bool(seen) and all(there[one] for one in seen)
    else:
        seen = Counter(_value(child) for child in actual.children)
        merged = bool(seen) and seen <= Counter(map(_value, elements))
    return Kind.COLLAPSED if merged else Kind.REINTERPRETED


def _whole(node: Node) -> Node:
    return node.value if node.tag == g.SAME else node


def _scalar(expected: Node, actual: Node) -> Kind:
    if expected.tag not in g.SCALARS:
        return Kind.REINTERPRETED
    if (expected.tag, expected.value) == (actual.tag, actual.value):
        return Kind.COLLAPSED
    kind = scalar_kind(expected, actual)
    return {Kind.WIDENED: Kind.COLLAPSED, Kind.NARROWED: Kind.NARROWED}.get(kind, Kind.REINTERPRETED)


def _merged(records: list[Node], actual: Node) -> bool:
    """Whether every field holds what it holds in one of the records, all their elements, or a merge again."""
    for number, child in zip(actual.keys, actual.children, strict=True):
        held = [one.field(number) for one in records]
        held = [_whole(one) for one in held if one is not None]
        child = _whole(child)
        if is_default(child) or any(_value(one) == _value(child) for one in held):
            continue
        if child.tag == g.RECORD:
            if not held or not _merged(held, child):
                return False
        elif child.tag not in (g.MAP, *_ELEMENTS) or not _parts(child) <= sum(map(_parts, held), Counter()):
            return False
    return True


def _parts(container: Node) -> Counter:
    keys = map(_value, container.keys) if container.tag == g.MAP else [None] * len(container.children)
    return Counter(zip(keys, map(_value, container.children), strict=True))


def _entry(node: Node) -> tuple:
    """The key and the value of a record that is an entry of a map."""
    if node.tag != g.RECORD:
        return object(), object()
    return _value(node.field(_KEY)), _value(node.field(_VALUE))


def _value(node: Node | None, depth: int = 0):
    """The same for equal values, whatever their messages are called; what is too deep, or in a circle, equals none."""
    if node is None or depth > _DEEPEST:
        return object()
    if node.tag == g.SAME:
        return _value(node.value, depth + 1)
    if node.tag not in _CONTAINERS:
        # By the bits of a number: a NaN is itself, and 0.0 is not -0.0.
        return node.tag, repr(node.value) if node.tag in (g.FLOAT, g.DOUBLE) else node.value
    keys = [_value(key) for key in node.keys] if node.tag == g.MAP else node.keys
    return node.tag, tuple(keys), tuple(_value(child, depth + 1) for child in node.children)

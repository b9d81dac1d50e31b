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
from wirebed.compare.merge import merged, value, whole
from wirebed.outcome import Kind
from wirebed.view import Node
from wirebed.view import grammar as g

_ELEMENTS = (g.LIST, g.SET)
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
    elements = [whole(child) for child in expected.children]
    if actual.tag in g.SCALARS:
        return min((_scalar(one, actual) for one in elements), default=Kind.REINTERPRETED)
    if actual.tag == g.RECORD:
        records = bool(elements) and all(one.tag == g.RECORD for one in elements)
        met = records and merged(elements, actual)
    elif actual.tag == g.MAP:
        there = Counter(_entry(one) for one in elements)
        seen = [(value(key), value(child)) for key, child in zip(actual.keys, actual.children, strict=True)]
        met = bool(seen) and all(there[one] for one in seen)
    else:
        seen = Counter(value(child) for child in actual.children)
        met = bool(seen) and seen <= Counter(map(value, elements))
    return Kind.COLLAPSED if met else Kind.REINTERPRETED


def _scalar(expected: Node, actual: Node) -> Kind:
    if expected.tag not in g.SCALARS:
        return Kind.REINTERPRETED
    if (expected.tag, expected.value) == (actual.tag, actual.value):
        return Kind.COLLAPSED
    kind = scalar_kind(expected, actual)
    return {Kind.WIDENED: Kind.COLLAPSED, Kind.NARROWED: Kind.NARROWED}.get(kind, Kind.REINTERPRETED)


def _entry(node: Node) -> tuple:
    """The key and the value of a record that is an entry of a map."""
    if node.tag != g.RECORD:
        return object(), object()
    return value(node.field(_KEY)), value(node.field(_VALUE))

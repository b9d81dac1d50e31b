"""The kind of a container or record that is read as something of another structure: its elements decide.

| expected -> seen | kind |
|---|---|
| the same structure | what compare/ says |
| a map -> as many keys, all new ones casts of keys that are gone | `narrowed` |
| several elements -> one that is an element, or the same number in another type | `collapsed` |
| several elements -> one that is a cast of an element | `narrowed` |
| several messages -> one message, merged of nothing but theirs | `collapsed` |
| a list -> a set, a list or a map of nothing but its elements, or entries | `collapsed` |
| a container or a record -> nothing, an empty container, the default of a scalar | `dropped` |
| everything else | `reinterpreted` |
"""

from collections import Counter
from collections.abc import Hashable

from wirebed.view import Node
from wirebed.view import grammar as g
from wirebed.view.compare import Found, elements
from wirebed.view.compare.merge import merged, value, whole
from wirebed.view.compare.scalar_kinds import is_default, scalar_kind
from wirebed.view.outcome import Kind

_ELEMENTS = (g.LIST, g.SET)
_KEY, _VALUE = 1, 2  # the numbers of an entry's fields


def containers(difference: Found, expected: Node, actual: Node) -> Kind:
    if expected.tag == actual.tag:
        return Kind.NARROWED if expected.tag == g.MAP and _keys_cut(expected, actual) else difference.kind
    kind = _of_elements(expected, actual) if expected.tag in _ELEMENTS else Kind.REINTERPRETED
    if kind is Kind.REINTERPRETED and actual.tag != g.RECORD and is_default(actual):
        return Kind.DROPPED
    return kind


def _keys_cut(expected: Node, actual: Node) -> bool:
    """Whether keys are gone, and all new ones are casts of them."""
    here, there = ({(key.tag, key.value): key for key in node.keys} for node in (expected, actual))
    gone = [key for name, key in here.items() if name not in there]
    return elements.are_cut(gone, [key for name, key in there.items() if name not in here])


def _of_elements(expected: Node, actual: Node) -> Kind:
    held = [whole(child) for child in expected.children]
    if actual.tag in g.SCALARS:
        return min((_scalar(element, actual) for element in held), default=Kind.REINTERPRETED)
    if actual.tag == g.RECORD:
        records = bool(held) and all(element.tag == g.RECORD for element in held)
        met = records and merged(held, actual)
    elif actual.tag == g.MAP:
        there = Counter(_entry(element) for element in held)
        seen = [(value(key), value(child)) for key, child in zip(actual.keys, actual.children, strict=True)]
        met = bool(seen) and all(there[entry] for entry in seen)
    else:
        elements_seen = Counter(value(child) for child in actual.children)
        met = bool(elements_seen) and elements_seen <= Counter(map(value, held))
    return Kind.COLLAPSED if met else Kind.REINTERPRETED


def _scalar(expected: Node, actual: Node) -> Kind:
    if expected.tag not in g.SCALARS:
        return Kind.REINTERPRETED
    if (expected.tag, expected.value) == (actual.tag, actual.value):
        return Kind.COLLAPSED
    kind = scalar_kind(expected, actual)
    return {Kind.WIDENED: Kind.COLLAPSED, Kind.NARROWED: Kind.NARROWED}.get(kind, Kind.REINTERPRETED)


def _entry(node: Node) -> tuple[Hashable, Hashable]:
    """The key and the value of a record that is an entry of a map."""
    if node.tag != g.RECORD:
        return object(), object()
    return value(node.field(_KEY)), value(node.field(_VALUE))

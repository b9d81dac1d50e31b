"""Recognizes several messages merged into one, as a protobuf parser merges a field that occurs several times."""

from collections import Counter
from collections.abc import Hashable, Sequence

from wirebed.view import grammar as g
from wirebed.view.compare.scalar_kinds import is_default
from wirebed.view.parse import Node

_CONTAINERS = (g.RECORD, g.LIST, g.SET, g.MAP)
_DEEPEST = 100


def merged(records: Sequence[Node], actual: Node, depth: int = 0) -> bool:
    """Whether every field holds its value in one of the records, elements of all of them, or again a merge."""
    for number, child in zip(actual.keys, actual.children, strict=True):
        held = [whole(held) for held in (record.field(number) for record in records) if held is not None]
        child = whole(child)
        if is_default(child) or any(value(node) == value(child) for node in held):
            continue
        if child.tag == g.RECORD:
            if not held or depth > _DEEPEST or not merged(held, child, depth + 1):
                return False
        elif child.tag not in (g.LIST, g.SET, g.MAP) or not _parts(child) <= sum(map(_parts, held), Counter()):
            return False
    return True


def _parts(container: Node) -> Counter[Hashable]:
    keys = map(value, container.keys) if container.tag == g.MAP else [None] * len(container.children)
    return Counter(zip(keys, map(value, container.children), strict=True))


def whole(node: Node) -> Node:
    return node.value if node.tag == g.SAME else node


def value(node: Node | None, depth: int = 0) -> Hashable:
    """A key that equal values share, whatever their messages are called. A cyclic or too deep value equals no other."""
    if node is None or depth > _DEEPEST:
        return object()
    if node.tag == g.SAME:
        return value(node.value, depth + 1)
    if node.tag not in _CONTAINERS:
        # repr makes a NaN equal itself, and 0.0 differ from -0.0.
        return node.tag, repr(node.value) if node.tag in (g.FLOAT, g.DOUBLE) else node.value
    keys = [value(key) for key in node.keys] if node.tag == g.MAP else node.keys
    return node.tag, tuple(keys), tuple(value(child, depth + 1) for child in node.children)

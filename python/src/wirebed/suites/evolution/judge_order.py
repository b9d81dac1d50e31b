"""A list that was a map or a set in the other version: its order means nothing, so it is taken as it was expected."""

from wirebed.bed.schema import Schema
from wirebed.suites.evolution.judge_places import Places
from wirebed.suites.evolution.migrate import Migrated
from wirebed.view import Node
from wirebed.view import grammar as g
from wirebed.view.parse import Steps


def in_order(migrated: Migrated, expected: bytes, seen: bytes, sources: Places) -> bytes:
    """`seen`, with the elements of such lists in the order of `expected`."""
    for steps, source in migrated.origin.items():
        node = sources.at(source)
        if node is not None and node.tag in (g.MAP, g.SET):
            seen = _ordered(expected, seen, steps, sources.schema)
    return seen


def _ordered(expected: bytes, seen: bytes, steps: Steps, schema: Schema) -> bytes:
    here, there = Places(expected, schema).at(steps), Places(seen, schema)
    list_ = there.at(steps)
    if here is None or list_ is None or not here.tag == list_.tag == g.LIST or _shares(there.root):
        return seen
    rest = list(list_.children)
    out = []
    for wanted in here.children:
        raw = expected[wanted.offset : wanted.end]
        alike = [element for element in rest if seen[element.offset : element.end] == raw]
        alike = alike or [element for element in rest if _key(seen, element) == _key(expected, wanted) is not None]
        if alike:
            rest.remove(alike[0])
            out.append(alike[0])
    out += rest
    start = list_.children[0].offset if list_.children else list_.end
    return seen[:start] + b"".join(seen[element.offset : element.end] for element in out) + seen[list_.end :]


def _key(data: bytes, node: Node) -> bytes | None:
    """The first field of a record: of an entry of a map, its key."""
    if node.tag != g.RECORD or not node.children:
        return None
    first = node.children[0]
    return data[first.offset : first.end]


def _shares(node: Node) -> bool:
    """Whether some node names another by its place in the data, so that nothing may be moved."""
    stack = [node]
    while stack:
        current = stack.pop()
        if current.tag == g.SAME:
            return True
        stack.extend(current.children)
    return False

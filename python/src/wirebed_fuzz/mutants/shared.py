"""Random values in which two places are one object. Random messages have none, and faults of references need them."""

from collections.abc import Callable, Mapping

from wirebed.view import grammar as g
from wirebed.view import parse
from wirebed.view.parse import Node
from wirebed_fuzz.mutants.places import is_around
from wirebed_fuzz.mutants.tree import written

FORMATS = frozenset(("hessian2", "java-serial", "pickle", "xml"))  # that carry identity
_NONE = "google.protobuf."  # plain classes hold values of these as values


def as_it_is(data: bytes) -> bytes:
    return data


def shared(data: bytes) -> bytes:
    """Every other record becomes the one before it of the same message."""
    before: dict[str, Node] = {}

    def target(node: Node) -> Node | None:
        found = before.pop(node.value, None)
        if found is None or is_around(found, node):
            before[node.value] = node
            return None
        return found

    return _with(data, target)


def cyclic(data: bytes) -> bytes:
    """Each record that lies in one of the same message becomes that one."""

    def target(node: Node) -> Node | None:
        above = node.parent
        while above is not None and not (above.tag == g.RECORD and above.value == node.value):
            above = above.parent
        return above

    return _with(data, target)


def _with(data: bytes, target: Callable[[Node], Node | None]) -> bytes:
    root = parse(data)
    stack = list(reversed(root.children))
    while stack:
        node = stack.pop()
        if node.tag == g.RECORD and not node.value.startswith(_NONE):
            found = target(node)
            if found is not None:
                node.tag, node.value, node.keys, node.children = g.SAME, found, (), ()
        stack.extend(reversed(node.children))
    return written(root)


SHAPES: Mapping[str, Callable[[bytes], bytes]] = {"": as_it_is, "shared": shared, "cyclic": cyclic}

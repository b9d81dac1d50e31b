"""Parses a view into nodes. Every length and count is checked against the remaining bytes."""

import struct
from collections.abc import Iterator, Sequence
from typing import Any

from wirebed.view import grammar as g
from wirebed.view.grammar import ViewError

_FIXED = {g.INT: g.I64, g.UINT: g.U64, g.FLOAT: g.F32, g.DOUBLE: g.F64, g.ENUM: g.I32}


Steps = tuple[int | bytes, ...]  # the path of a node
Held = Any  # the tag decides the type, at which every reader of a node looks first


class Node:
    """One node of a view.

    `value` is the Python value of a scalar, the message name of a record, the target Node of a `=`, the Node of
    the default after an `a`, else None.
    `children` are the elements of a list or set, the values of a map, the fields of a record; `keys` are the
    map's key nodes or the record's field numbers, in the same order. `parent` and `step` give the path: a field
    number, an index or a key node.
    """

    __slots__ = ("tag", "value", "offset", "end", "children", "keys", "parent", "step")

    value: Held
    keys: Sequence[Held]
    step: Held
    children: Sequence["Node"]

    def __init__(self, tag: int, offset: int, parent: "Node | None", step: int | bytes | None) -> None:
        self.tag = tag
        self.value = None
        self.offset = offset
        self.end = offset
        self.children = ()
        self.keys = ()
        self.parent = parent
        self.step = step

    def field(self, number: int) -> "Node | None":
        """The field of a record, or None."""
        try:
            return self.children[self.keys.index(number)]
        except ValueError:
            return None

    def at(self, steps: Steps) -> "Node | None":
        """The node to which a path leads from this one, or None."""
        node: Node | None = self
        for step in steps:
            node = next((child for child in node.children if child.step == step), None) if node is not None else None
        return node

    def steps(self) -> Steps:
        """The path of the node: field numbers of records, indexes, and keys as bytes."""
        steps = []
        node = self
        while node.parent is not None:
            steps.append(node.step)
            node = node.parent
        return tuple(reversed(steps))

    def __repr__(self) -> str:
        return f"<{chr(self.tag)} {self.value!r} at {self.offset}>"


class _Parser:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0
        self.targets: dict[int, Node] = {}

    def take(self, form: struct.Struct) -> Held:
        start = self.at
        try:
            value = form.unpack_from(self.data, start)[0]
        except Exception:
            raise ViewError(start, f"{form.size} bytes wanted, {len(self.data) - start} left") from None
        self.at = start + form.size
        return value

    def run(self, length: int) -> bytes:
        start, end = self.at, self.at + length
        if end > len(self.data):
            raise ViewError(start, f"a length of {length}, {len(self.data) - start} bytes left")
        self.at = end
        return self.data[start:end]

    def count(self, least: int) -> int:
        start = self.at
        count: int = self.take(g.U32)
        if count * least > len(self.data) - self.at:
            raise ViewError(start, f"a count of {count}, {len(self.data) - self.at} bytes left")
        return count

    def open(self, parent: Node | None, step: int | bytes | None) -> Node:
        """Reads the head of a node; the loop in `parse` reads its children."""
        data, start = self.data, self.at
        if start >= len(data):
            raise ViewError(start, "a node wanted, no bytes left")
        tag = data[start]
        node = Node(tag, start, parent, step)
        self.at = start + 1
        form = _FIXED.get(tag)
        if form is not None:
            node.value = self.take(form)
        elif tag == g.TEXT:
            node.value = self.text()
        elif tag == g.BYTES or tag == g.BAD_TEXT:
            node.value = self.run(self.take(g.U32))
        elif tag in (g.TRUE, g.FALSE):
            node.value = tag == g.TRUE
        elif tag == g.RECORD:
            node.value = self.name()
            self.targets[start] = node
        elif tag == g.SAME:
            node.value = self.target(start)
        elif tag == g.ABSENT:
            node.value = self.default(node)
        elif tag not in (g.NULL, g.LIST, g.SET, g.MAP):
            raise ViewError(start, f"unknown tag 0x{tag:02x}")
        if tag == g.TEXT:
            self.targets[start] = node
        if tag == g.UINT and node.value < 1 << 63:
            raise ViewError(start, f"{node.value} belongs in an `i` node")
        node.end = self.at
        return node

    def text(self) -> str:
        start = self.at
        try:
            return self.run(self.take(g.U32)).decode()
        except UnicodeDecodeError as error:
            raise ViewError(start + 4 + error.start, "text that is not UTF-8 belongs in an `x` node") from None

    def name(self) -> str:
        start = self.at
        try:
            return self.run(self.take(g.U16)).decode()
        except UnicodeDecodeError:
            raise ViewError(start, "a message name that is not UTF-8") from None

    def default(self, node: Node) -> Node:
        if node.parent is None or node.parent.tag != g.RECORD:
            raise ViewError(node.offset, "only a field can be absent")
        default = self.open(node.parent, node.step)
        if default.tag not in g.SCALARS or default.tag == g.NULL:
            raise ViewError(default.offset, f"a {g.NAMES[default.tag]} is nothing that an absent field reads as")
        return default

    def target(self, start: int) -> Node:
        offset = self.take(g.U32)
        node = self.targets.get(offset)
        if node is None:
            raise ViewError(start, f"same as {offset}, where no earlier record or text starts")
        return node


def parse(data: bytes) -> Node:
    """The root node of a view; ViewError when `data` is not exactly one view."""
    p = _Parser(data)
    root = p.open(None, None)
    # An explicit stack: depth is bounded by the input, never by Python's recursion limit.
    stack = [_children(p, root)] if root.tag in _CONTAINERS else []
    while stack:
        child = next(stack[-1], None)
        if child is None:
            stack.pop()
        elif child.tag in _CONTAINERS:
            stack.append(_children(p, child))
    if p.at != len(data):
        raise ViewError(p.at, f"{len(data) - p.at} bytes after the view")
    return root


def head(data: bytes) -> Node:
    """The root node of a view, without its children."""
    return _Parser(data).open(None, None)


_CONTAINERS = frozenset((g.LIST, g.SET, g.MAP, g.RECORD))


def _children(p: _Parser, node: Node) -> Iterator[Node]:
    """Opens the children of a container one by one; the caller reads each child's children before the next one."""
    children: list[Node] = []
    node.children = children
    if node.tag == g.RECORD:
        yield from _fields(p, node, children)
    elif node.tag == g.MAP:
        yield from _entries(p, node, children)
    else:
        for index in range(p.count(1)):
            child = p.open(node, index)
            children.append(child)
            if node.tag == g.SET:
                _check_order(p, node, child, children[index - 1] if index else None)
            yield child
    node.end = p.at


def _fields(p: _Parser, node: Node, children: list[Node]) -> Iterator[Node]:
    keys: list[int] = []
    node.keys = keys
    while True:
        start = p.at
        number = p.take(g.U32)
        if not number:
            return
        if number in keys:
            raise ViewError(start, f"field {number} of {node.value} stands twice")
        child = p.open(node, number)
        if child.tag == g.NULL:
            raise ViewError(child.offset, "null is for elements, an absent field is left out")
        keys.append(number)
        children.append(child)
        yield child


def _entries(p: _Parser, node: Node, children: list[Node]) -> Iterator[Node]:
    keys: list[Node] = []
    node.keys = keys
    for index in range(p.count(2)):
        key = p.open(node, None)
        _check_order(p, node, key, keys[index - 1] if index else None)
        child = p.open(node, p.data[key.offset : key.end])
        keys.append(key)
        children.append(child)
        yield child


def _check_order(p: _Parser, node: Node, node_now: Node, before: Node | None) -> None:
    """Checks that keys and set elements are scalars in ascending order of their bytes.

    Keys must be unique. An element may occur twice, since a repeated field of a message can hold it twice.
    """
    if node_now.tag not in g.SCALARS:
        raise ViewError(node_now.offset, f"a {g.NAMES[node_now.tag]} among the keys of a {g.NAMES[node.tag]}")
    if before is None:
        return
    last, this = p.data[before.offset : before.end], p.data[node_now.offset : node_now.end]
    if last > this or (last == this and node.tag == g.MAP):
        raise ViewError(node_now.offset, f"the keys of a {g.NAMES[node.tag]} are out of order, or one stands twice")

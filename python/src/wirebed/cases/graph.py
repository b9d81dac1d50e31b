"""Edits a view to hold what text format cannot express: shared objects, invalid text, the bits of a NaN.

The nodes of the parsed view become a graph, which is written as a view again.
"""

from collections.abc import Iterator, Mapping, Sequence

from google.protobuf.descriptor import Descriptor

from wirebed import view
from wirebed.cases.place import Field, PlaceError, Step, element_type, field_of, steps
from wirebed.view import Node
from wirebed.view import grammar as g


class _Raw(Node):
    """A node that is written as these bytes."""

    __slots__ = ("raw",)

    def __init__(self, raw: bytes) -> None:
        super().__init__(raw[0], 0, None, None)
        self.raw = raw


class Graph:
    """A view whose places can be replaced."""

    def __init__(self, data: bytes, descriptor: Descriptor | None) -> None:
        self.data = data
        self.descriptor = descriptor
        self.root = view.parse(data)
        self.shared_texts = {id(node.value) for node in _nodes(self.root) if node.tag == g.SAME}

    def same(self, at: str, is_: str) -> None:
        """Puts the object or text at the place `is_` at the place `at` as well."""
        target = self.find(steps(is_))
        if target.tag == g.TEXT:
            self.shared_texts.add(id(target))
        elif target.tag != g.RECORD:
            raise PlaceError(f"{is_} is neither a message nor a text, so nothing can be the same as it")
        self.put(steps(at), target)

    def invalid_text(self, at: str, raw: bytes) -> None:
        node = self.find(steps(at))
        if node.tag != g.TEXT:
            raise PlaceError(f"{at} is a {g.NAMES[node.tag]}, not a {g.NAMES[g.TEXT]}")
        self.put(steps(at), _Raw(bytes([g.BAD_TEXT]) + g.U32.pack(len(raw)) + raw))

    def bits(self, at: str, raw: bytes) -> None:
        """Gives a float or a double these bits, most significant byte first."""
        node = self.find(steps(at))
        size = {g.FLOAT: 4, g.DOUBLE: 8}.get(node.tag)
        if size != len(raw):
            raise PlaceError(f"{at} is a {g.NAMES[node.tag]}, which has not {len(raw)} bytes of bits")
        self.put(steps(at), _Raw(bytes([node.tag]) + raw[::-1]))

    def find(self, path: Sequence[Step]) -> Node:
        node, kind = self.root, self.descriptor
        for step in path:
            node, kind = self._child(node, kind, step)
        return node

    def _child(self, node: Node, kind: Descriptor | None, step: Step) -> tuple[Node, Descriptor | None]:
        """`kind` is the message type of a record, or of the elements of a list or map."""
        if isinstance(step, Field):
            if node.tag != g.RECORD or kind is None:
                raise PlaceError(f"{step} is a field, but what stands before it is no message")
            field = field_of(kind, step)
            child = node.field(field.number)
            if child is None:
                raise PlaceError(f"{kind.full_name}.{step} is not there")
            return child, element_type(field)
        index = _index(node, step)
        return node.children[index], kind

    def put(self, path: Sequence[Step], new: Node) -> None:
        """Puts a node at a place; adds a missing field."""
        if not path:
            raise PlaceError("the whole value cannot be replaced")
        node, kind = self.root, self.descriptor
        for step in path[:-1]:
            node, kind = self._child(node, kind, step)
        if not isinstance(path[-1], Field):
            _children(node)[_index(node, path[-1])] = new
            return
        if kind is None:
            raise PlaceError(f"{path[-1]} is a field, but what stands before it is no message")
        field = field_of(kind, path[-1])
        if field.is_repeated:
            raise PlaceError(f"{field.name} is repeated: name one element of it")
        if node.field(field.number) is None:
            order = [f.number for f in kind.fields]
            rank = order.index(field.number)
            at = sum(1 for number in node.keys if number in order and order.index(number) < rank)
            node.keys = [*node.keys[:at], field.number, *node.keys[at:]]
            _children(node).insert(at, new)
        else:
            _children(node)[node.keys.index(field.number)] = new

    def finish(self) -> bytes:
        """The view: an object is written where it comes first, and later places refer to it by `=`."""
        out = bytearray()
        self._write(self.root, out, {})
        return bytes(out)

    def _write(self, node: Node, out: bytearray, written: dict[int, int]) -> None:
        if isinstance(node, _Raw):
            out += node.raw
            return
        if node.tag == g.SAME:
            node = node.value
        if id(node) in written:
            out += b"=" + g.U32.pack(written[id(node)])
            return
        start = len(out)
        if node.tag == g.RECORD or id(node) in self.shared_texts:
            written[id(node)] = start
        if node.tag == g.RECORD:
            name = node.value.encode()
            out += b"r" + g.U16.pack(len(name)) + name
            for number, child in zip(node.keys, node.children, strict=True):
                out += g.U32.pack(number)
                self._write(child, out, written)
            out += g.U32.pack(0)
        elif node.tag in (g.LIST, g.SET, g.MAP):
            out += bytes([node.tag]) + g.U32.pack(len(node.children))
            for index, child in enumerate(node.children):
                if node.tag == g.MAP:
                    self._write(node.keys[index], out, written)
                self._write(child, out, written)
        else:
            out += self.data[node.offset : node.end]


def _nodes(root: Node) -> Iterator[Node]:
    """A node and all nodes in it."""
    todo = [root]
    while todo:
        node = todo.pop()
        yield node
        todo += node.children


def alone(data: bytes, messages: Mapping[int, str]) -> dict[int, bytes]:
    """Field number -> the view of a record of its message that has this field of the record in `data` alone.

    `messages` has the fields that are asked for; those that the record does not set are left out.
    """
    graph = Graph(data, None)
    views = {}
    for number, value in zip(graph.root.keys, graph.root.children, strict=True):
        if number in messages:
            graph.root = Node(g.RECORD, 0, None, None)
            graph.root.value, graph.root.keys, graph.root.children = messages[number], [number], [value]
            views[number] = graph.finish()
    return views


def _children(node: Node) -> list[Node]:
    """The nodes in a container, each of which can be replaced."""
    if not isinstance(node.children, list):
        raise PlaceError("nothing stands in a scalar")
    return node.children


def _index(node: Node, step: Step) -> int:
    if node.tag == g.MAP:
        for index, key in enumerate(node.keys):
            if key.value == step and isinstance(key.value, type(step)):
                return index
        raise PlaceError(f"the map has no key {step!r}")
    if node.tag not in (g.LIST, g.SET) or not isinstance(step, int):
        raise PlaceError(f"[{step!r}] does not name a place in what stands before it")
    if not 0 <= step < len(node.children):
        raise PlaceError(f"[{step}]: there are {len(node.children)} elements")
    return step

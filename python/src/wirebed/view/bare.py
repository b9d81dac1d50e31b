"""Brings views of values without a schema (proto/wirebed/README.md, "Bare values") into one order."""

from wirebed.view import grammar as g
from wirebed.view.parse import Node, parse
from wirebed.view.writer import ViewWriter


def normal(data: bytes) -> bytes:
    """A bare view with the entries of its maps in the order of their keys' bytes.

    Some libraries keep the order of the wire and others cannot. After this, readers of the same map have equal bytes.
    """
    if data.count(b"r\x05\x00entry") < 2:
        return data
    try:
        return _Sorted(data).run()
    except RecursionError:
        return data


class _Sorted:
    """Writes a view in another order, in which `=` nodes and their targets may change places."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.out = ViewWriter()
        self.written: dict[int, int] = {}  # old offset of a record -> new one

    def run(self) -> bytes:
        self._node(parse(self.data))
        return self.out.finish()

    def _node(self, node: Node) -> None:
        if node.tag == g.SAME:
            node = node.value
        if node.tag not in (g.RECORD, g.LIST):
            self.out.data += self.data[node.offset : node.end]
        elif node.tag == g.LIST:
            self._list(node)
        elif node.offset in self.written:
            self.out.same_as(self.written[node.offset])
        else:
            self.written[node.offset] = self.out.offset
            self.out.record(node.value)
            for number, child in zip(node.keys, node.children, strict=True):
                self.out.field(number)
                self._node(child)
            self.out.end()

    def _key(self, entry: Node) -> bytes:
        key = entry.field(1)
        return self.data[key.offset : key.end] if key is not None else b""

    def _list(self, node: Node) -> None:
        children = node.children
        if node.parent is not None and node.parent.value == "map":
            children = sorted(children, key=self._key)
        self.out.list(len(children))
        for child in children:
            self._node(child)

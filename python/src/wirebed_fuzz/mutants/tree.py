"""A parsed view that was changed, as a view again."""

from bisect import insort

from wirebed.view import grammar as g
from wirebed.view.parse import Node
from wirebed.view.writer import ViewWriter


def scalar(tag: int, value: object) -> Node:
    """A new node without children."""
    node = Node(tag, 0, None, None)
    node.value = value
    return node


def written(root: Node) -> bytes:
    """The keys of maps and the elements of sets stand in their order again. A `=` whose record has gone becomes it."""
    writer = _Writer()
    writer.node(root)
    return writer.out.finish()


class _Writer:
    def __init__(self) -> None:
        self.out = ViewWriter()
        self.places: dict[int, int] = {}  # of records and texts, by their nodes

    def node(self, node: Node) -> None:
        if node.tag == g.SAME:
            place = self.places.get(id(node.value))
            if place is None:
                self.node(node.value)
            else:
                self.out.same_as(place)
            return
        if node.tag in (g.RECORD, g.TEXT):
            self.places[id(node)] = self.out.offset
        if node.tag == g.RECORD:
            self._record(node)
        elif node.tag == g.MAP:
            self._map(node)
        elif node.tag in (g.LIST, g.SET):
            self._elements(node)
        else:
            _scalar(self.out, node)

    def _record(self, node: Node) -> None:
        self.out.record(node.value)
        for number, child in zip(node.keys, node.children, strict=True):
            self.out.field(number)
            self.node(child)
        self.out.end()

    def _map(self, node: Node) -> None:
        """The last value of a key counts."""
        entries = {_bytes(key): child for key, child in zip(node.keys, node.children, strict=True)}
        self.out.map(len(entries))
        for key in sorted(entries):
            self.out.data += key
            self.node(entries[key])

    def _elements(self, node: Node) -> None:
        if node.tag == g.LIST:
            self.out.list(len(node.children))
            for child in node.children:
                self.node(child)
            return
        elements: list[bytes] = []
        for child in node.children:
            insort(elements, _bytes(child))
        self.out.set(len(elements))
        self.out.data += b"".join(elements)


def _bytes(node: Node) -> bytes:
    writer = ViewWriter()
    _scalar(writer, node)
    return writer.finish()


def _scalar(out: ViewWriter, node: Node) -> None:
    match node.tag:
        case g.NULL:
            out.null()
        case g.TRUE | g.FALSE:
            out.boolean(node.value)
        case g.INT | g.UINT:
            out.integer(node.value)
        case g.FLOAT:
            out.float32(node.value)
        case g.DOUBLE:
            out.float64(node.value)
        case g.TEXT:
            out.text(node.value)
        case g.BAD_TEXT:
            out.invalid_text(node.value)
        case g.BYTES:
            out.binary(node.value)
        case g.ENUM:
            out.enum(node.value)
        case _:
            raise ValueError(f"a {g.NAMES[node.tag]} is in no view of these suites")

"""A view in the making: a tree whose records know from which node of another view they come."""

from typing import Any

from google.protobuf.descriptor import FieldDescriptor as F
from wirebed_protocol import options_pb2

from wirebed.bed.schema import hint_of
from wirebed.view import Node, ViewWriter
from wirebed.view import grammar as g
from wirebed.view.parse import Steps

# What the one field of a wrapper message is called, and which messages are some.
WRAPPERS = frozenset(
    f"google.protobuf.{kind}Value" for kind in "Double Float Int64 UInt64 Int32 UInt32 Bool String Bytes".split()
)


class Out:
    """A node to be written: the bytes of a scalar, or what a container holds. `source` is where it comes from."""

    __slots__ = ("tag", "raw", "name", "keys", "children", "source")

    def __init__(self, tag: int, source: Node | None, raw: bytes = b"", name: str = "") -> None:
        self.tag = tag
        self.source = source
        self.raw = raw
        self.name = name
        self.keys: list[Any] = []  # field numbers of a record, the bytes of a map's keys
        self.children: list[Out] = []

    def put(self, key: int | bytes, child: "Out") -> None:
        self.keys.append(key)
        self.children.append(child)


def scalar(raw: bytes, source: Node | None) -> Out:
    return Out(raw[0], source, raw)


def default_of(field: F, source: Node | None = None) -> Out:
    """The default of a repeated field or of a field without presence, as nodes of a view."""
    if field.is_repeated:
        return Out(container_of(field), source)
    return scalar(default_bytes(field), source)


def container_of(field: F) -> int:
    """The tag of a repeated field."""
    if field.message_type is not None and field.message_type.GetOptions().map_entry:
        return g.MAP
    return g.SET if hint_of(field).collection == options_pb2.SET else g.LIST


def default_bytes(field: F) -> bytes:
    """The scalar that the getter of an absent field returns; of a repeated one, what its elements are by default."""
    writer = ViewWriter()
    default = None if field.is_repeated else field.default_value
    if field.type == F.TYPE_BYTES:
        writer.binary(default or b"")
    elif field.type == F.TYPE_STRING:
        writer.text(default or "")
    else:
        write = {
            F.CPPTYPE_BOOL: writer.boolean,
            F.CPPTYPE_FLOAT: writer.float32,
            F.CPPTYPE_DOUBLE: writer.float64,
            F.CPPTYPE_ENUM: writer.enum,
        }
        write.get(field.cpp_type, writer.integer)(False if default is None else default)  # each writes it as 0
    return writer.finish()


def write(root: Out) -> tuple[bytes, dict[Steps, Steps]]:
    """The view, and for each place in it the place that it comes from."""
    out = bytearray()
    origin: dict[Steps, Steps] = {}
    _write(root, (), out, {}, origin)
    return bytes(out), origin


def _write(node: Out, steps: Steps, out: bytearray, written: dict[int, int], origin: dict[Steps, Steps]) -> None:
    if node.source is not None:
        origin[steps] = node.source.steps()
    if node.tag == g.RECORD:
        if id(node) in written:
            out += b"=" + g.U32.pack(written[id(node)])
            return
        written[id(node)] = len(out)
        name = node.name.encode()
        out += b"r" + g.U16.pack(len(name)) + name
        for number, child in zip(node.keys, node.children, strict=True):
            out += g.U32.pack(number)
            _write(child, (*steps, number), out, written, origin)
        out += g.U32.pack(0)
    elif node.tag == g.MAP:
        out += b"m" + g.U32.pack(len(node.children))
        for key, child in sorted(zip(node.keys, node.children, strict=True), key=lambda pair: pair[0]):
            out += key
            _write(child, (*steps, key), out, written, origin)
    elif node.tag in (g.LIST, g.SET):
        children = sorted(node.children, key=lambda child: child.raw) if node.tag == g.SET else node.children
        out += bytes([node.tag]) + g.U32.pack(len(children))
        for index, child in enumerate(children):
            _write(child, (*steps, index), out, written, origin)
    else:
        out += node.raw

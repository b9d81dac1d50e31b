"""Makes the view of a plain object, by a function per dataclass that checks the type of every value."""

from __future__ import annotations

import datetime
import decimal
import struct
from typing import Any

from wirebed_protocol import peer_pb2
from wirebed_protocol.plain_pb2 import PlainField, PlainType

from wirebed_peer.bridge import nodes
from wirebed_peer.bridge.writer_code import Writer, base_namespace, compiled
from wirebed_peer.bridge.wrong_type import WrongTypeFinder
from wirebed_peer.refusal import Refusal, unusable
from wirebed_peer.tree import Tree, may_be_none

_T = PlainType
# The kind of the scalar node for each kind of plain type.
KIND = {
    **dict.fromkeys((_T.INT32, _T.UINT32, _T.INT64), "int"),
    _T.UINT64: "uint64",
    _T.BOOL: "bool",
    _T.FLOAT: "float",
    _T.DOUBLE: "double",
    _T.STRING: "text",
    _T.BYTES: "bytes",
    _T.ENUM: "enum",
    _T.DECIMAL: "decimal",
}
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
_DAY = 86_400


def date_fields(moment: datetime.datetime) -> tuple[int, int]:
    """Seconds since 1970, rounded down, and nanoseconds."""
    since = moment - EPOCH
    return since.days * _DAY + since.seconds, since.microseconds * 1000


class WrongType(Exception):
    """A value does not have its declared type. WrongTypeFinder finds out afterwards which one."""


def _decimal_node(value: decimal.Decimal) -> bytes:
    """The node for a decimal, spelled as BigDecimal.toString() spells it.

    Unlike BigDecimal, Decimal also has NaN, infinities and a negative zero."""
    if not value.is_finite():
        raise WrongType
    return nodes.text_node(str(value if value else value.copy_abs()))


class PlainViews:
    """Writes the views of plain objects of one tree."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._wrong_types = WrongTypeFinder(tree)
        self._names: dict[str, str] = {}
        self._namespace = base_namespace() | {
            "decimal_node": _decimal_node,
            "date_fields": date_fields,
            "WrongType": WrongType,
        }

    def show(self, message: str, value: Any) -> bytes:
        """The view of a plain object. It raises a Refusal with the path of a value that has a wrong type."""
        name = self._function(message)
        out = bytearray()
        try:
            self._namespace[name](value, out, {})
        except RecursionError as error:
            raise Refusal.of(peer_pb2.USE, error) from None
        except (WrongType, struct.error, OverflowError, TypeError, AttributeError) as error:
            wrong = self._wrong_types.find(message, value)
            if wrong is None:
                raise
            raise unusable(wrong[0], wrong[1]) from error
        return bytes(out)

    def _function(self, message: str) -> str:
        if message in self._names:
            return self._names[message]
        name = self._names[message] = f"write{len(self._names)}"
        entry = self._tree.plain_class(message)
        writer = Writer(self._namespace)
        writer.line(f"if v.__class__ is not {writer.bind(self._tree.python_class(entry), 'type')}:")
        writer.line("    raise WrongType")
        writer.line("earlier = seen.get(id(v))")
        writer.line("if earlier is not None:")
        writer.line("    out += b'=' + pack_u32(earlier)")
        writer.line("    return")
        writer.line("seen[id(v)] = len(out)")
        writer.constant(nodes.record_head(message))
        for field in entry.fields:
            self._field(writer, field)
        writer.constant(nodes.END)
        compiled(writer.source(name, "v, out, seen"), name, self._namespace)
        return name

    def _field(self, writer: Writer, field: PlainField) -> None:
        value = f"f{field.number}"
        # A plain load between two packed values needs no flush, since it writes nothing.
        writer.quiet(f"{value} = v.{field.names['python']}")
        if may_be_none(field):
            writer.line(f"if {value} is not None:")
            writer.indent += 1
        writer.constant(nodes.pack_u32(field.number))
        if field.container == PlainField.SINGLE:
            self._single(writer, field.type, value)
        else:
            self._container(writer, field, value)
        if may_be_none(field):
            writer.flush()
            writer.indent -= 1

    def _container(self, writer: Writer, field: PlainField, value: str) -> None:
        kind, tag = {PlainField.SET: ("set", b"z"), PlainField.MAP: ("dict", b"m")}.get(field.container, ("list", b"l"))
        writer.require(value, kind)
        writer.constant(tag)
        writer.packed("I", f"len({value})")
        if field.container == PlainField.LIST or field.container == PlainField.ARRAY:
            self._list(writer, field.type, value)
        elif field.container == PlainField.SET:
            node = self._node(writer, field.type)
            writer.line(f"out += b''.join(sorted([{node}(item) for item in {value}]))")
        else:
            node = self._node(writer, field.key)
            writer.line(f"for node, key in sorted([({node}(key), key) for key in {value}]):")
            self._block(writer, field.type, f"{value}[key]", before="out += node")

    def _list(self, writer: Writer, type_: PlainType, value: str) -> None:
        kind = KIND.get(type_.kind)
        if kind in nodes.FIXED:
            expected = self._class_name(writer, type_)
            writer.line(f"if not {value} or set(map(type, {value})) == {{{expected}}}:")
            writer.line(f"    out += interleave({kind!r}, {value})")
            writer.line("else:")
            writer.indent += 1
        writer.line(f"for item in {value}:")
        self._block(writer, type_, "item", null=True)
        if kind in nodes.FIXED:
            writer.indent -= 1

    def _block(self, writer: Writer, type_: PlainType, value: str, before: str = "", null: bool = False) -> None:
        """The body of a loop over elements. An element is None where the wire had a null."""
        writer.indent += 1
        writer.line(f"item = {value}")
        if before:
            writer.line(before)
        writer.line("if item is None:")
        writer.line("    out += b'n'")
        writer.line("    continue")
        self._single(writer, type_, "item")
        writer.flush()
        writer.indent -= 1

    def _node(self, writer: Writer, type_: PlainType) -> str:
        """The name of a function that checks one scalar and returns its node."""
        kind = KIND[type_.kind]
        expected = self._class_name(writer, type_)
        name = f"checked_{kind}_{expected}"
        if name not in self._namespace:
            source = (
                f"def {name}(value):\n    if value.__class__ is not {expected}:\n        raise WrongType\n"
                f"    return {kind}_node(value)\n"
            )
            compiled(source, name, self._namespace)
        return name

    def _class_name(self, writer: Writer, type_: PlainType) -> str:
        if type_.kind == _T.ENUM:
            enum = self._tree.plain_enums[type_.name]
            name = "enum_" + "".join(c if c.isalnum() else f"_{ord(c)}_" for c in type_.name)
            self._namespace[name] = self._tree.python_class(enum)
            return name
        if type_.kind == _T.DECIMAL:
            self._namespace["Decimal"] = WrongTypeFinder.PYTHON_TYPE[type_.kind]
            return "Decimal"
        return WrongTypeFinder.PYTHON_TYPE[type_.kind].__name__

    def _single(self, writer: Writer, type_: PlainType, value: str) -> None:
        if type_.kind == _T.MESSAGE:
            writer.line(f"{self._function(type_.name)}({value}, out, seen)")
        elif type_.kind == _T.WRAPPER:
            writer.constant(nodes.record_head(type_.name) + nodes.pack_u32(1))
            self._single(writer, PlainType(kind=type_.wrapped), value)
            writer.constant(nodes.END)
        elif type_.kind == _T.DATE:
            self._namespace["datetime"] = datetime.datetime
            writer.require(value, "datetime")
            writer.line(f"seconds, nanos = date_fields({value})")
            writer.constant(nodes.record_head(type_.name) + nodes.pack_u32(1) + b"i")
            writer.packed("q", "seconds")
            writer.constant(nodes.pack_u32(2) + b"i")
            writer.packed("q", "nanos")
            writer.constant(nodes.END)
        else:
            self._scalar(writer, type_, value)

    def _scalar(self, writer: Writer, type_: PlainType, value: str) -> None:
        kind = KIND[type_.kind]
        writer.require(value, self._class_name(writer, type_))
        if kind in nodes.FIXED:
            tag, code = nodes.FIXED[kind]
            writer.constant(tag.encode())
            writer.packed(code, value)
        elif kind == "bool":
            writer.packed("s", f'b"t" if {value} else b"f"')
        elif kind == "bytes":
            writer.blob(b"b", value)
        else:
            writer.line(f"out += {kind}_node({value})")

"""Converts between views and generic values of self-describing formats (proto/wirebed/README.md, "Bare values")."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wirebed_protocol import peer_pb2

from wirebed_peer.bridge import nodes, scalars
from wirebed_peer.bridge.nodes import END, SAME, U16, int_node, malformed, pack_u32, record_head, text_node, u32_from
from wirebed_peer.hessian2.values import Date, EmptyList, List, Long, Map, Object
from wirebed_peer.refusal import Refusal, Unsupported


class BareModel:
    """The model of generic values. They have no schema, so `message` is empty."""

    def build(self, message: str, view: bytes) -> Any:
        return nodes.whole(view, lambda: _read(view, 0, {}))

    def require(self, message: str) -> None:
        """Accepts any name, since there is no schema to check it against."""

    def show(self, message: str, value: Any, defaults: bool = False) -> bytes:
        out = bytearray()
        try:
            _show(value, out, {})
        except RecursionError as error:
            raise Refusal.of(peer_pb2.USE, error) from None
        return bytes(out)

    def edit(self, message: str, value: Any, replacements: bytes, cleared: list[int]) -> None:
        raise Unsupported("a value without a schema has no fields to edit")


def _field(number: int, node: bytes) -> bytes:
    return pack_u32(number) + node


def _one(name: str, node: Callable[[Any], bytes]) -> Callable[[Any], bytes]:
    """A writer of records that have one scalar field."""
    head = record_head(name) + pack_u32(1)
    return lambda value: head + node(value) + END


_SHOW: dict[type, Callable[[Any], bytes]] = {
    type(None): lambda value: record_head("null") + END,
    bool: _one("bool", nodes.bool_node),
    int: _one("int", int_node),
    Long: _one("long", int_node),
    float: _one("double", nodes.double_node),
    Date: _one("date", lambda value: int_node(value.milliseconds)),
    str: _one("string", text_node),
    bytes: _one("binary", nodes.bytes_node),
}


_HEAD = {
    List: record_head("list"),
    EmptyList: record_head("list"),
    Map: record_head("map"),
    Object: record_head("object"),
}


def _show(value: Any, out: bytearray, seen: dict[int, int]) -> None:
    kind = type(value)
    if kind in _SHOW:
        out += _SHOW[kind](value)
        return
    earlier = seen.get(id(value))
    if earlier is not None:
        out += b"=" + pack_u32(earlier)
        return
    seen[id(value)] = len(out)
    out += _HEAD[kind]
    if value.type is not None:
        out += _field(1, text_node(value.type))
    if kind is List or kind is EmptyList:
        out += _field(2, b"l" + pack_u32(len(value.items)))
        for item in value.items:
            _show(item, out, seen)
    elif kind is Map:
        out += _field(2, b"l" + pack_u32(len(value.entries)))
        for key, item in value.entries:
            out += record_head("entry") + pack_u32(1)
            _show(key, out, seen)
            out += pack_u32(2)
            _show(item, out, seen)
            out += END
    else:
        out += _field(2, b"l" + pack_u32(len(value.names)))
        for name, item in zip(value.names, value.values, strict=True):
            out += record_head("field") + _field(1, text_node(name)) + pack_u32(2)
            _show(item, out, seen)
            out += END
    out += END


_READ: dict[str, tuple[scalars.Reader, Callable[[Any], Any]]] = {
    "bool": (scalars.read_bool, bool),
    "int": (scalars.read_int, int),
    "long": (scalars.read_int, Long),
    "double": (scalars.read_double, float),
    "date": (scalars.read_int, Date),
    "string": (scalars.read_text, str),
    "binary": (scalars.read_bytes, bytes),
}


def _read(view: bytes, position: int, memo: dict[int, Any]) -> tuple[Any, int]:
    if view[position] == SAME:
        target = u32_from(view, position + 1)[0]
        if target not in memo:
            raise malformed(position, "the offset of an earlier list, map or object")
        return memo[target], position + 5
    name, inside = _record_name(view, position)
    if name == "null":
        return None, _expect(view, inside, 0)
    if name in _READ:
        read, make = _READ[name]
        value, end = read(view, _expect(view, inside, 1))
        return make(value), _expect(view, end, 0)
    if name not in ("list", "map", "object"):
        raise malformed(position, f"a bare value, not {name}")
    type_name = None
    if u32_from(view, inside)[0] == 1:
        type_name, inside = scalars.read_text(view, inside + 4)
    inside = _expect(view, inside, 2)
    if view[inside] != nodes.LIST:
        raise malformed(inside, "a list")
    count, inside = nodes.counted(view, inside + 1, 1)
    if name == "list":
        return _read_list(view, position, inside, memo, List(type_name), count)
    if name == "map":
        return _read_map(view, position, inside, memo, Map(type_name), count)
    return _read_object(view, position, inside, memo, Object(type_name or ""), count)


def _read_list(view: bytes, start: int, position: int, memo: dict, value: List, count: int) -> tuple[List, int]:
    memo[start] = value
    for _ in range(count):
        item, position = _read(view, position, memo)
        value.items.append(item)
    return value, _expect(view, position, 0)


def _read_map(view: bytes, start: int, position: int, memo: dict, value: Map, count: int) -> tuple[Map, int]:
    memo[start] = value
    for _ in range(count):
        position = _named(view, position, "entry")
        key, position = _read(view, _expect(view, position, 1), memo)
        item, position = _read(view, _expect(view, position, 2), memo)
        position = _expect(view, position, 0)
        value.entries.append((key, item))
    return value, _expect(view, position, 0)


def _read_object(view: bytes, start: int, position: int, memo: dict, value: Object, count: int) -> tuple[Object, int]:
    memo[start] = value
    names = []
    for _ in range(count):
        position = _named(view, position, "field")
        name, position = scalars.read_text(view, _expect(view, position, 1))
        item, position = _read(view, _expect(view, position, 2), memo)
        position = _expect(view, position, 0)
        names.append(name)
        value.values.append(item)
    value.names = tuple(names)
    return value, _expect(view, position, 0)


def _record_name(view: bytes, position: int) -> tuple[str, int]:
    if view[position] != nodes.RECORD:
        raise malformed(position, "a record")
    end = position + 3 + U16.unpack_from(view, position + 1)[0]
    return view[position + 3 : end].decode(), end


def _named(view: bytes, position: int, expected: str) -> int:
    name, end = _record_name(view, position)
    if name != expected:
        raise malformed(position, f"a record {expected}")
    return end


def _expect(view: bytes, position: int, number: int) -> int:
    """Where the node of field `number` begins; with number 0, where the record ends."""
    if u32_from(view, position)[0] != number:
        raise malformed(position, f"field {number}" if number else "the end of a record")
    return position + 4

"""Builds a plain object from a view, by a table per dataclass. Nodes that a view makes one object become one object."""

from __future__ import annotations

import datetime
import decimal
import struct
from collections.abc import Callable
from typing import Any

from wirebed_protocol.plain_pb2 import PlainClass, PlainField, PlainType

from wirebed_peer.bridge import nodes, reader_code, scalars
from wirebed_peer.bridge.nodes import malformed, u32_from
from wirebed_peer.bridge.plain_to_view import EPOCH, KIND
from wirebed_peer.bridge.reader_code import FieldReader
from wirebed_peer.bridge.writer_code import compiled
from wirebed_peer.decimal_text import DECIMAL
from wirebed_peer.refusal import unbuildable
from wirebed_peer.tree import Tree

# Objects and texts, by the offset of their node.
Memo = dict[int, Any]
Reader = Callable[[bytes, int, Memo], tuple[Any, int]]
_T = PlainType
# Kinds whose values need no check of their range.
_IN_PLACE = (_T.INT64, _T.FLOAT, _T.DOUBLE, _T.BOOL, _T.BYTES)
_RANGES = {
    _T.INT32: (-(1 << 31), 1 << 31),
    _T.UINT32: (0, 1 << 32),
    _T.INT64: (-(1 << 63), 1 << 63),
    _T.UINT64: (0, 1 << 64),
}


class PlainBuilder:
    """Builds plain objects of one tree from views."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._readers: dict[str, Reader] = {}

    def build(self, message: str, view: bytes) -> Any:
        read = self._record_reader(message)
        return nodes.whole(view, lambda: read(view, 0, {}))

    def present(self, view: bytes) -> list[int]:
        """The numbers of the fields that the record of a view has."""
        position = 3 + nodes.U16.unpack_from(view, 1)[0]
        numbers = []
        while (number := u32_from(view, position)[0]) != 0:
            numbers.append(number)
            position = nodes.skip(view, position + 4)
        return numbers

    def _record_reader(self, message: str) -> Reader:
        if message in self._readers:
            return self._readers[message]
        entry = self._tree.plain_class(message)
        new = self._tree.python_class(entry)
        head = nodes.record_head(message)
        table: dict[int, tuple[str, Reader]] = {}

        def read(view: bytes, position: int, memo: Memo) -> tuple[Any, int]:
            if view[position] == nodes.SAME:
                return _earlier(view, position, memo, new)
            if not view.startswith(head, position):
                raise malformed(position, f"a record {message}")
            value = memo[position] = new()
            number, position = in_order(view, position + len(head), memo, value)
            while number:
                if number not in table:
                    raise _not_held(message, number)
                name, read_field = table[number]
                content, position = read_field(view, position, memo)
                setattr(value, name, content)
                (number,) = u32_from(view, position)
                position += 4
            return value, position

        self._readers[message] = read
        for field in entry.fields:
            table[field.number] = field.names["python"], self._field_reader(field)
        in_order = _compiled(entry, table)
        return read

    def _field_reader(self, field: PlainField) -> Reader:
        read = self._value_reader(field.type)
        if field.container == PlainField.SINGLE:
            return _read_optional_decimal if field.type.kind == _T.DECIMAL else read
        if field.container == PlainField.MAP:
            return _map_reader(self._value_reader(field.key), read)
        if field.container == PlainField.SET:
            return _set_reader(read)
        return _list_reader(read, KIND.get(field.type.kind) if field.type.kind == _T.DOUBLE else None)

    def _value_reader(self, type_: PlainType) -> Reader:
        kind = type_.kind
        if kind == _T.MESSAGE:
            return self._record_reader(type_.name)
        if kind == _T.DATE:
            return _date_reader(type_.name)
        if kind == _T.WRAPPER:
            inner = self._value_reader(PlainType(kind=type_.wrapped))
            return _fields_reader(type_.name, {1: lambda view, at: inner(view, at, {})}, lambda got: got[1])
        if kind == _T.ENUM:
            return _enum_reader(self._tree.python_class(self._tree.plain_enums[type_.name]))
        if kind == _T.STRING:
            return _read_text
        if kind == _T.DECIMAL:
            return _read_decimal
        if kind in _RANGES:
            return _integer_reader(scalars.READERS[KIND[kind]], *_RANGES[kind])
        plain = scalars.READERS[KIND[kind]]
        return lambda view, position, memo: plain(view, position)


def _compiled(entry: PlainClass, table: dict[int, tuple[str, Reader]]) -> Callable[..., tuple[int, int]]:
    """A function that sets the fields of an object as long as they come in order of declaration."""
    namespace = dict(reader_code.NAMESPACE)
    parts = []
    for field in entry.fields:
        target = f"o.{field.names['python']}"
        if field.container == PlainField.SINGLE and field.type.kind in _IN_PLACE:
            kind = KIND[field.type.kind]
            lines = [*reader_code.scalar(kind), f"{target} = x"]
            parts.append(FieldReader(field.number, lines, "" if field.nullable else kind, target))
        else:
            namespace[f"read{field.number}"] = table[field.number][1]
            parts.append(FieldReader(field.number, [f"{target}, p = read{field.number}(v, p, memo)"]))
    body = "\n".join(f"    {line}" for line in (*reader_code.fields(parts, namespace), "return n, p"))
    return compiled(f"def build(v, p, memo, o):\n{body}\n", "build", namespace)


def _earlier(view: bytes, position: int, memo: Memo, expected: type) -> tuple[Any, int]:
    """The object that a `=` refers to."""
    target = memo.get(u32_from(view, position + 1)[0])
    if target.__class__ is not expected:
        raise malformed(position, f"the offset of an earlier {expected.__name__}")
    return target, position + 5


def _not_held(message: str, number: int) -> Exception:
    return unbuildable(f"the plain class of {message} does not hold field {number}")


def _read_text(view: bytes, position: int, memo: Memo) -> tuple[str, int]:
    if view[position] == nodes.SAME:
        return _earlier(view, position, memo, str)
    text, end = scalars.read_text(view, position)
    memo[position] = text
    return text, end


def _read_decimal(view: bytes, position: int, memo: Memo) -> tuple[decimal.Decimal, int]:
    text, end = scalars.read_text(view, position)
    if not DECIMAL.fullmatch(text):
        raise unbuildable(f"{text!r} is not a decimal")
    try:
        return decimal.Decimal(text), end
    except decimal.InvalidOperation:
        raise unbuildable(f"{text!r} has an exponent that a Decimal does not hold") from None


def _read_optional_decimal(view: bytes, position: int, memo: Memo) -> tuple[decimal.Decimal | None, int]:
    """A decimal, or None for "": a string field without presence is "" when nobody has set it."""
    text, end = scalars.read_text(view, position)
    return (None, end) if text == "" else _read_decimal(view, position, memo)


def _integer_reader(read: scalars.Reader, least: int, beyond: int) -> Reader:
    # A negative number, from a language that holds this field in a signed integer, keeps its 64 bits.
    signed = 1 << 64 if beyond == 1 << 64 else 0

    def read_integer(view: bytes, position: int, memo: Memo) -> tuple[int, int]:
        value, end = read(view, position)
        if value < 0:
            value += signed
        if not least <= value < beyond:
            raise unbuildable(f"{value} is out of range")
        return value, end

    return read_integer


def _enum_reader(enum: Any) -> Reader:
    def read_enum(view: bytes, position: int, memo: Memo) -> tuple[Any, int]:
        number, end = scalars.read_enum(view, position)
        try:
            return enum(number), end
        except ValueError:
            raise unbuildable(f"{enum.__name__} has no value {number}") from None

    return read_enum


def _date_reader(message: str) -> Reader:
    """Reads a record of seconds and nanos, at once when both are present in order, as in a canonical view."""
    one_by_one = _fields_reader(message, {1: scalars.read_int, 2: scalars.read_int}, _date)
    start = nodes.record_head(message) + nodes.pack_u32(1) + b"i"
    rest = struct.Struct("<qIBqI")

    def read(view: bytes, position: int, memo: Memo) -> tuple[datetime.datetime, int]:
        inside = position + len(start)
        if view.startswith(start, position) and inside + rest.size <= len(view):
            seconds, number, tag, nanos, end = rest.unpack_from(view, inside)
            if (number, tag, end) == (2, 0x69, 0):
                return _date({1: seconds, 2: nanos}), inside + rest.size
        return one_by_one(view, position, memo)

    return read


def _date(got: dict[int, int]) -> datetime.datetime:
    nanos = got.get(2, 0)
    if not 0 <= nanos < 1_000_000_000:
        raise unbuildable(f"{nanos} nanoseconds are no part of a second")
    try:
        return EPOCH + datetime.timedelta(seconds=got.get(1, 0), microseconds=nanos // 1000)
    except OverflowError:
        raise unbuildable(f"{got.get(1, 0)} seconds are out of the range of datetime") from None


def _fields_reader(message: str, fields: dict[int, scalars.Reader], make: Callable[[dict[int, Any]], Any]) -> Reader:
    """Reads a record for which the plain class holds a value of the standard library."""
    head = nodes.record_head(message)

    def read(view: bytes, position: int, memo: Memo) -> tuple[Any, int]:
        if view[position] == nodes.SAME:
            (target,) = u32_from(view, position + 1)
            if target >= position or not view.startswith(head, target):
                raise malformed(position, f"the offset of an earlier {message}")
            return read(view, target, memo)[0], position + 5
        if not view.startswith(head, position):
            raise malformed(position, f"a record {message}")
        got: dict[int, Any] = {}
        position += len(head)
        while (number := u32_from(view, position)[0]) != 0:
            if number not in fields:
                raise _not_held(message, number)
            got[number], position = fields[number](view, position + 4)
        return make(got), position + 4

    return read


def _count(view: bytes, position: int, tag: int, what: str) -> tuple[int, int]:
    if view[position] != tag:
        raise malformed(position, what)
    return nodes.counted(view, position + 1, 2 if tag == nodes.MAP else 1)


def _list_reader(read: Reader, fixed: str | None) -> Reader:
    def read_list(view: bytes, position: int, memo: Memo) -> tuple[list[Any], int]:
        count, position = _count(view, position, nodes.LIST, "a list")
        if fixed is not None:
            return scalars.read_fixed_list(fixed, view, position, count)
        items = []
        for _ in range(count):
            item, position = read(view, position, memo)
            items.append(item)
        return items, position

    return read_list


def _set_reader(read: Reader) -> Reader:
    def read_set(view: bytes, position: int, memo: Memo) -> tuple[set[Any], int]:
        count, position = _count(view, position, nodes.SET, "a set")
        items = set()
        for _ in range(count):
            item, position = read(view, position, memo)
            items.add(item)
        return items, position

    return read_set


def _map_reader(read_key: Reader, read_value: Reader) -> Reader:
    def read_map(view: bytes, position: int, memo: Memo) -> tuple[dict[Any, Any], int]:
        count, position = _count(view, position, nodes.MAP, "a map")
        entries = {}
        for _ in range(count):
            key, position = read_key(view, position, memo)
            entries[key], position = read_value(view, position, memo)
        return entries, position

    return read_map

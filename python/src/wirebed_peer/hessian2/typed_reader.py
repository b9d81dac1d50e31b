"""Hessian 2 -> plain objects: source text for each class-def of a known Java class, compiled once per class-def.

The usual forms of a scalar are read in place; the functions of read_scalars.py read the others.
"""

from __future__ import annotations

import datetime
import decimal
import itertools
import re
from typing import Any

from wirebed_protocol.plain_pb2 import PlainClass, PlainEnum, PlainField, PlainType

from wirebed_peer.hessian2 import DEPTH_LIMIT, HessianError, layout, reader
from wirebed_peer.hessian2 import read_scalars as scalars
from wirebed_peer.hessian2.reader import ReadFields, State, decode_with, deeper, read_value
from wirebed_peer.tree import Tree, may_be_none

_T = PlainType
_DECIMAL = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?", re.ASCII)

# How `x` is read at `p`: the usual forms in place.
_INT = """\
c = b[p]
if 0x80 <= c <= 0xBF:
    x = c - 0x90
    p += 1
else:
    x, p = read_int(b, p)"""
_LONG = """\
c = b[p]
if 0xD8 <= c <= 0xEF:
    x = c - 0xE0
    p += 1
else:
    x, p = read_integer(b, p)"""
_UNSIGNED_LONG = f"{_LONG}\nif x < 0:\n    x += 1 << 64"
_DOUBLE = """\
c = b[p]
if c == 0x5F:
    x = 0.001 * i32(b, p + 1)[0]
    p += 5
elif c == 0x44:
    x = f64(b, p + 1)[0]
    p += 9
else:
    x, p = read_double(b, p)"""
_STRING = """\
c = b[p]
q = p + 1 + c
t = b[p + 1:q]
if c <= 0x1F and len(t) == c and t.isascii():
    x = t.decode()
    p = q
else:
    x, p = read_string(b, p)"""
_DATE = """\
ms, q = (i64(b, p + 1)[0], p + 9) if b[p] == 0x4A else read_date(b, p)
try:
    x = EPOCH + timedelta(0, 0, 0, ms)
except OverflowError:
    raise HessianError(p, f"{ms} ms since 1970 are out of the range of datetime") from None
p = q"""
_BOXED_FLOAT = """\
if b[p] in OBJECT_CODES:
    q = p
    x, p = read_value(b, p, s, d)
    if x.__class__ is not float:
        raise other_class(b, q, x, "a Float")
else:
    x, p = read_double(b, p)"""
_OBJECT = """\
q = p
k = b[p] - 0x60
if 0 <= k <= 15 and k < len(s.definitions):
    x, p = s.definitions[k](b, p + 1, s, d)
else:
    x, p = read_value(b, p, s, d)
if x.__class__ is not {expected}:
    raise other_class(b, q, x, {name!r})"""
_PLAIN = {
    _T.INT32: _INT,
    **dict.fromkeys((_T.UINT32, _T.INT64), _LONG),
    _T.UINT64: _UNSIGNED_LONG,
    _T.BOOL: "x, p = read_bool(b, p)",
    _T.FLOAT: _DOUBLE,
    _T.DOUBLE: _DOUBLE,
    _T.STRING: _STRING,
    _T.BYTES: "x, p = read_bytes(b, p)",
    _T.DATE: _DATE,
}
# A list of unknown length is read by the same loop, as one that is longer than any.
_LIST = """\
def {name}(b, p, s, d):
    if b[p] == 0x51:
        return earlier(b, p, s, d, {container})
    if b[p] not in LIST_CODES:
        raise unexpected(b, p, "a list")
    d = deeper(p, d)
    _, n, p = list_head(b, p, s)
    v = {container}()
    s.objects.append(v)
    add = v.{add}
    for _ in range(n) if n is not None else forever(None):
        if n is None and b[p] == 0x5A:
            return v, p + 1
{item}
        add(x)
    return v, p
"""
_MAP = """\
def {name}(b, p, s, d):
    if b[p] == 0x51:
        return earlier(b, p, s, d, dict)
    if b[p] != 0x48 and b[p] != 0x4D:
        raise unexpected(b, p, "a map")
    d = deeper(p, d)
    if b[p] == 0x4D:
        _, p = read_type(b, p + 1, s)
    else:
        p += 1
    v = dict()
    s.objects.append(v)
    while b[p] != 0x5A:
{key}
        y = x
{item}
        v[y] = x
    return v, p + 1
"""


class TypedReader:
    """Reads plain objects of one tree. It is the registry of its own streams."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._classes = {entry.java_class: entry for entry in tree.plain.classes}
        self._enums = {entry.java_class: entry for entry in tree.plain.enums}
        self._readers: dict[tuple[str, tuple[str, ...]], ReadFields | None] = {}
        self._namespace: dict[str, Any] = {
            **{name: getattr(scalars, name) for name in dir(scalars) if not name.startswith("_")},
            **{name: getattr(reader, name) for name in ("list_head", "read_type", "read_value", "deeper")},
            "EPOCH": datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC),
            "forever": itertools.repeat,
            "timedelta": datetime.timedelta,
            "HessianError": HessianError,
            "DEPTH_LIMIT": DEPTH_LIMIT,
            "OBJECT_CODES": bytes([0x43, 0x4F, 0x51, *range(0x60, 0x70)]),
            "LIST_CODES": bytes([*range(0x55, 0x59), *range(0x70, 0x80)]),
            "new": object.__new__,
            "decimal_type": decimal.Decimal,
            "other_class": _other_class,
            "earlier": _earlier,
        }

    def decode(self, message: str, data: bytes, envelope: bool = False) -> Any:
        entry = self._tree.plain_class(message)
        expected = self._tree.python_class(entry)

        def read(at: int, state: State) -> tuple[Any, int]:
            value, end = read_value(data, at, state, 0)
            if value.__class__ is not expected:
                raise _other_class(data, at, value, entry.java_class)
            return value, end

        return decode_with(read, data, State(self), envelope)

    def reader_of(self, java_class: str, names: tuple[str, ...]) -> ReadFields | None:
        key = java_class, names
        if key not in self._readers:
            self._readers[key] = self._make(java_class, names)
        return self._readers[key]

    def _make(self, java_class: str, names: tuple[str, ...]) -> ReadFields | None:
        if entry := self._classes.get(java_class):
            return self._object(entry, names)
        if entry := self._enums.get(java_class):
            return self._enum(entry, names)
        if java_class == layout.BIG_DECIMAL:
            return _made_of("value", names, scalars.read_string, _to_decimal)
        if java_class == layout.FLOAT_HANDLE:
            return _made_of("_value", names, scalars.read_double, lambda value, position: value)
        return None

    def _object(self, entry: PlainClass, names: tuple[str, ...]) -> ReadFields:
        fields = {field.java_name: field for field in entry.fields}
        new = self._bind(self._tree.python_class(entry))
        # What the wire leaves out keeps the value of an empty object.
        complete = fields.keys() <= set(names)
        lines = [
            "if d >= DEPTH_LIMIT: deeper(p - 1, d)",
            "d += 1",
            f"v = new({new})" if complete else f"v = {new}()",
            "s.objects.append(v)",
        ]
        for name in names:
            field = fields.get(name)
            if field is None:
                lines.append("_, p = read_value(b, p, s, d)")
            else:
                lines += [*self._field(field).split("\n"), f"v.{field.python_name} = x"]
        lines.append("return v, p")
        body = "\n".join(f"    {line}" for line in lines)
        return self._compiled(f"def {{name}}(b, p, s, d):\n{body}\n", entry.java_class)

    def _field(self, field: PlainField) -> str:
        if field.container != PlainField.SINGLE:
            return f"x, p = {self._container(field)}(b, p, s, d)"
        read = self._value(field)
        return _or_none(read) if may_be_none(field) else read

    def _value(self, field: PlainField) -> str:
        """Source that reads one value, element or map value."""
        type_ = field.type
        if layout.boxed_float(field):
            return _BOXED_FLOAT
        kind = layout.value_kind(type_)
        if kind == _T.MESSAGE:
            entry = self._tree.plain_class(type_.name)
            return _OBJECT.format(expected=self._bind(self._tree.python_class(entry)), name=entry.java_class)
        if kind == _T.ENUM:
            enum = self._tree.plain_enums[type_.name]
            return _OBJECT.format(expected=self._bind(self._tree.python_class(enum)), name=enum.java_class)
        if kind == _T.DECIMAL:
            return _OBJECT.format(expected="decimal_type", name=layout.BIG_DECIMAL)
        return _PLAIN[kind]

    def _container(self, field: PlainField) -> str:
        """The name of a function that reads a list, set or map."""
        if field.container == PlainField.MAP:
            key = _PLAIN[field.key.kind]
            source = _MAP.format(name="{name}", key=_indented(key, 8), item=_indented(_or_none(self._value(field)), 8))
        elif field.container == PlainField.SET:
            source = _LIST.format(name="{name}", container="set", add="add", item=_indented(self._value(field), 8))
        else:
            item = _indented(_or_none(self._value(field)), 8)
            source = _LIST.format(name="{name}", container="list", add="append", item=item)
        return self._compiled(source, field.name).__name__

    def _bind(self, value: Any) -> str:
        name = f"class_{value.__name__}_{id(value)}"
        self._namespace[name] = value
        return name

    def _compiled(self, source: str, what: str) -> Any:
        name = f"read{len(self._namespace)}"
        exec(compile(source.replace("{name}", name), f"<hessian2 reader of {what}>", "exec"), self._namespace)
        return self._namespace[name]

    def _enum(self, entry: PlainEnum, names: tuple[str, ...]) -> ReadFields:
        members = self._tree.python_class(entry)
        of_name = {value.name: members(value.number) for value in entry.values}
        of_name |= {value.java_name: members(value.number) for value in entry.values}

        def member(name: str, position: int) -> Any:
            if name not in of_name:
                raise HessianError(position, f"{entry.java_class} has no value {name!r}")
            return of_name[name]

        return _made_of("name", names, scalars.read_string, member)


def _indented(source: str, columns: int) -> str:
    return "\n".join(" " * columns + line for line in source.split("\n"))


def _or_none(source: str) -> str:
    return f"if b[p] == 0x4E:\n    x = None\n    p += 1\nelse:\n{_indented(source, 4)}"


def _made_of(field: str, names: tuple[str, ...], read: Any, make: Any) -> ReadFields:
    """Objects that stand for a value of the standard library, made of one of their fields."""

    def read_fields(data: bytes, position: int, state: State, depth: int) -> tuple[Any, int]:
        depth = deeper(position - 1, depth)
        start = position
        index = len(state.objects)
        state.objects.append(None)
        value = None
        for name in names:
            if name == field:
                at = position
                content, position = read(data, position)
                value = make(content, at)
            else:
                position = read_value(data, position, state, depth)[1]
        if value is None:
            raise HessianError(start, f"an object without its field {field!r}")
        state.objects[index] = value
        return value, position

    return read_fields


def _to_decimal(text: str, position: int) -> decimal.Decimal:
    if not _DECIMAL.fullmatch(text):
        raise HessianError(position, f"{text!r} is not a decimal")
    return decimal.Decimal(text)


def _earlier(data: bytes, position: int, state: State, depth: int, expected: type) -> tuple[Any, int]:
    value, end = reader.read_reference(data, position, state, depth)
    if value.__class__ is not expected:
        raise _other_class(data, position, value, f"a {expected.__name__}")
    return value, end


def _other_class(data: bytes, position: int, value: Any, expected: str) -> HessianError:
    kind = type(value).__name__
    found = f"an object of {value.type}" if kind == "Object" else "null" if value is None else f"a {kind}"
    return HessianError(position, f"{data[position]:#04x} gives {found} where {expected} is expected")

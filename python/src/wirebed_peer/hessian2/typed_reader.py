"""Hessian 2 -> plain objects: source text for each class-def of a known Java class, compiled once per class-def."""

from __future__ import annotations

import datetime
import decimal
import itertools
import re
from collections.abc import Callable
from typing import Any

from wirebed_protocol.plain_pb2 import PlainClass, PlainEnum, PlainField, PlainType

from wirebed_peer.hessian2 import DEPTH_LIMIT, HessianError, layout, reader
from wirebed_peer.hessian2 import read_scalars as scalars
from wirebed_peer.hessian2 import typed_forms as forms
from wirebed_peer.hessian2.reader import ReadFields, State, decode_with, deeper, read_value
from wirebed_peer.tree import Tree, may_be_none

_T = PlainType
_DECIMAL = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?", re.ASCII)

_CONTAINER = {
    PlainField.LIST: "list",
    PlainField.ARRAY: "list",
    PlainField.SET: "set",
    PlainField.MAP: "dict",
}
_EMPTY = {
    **dict.fromkeys(layout.INTEGERS, "0"),
    _T.BOOL: "False",
    _T.FLOAT: "0.0",
    _T.DOUBLE: "0.0",
    _T.STRING: '""',
    _T.BYTES: 'b""',
}

# Class-defs for which code is kept: a schema has few, but nothing stops the other side from sending more.
REMEMBERED = 1000
LONGEST_REMEMBERED = 1000


class TypedReader:
    """Reads plain objects of one tree. It is the registry of its own streams."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._classes = {entry.java_class: entry for entry in tree.plain.classes}
        self._enums = {entry.java_class: entry for entry in tree.plain.enums}
        self._readers: dict[tuple[str, tuple[str, ...]], ReadFields | None] = {}
        # Functions for lists, sets and maps by their source text.
        self._containers: dict[str, str] = {}
        self._made = 0
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
        return self.decoder(message, envelope)(data)

    def decoder(self, message: str, envelope: bool = False) -> Callable[[bytes], Any]:
        entry = self._tree.plain_class(message)
        expected = self._tree.python_class(entry)

        def decode(data: bytes) -> Any:
            def read(at: int, state: State) -> tuple[Any, int]:
                value, end = read_value(data, at, state, 0)
                if value.__class__ is not expected:
                    raise _other_class(data, at, value, entry.java_class)
                return value, end

            return decode_with(read, data, State(self), envelope)

        return decode

    def reader_of(self, java_class: str, names: tuple[str, ...]) -> ReadFields | None:
        if len(names) > LONGEST_REMEMBERED:
            return self._make(java_class, names)
        key = java_class, names
        if key not in self._readers:
            if len(self._readers) >= REMEMBERED:
                self._readers.clear()
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
        # A field that comes twice has its last value; what comes before that is skipped like an unknown field, and
        # those in a row by one loop, so that the code grows with the class and not with the class-def.
        last = {name: index for index, name in enumerate(names)}
        for known, group in itertools.groupby(
            enumerate(names), lambda pair: pair[0] if pair[1] in fields and last[pair[1]] == pair[0] else None
        ):
            if known is None:
                lines += [f"for _ in range({len(list(group))}):", "    _, p = read_value(b, p, s, d)"]
            else:
                field = fields[names[known]]
                lines += [*self._field(field).split("\n"), f"v.{field.python_name} = x"]
        lines.append("return v, p")
        body = "\n".join(f"    {line}" for line in lines)
        return self._compiled(f"def {{name}}(b, p, s, d):\n{body}\n", entry.java_class, keep=False)

    def _field(self, field: PlainField) -> str:
        """Source that reads one field. A null for what cannot be null leaves it empty."""
        if field.container != PlainField.SINGLE:
            read = f"x, p = {self._container(field)}(b, p, s, d)"
            return forms.or_empty(read, f"{_CONTAINER[field.container]}()")
        read = self._value(field)
        if may_be_none(field):
            return forms.or_none(read)
        if field.type.kind == _T.ENUM:
            enum = self._tree.plain_enums[field.type.name]
            return forms.or_empty(read, f"{self._bind(self._tree.python_class(enum))}({enum.values[0].number})")
        return forms.or_empty(read, _EMPTY[field.type.kind])

    def _value(self, field: PlainField) -> str:
        """Source that reads one value, element or map value."""
        type_ = field.type
        if layout.boxed_float(field):
            return forms.BOXED_FLOAT
        kind = layout.value_kind(type_)
        if kind == _T.MESSAGE:
            entry = self._tree.plain_class(type_.name)
            return forms.OBJECT.format(expected=self._bind(self._tree.python_class(entry)), name=entry.java_class)
        if kind == _T.ENUM:
            enum = self._tree.plain_enums[type_.name]
            return forms.OBJECT.format(expected=self._bind(self._tree.python_class(enum)), name=enum.java_class)
        if kind == _T.DECIMAL:
            return forms.OBJECT.format(expected="decimal_type", name=layout.BIG_DECIMAL)
        return forms.PLAIN[kind]

    def _container(self, field: PlainField) -> str:
        """The name of a function that reads a list, set or map of this kind."""
        item = self._value(field)
        if field.container == PlainField.SET:
            source = forms.LIST.format(container="set", add="add", item=forms.indented(item, 8))
        elif field.container == PlainField.MAP:
            key = forms.indented(forms.PLAIN[field.key.kind], 8)
            source = forms.MAP.format(key=key, item=forms.indented(forms.or_none(item), 8))
        else:
            item = forms.indented(forms.or_none(item), 8)
            source = forms.LIST.format(container="list", add="append", item=item)
        if source not in self._containers:
            self._containers[source] = self._compiled(source, field.name).__name__
        return self._containers[source]

    def _bind(self, value: Any) -> str:
        name = f"class_{value.__name__}_{id(value)}"
        self._namespace[name] = value
        return name

    def _compiled(self, source: str, what: str, keep: bool = True) -> Any:
        """The function that `source` defines; others can call it by its name when it is kept."""
        self._made += 1
        name = f"read{self._made}"
        exec(compile(source.replace("{name}", name), f"<hessian2 reader of {what}>", "exec"), self._namespace)
        return self._namespace[name] if keep else self._namespace.pop(name)

    def _enum(self, entry: PlainEnum, names: tuple[str, ...]) -> ReadFields:
        members = self._tree.python_class(entry)
        of_name = {value.name: members(value.number) for value in entry.values}
        of_name |= {value.java_name: members(value.number) for value in entry.values}

        def member(name: str, position: int) -> Any:
            if name not in of_name:
                raise HessianError(position, f"{entry.java_class} has no value {name!r}")
            return of_name[name]

        return _made_of("name", names, scalars.read_string, member)


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
    try:
        return decimal.Decimal(text)
    except decimal.InvalidOperation:
        raise HessianError(position, f"{text!r} has an exponent that a Decimal does not hold") from None


def _earlier(data: bytes, position: int, state: State, depth: int, expected: type) -> tuple[Any, int]:
    value, end = reader.read_reference(data, position, state, depth)
    if value.__class__ is not expected:
        raise _other_class(data, position, value, f"a {expected.__name__}")
    return value, end


def _other_class(data: bytes, position: int, value: Any, expected: str) -> HessianError:
    kind = type(value).__name__
    found = f"an object of {value.type}" if kind == "Object" else "null" if value is None else f"a {kind}"
    return HessianError(position, f"{data[position]:#04x} gives {found} where {expected} is expected")

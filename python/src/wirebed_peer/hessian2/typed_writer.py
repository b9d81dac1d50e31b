"""Plain objects -> Hessian 2: source text for each plain class, compiled once, that writes what Caucho writes."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import Any

from wirebed_protocol.plain_pb2 import PlainField, PlainType

from wirebed_peer.hessian2 import ENVELOPE_END, java_order, layout, write_scalars
from wirebed_peer.hessian2.writer import Stream, class_def
from wirebed_peer.tree import Tree, may_be_none

_T = PlainType
_MILLISECOND = datetime.timedelta(milliseconds=1)
_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)

# How `x` is written.
_PLAIN = {
    _T.INT32: "out += int_bytes(x)",
    _T.UINT32: "out += long_bytes(x)",
    _T.INT64: "out += long_bytes(x)",
    _T.UINT64: "out += long_bytes(x if x < 1 << 63 else x - (1 << 64))",
    _T.BOOL: "out += b'T' if x else b'F'",
    _T.FLOAT: "out += double_bytes(x)",
    _T.DOUBLE: "out += double_bytes(x)",
    _T.STRING: "out += string_bytes(x)",
    _T.BYTES: "s.binary(x)",
    _T.DATE: "out += date_bytes((x - EPOCH) // MILLISECOND)",
    _T.DECIMAL: "write_decimal(x, s)",
}
_SHARED = """\
r = s.objects.get(id({value}))
if r is not None:
    out += reference_bytes(r)
    {leave}
s.objects[id({value})] = len(s.objects)"""


class TypedWriter:
    """Writes plain objects of one tree."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._names: dict[str, str] = {}
        self._namespace: dict[str, Any] = {
            **{name: getattr(write_scalars, name) for name in dir(write_scalars) if name.endswith("_bytes")},
            "list_head": write_scalars.list_head,
            "EPOCH": _EPOCH,
            "MILLISECOND": _MILLISECOND,
            "map_order": java_order.map_order,
            "set_order": java_order.set_order,
            "write_decimal": _write_decimal,
            "write_float": _write_float,
        }

    def encode(self, message: str, value: Any, envelope: bool = False) -> bytes:
        return self.encoder(message, envelope)(value)

    def encoder(self, message: str, envelope: bool = False) -> Callable[[Any], bytes]:
        write = self._namespace[self._class(message)]

        def encode(value: Any) -> bytes:
            stream = Stream(envelope)
            write(value, stream)
            if envelope:
                stream.out += ENVELOPE_END
            return bytes(stream.out)

        return encode

    def _class(self, message: str) -> str:
        """The name of the function that writes objects of a message's plain class."""
        if message in self._names:
            return self._names[message]
        name = self._names[message] = f"write{len(self._names)}"
        entry = self._tree.plain_class(message)
        fields = layout.caucho_order(entry)
        definition = class_def(entry.java_class, tuple(field.java_name for field in fields))
        self._namespace[f"{name}_class"] = self._tree.python_class(entry)
        self._namespace[f"{name}_definition"] = definition
        lines = [
            f"if v.__class__ is not {name}_class:",
            f"    raise TypeError(f'{{type(v).__name__}} is no {entry.python_class}')",
            "out = s.out",
            *_SHARED.format(value="v", leave="return").split("\n"),
            *_head(message, f"{name}_definition"),
        ]
        for field in fields:
            lines += [f"x = v.{field.python_name}", *self._field(field)]
        body = "\n".join(f"    {line}" for line in lines)
        exec(compile(f"def {name}(v, s):\n{body}\n", f"<hessian2 writer of {message}>", "exec"), self._namespace)
        return name

    def _field(self, field: PlainField) -> list[str]:
        if field.container == PlainField.SINGLE:
            lines = self._value(field)
            return _or_null(lines) if may_be_none(field) else lines
        # A list that stands in two places is one list, as in Java.
        lines = [
            "r = s.objects.get(id(x))",
            "if r is not None:",
            "    out += reference_bytes(r)",
            "else:",
            "    s.objects[id(x)] = len(s.objects)",
        ]
        return lines + [f"    {line}" for line in self._content(field)]

    def _content(self, field: PlainField) -> list[str]:
        if field.container == PlainField.MAP:
            return [
                "out += b'H'",
                "entries = x",
                f"for x in map_order(entries, {field.key.kind}):",
                "    y = entries[x]",
                f"    {_PLAIN[field.key.kind]}",
                "    x = y",
                *(f"    {line}" for line in _or_null(self._value(field))),
                "out += b'Z'",
            ]
        type_name = layout.collection_type(field, self._tree)
        type_bytes = "None" if type_name is None else f"s.type_bytes({type_name!r})"
        is_set = field.container == PlainField.SET
        return [
            f"out += list_head(len(x), {type_bytes})",
            f"for x in set_order(x, {layout.value_kind(field.type)}):" if is_set else "for x in x:",
            *(f"    {line}" for line in _or_null(self._value(field))),
        ]

    def _value(self, field: PlainField) -> list[str]:
        if layout.boxed_float(field):
            return ["write_float(x, s)"]
        kind = layout.value_kind(field.type)
        if kind == _T.MESSAGE:
            return [f"{self._class(field.type.name)}(x, s)"]
        if kind == _T.ENUM:
            return [f"{self._enum(field.type.name)}(x, s)"]
        return [_PLAIN[kind]]

    def _enum(self, enum: str) -> str:
        """The name of the function that writes constants of an enum: objects, each of them one and the same."""
        if enum in self._names:
            return self._names[enum]
        name = self._names[enum] = f"write{len(self._names)}"
        entry = self._tree.plain_enums[enum]
        members = self._tree.python_class(entry)
        self._namespace[f"{name}_definition"] = class_def(entry.java_class, ("name",))
        self._namespace[f"{name}_names"] = {
            members(value.number): value.java_name for value in entry.values if not value.alias
        }
        lines = [
            "out = s.out",
            *_SHARED.format(value="v", leave="return").split("\n"),
            *_head(enum, f"{name}_definition"),
            f"out += string_bytes({name}_names[v])",
        ]
        body = "\n".join(f"    {line}" for line in lines)
        exec(compile(f"def {name}(v, s):\n{body}\n", f"<hessian2 writer of {enum}>", "exec"), self._namespace)
        return name


def _head(key: str, definition: str) -> list[str]:
    """The head of an object; its class-def before the first one."""
    return [
        f"k = s.definitions.get({key!r})",
        "if k is None:",
        f"    k = s.definitions[{key!r}] = len(s.definitions)",
        f"    out += {definition}",
        "out += bytes((0x60 + k,)) if k <= 15 else b'O' + int_bytes(k)",
    ]


def _or_null(lines: list[str]) -> list[str]:
    return ["if x is None:", "    out += b'N'", "else:", *(f"    {line}" for line in lines)]


def _anonymous(stream: Stream, java_class: str, field: str, content: bytes) -> None:
    """An object that is never shared, but takes a number like any other."""
    stream.objects[~len(stream.objects)] = 0
    head = stream.object_head(java_class, lambda: class_def(java_class, (field,)))
    stream.out += head + content


def _write_decimal(value: Any, stream: Stream) -> None:
    _anonymous(stream, layout.BIG_DECIMAL, "value", write_scalars.string_bytes(str(value)))


def _write_float(value: float, stream: Stream) -> None:
    _anonymous(stream, layout.FLOAT_HANDLE, "_value", write_scalars.double_bytes(value))

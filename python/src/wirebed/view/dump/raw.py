"""Annotates the format raw (proto/README.md), whose bytes have no names or types: these come from the schema."""

import struct
from collections.abc import Iterator, Mapping
from typing import Any, NoReturn

from wirebed_protocol.plain_pb2 import PlainClass, PlainField, PlainType

from wirebed.bed.schema import Schema
from wirebed.view.dump.lines import Line, child, preview, quote, shortest_float, stop

MOST_DEPTH = 256
_T = PlainType
# The types of a fixed size: the letter for struct, and the name.
_FIXED = {
    _T.INT32: ("i", "int"), _T.UINT32: ("I", "int"), _T.INT64: ("q", "long"), _T.UINT64: ("Q", "long"),
    _T.BOOL: ("B", "byte"), _T.FLOAT: ("f", "float"), _T.DOUBLE: ("d", "double"), _T.ENUM: ("i", "int"),
    _T.DATE: ("q", "long, milliseconds"),
}  # fmt: skip
_COUNTED = (_T.STRING, _T.BYTES, _T.DECIMAL)


class _Stop(Exception):
    def __init__(self, line: Line) -> None:
        super().__init__(line.how)
        self.line = line


def annotate(data: bytes, schema: Schema | None = None, message: str = "") -> Iterator[Line]:
    classes = {entry.message: entry for entry in schema.plain.classes} if schema else {}
    if schema is None or message not in classes:
        yield Line(0, len(data), 0, "", "bytes", preview(data), "which class they are of is not known")
        return
    walk = _Walk(data, schema, classes)
    try:
        yield from walk.record(message, "", 0)
        if walk.at < len(data):
            walk.fail("", 0, "trailing bytes")
    except _Stop as end:
        yield end.line


class _Walk:
    def __init__(self, data: bytes, schema: Schema, classes: Mapping[str, PlainClass]) -> None:
        self.data, self.at, self.classes = data, 0, classes
        self.enums = {entry.name: {v.number: v.name for v in reversed(entry.values)} for entry in schema.plain.enums}

    def fail(self, path: str, depth: int, reason: str) -> NoReturn:
        raise _Stop(stop(self.data, self.at, depth, path, reason))

    def take(self, letter: str, path: str, depth: int) -> Any:  # the letter decides
        size = struct.calcsize(f"<{letter}")
        if len(self.data) - self.at < size:
            self.fail(path, depth, f"{size} bytes of a field are wanted")
        (value,) = struct.unpack_from(f"<{letter}", self.data, self.at)
        self.at += size
        return value

    def record(self, message: str, path: str, depth: int) -> Iterator[Line]:
        if depth > MOST_DEPTH:
            self.fail(path, depth, "deeper than any reader goes")
        for field in self.classes[message].fields:
            yield from self.field(field, child(path, field.name), depth)

    def field(self, field: PlainField, path: str, depth: int) -> Iterator[Line]:
        if field.container != PlainField.SINGLE:
            yield from self.all_of(field, path, depth)
            return
        may_be_null = field.nullable or field.type.kind == _T.DECIMAL
        kind = field.type.wrapped if field.type.kind == _T.WRAPPER else field.type.kind
        start = self.at
        if may_be_null and kind not in _COUNTED:
            there = self.take("B", path, depth)
            if there == 0:
                yield Line(start, 1, depth, path, field.name, "null", "byte")
                return
            if there != 1:
                self.fail(path, depth, "neither 0 for null nor 1")
        yield from self.value(field.type, path, field.name, depth, start, may_be_null)

    def all_of(self, field: PlainField, path: str, depth: int) -> Iterator[Line]:
        start = self.at
        count = self.take("i", path, depth)
        yield Line(start, 4, depth, path, field.name, f"{count} elements", "int")
        if not 0 <= count <= len(self.data) - self.at:
            self.fail(path, depth, "more elements than bytes")
        for index in range(count):
            inner, start = f"{path}[{index}]", self.at
            if field.container == PlainField.MAP:
                yield from self.value(field.key, inner, f"[{index}] key", depth + 1, start, False)
                start = self.at
            if field.type.kind == _T.MESSAGE and self.take("B", inner, depth) != 1:
                self.fail(inner, depth, "an element is null")
            yield from self.value(field.type, inner, f"[{index}]", depth + 1, start, False)

    def value(self, type_: PlainType, path: str, label: str, depth: int, start: int, maybe: bool) -> Iterator[Line]:
        """One value. Its line begins at `start`, where the byte for its presence may precede it."""
        if type_.kind == _T.MESSAGE:
            yield Line(start, self.at - start, depth, path, label, type_.name, "byte")
            yield from self.record(type_.name, path, depth + 1)
            return
        kind = type_.wrapped if type_.kind == _T.WRAPPER else type_.kind
        if kind in _COUNTED:
            shown, how = self.counted(kind, path, depth, maybe)
        else:
            letter, how = _FIXED[kind]
            value = self.take(letter, path, depth)
            shown = shortest_float(value) if kind == _T.FLOAT else str(value)
            if kind == _T.BOOL:
                shown = {0: "false", 1: "true"}.get(value, f"{value}: neither false nor true")
            if kind == _T.ENUM:
                shown = f"{self.enums[type_.name].get(value, '')} ({value})".strip()
        yield Line(start, self.at - start, depth, path, label, shown, how)

    def counted(self, kind: int, path: str, depth: int, maybe: bool) -> tuple[str, str]:
        count = self.take("i", path, depth)
        if count == -1 and maybe:
            return "null", "int"
        size = count if kind == _T.BYTES else 2 * count
        if not 0 <= size <= len(self.data) - self.at:
            self.fail(path, depth, f"a count of {count}")
        part = self.data[self.at : self.at + size]
        self.at += size
        if kind == _T.BYTES:
            return preview(part), "int, bytes"
        return quote(part.decode("utf-16-le", "surrogatepass")), "int, UTF-16"

"""Reads a class field by field, in order of declaration. The layout of each format is a subclass of Positions."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal, TypeVar

from wirebed_protocol.plain_pb2 import PlainField, PlainType

from wirebed.bed.schema import Schema
from wirebed.view.writer import ViewWriter

T = PlainType
V = TypeVar("V")
_SIGNED = (T.INT32, T.INT64)
_DECIMAL = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?", re.ASCII)


class Unreadable(ValueError):
    """The bytes are no value of the class. `stage` is that at which a reader notices."""

    def __init__(self, reason: str, stage: str = "parse") -> None:
        super().__init__(reason)
        self.stage = stage


@dataclass(frozen=True)
class Reading:
    view: bytes
    skipped: bool  # whether the data has more than the class asked for


@dataclass(frozen=True)
class Holding:
    """The values that plain objects of a language hold: `objects:` of its peer.yaml (proto/README.md)."""

    any_enum: bool = False  # also a number without a name
    signed_64: bool = False  # 64 bits are always a signed integer
    dates: tuple[int, int] | None = None  # the first and the last, in milliseconds since 1970; None: all


@dataclass(eq=False)
class Record:
    """An object; the same one may be in several places."""

    message: str
    fields: dict[int, "Value"]  # in order of declaration


@dataclass(eq=False)
class Many:
    container: PlainField.Container
    nodes: list[Any]  # of a list or a set; of a map, pairs of nodes


# What stands at a place: the bytes of a scalar in a view, an object, several of them, or null.
Value = bytes | Record | Many | None


def scalar(type_: PlainType) -> PlainType.Kind:
    return type_.wrapped if type_.kind == T.WRAPPER else type_.kind


class Positions:
    """Reads `data` from `at` on. A node is the bytes of a scalar in a view, a Record, a Many, or None for null."""

    skipped = False  # whether some of the data was not asked for
    order: Literal["little", "big"] = "little"  # of the bytes of a number
    sizes = {T.INT32: 4, T.UINT32: 4, T.INT64: 8, T.UINT64: 8, T.FLOAT: 4, T.DOUBLE: 8}

    def __init__(self, data: bytes, schema: Schema, holding: Holding) -> None:
        self.data, self.at, self.holding = data, 0, holding
        self.classes = {class_.message: class_ for class_ in schema.plain.classes}
        self.enums = {enum.name: enum for enum in schema.plain.enums}

    def read(self, message: str) -> Reading:
        root = self.root(message)
        if root is None:
            raise Unreadable("null where an object is wanted")
        out = ViewWriter()
        _put(root, out, {})
        return Reading(out.finish(), self.skipped)

    # The parts of a layout.

    def root(self, message: str) -> Record | None:
        """The value itself, which has to be all that there is."""
        raise NotImplementedError

    def object(self, message: str) -> Record | None:
        raise NotImplementedError

    def there(self, type_: PlainType, nullable: bool) -> bool:
        """Whether a value follows, where the bytes say so. An element is not nullable."""
        raise NotImplementedError

    def count(self) -> int:
        """How many elements or bytes follow; no more than there can be."""
        raise NotImplementedError

    def text(self) -> str | bytes:
        """A text, or the bytes of one that is not valid."""
        raise NotImplementedError

    def enum(self, type_: PlainType) -> int:
        return self.number(4, True)

    def flag(self) -> bool:
        byte = self.number(1)
        if byte > 1:
            raise Unreadable(f"a byte {byte} where 0 or 1 is wanted")
        return byte == 1

    # The same in all layouts.

    def take(self, size: int) -> bytes:
        if not 0 <= size <= len(self.data) - self.at:
            raise Unreadable(f"{size} bytes are wanted, {len(self.data) - self.at} are left")
        self.at += size
        return self.data[self.at - size : self.at]

    def number(self, size: int, signed: bool = False) -> int:
        return int.from_bytes(self.take(size), self.order, signed=signed)

    def claimed(self, count: int) -> int:
        """A count, each of which takes a byte at least."""
        if not 0 <= count <= len(self.data) - self.at:
            raise Unreadable(f"a count of {count}, {len(self.data) - self.at} bytes are left")
        return count

    def end(self) -> None:
        if self.at < len(self.data):
            raise Unreadable(f"{len(self.data) - self.at} bytes are left")

    def record(self, message: str, into: Record | None = None) -> Record:
        made = into or Record(message, {})
        for field in self.classes[message].fields:
            value = self.field(field)
            if value is not None:
                made.fields[field.number] = value
        return made

    def field(self, field: PlainField) -> Value:
        if not field.container:
            return self.value(field.type) if self.there(field.type, field.nullable) else None
        count = self.count()
        if field.container == PlainField.MAP:
            return Many(field.container, [(self.element(field.key), self.element(field.type)) for _ in range(count)])
        return Many(field.container, [self.element(field.type) for _ in range(count)])

    def element(self, type_: PlainType) -> Value:
        return self.value(type_) if self.there(type_, False) else None

    def value(self, type_: PlainType) -> Value:
        """A value that is there."""
        kind = scalar(type_)
        if kind == T.MESSAGE:
            return self.object(type_.name)
        if kind == T.DATE:
            return self.held_date(self.number(8, True))
        if kind == T.ENUM:
            return self.held_enum(type_, self.enum(type_))
        if kind == T.DECIMAL:
            return wrapped(type_, held_decimal(self.text()))
        return wrapped(type_, self.scalar(kind))

    def scalar(self, kind: PlainType.Kind) -> bytes:
        if kind == T.FLOAT:
            return node(ViewWriter.float32_bits, self.number(4))
        if kind == T.DOUBLE:
            return node(ViewWriter.float64_bits, self.number(8))
        if kind == T.BOOL:
            return node(ViewWriter.boolean, self.flag())
        if kind == T.BYTES:
            return node(ViewWriter.binary, self.take(self.count()))
        if kind == T.STRING:
            text = self.text()
            return node(ViewWriter.text, text) if isinstance(text, str) else node(ViewWriter.invalid_text, text)
        size = self.sizes[kind]
        return node(ViewWriter.integer, self.number(size, kind in _SIGNED or size == 8 and self.holding.signed_64))

    def held_enum(self, type_: PlainType, number: int) -> bytes:
        if not self.holding.any_enum and all(number != value.number for value in self.enums[type_.name].values):
            raise Unreadable(f"{type_.name} has no value {number}")
        return node(ViewWriter.enum, number)

    def held_date(self, milliseconds: int) -> Record:
        if self.holding.dates and not self.holding.dates[0] <= milliseconds <= self.holding.dates[1]:
            raise Unreadable(f"{milliseconds} milliseconds are beyond the type of a date")
        seconds, rest = divmod(milliseconds, 1000)
        parts = enumerate((seconds, rest * 1_000_000), 1)
        return Record("google.protobuf.Timestamp", {at: node(ViewWriter.integer, part) for at, part in parts})


def held_decimal(text: str | bytes) -> bytes:
    if not isinstance(text, str) or not _DECIMAL.fullmatch(text):
        raise Unreadable(f"{text!r} is no decimal")
    number = Decimal(text)
    return node(ViewWriter.text, str(number if number else number.copy_abs()))


def wrapped(type_: PlainType, inner: bytes) -> bytes | Record:
    """The node of a value: that of a wrapper is a record with its one field."""
    return Record(type_.name, {1: inner}) if type_.kind == T.WRAPPER else inner


def node(write: Callable[[ViewWriter, V], None], value: V) -> bytes:
    """A scalar of a view."""
    out = ViewWriter()
    write(out, value)
    return out.finish()


def _put(value: Value, out: ViewWriter, seen: dict[int, int]) -> None:
    if value is None:
        out.null()
    elif isinstance(value, bytes):
        out.data += value
    elif isinstance(value, Many):
        _put_many(value, out, seen)
    elif id(value) in seen:
        out.same_as(seen[id(value)])
    else:
        seen[id(value)] = out.offset
        out.record(value.message)
        for number, child in value.fields.items():
            out.field(number)
            _put(child, out, seen)
        out.end()


def _put_many(many: Many, out: ViewWriter, seen: dict[int, int]) -> None:
    if many.container == PlainField.MAP:
        entries = sorted(dict(many.nodes).items())  # the last of equal keys
        out.map(len(entries))
        for key, child in entries:
            out.data += key
            _put(child, out, seen)
        return
    nodes = sorted(set(many.nodes)) if many.container == PlainField.SET else many.nodes
    (out.set if many.container == PlainField.SET else out.list)(len(nodes))
    for child in nodes:
        _put(child, out, seen)

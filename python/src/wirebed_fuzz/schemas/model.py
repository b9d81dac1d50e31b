"""A small schema: one file of proto2 or proto3 with one package, as values that an edit can replace.

Types are named from the package: `A`, `A.Inner`, `Color`. Well-known types have their full names.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

PROTO2, PROTO3 = "proto2", "proto3"
NUMBERS = tuple("int32 int64 uint32 uint64 sint32 sint64 fixed32 fixed64 sfixed32 sfixed64 bool float double".split())
TEXTS = ("string", "bytes")
_FILES = (
    "timestamp Timestamp", "duration Duration", "empty Empty", "field_mask FieldMask",
    "wrappers StringValue BytesValue Int32Value UInt64Value BoolValue DoubleValue", "struct Struct Value",
)  # fmt: skip
WELL_KNOWN = {
    f"google.protobuf.{name}": f"google/protobuf/{file}.proto"
    for file, *names in map(str.split, _FILES)
    for name in names
}
KEYS = tuple(name for name in (*NUMBERS, "string") if name not in ("float", "double"))


@dataclass(frozen=True)
class Reserved:
    numbers: tuple[int, ...] = ()
    names: tuple[str, ...] = ()

    def without(self, number: int, name: str) -> "Reserved":
        return Reserved(
            tuple(each for each in self.numbers if each != number), tuple(each for each in self.names if each != name)
        )

    def having(self, number: int, name: str) -> "Reserved":
        return Reserved((*self.numbers, number), (*self.names, name))


@dataclass(frozen=True, slots=True)
class Field:
    """`label`: optional, required, repeated, map or empty. `options`: packed, default and json_name, as spelled."""

    name: str
    number: int
    type: str
    label: str
    key: str = ""  # the type of the keys of a map
    oneof: str = ""
    group: bool = False
    options: tuple[tuple[str, str], ...] = ()

    def option(self, name: str) -> str:
        return dict(self.options).get(name, "")

    def having(self, name: str, value: str) -> "Field":
        """With this option; an empty value takes it away."""
        others = {**dict(self.options), name: value}
        return replace(self, options=tuple((key, text) for key, text in others.items() if text))


@dataclass(frozen=True)
class Enum:
    name: str
    values: tuple[tuple[str, int], ...]
    reserved: Reserved = Reserved()


@dataclass(frozen=True)
class Message:
    name: str
    fields: tuple[Field, ...] = ()
    messages: tuple["Message", ...] = ()
    enums: tuple[Enum, ...] = ()
    reserved: Reserved = Reserved()

    def field(self, name: str) -> Field | None:
        return next((field for field in self.fields if field.name == name), None)


@dataclass(frozen=True)
class File:
    package: str
    syntax: str
    messages: tuple[Message, ...]
    enums: tuple[Enum, ...] = ()

    def walk(self) -> Iterator[tuple[str, Message]]:
        """Each message with its name from the package, the outer ones first."""
        yield from _walk("", self.messages)

    def every_enum(self) -> Iterator[tuple[str, Enum]]:
        yield from ((enum.name, enum) for enum in self.enums)
        for path, message in self.walk():
            yield from ((f"{path}.{enum.name}", enum) for enum in message.enums)

    def message(self, path: str) -> Message | None:
        return dict(self.walk()).get(path)

    def enum(self, path: str) -> Enum | None:
        return dict(self.every_enum()).get(path)

    def kind_of(self, type_: str) -> str:
        if type_ in NUMBERS:
            return "number"
        if type_ in TEXTS:
            return type_
        if type_ in WELL_KNOWN:
            return "well-known type"
        return "enum" if self.enum(type_) is not None else "message"

    def with_message(self, path: str, change: Callable[[Message], Message | None]) -> "File":
        """With what `change` makes of a message; without it where that is None."""
        return replace(self, messages=_changed(self.messages, path.split("."), change))

    def with_enum(self, path: str, change: Callable[[Enum], Enum]) -> "File":
        scope, _, name = path.rpartition(".")

        def of(enums: tuple[Enum, ...]) -> tuple[Enum, ...]:
            return tuple(change(enum) if enum.name == name else enum for enum in enums)

        if not scope:
            return replace(self, enums=of(self.enums))
        return self.with_message(scope, lambda message: replace(message, enums=of(message.enums)))

    def with_fields(self, change: Callable[[str, Field], Field]) -> "File":
        """With what `change` makes of each field; it is given the name of its message, too."""
        changed = self
        for path, _ in self.walk():

            def of(message: Message, path: str = path) -> Message:
                return replace(message, fields=tuple(change(path, field) for field in message.fields))

            changed = changed.with_message(path, of)
        return changed


def _walk(scope: str, messages: tuple[Message, ...]) -> Iterator[tuple[str, Message]]:
    for message in messages:
        yield f"{scope}{message.name}", message
        yield from _walk(f"{scope}{message.name}.", message.messages)


def _changed(
    messages: tuple[Message, ...], path: list[str], change: Callable[[Message], Message | None]
) -> tuple[Message, ...]:
    made = []
    for message in messages:
        if message.name != path[0]:
            made.append(message)
        elif len(path) > 1:
            made.append(replace(message, messages=_changed(message.messages, path[1:], change)))
        elif (new := change(message)) is not None:
            made.append(new)
    return tuple(made)

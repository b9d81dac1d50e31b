"""Generates cases for a bed: values with every field of every message at its boundaries.

Names, numbers and types alone decide the value of a case. Fields are taken in the order of their numbers, so that
moving a declaration changes nothing.
"""

import functools
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence

from google.protobuf.any_pb2 import Any
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.duration_pb2 import Duration
from google.protobuf.field_mask_pb2 import FieldMask
from google.protobuf.message import Message
from google.protobuf.struct_pb2 import NULL_VALUE, ListValue, Struct, Value
from google.protobuf.timestamp_pb2 import Timestamp

from wirebed import view
from wirebed.bed.schema import Schema, descriptor_of
from wirebed.cases import edges
from wirebed.cases.case import Case
from wirebed.cases.place import Held, element_type, entry_fields, held, is_map

# The depth of nested messages, and the most fields of a value.
DEPTH = 3
FIELDS = 400
_LIMIT_CASES = 5
# The longest text in a nested message, which has cases of its own: longer ones would be most of a run's bytes.
NESTED = 64


def generated(schema: Schema, seed: int = 1) -> list[Case]:
    """Cases for all messages of the tree's own files: empty, zero, edge_0 … edge_8 and more, many, limit_0 … ."""
    cases = [case for message, folder in own_messages(schema) for case in _cases(schema, message, folder, seed)]
    return sorted(cases, key=lambda case: case.name)


def own_messages(schema: Schema) -> list[tuple[Descriptor, str]]:
    """The messages of the tree's own files that have values, each with the folder of its cases."""
    own = set(schema.own_files)
    messages = [schema.message(name) for name in schema.messages]
    messages = [m for m in messages if m.file.name in own and not _endless(m, frozenset())]
    shorts = Counter(_short(message) for message in messages)
    return [(m, _short(m) if shorts[_short(m)] == 1 else m.full_name) for m in messages]


def _short(descriptor: Descriptor) -> str:
    """The name without its package: the folder of the cases, unless two packages have a message of this name."""
    package = descriptor.file.package
    return descriptor.full_name[len(package) + 1 :] if package else descriptor.full_name


def _cases(schema: Schema, descriptor: Descriptor, folder: str, seed: int) -> Iterator[Case]:
    patterns = [("empty", 0)]
    if descriptor.fields:
        patterns += [("zero", 0), ("many", 0)]
        patterns += [("edge", k) for k in range(max(9, *_oneof_sizes(descriptor)))]
        if _has_limits(schema, descriptor):
            patterns += [("limit", k) for k in range(_LIMIT_CASES)]
    elif _extensions(schema, descriptor):
        patterns += [("limit", k) for k in range(_LIMIT_CASES)]
    for pattern, k in patterns:
        yield Case(
            name=f"{folder}/{pattern}_{k}" if pattern in ("edge", "limit") else f"{folder}/{pattern}",
            message=descriptor.full_name,
            build=functools.partial(_build, schema, descriptor.full_name, pattern, k, seed),
            about=f"generated: {_ABOUT[pattern]}",
            tags=("generated", pattern),
            meaning={"generated": [pattern, k, seed]},
        )


_ABOUT = {
    "empty": "nothing is set but what is required",
    "zero": "every field that has presence is set to its zero",
    "many": "every list and map holds all boundary values",
    "edge": "every field is at a boundary",
    "limit": "every field holds what some format has no place for",
}


def _build(schema: Schema, full_name: str, pattern: str, k: int, seed: int) -> bytes:
    message = schema.message_class(full_name)()
    Filler(schema, pattern, k, seed).fill(message, 1)
    return view.of_message(message)


class Filler:
    """Fills one message by a pattern, with at most FIELDS fields and without those that `skip` names."""

    def __init__(
        self, schema: Schema, pattern: str, k: int, seed: int, skip: Collection[str] = frozenset(), depth: int = DEPTH
    ) -> None:
        self.skip = skip
        self.depth = depth
        self.schema = schema
        self.pattern = pattern
        self.k = k
        self.seed = seed
        self.left = FIELDS
        self.level = 1

    def fill(self, message: Message, depth: int) -> None:
        above, self.level = self.level, depth
        self.fields(message, depth)
        self.level = above

    def fields(self, message: Message, depth: int) -> None:
        descriptor = descriptor_of(message)
        if descriptor.full_name in _WELL_KNOWN:
            _WELL_KNOWN[descriptor.full_name](message, *self.well_known())
            return
        for field in sorted(descriptor.fields, key=lambda f: f.number):
            if field.is_required:
                self.required(message, field, depth)
            elif self.wanted(field, depth):
                self.field(message, field, depth)
        for extension in _extensions(self.schema, descriptor):
            if extension.full_name not in self.skip and self.extended(depth):
                self.extension(message, extension, depth)

    def well_known(self) -> tuple[int, bool]:
        """The index of a value with rules of its own, and whether some format has no place for it."""
        return 0 if self.pattern in ("empty", "zero") else self.k, self.pattern == "limit"

    def extended(self, depth: int) -> bool:
        """Whether a message has its extensions."""
        return self.pattern == "limit" and depth == 1

    def wanted(self, field: FieldDescriptor, depth: int) -> bool:
        if field.full_name in self.skip:
            return False
        if self.pattern == "empty" or self.left <= 0 or (self.pattern == "zero" and not field.has_presence):
            return False
        if depth >= self.depth and element_type(field) is not None:
            return False
        oneof = field.containing_oneof
        if oneof is None or len(oneof.fields) == 1:
            return True
        members = sorted(f.number for f in oneof.fields)
        return members[self.k % len(members)] == field.number

    def required(self, message: Message, field: FieldDescriptor, depth: int) -> None:
        if field.message_type is not None:
            inner = held(message, field)
            inner.SetInParent()
            self.fill(inner, depth + 1)
        else:
            setattr(message, field.name, self.scalar(field, self.k))

    def field(self, message: Message, field: FieldDescriptor, depth: int) -> None:
        self.left -= 1
        if not field.is_repeated:
            self.single(message, field, depth)
        elif is_map(field):
            self.map(held(message, field), field, depth)
        else:
            self.list(held(message, field), field, depth)

    def single(self, message: Message, field: FieldDescriptor, depth: int) -> None:
        if field.message_type is not None:
            inner = held(message, field)
            inner.SetInParent()
            self.fill(inner, depth + 1)
            return
        value = self.scalar(field, self.k)
        if value is not None:
            setattr(message, field.name, value)

    def extension(self, message: Message, field: FieldDescriptor, depth: int) -> None:
        extensions: Held = message.Extensions
        value = extensions[field]
        if field.is_repeated:
            self.list(value, field, depth)
        elif field.message_type is not None:
            value.SetInParent()
        else:
            extensions[field] = self.extension_scalar(field)

    def extension_scalar(self, field: FieldDescriptor) -> edges.Scalar:
        return edges.edge(field, self.k, self.seed)

    def list(self, values: Held, field: FieldDescriptor, depth: int) -> None:
        for k in self.indexes(field):
            if field.message_type is not None:
                self.fill(values.add(), depth + 1)
            elif self.scalar(field, k) is not None:
                values.append(self.scalar(field, k))

    def map(self, values: Held, field: FieldDescriptor, depth: int) -> None:
        key, value = entry_fields(field)
        for k in self.indexes(key):
            name = self.key(key, k)
            if value.message_type is not None:
                self.fill(values[name], depth + 1)
            elif self.scalar(value, k) is not None:
                values[name] = self.scalar(value, k)

    def key(self, field: FieldDescriptor, k: int) -> edges.Scalar:
        return edges.edge(field, k, self.seed)

    def indexes(self, field: FieldDescriptor) -> Sequence[int]:
        if self.pattern != "many":
            return (self.k,)
        return range(2) if field.message_type is not None else range(len(edges.edges_of(field)))

    def scalar(self, field: FieldDescriptor, k: int) -> edges.Scalar | None:
        if self.pattern in ("zero", "empty"):
            return edges.edge(field, 0, self.seed)
        if self.pattern == "limit":
            value = edges.limit(field, k)
            return edges.edge(field, 0, self.seed) if value is None and field.is_required else value
        value = edges.edge(field, k, self.seed)
        return value[:NESTED] if self.level > 1 and isinstance(value, str | bytes) else value


def _timestamp(message: Timestamp, k: int, limit: bool) -> None:
    table = edges.LIMIT_TIMESTAMPS if limit else edges.TIMESTAMPS
    message.seconds, message.nanos = table[k % len(table)]


def _duration(message: Duration, k: int, limit: bool) -> None:
    message.seconds, message.nanos = edges.DURATIONS[k % len(edges.DURATIONS)]


def _value(message: Value, k: int, limit: bool) -> None:
    value = edges.VALUES[k % len(edges.VALUES)]
    if value is None:
        message.null_value = NULL_VALUE
    else:
        setattr(message, {float: "number_value", str: "string_value", bool: "bool_value"}[type(value)], value)


def _struct(message: Struct, k: int, limit: bool) -> None:
    _value(message.fields[f"key{k}"], k, limit)


def _list_value(message: ListValue, k: int, limit: bool) -> None:
    _value(message.values.add(), k, limit)


def _mask(message: FieldMask, k: int, limit: bool) -> None:
    message.paths.append(edges.PATHS[k % len(edges.PATHS)])


def _any(message: Any, k: int, limit: bool) -> None:
    """An Any of an empty Any: the one type that is known wherever an Any is."""
    message.type_url = "type.googleapis.com/google.protobuf.Any"


# Messages with rules for their values, without which they have no JSON form.
_WELL_KNOWN: dict[str, Callable[[Held, int, bool], None]] = {
    "google.protobuf.Timestamp": _timestamp,
    "google.protobuf.Duration": _duration,
    "google.protobuf.Value": _value,
    "google.protobuf.Struct": _struct,
    "google.protobuf.ListValue": _list_value,
    "google.protobuf.FieldMask": _mask,
    "google.protobuf.Any": _any,
}


def _oneof_sizes(descriptor: Descriptor) -> list[int]:
    return [1] + [len(oneof.fields) for oneof in descriptor.oneofs]


def _extensions(schema: Schema, descriptor: Descriptor) -> list[FieldDescriptor]:
    if not descriptor.is_extendable:
        return []
    return sorted(schema.pool.FindAllExtensions(descriptor), key=lambda f: f.number)


def _has_limits(schema: Schema, descriptor: Descriptor) -> bool:
    return any(_limited(field) for field in descriptor.fields) or bool(_extensions(schema, descriptor))


def _limited(field: FieldDescriptor) -> bool:
    if field.message_type is not None:
        return field.message_type.full_name == "google.protobuf.Timestamp"
    return edges.limit(field, 0) is not None


def _endless(descriptor: Descriptor, above: frozenset[Descriptor]) -> bool:
    """Whether a message requires itself, so that it has no value."""
    if descriptor in above:
        return True
    inner = (f.message_type for f in descriptor.fields if f.is_required and f.message_type is not None)
    return any(_endless(message, above | {descriptor}) for message in inner)

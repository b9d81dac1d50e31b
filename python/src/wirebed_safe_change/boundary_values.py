"""Boundary values of one field, as setters of a protobuf message. Each is set alone, so the verdict is the field's.

A value has all that a condition can be about: its number, text or bytes, the count of its elements, and words for it.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from google.protobuf.descriptor import FieldDescriptor as F

from wirebed.cases import edges
from wirebed.cases.generated_cases import Filler
from wirebed.cases.place import is_map

_AROUND_32 = (2, 2147483647, 2147483648, 4294967295, 4294967301)
_MORE = {
    **dict.fromkeys((F.TYPE_INT32, F.TYPE_SINT32, F.TYPE_SFIXED32), (2, 7)),
    **dict.fromkeys((F.TYPE_UINT32, F.TYPE_FIXED32), (2, 7, 2147483647)),
    **dict.fromkeys((F.TYPE_INT64, F.TYPE_SINT64, F.TYPE_SFIXED64), (*_AROUND_32, 7, -2147483648, -2)),
    **dict.fromkeys((F.TYPE_UINT64, F.TYPE_FIXED64), (*_AROUND_32, 7)),
    F.TYPE_FLOAT: (7.0,),
    F.TYPE_DOUBLE: (3.5, 7.0),
    F.TYPE_STRING: ("abcd", "7", "true"),
    F.TYPE_BYTES: (b"abc", b"\x08\x05"),
}
# The most names of an enum that are tried as text, its default first; the texts above are no names.
_NAMES = 3
_TEXT = "google.protobuf.StringValue"
# Two elements or keys that become the same when 64 bits are cut to 32, or a number to a bool.
_MEETING = (5, 4294967301)
_UNKNOWN = range(1000000, 2000000)
_SEED = 1


@dataclass(frozen=True)
class Value:
    words: str
    scalar: object = None  # the value, of an element where there is only one
    count: int | None = None  # of elements; None for a field that is not repeated
    part: str = ""  # `key` when the key of a map is what varies
    default: bool = False  # the value is the default of the field
    absent: bool = False  # the field is not there at all
    outside: str = ""  # the condition of the change that it breaks (contents.py)
    twice: bool = False  # a list has an element twice


def values_of(schema, field, other=None, skip: frozenset = frozenset()) -> Iterator[tuple[Value, object]]:
    """Each value with its setter; `other` is the field in the other version."""
    if is_map(field):
        yield from _map_values(schema, field, other, skip)
    elif field.message_type is not None:
        yield from _messages(schema, field, skip)
        if field.message_type.full_name == _TEXT:
            yield from _wrapped_names(field, other)
    elif field.is_repeated:
        yield from _lists(field, other)
    else:
        for scalar in scalars(field, other):
            default = scalar == field.default_value and same_sign(scalar, field.default_value)
            if default and not field.has_presence:
                continue
            yield Value(spelled(scalar, field), scalar, default=default), _setter(field, scalar)


def scalars(field, other=None) -> list:
    """The different boundary values of the type, with those that some format cannot hold."""
    if field.enum_type is not None:
        return _enum_numbers(field, other)
    if edges.is_decimal(field):
        return list(edges.edges_of(field))
    values = [*edges.edges_of(field), *_MORE.get(field.type, ()), *edges.LIMITS.get(field.type, ())]
    if field.type == F.TYPE_STRING:
        values += _names(other)
    return list({repr(value): value for value in values}.values())


def _names(other) -> list[str]:
    """Names of the enum that the field is in the other version."""
    enum = None if other is None else other.enum_type
    return [] if enum is None else [value.name for value in enum.values[:_NAMES]]


def _wrapped_names(field, other) -> Iterator[tuple[Value, object]]:
    """A name of the enum in the wrapper of a text, which has the JSON of the text."""
    for name in _names(other):
        yield Value(spelled(name), name, 1 if field.is_repeated else None), _wrapped(field, name)


def _wrapped(field, text: str):
    def put(message):
        wrapper = at(message, field).add() if field.is_repeated else at(message, field)
        wrapper.value = text

    return put


def _enum_numbers(field, other) -> list:
    """All values with a name and, of an open enum, one that has a name in neither version."""
    numbers = {value.number for value in field.enum_type.values}
    if not field.enum_type.is_closed:
        there = set(other.enum_type.values_by_number) if other is not None and other.enum_type is not None else set()
        numbers.add(next(n for n in _UNKNOWN if n not in numbers | there))
    return sorted(numbers, key=lambda number: (abs(number), number))


def same_sign(scalar, other) -> bool:
    return not isinstance(scalar, float) or str(scalar) == str(other)


def spelled(scalar, field=None) -> str:
    if isinstance(scalar, bool):
        return "true" if scalar else "false"
    if isinstance(scalar, bytes):
        if not scalar:
            return "empty bytes"
        return f"bytes {scalar.hex() if len(scalar) <= 16 else scalar[:8].hex() + '… (' + str(len(scalar)) + ')'}"
    if isinstance(scalar, str):
        text = scalar if len(scalar) <= 24 else f"{scalar[:12]}… ({len(scalar)})"
        return '"' + "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in text) + '"'
    if field is not None and field.enum_type is not None:
        value = field.enum_type.values_by_number.get(scalar)
        return f"{value.name} ({scalar})" if value else f"the number {scalar}"
    return repr(scalar)


def _setter(field, scalar):
    def put(message):
        if field.is_extension:
            message.Extensions[field] = scalar
        else:
            setattr(message, field.name, scalar)

    return put


def at(message, field):
    """The values of a field that is a message, a list or a map."""
    return message.Extensions[field] if field.is_extension else getattr(message, field.name)


def putter(field, value):
    """A setter of one scalar or message; in a list, it becomes the only element."""

    def put(message):
        if field.is_repeated:
            at(message, field).append(value)
        elif field.message_type is not None:
            at(message, field).CopyFrom(value)
            at(message, field).SetInParent()
        else:
            _setter(field, value)(message)

    return put


def _lists(field, other):
    values = scalars(field, other)

    def put(*elements):
        return lambda message: at(message, field).extend(elements)

    for scalar in values:
        zero = not scalar and same_sign(scalar, 0.0 if isinstance(scalar, float) else scalar)
        yield Value(f"[{spelled(scalar, field)}]", scalar, 1, default=zero), put(scalar)
    pair = [value for value in values if value == value and value not in (0, "", b"", False)][:2] or values[:1]
    if len(pair) > 1:
        yield Value("two elements", None, 2), put(*pair)
        # It comes after the other one, so that the order shows.
        yield Value("elements a, b, a", None, 3, twice=True), put(pair[0], pair[1], pair[0])
    yield Value("an element twice", None, 2, twice=True), put(pair[0], pair[0])
    yield Value(f"{len(values)} elements", None, len(values)), put(*values)


def fill(schema, message, k, skip):
    """Makes the message present, with only its required fields (None) or filled."""
    message.SetInParent()
    Filler(schema, "empty" if k is None else "edge", k or 0, _SEED, skip, depth=2).fill(message, 1)


def _messages(schema, field, skip):
    """Only the required fields; filled; several messages."""

    def single(k):
        return lambda message: fill(schema, at(message, field), k, skip)

    def several(*ks):
        def put(message):
            for k in ks:
                fill(schema, at(message, field).add(), k, skip)

        return put

    if field.is_repeated:
        yield Value("one element", None, 1), several(1)
        yield Value("two elements", None, 2), several(1, 4)
    else:
        yield Value("an empty message", None, default=True), single(None)
        yield Value("a filled message"), single(1)
        yield Value("another filled message"), single(4)


def _map_values(schema, field, other, skip):
    key, value = (field.message_type.fields_by_name[part] for part in ("key", "value"))
    others = other.message_type.fields_by_name if other is not None and is_map(other) else {}
    keys = scalars(key)
    values = [None] if value.message_type is not None else scalars(value, others.get("value"))

    def put(*entries):
        def into(message):
            held = at(message, field)
            for k, v in entries:
                if value.message_type is not None:
                    fill(schema, held[k], 1, skip)
                else:
                    held[k] = v

        return into

    plain = next((v for v in values if v not in (0, "", b"", False)), values[0])
    for k in keys:
        yield Value(f"key {spelled(k, key)}", k, 1, "key"), put((k, plain))
    first = next((k for k in keys if k not in (0, "", False)), keys[0])
    if value.message_type is None:
        for v in values:
            yield Value(f"value {spelled(v, value)}", v, 1), put((first, v))
    met = [k for k in _MEETING if key.type in (F.TYPE_INT64, F.TYPE_UINT64, F.TYPE_SINT64)] or keys[:2]
    if len(met) > 1:
        words = f"keys {' and '.join(spelled(k, key) for k in met)}"
        yield Value(words, None, 2), put(*((k, plain) for k in met))


def setter_of(schema, field, skip: frozenset):
    """A setter of a value that is not the default."""
    pairs = list(values_of(schema, field, None, skip))
    return next((setter for value, setter in pairs if not value.default and value.scalar not in (0, "")), pairs[0][1])

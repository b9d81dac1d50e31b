"""The inputs for a changed field: its boundary values, and values that the type in the other version suggests.

| the other version's field | tried besides |
|---|---|
| is of a type whose encoding the bytes or the text can hold, or the reverse | such encodings (contents.py) |
| is a map, this one a list of its entries | a key twice |
| is text that has to be UTF-8, this one need not be | text that is not UTF-8 |
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from google.protobuf.descriptor import FieldDescriptor as F

from wirebed.cases.place import is_map
from wirebed_safe_change.boundary_values import Value, at, fill, putter, values_of
from wirebed_safe_change.contents import Contents, contents
from wirebed_safe_change.fields import checks_utf8

NOT_UTF8 = b"\xff\xfe"
# The placeholder for NOT_UTF8, which a message of Python cannot hold. It is as long in UTF-8, and in no other text.
STAND_IN = "\u07ff"


@dataclass(frozen=True)
class Input:
    value: Value
    put: Callable  # into a message of its version
    ought: Callable | None = None  # puts what the other version ought to see into a message of that version
    invalid: str = ""  # the place of a text that is NOT_UTF8


def inputs_of(schemas, fields, skip: frozenset[str]) -> Iterator[Input]:
    """All inputs of a field. `schemas`, `fields`: those of its own version and of the other; None is no field."""
    schema, (field, other) = schemas[0], fields
    common = contents(schemas, fields, skip)
    if common is not None:
        yield from _encodings(common, field, other)
    if common is None or field is common.holder:
        yield from (_of_value(value, put, common, other) for value, put in values_of(schema, field, other, skip))
    if other is not None and is_map(other) and field.is_repeated and not is_map(field) and _is_entry(field):
        yield Input(Value("a key twice", None, 2), _key_twice(schema, field, skip))
    if field.type == F.TYPE_STRING or is_map(field):
        yield from _not_utf8(field, other)


def _of_value(value: Value, put, common: Contents | None, other) -> Input:
    if common is None:
        return Input(value, put)
    message = common.decode(value.scalar) if value.scalar is not None else None
    if message is None:
        return Input(replace(value, outside=common.condition), put)
    return Input(value, put, putter(other, message))


def _encodings(common: Contents, field, other) -> Iterator[Input]:
    pairs, count = list(common.pairs()), 1 if field.is_repeated else None
    if field.is_repeated and len(pairs) > 1:
        here, there = ([putter(side, pair[side is common.holder]) for pair in pairs] for side in (field, other))
        yield Input(Value(f"{len(pairs)} elements", None, len(pairs)), _all(here), _all(there))
    for message, encoded in pairs:
        here, there = (encoded, message) if field is common.holder else (message, encoded)
        default = not encoded
        if default and not field.has_presence and not field.is_repeated:
            continue
        scalar = encoded if field is common.holder else None
        words = "a message" if message.ListFields() else "an empty message"
        yield Input(Value(words, scalar, count, default=default), putter(field, here), putter(other, there))


def _all(puts: list[Callable]) -> Callable:
    def put(message):
        for setter in puts:
            setter(message)

    return put


def _is_entry(field) -> bool:
    return field.message_type is not None and {"key", "value"} <= set(field.message_type.fields_by_name)


def _key_twice(schema, field, skip) -> Callable:
    def put(message):
        first, second = (at(message, field).add() for _ in range(2))
        fill(schema, first, 1, skip)
        fill(schema, second, 4, skip)
        second.key = first.key

    return put


def _not_utf8(field, other) -> Iterator[Input]:
    """None for extensions, whose places have no names."""
    if other is None or field.is_extension:
        return
    value = Value("text that is not UTF-8", NOT_UTF8)
    if is_map(field):
        key, text = field.message_type.fields
        there = other.message_type.fields_by_name["value"] if is_map(other) else None
        if there is None or key.type != F.TYPE_STRING or not _gets_checked(text, there):
            return

        def put(message):
            at(message, field)["a"] = STAND_IN

        yield Input(replace(value, count=1), put, invalid=f'{field.name}["a"]')
    elif _gets_checked(field, other):
        place = f"{field.name}[0]" if field.is_repeated else field.name
        yield Input(replace(value, count=1 if field.is_repeated else None), putter(field, STAND_IN), invalid=place)


def _gets_checked(field, other) -> bool:
    return field.type == other.type == F.TYPE_STRING and not checks_utf8(field) and checks_utf8(other)

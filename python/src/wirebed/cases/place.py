"""Places in a value, as case files name them: `todays_price.range`, `nodes[3].name`, `by_key["a b"]`, `.` for all."""

import ast
import re
from typing import Any

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message

_STEP = re.compile(r"""\.?([A-Za-z_]\w*)|\[("(?:[^"\\]|\\.)*"|-?\d+|true|false)\]""")


# A message, a value of its field, or a list or map of such values: the schema of the bed alone knows its type.
Held = Any


def held(message: Message, field: FieldDescriptor) -> Held:
    """The value of a field."""
    return getattr(message, field.name)  # which the class of the message has by this name


class PlaceError(ValueError):
    """A place that is invalid or does not exist."""


class Field(str):
    """The name of a field, as distinct from a key that is a text."""


# A field, an index or a key.
Step = Field | str | int


def steps(text: str) -> list[Step]:
    """The steps of a place: field names as `Field`, indexes and keys as Python values."""
    if text == ".":
        return []
    steps: list[Step] = []
    at = 0
    while at < len(text):
        match = _STEP.match(text, at)
        if match is None:
            raise PlaceError(f'"{text}" is no place: column {at + 1} is neither a field nor an [index]')
        steps.append(Field(match[1]) if match[1] else _key(match[2]))
        at = match.end()
    return steps


def _key(text: str) -> str | int:
    if text in ("true", "false"):
        return text == "true"
    key: str | int = ast.literal_eval(text)
    return key


def field_of(descriptor: Descriptor, name: str) -> FieldDescriptor:
    """The field of a message by its declared name."""
    field = descriptor.fields_by_name.get(name)
    if field is None:
        known = ", ".join(f.name for f in descriptor.fields)
        raise PlaceError(f"{descriptor.full_name} has no field {name}; it has {known}")
    return field


def is_map(field: FieldDescriptor) -> bool:
    return field.message_type is not None and field.message_type.GetOptions().map_entry


def entry_fields(field: FieldDescriptor) -> tuple[FieldDescriptor, FieldDescriptor]:
    """The key and the value of a map."""
    assert field.message_type is not None, "a map is of entries, which are messages"
    parts = field.message_type.fields_by_name
    return parts["key"], parts["value"]


def element_type(field: FieldDescriptor) -> Descriptor | None:
    """The message type of the field, its elements or its map's values; None for scalars."""
    if field.message_type is not None and is_map(field):
        return field.message_type.fields_by_name["value"].message_type
    return field.message_type

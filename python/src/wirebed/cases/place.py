"""Places in a value, as case files name them: `todays_price.range`, `nodes[3].name`, `by_key["a b"]`, `.` for all."""

import ast
import re

_STEP = re.compile(r"""\.?([A-Za-z_]\w*)|\[("(?:[^"\\]|\\.)*"|-?\d+|true|false)\]""")


class PlaceError(ValueError):
    """A place that is invalid or does not exist."""


def steps(text: str) -> list:
    """The steps of a place: field names as `Field`, indexes and keys as Python values."""
    if text == ".":
        return []
    found, at = [], 0
    while at < len(text):
        match = _STEP.match(text, at)
        if match is None:
            raise PlaceError(f'"{text}" is no place: column {at + 1} is neither a field nor an [index]')
        found.append(Field(match[1]) if match[1] else _key(match[2]))
        at = match.end()
    return found


class Field(str):
    """The name of a field, as distinct from a key that is a text."""


def _key(text: str):
    if text in ("true", "false"):
        return text == "true"
    return ast.literal_eval(text)


def field_of(descriptor, name: str):
    """The field of a message by its declared name."""
    field = descriptor.fields_by_name.get(name)
    if field is None:
        known = ", ".join(f.name for f in descriptor.fields)
        raise PlaceError(f"{descriptor.full_name} has no field {name}; it has {known}")
    return field


def is_map(field) -> bool:
    return field.message_type is not None and field.message_type.GetOptions().map_entry


def element_type(field):
    """The message type of the field, its elements or its map's values; None for scalars."""
    if is_map(field):
        return field.message_type.fields_by_name["value"].message_type
    return field.message_type

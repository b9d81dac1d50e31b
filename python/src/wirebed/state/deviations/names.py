"""The names of a field in JSON and in the plain classes, and the positions of the constants of an enum.

A library without a word about names takes them from the class, and one may take an enum for its position.
"""

from collections.abc import Callable

from google.protobuf.descriptor import EnumDescriptor
from wirebed_protocol.plain_pb2 import PlainField

from wirebed_build.plain.wire_names import getter_property

_OF_FIELD: dict[str, Callable[[PlainField], str]] = {
    "json": lambda field: field.json_name,
    "java": lambda field: field.java_name,
    "getter": lambda field: getter_property(field.java_name),
}


def name(field: PlainField | None, of: str) -> str | None:
    """The name of a field in `json`, in Java, as a Java `getter` has it, or in the plain class of a peer."""
    if field is None:
        return None
    return _OF_FIELD[of](field) if of in _OF_FIELD else field.names.get(of)


def constant_at(enum: EnumDescriptor, position: int) -> int | None:
    """The number of the constant at a position, from 0 on; an alias is no constant of its own."""
    numbers = list(dict.fromkeys(value.number for value in enum.values))
    return numbers[position] if 0 <= position < len(numbers) else None

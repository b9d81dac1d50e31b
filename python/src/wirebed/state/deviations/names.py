"""The names of fields, classes and constants in JSON and in the plain classes, and the positions of constants.

A library without a word about names takes them from the class, and one may take an enum for its position.
"""

from collections.abc import Callable

from google.protobuf.descriptor import EnumDescriptor
from wirebed_protocol.plain_pb2 import PlainClass, PlainEnum, PlainEnumValue, PlainField, PlainSchema

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


class ClassNames:
    """The names of the plain classes of a schema, by language."""

    def __init__(self, plain: PlainSchema) -> None:
        # By the full name of a message or an enum.
        self.classes: dict[str, dict[str, str]] = {"java": {}}
        # By the name of an enum's class: the constant for each number.
        self.constants: dict[str, dict[str, dict[int, str]]] = {}
        for message in plain.classes:
            self._add(message.message, message)
        for enum in plain.enums:
            self._add(enum.name, enum)
            for language, classes in self.classes.items():
                if enum.name in classes:
                    named = {v.number: _constant(v, language) for v in enum.values if not v.alias}
                    self.constants.setdefault(language, {})[classes[enum.name]] = named

    def _add(self, full_name: str, of: PlainClass | PlainEnum) -> None:
        self.classes["java"][full_name] = of.java_class
        for language, name in of.names.items():
            self.classes.setdefault(language, {})[full_name] = f"{name.package}.{name.name}"


def _constant(value: PlainEnumValue, language: str) -> str:
    return value.java_name if language == "java" else value.names.get(language, value.name)

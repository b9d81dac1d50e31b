"""The fields in which inputs grow: found in a bed's schema by their types, not by their names."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from google.protobuf.descriptor import FieldDescriptor
from wirebed_protocol.plain_pb2 import PlainClass, PlainField, PlainType

from wirebed.bed.schema import Schema

NESTED, TEXT, REAL, DECIMAL, LIST, MAP = "nested", "text", "real", "decimal", "list", "map"
NUMBERED, STRUCT, SELVES = "numbered", "struct", "selves"


class Shape(NamedTuple):
    """A field of a message. The plain class is none that is declared in another one."""

    of: PlainClass
    field: PlainField

    @property
    def message(self) -> str:
        return self.of.message

    @property
    def simple_name(self) -> str:
        return self.of.message.rpartition(".")[2]

    @property
    def name(self) -> str:
        """Of the field, everywhere but in protobuf's own formats."""
        return self.field.json_name

    @property
    def unknown_number(self) -> int:
        """From here on, no field has the number."""
        return max(field.number for field in self.of.fields) + 1


def _is(container: int, kind: int) -> Callable[[PlainClass, PlainField], bool]:
    return lambda _, field: field.container == container and field.type.kind == kind


def _is_self(container: int) -> Callable[[PlainClass, PlainField], bool]:
    return lambda of, field: _is(container, PlainType.MESSAGE)(of, field) and field.type.name == of.message


def _is_map(key: int) -> Callable[[PlainClass, PlainField], bool]:
    return lambda of, field: _is(PlainField.MAP, PlainType.STRING)(of, field) and field.key.kind == key


def _is_struct(of: PlainClass, field: PlainField) -> bool:
    return _is(PlainField.SINGLE, PlainType.MESSAGE)(of, field) and field.type.name == "google.protobuf.Struct"


_SHAPES: Mapping[str, Callable[[PlainClass, PlainField], bool]] = {
    NESTED: _is_self(PlainField.SINGLE),
    SELVES: _is_self(PlainField.LIST),
    TEXT: _is(PlainField.SINGLE, PlainType.STRING),
    REAL: _is(PlainField.SINGLE, PlainType.DOUBLE),
    DECIMAL: _is(PlainField.SINGLE, PlainType.DECIMAL),
    LIST: _is(PlainField.LIST, PlainType.STRING),
    MAP: _is_map(PlainType.STRING),
    NUMBERED: _is_map(PlainType.INT64),
    STRUCT: _is_struct,
}


def shapes(schema: Schema) -> dict[str, Shape]:
    """The shapes that the messages of the bed have."""
    known = list(_fields(schema))
    fitting = {name: [shape for shape in known if takes(*shape)] for name, takes in _SHAPES.items()}
    return {name: min(found, key=_rank) for name, found in fitting.items() if found}


def _fields(schema: Schema) -> Iterator[Shape]:
    """Those that each format spells alike, without members of a oneof, groups, and messages with required fields or
    extensions."""
    for of in schema.plain.classes:
        descriptor = schema.message(of.message)
        fields = descriptor.fields_by_number
        is_own = of.file in schema.own_files and "$" not in of.java_class
        if not is_own or descriptor.is_extendable or any(field.is_required for field in fields.values()):
            continue
        for field in of.fields:
            is_group = fields[field.number].type == FieldDescriptor.TYPE_GROUP
            if not (field.oneof or is_group) and field.java_name == field.json_name == field.xml_name:
                yield Shape(of, field)


def _rank(shape: Shape) -> tuple[bool, int, str, int]:
    """A name that every style of names leaves alone comes first, then a small message."""
    name = shape.field.name
    return not (name.isalpha() and name.islower()), len(shape.of.fields), shape.message, shape.field.number

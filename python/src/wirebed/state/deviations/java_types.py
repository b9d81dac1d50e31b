"""The type that a class of Java declares for a place; of what is in a collection of a plain class, the class that is
meant."""

from wirebed_protocol.plain_pb2 import PlainField, PlainType

from wirebed.state.deviations.places import Shape

_PRIMITIVES = {
    **dict.fromkeys(("int32", "sint32", "sfixed32"), "int"),
    **dict.fromkeys(("uint32", "fixed32", "int64", "sint64", "sfixed64", "uint64", "fixed64"), "long"),
    "bool": "boolean",
    "float": "float",
    "double": "double",
}
_BOXES = {"int": "Integer", "long": "Long", "boolean": "Boolean", "float": "Float", "double": "Double"}
_OBJECTS = {"string": "String", "bytes": "byte[]"}
_HINTS = {"DATE": "Date", "DECIMAL": "BigDecimal"}
_COLLECTIONS = {PlainField.LIST: "List", PlainField.SET: "Set", PlainField.MAP: "Map"}


def java_type(shape: Shape) -> str:
    """Such as `long`, `Long`, `byte[]` or `List`; of a message or an enum its full name; empty where Java has none.

    In a class that was written by hand, the type in full, such as `java.util.List<java.lang.Object>`.
    """
    if shape.java_field is not None:
        return shape.java_field.type
    field = shape.plain_field
    if shape.at in ("element", "key", "value"):
        return _boxed(shape) if shape.types else ""
    if field is None:
        return ""
    if field.container == PlainField.ARRAY:
        return f"{_bare(shape)}[]"
    if field.container != PlainField.SINGLE:
        return _COLLECTIONS[field.container]
    return _boxed(shape) if field.nullable else _bare(shape)


def _bare(shape: Shape) -> str:
    declared = shape.types[0] if shape.types else ""
    return _PRIMITIVES.get(declared) or _boxed(shape)


def _boxed(shape: Shape) -> str:
    field, declared = shape.plain_field, shape.types[0] if shape.types else ""
    if field is not None and field.type.kind == PlainType.WRAPPER:
        declared = PlainType.Kind.Name(field.type.wrapped).lower()
    primitive = _PRIMITIVES.get(declared, "")
    return _HINTS.get(shape.hint) or _BOXES.get(primitive) or _OBJECTS.get(declared) or shape.types[-1]

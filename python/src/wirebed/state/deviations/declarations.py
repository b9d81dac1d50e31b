"""What a schema declares for a place, in the words of conditions: its kind, its form in JSON, its type on the wire."""

from google.protobuf.descriptor import FieldDescriptor as F
from google.protobuf.descriptor_pb2 import FeatureSet
from wirebed_protocol.plain_pb2 import PlainType

from wirebed.state.deviations.places import Shape
from wirebed_build.plain.resolve import WRAPPERS

_OF_TYPES = {
    **dict.fromkeys(("int32", "sint32", "sfixed32", "uint32", "fixed32"), "integer"),
    **dict.fromkeys(("int64", "sint64", "sfixed64", "uint64", "fixed64"), "integer"),
    **dict.fromkeys(("float", "double"), "float"),
    **dict.fromkeys(("message", "group"), "message"),
}
KINDS = "integer float bool enum string bytes message wrapper date decimal list set map"


def kind(shape: Shape) -> str:
    """The kind of value that is declared for a place, whatever its width; empty where nothing is declared."""
    if shape.at in ("list", "set", "map"):
        return "set" if shape.hint == "SET" else shape.at
    if shape.hint in ("DATE", "DECIMAL"):
        return shape.hint.lower()
    declared = shape.types[0] if shape.types else ""
    if not WRAPPERS.keys().isdisjoint(shape.types):
        return "wrapper"
    return _OF_TYPES.get(declared, declared)


def bare_kind(shape: Shape) -> str:
    """The kind, a wrapper being of that which it wraps."""
    field = shape.plain_field
    if kind(shape) != "wrapper" or field is None:
        return kind(shape)
    wrapped = PlainType.Kind.Name(field.type.wrapped).lower()
    return _OF_TYPES.get(wrapped, wrapped)


_JSON_FORMS = {
    **dict.fromkeys(("integer", "float"), "number"),
    "bool": "boolean",
    **dict.fromkeys(("enum", "string", "bytes", "date", "decimal"), "text"),
    **dict.fromkeys(("list", "set"), "array"),
    **dict.fromkeys(("message", "map"), "object"),
}
_WRAPPED_FORMS = {PlainType.BOOL: "boolean", PlainType.STRING: "text", PlainType.BYTES: "text"}


def json_form(shape: Shape) -> str:
    """The form of a value in plain JSON (proto/README.md, the mapping table), where keys are texts."""
    if shape.at == "key":
        return "text"
    if kind(shape) == "wrapper" and shape.plain_field is not None:
        return _WRAPPED_FORMS.get(shape.plain_field.type.wrapped, "number")
    return _JSON_FORMS.get(kind(shape), "")


_WIRE_TYPES = {
    **dict.fromkeys(("fixed32", "sfixed32", "float"), "32-bit"),
    **dict.fromkeys(("fixed64", "sfixed64", "double"), "64-bit"),
    **dict.fromkeys(("string", "bytes", "message"), "length-delimited"),
    "group": "group",
}


def wire_type(shape: Shape) -> str:
    """How protobuf delimits the field on the wire; empty where nothing is declared."""
    field = shape.field
    if field is None or not shape.types:
        return ""
    if shape.at == "map" or field.is_packed:
        return "length-delimited"
    return _WIRE_TYPES.get(shape.types[0], "varint")


def plain_type(shape: Shape) -> str:
    """The type in the plain class, of the value or of each element (plain.proto, PlainType.Kind); empty without one."""
    field = shape.plain_field
    return PlainType.Kind.Name(field.type.kind) if field is not None else ""


def in_plain_class(shape: Shape) -> tuple[object, ...]:
    field = shape.plain_field
    if field is None:
        return ()
    return (field.container, field.type.kind, field.type.wrapped, field.key.kind, field.nullable)


def presence(shape: Shape) -> str:
    field = shape.field
    if field is None or shape.at != "field":
        return ""
    if field.is_required:
        return "required"
    return "explicit" if field.has_presence else "implicit"


def unverified(shape: Shape) -> bool:
    """Whether a string may hold bytes that are not UTF-8: in proto2, and with the feature utf8_validation = NONE."""
    field = shape.field
    if field is None or field.type != F.TYPE_STRING:
        return False
    # The options of a descriptor do not have its features, and nothing but this gives them as they are resolved.
    features: FeatureSet = field._GetFeatures()  # type: ignore[attr-defined]
    return features.utf8_validation == FeatureSet.NONE

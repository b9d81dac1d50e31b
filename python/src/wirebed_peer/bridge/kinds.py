"""The kind of the node of a protobuf field."""

from __future__ import annotations

from google.protobuf.descriptor import FieldDescriptor
from wirebed_protocol import options_pb2

from wirebed_peer.older_protobuf import is_repeated

_F = FieldDescriptor
# The kind of the scalar node for each protobuf type. A group is read like a message.
KIND = {
    **dict.fromkeys((_F.TYPE_INT32, _F.TYPE_SINT32, _F.TYPE_SFIXED32, _F.TYPE_UINT32, _F.TYPE_FIXED32), "int"),
    **dict.fromkeys((_F.TYPE_INT64, _F.TYPE_SINT64, _F.TYPE_SFIXED64), "int"),
    **dict.fromkeys((_F.TYPE_UINT64, _F.TYPE_FIXED64), "uint64"),
    _F.TYPE_BOOL: "bool",
    _F.TYPE_FLOAT: "float",
    _F.TYPE_DOUBLE: "double",
    _F.TYPE_STRING: "text",
    _F.TYPE_BYTES: "bytes",
    _F.TYPE_ENUM: "enum",
    _F.TYPE_MESSAGE: "message",
    _F.TYPE_GROUP: "message",
}


def is_map(field: FieldDescriptor) -> bool:
    return field.message_type is not None and field.message_type.GetOptions().map_entry


def is_set(field: FieldDescriptor) -> bool:
    """Whether the schema hints that the plain class holds a set. A view then has a set node for both models."""
    # The generated stubs do not say that `plain` extends FieldOptions, nor by what.
    hint: options_pb2.FieldHint = field.GetOptions().Extensions[options_pb2.plain]  # type: ignore[index]
    return is_repeated(field) and hint.collection == options_pb2.SET

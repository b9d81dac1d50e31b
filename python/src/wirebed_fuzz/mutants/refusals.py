"""What faults refuse: a rule says why, or None where the reader answers as it is."""

import json
from collections.abc import Callable, Mapping

from google.protobuf import unknown_fields
from google.protobuf.descriptor import FieldDescriptor as F
from google.protobuf.message import DecodeError

from wirebed.bed.schema import Schema, json_name
from wirebed.view import grammar as g
from wirebed.view.parse import Node
from wirebed_fuzz.mutants.places import Place, places

# Of what the reader read, and of the bytes that it read.
OfView = Callable[[Node, Schema], str | None]
OfBytes = Callable[[bytes, str, Schema], str | None]


def _first(takes: Callable[[Place], bool], why: str) -> OfView:
    def refuse(root: Node, schema: Schema) -> str | None:
        return why if any(map(takes, places(root, schema))) else None

    return refuse


def refuses_letters(above: int) -> OfView:
    return _first(
        lambda place: place.node.tag == g.TEXT and any(ord(letter) > above for letter in place.node.value),
        "a letter of the text cannot be decoded",
    )


def refuses_negative_int32() -> OfView:
    return _first(
        lambda place: place.field.type == F.TYPE_INT32 and place.node.tag == g.INT and place.node.value < 0,
        "a varint has more than five bytes",
    )


def refuses_integers(least: int) -> OfView:
    return _first(
        lambda place: place.node.tag in (g.INT, g.UINT) and place.node.value >= least,
        "an integer is too big",
    )


def refuses_references() -> OfView:
    return _first(lambda place: place.node.tag == g.SAME, "a reference is invalid")


def refuses_unknown_members() -> OfBytes:
    """Of the outermost object. Where names would collide, codecs put a `_` behind one."""

    def refuse(data: bytes, message: str, schema: Schema) -> str | None:
        try:
            value = json.loads(data)
        except (ValueError, RecursionError):
            return None
        fields = schema.message(message).fields
        known = {name for field in fields for name in (field.name, json_name(field), f"{json_name(field)}_")}
        unknown = isinstance(value, Mapping) and value.keys() - known
        return f"unexpected member {sorted(unknown)[0]}" if unknown else None

    return refuse


def refuses_unknown_closed_enums() -> OfBytes:
    """Of the fields of the outermost message."""

    def refuse(data: bytes, message: str, schema: Schema) -> str | None:
        made = schema.message_class(message)()
        try:
            made.ParseFromString(data)
        except (DecodeError, RecursionError):
            return None
        enums = {field.number for field in schema.message(message).fields if field.enum_type is not None}
        every = unknown_fields.UnknownFieldSet(made)
        unknown = {every[at].field_number for at in range(len(every))} & enums
        return f"field {min(unknown)} has an unknown number of its enum" if unknown else None

    return refuse

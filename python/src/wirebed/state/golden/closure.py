"""The schema closure of a message: everything in the schema on which its bytes depend, as text and as a hash.

When it changes, goldens of the message are no longer expected to be written, only to be read
(fixtures/golden/README.md). Comments, other messages of the file and other options do not count.
"""

import hashlib

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor
from wirebed_protocol.plain_pb2 import PlainClass, PlainEnum, PlainField

from wirebed.bed.schema import Schema, json_name


def closure_hash(schema: Schema, message: str) -> str:
    """The hash of the closure, 16 hex digits."""
    return hashlib.sha256(closure_text(schema, message).encode()).hexdigest()[:16]


def closure_text(schema: Schema, message: str) -> str:
    """A line for each fact about the messages and enums that a value of `message` can hold."""
    plain_classes = {c.message: c for c in schema.plain.classes}
    plain_enums = {e.name: e for e in schema.plain.enums}
    texts: dict[str, list[str]] = {}
    todo: list[Descriptor | EnumDescriptor] = [schema.message(message)]
    while todo:
        type_ = todo.pop()
        if type_.full_name in texts:
            continue
        if isinstance(type_, EnumDescriptor):
            texts[type_.full_name] = _enum(type_, plain_enums.get(type_.full_name))
            continue
        fields = list(type_.fields)
        if type_.is_extendable:
            fields += sorted(type_.file.pool.FindAllExtensions(type_), key=lambda f: f.number)
        texts[type_.full_name] = _message(type_, fields, plain_classes.get(type_.full_name))
        todo += [t for f in fields for t in (f.message_type, f.enum_type) if t is not None]
    return "".join(f"{line}\n" for name in sorted(texts) for line in texts[name])


def _enum(enum: EnumDescriptor, plain: PlainEnum | None) -> list[str]:
    closed = "closed" if enum.is_closed else "open"
    lines = [f"enum {enum.full_name} {closed}{f' as {plain.java_class}' if plain else ''}"]
    return lines + [f"  {value.name} = {value.number}" for value in enum.values]


def _message(message: Descriptor, fields: list[FieldDescriptor], plain: PlainClass | None) -> list[str]:
    hints = {f.number: f for f in plain.fields} if plain else {}
    lines = [f"message {message.full_name}{f' as {plain.java_class}' if plain else ''}"]
    return lines + [f"  {_field(field)}{_plain(hints.get(field.number))}" for field in fields]


def _field(field: FieldDescriptor) -> str:
    named = field.message_type or field.enum_type
    facts = [
        "required" if field.is_required else "repeated" if field.is_repeated else "single",
        named.full_name if named is not None else "",
        "packed" if field.is_packed else "",
        "presence" if field.has_presence else "",
        f"oneof {field.containing_oneof.name}" if field.containing_oneof is not None else "",
        _extends(field) if field.is_extension else f"json {json_name(field)}",
        f"default {field.default_value!r}" if field.has_default_value else "",
    ]
    return " ".join([f"{field.number} {field.name} type {field.type}", *filter(None, facts)])


def _extends(field: FieldDescriptor) -> str:
    return f"extends {field.containing_type.full_name}" if field.containing_type is not None else ""


def _plain(hint: PlainField | None) -> str:
    """The field in the plain class; empty without plain classes."""
    if hint is None:
        return ""
    facts = f"container {hint.container} kind {hint.type.kind} {hint.type.name} nullable {hint.nullable}"
    return f" plain {hint.java_name} {facts}"

"""Descriptors -> the plain schema: the plain classes, the types of their fields, and the names of both."""

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor, FileDescriptor
from google.protobuf.descriptor_pb2 import FileDescriptorSet
from wirebed_protocol import options_pb2, plain_pb2
from wirebed_protocol.plain_pb2 import PlainField, PlainType

from wirebed.bed.schema import json_name, pool_of
from wirebed_build.plain import class_names, hints, wire_names
from wirebed_build.plain import java as protoc_java
from wirebed_build.plain.hints import SourceLocations, stated
from wirebed_build.plain.language_names import Spelling

F = FieldDescriptor
SCALARS = {
    F.TYPE_INT32: PlainType.INT32, F.TYPE_SINT32: PlainType.INT32, F.TYPE_SFIXED32: PlainType.INT32,
    F.TYPE_UINT32: PlainType.UINT32, F.TYPE_FIXED32: PlainType.UINT32,
    F.TYPE_INT64: PlainType.INT64, F.TYPE_SINT64: PlainType.INT64, F.TYPE_SFIXED64: PlainType.INT64,
    F.TYPE_UINT64: PlainType.UINT64, F.TYPE_FIXED64: PlainType.UINT64,
    F.TYPE_BOOL: PlainType.BOOL, F.TYPE_FLOAT: PlainType.FLOAT, F.TYPE_DOUBLE: PlainType.DOUBLE,
    F.TYPE_STRING: PlainType.STRING, F.TYPE_BYTES: PlainType.BYTES,
}  # fmt: skip
WRAPPERS = {
    f"google.protobuf.{name}Value": kind
    for name, kind in {
        "Double": PlainType.DOUBLE, "Float": PlainType.FLOAT, "Int64": PlainType.INT64,
        "UInt64": PlainType.UINT64, "Int32": PlainType.INT32, "UInt32": PlainType.UINT32,
        "Bool": PlainType.BOOL, "String": PlainType.STRING, "Bytes": PlainType.BYTES,
    }.items()
}  # fmt: skip
COLLECTIONS = {
    options_pb2.LIST: PlainField.LIST,
    options_pb2.ARRAY: PlainField.ARRAY,
    options_pb2.SET: PlainField.SET,
}


def resolve(
    files: FileDescriptorSet,
    own: Iterable[str],
    on_disk: Mapping[str, str | Path] | None = None,
    spellings: dict[str, Spelling] | None = None,
    plain_only: Collection[str] = (),
) -> plain_pb2.PlainSchema:
    """The plain schema of the own files and of the types of other files that they use, with names by `spellings`.

    `plain_only`: more files, which no protoc compiles.
    """
    spellings = spellings or {}
    locations = SourceLocations({file.name: file for file in files.file}, on_disk)
    messages, enums = in_use(files, {*own, *plain_only})
    type_names = class_names.assign(messages, enums, locations, spellings)
    schema = plain_pb2.PlainSchema()
    for message in messages:
        schema.classes.append(_class(message, type_names, locations, spellings))
        if message.file.name in plain_only:
            _without_message(schema.classes[-1])
    for enum in enums:
        schema.enums.append(_enum(enum, type_names, spellings))
    return schema


def _without_message(plain: plain_pb2.PlainClass) -> None:
    """Takes out the names of classes that no protoc generates."""
    plain.ClearField("java_message")
    for name in plain.names.values():
        name.ClearField("message")


def in_use(files: FileDescriptorSet, own: set[str]) -> tuple[list[Descriptor], list[EnumDescriptor]]:
    """All types of the own files, and all types that these use, in order of declaration."""
    pool = pool_of(files)
    declared = [type_ for file in files.file for type_ in _declared(pool.FindFileByName(file.name))]
    wanted = {type_.full_name for type_ in declared if type_.file.name in own}
    queue = [type_ for type_ in declared if type_.full_name in wanted]
    while queue:
        for type_ in _uses(queue.pop()):
            if type_.full_name not in wanted:
                wanted.add(type_.full_name)
                queue.append(type_)
    used = [type_ for type_ in declared if type_.full_name in wanted]
    return (
        [type_ for type_ in used if isinstance(type_, Descriptor)],
        [type_ for type_ in used if isinstance(type_, EnumDescriptor)],
    )


def _declared(scope: FileDescriptor | Descriptor) -> Iterable[Descriptor | EnumDescriptor]:
    """Messages and enums of a file or message, outer before nested."""
    yield from scope.enum_types if isinstance(scope, Descriptor) else scope.enum_types_by_name.values()
    for message in scope.nested_types if isinstance(scope, Descriptor) else scope.message_types_by_name.values():
        if not message.GetOptions().map_entry:
            yield message
            yield from _declared(message)


def _uses(type_: Descriptor | EnumDescriptor) -> Iterable[Descriptor | EnumDescriptor]:
    if type_.containing_type is not None:
        yield type_.containing_type
    for field in getattr(type_, "fields", ()):
        if field.message_type is not None and field.message_type.GetOptions().map_entry:
            field = field.message_type.fields_by_name["value"]
        if field.enum_type is not None:
            yield field.enum_type
        elif field.message_type is not None and not _is_standard_type(field):
            yield field.message_type


def _is_standard_type(field: FieldDescriptor) -> bool:
    """Whether the plain class holds a type of the standard library instead of the message."""
    if field.message_type is not None and field.message_type.full_name in WRAPPERS:
        return True
    return stated(field).type == options_pb2.DATE


def _class(
    message: Descriptor, type_names: class_names.TypeNames, locations: SourceLocations, spellings: dict[str, Spelling]
) -> plain_pb2.PlainClass:
    name = type_names.types[message.full_name]
    result = plain_pb2.PlainClass(message=message.full_name, file=message.file.name, **name)
    result.final = hints.of_class(message).final
    java = wire_names.Scope(key=wire_names.accessor)
    xml = wire_names.Scope()
    fields = [field.name for field in message.fields]
    spelled = {language: iter(rules.fields(name["names"][language], fields)) for language, rules in spellings.items()}
    accessors = protoc_java.accessors(message)
    for field in message.fields:
        plain = _field(field, locations)
        plain.xml_name = xml.take(wire_names.xml(json_name(field)))
        plain.java_name = java.take(wire_names.java_field(json_name(field)))
        plain.java_accessor = accessors[field.name]
        plain.names.update((language, next(names)) for language, names in spelled.items())
        result.fields.append(plain)
    return result


def _field(field: FieldDescriptor, locations: SourceLocations) -> PlainField:
    hint = hints.of_field(field, locations)
    plain = PlainField(name=field.name, number=field.number, json_name=json_name(field))
    plain.oneof = hints.real_oneof(field)
    entry = field.message_type if field.message_type and field.message_type.GetOptions().map_entry else None
    if entry:
        plain.container = PlainField.MAP
        plain.key.CopyFrom(_type(entry.fields_by_name["key"], options_pb2.FieldHint()))
        plain.type.CopyFrom(_type(entry.fields_by_name["value"], hint))
        return plain
    plain.type.CopyFrom(_type(field, hint))
    if field.is_repeated:
        plain.container = COLLECTIONS[hint.collection]
    elif field.message_type:
        plain.nullable = True
    else:
        plain.nullable = field.has_presence and not field.is_required and not hint.no_presence
    return plain


def _type(field: FieldDescriptor, hint: options_pb2.FieldHint) -> PlainType:
    if field.enum_type is not None:
        return PlainType(kind=PlainType.ENUM, name=field.enum_type.full_name)
    if field.message_type is not None:
        name = field.message_type.full_name
        if name in WRAPPERS:
            return PlainType(kind=PlainType.WRAPPER, name=name, wrapped=WRAPPERS[name])
        date = hint.type == options_pb2.DATE
        return PlainType(kind=PlainType.DATE if date else PlainType.MESSAGE, name=name)
    return PlainType(kind=PlainType.DECIMAL if hint.type == options_pb2.DECIMAL else SCALARS[field.type])


def _enum(
    enum: EnumDescriptor, type_names: class_names.TypeNames, spellings: dict[str, Spelling]
) -> plain_pb2.PlainEnum:
    name = type_names.types[enum.full_name]
    result = plain_pb2.PlainEnum(name=enum.full_name, file=enum.file.name, closed=enum.is_closed, **name)
    java = wire_names.Scope()
    values = [value.name for value in enum.values]
    spelled = {language: iter(rules.values(values)) for language, rules in spellings.items()}
    seen = set()
    for value in enum.values:
        result.values.add(
            name=value.name,
            number=value.number,
            java_name=java.take(wire_names.java(value.name)),
            names={language: next(names) for language, names in spelled.items()},
            alias=value.number in seen,
        )
        seen.add(value.number)
    return result

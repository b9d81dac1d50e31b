"""The Java class names of a schema: those of protoc's classes, and those of the plain classes."""

import re
from collections.abc import Iterable
from functools import cache

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor, FileDescriptor
from google.protobuf.descriptor_pb2 import DescriptorProto, FileDescriptorProto

from wirebed_build.plain import hints, wire_names

EDITION_2024 = 1001
# The accessors of protoc's base classes (java/names.cc).
TAKEN = frozenset(
    """AllFields CachedSize Class DefaultInstanceForType DescriptorForType InitializationErrorString ParserForType
    SerializedSize UnknownFields""".split()
)


@cache
def file_proto(file: FileDescriptor) -> FileDescriptorProto:
    return FileDescriptorProto.FromString(file.serialized_pb)


def protoc_class(descriptor: Descriptor | EnumDescriptor) -> str:
    """The binary name of the class that protoc generates."""
    file = file_proto(descriptor.file)
    package = file.options.java_package if file.options.HasField("java_package") else file.package
    path = [descriptor.name]
    outer = descriptor.containing_type
    while outer is not None:
        path.insert(0, outer.name)
        outer = outer.containing_type
    if not _own_files(file):
        path.insert(0, file_class(file))
    return f"{package}.{'$'.join(path)}" if package else "$".join(path)


def file_class(file: FileDescriptorProto) -> str:
    """The simple name of the outer class that protoc generates for a file."""
    if file.options.java_outer_classname:
        return file.options.java_outer_classname
    stem = file.name.rsplit("/", 1)[-1].removesuffix(".proto").removesuffix(".protodevel")
    name = _camel(stem)
    if file.edition >= EDITION_2024:
        return f"{name}Proto"
    taken = {enum.name for enum in file.enum_type} | {service.name for service in file.service}
    taken |= _message_names(file.message_type)
    return f"{name}OuterClass" if name in taken else name


def _own_files(file: FileDescriptorProto) -> bool:
    """Whether every top-level class has a file of its own (features.(pb.java).nest_in_file_class from 2024 on)."""
    return file.options.java_multiple_files or file.edition >= EDITION_2024


def _message_names(messages: Iterable[DescriptorProto]) -> set[str]:
    names: set[str] = set()
    for message in messages:
        names.add(message.name)
        names.update(enum.name for enum in message.enum_type)
        names |= _message_names(message.nested_type)
    return names


def _camel(name: str) -> str:
    """protoc's UnderscoresToCamelCase: the first letter, and each letter after another character, is a capital."""
    return re.sub(r"[^A-Za-z0-9]", "", re.sub(r"(?:^|(?<=[^A-Za-z]))[a-z]", lambda match: match[0].upper(), name))


def accessors(message: Descriptor) -> dict[str, str]:
    """Field name -> the part of protoc's accessors after `get` and `set`; fields whose accessors would collide have
    their numbers in it (java/context.cc)."""
    parts = {field.name: _accessor(field) for field in message.fields}
    clashing = set()
    for field in message.fields:
        name = parts[field.name]
        beside = {name, f"{name}Count", f"{name}List"} if field.is_repeated else {name}
        others = {other for other in parts if other != field.name and parts[other] in beside}
        clashing |= {field.name, *others} if others else set()
    return {
        field.name: f"{parts[field.name]}{field.number}" if field.name in clashing else parts[field.name]
        for field in message.fields
    }


def _accessor(field: FieldDescriptor) -> str:
    type_ = field.message_type
    group = type_ is not None and field.type == FieldDescriptor.TYPE_GROUP and type_.name.lower() == field.name
    name = _camel(type_.name if type_ is not None and group else field.name)
    return f"{name}_" if name in TAKEN else name


def plain_package(descriptor: Descriptor | EnumDescriptor) -> str:
    """The package of a plain class: hinted on the class or the file, by default `<proto package>.plain`."""
    hinted = hints.of_class(descriptor).package or hints.of_file(descriptor.file)
    if hinted:
        return hinted
    package = wire_names.java_package(descriptor.file.package)
    return f"{package}.plain" if package else "plain"


def plain_simple(descriptor: Descriptor | EnumDescriptor) -> str:
    return hints.of_class(descriptor).name or wire_names.java(descriptor.name)

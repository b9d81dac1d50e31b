"""Reads and checks the hints of proto/wirebed/options.proto; an error names its file and line.

proto/README.md, "Plain classes", says what a new hint needs.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor, FileDescriptor
from google.protobuf.descriptor_pb2 import DescriptorProto, FileDescriptorProto
from google.protobuf.message import Message
from wirebed_protocol import options_pb2

from wirebed.errors import UserError

TIMESTAMP = "google.protobuf.Timestamp"


def extension(options: Message, declared: FieldDescriptor) -> Any:
    """The value of an extension in these options, or the extension's default."""
    # protoc declares an extension as a FieldDescriptor, and the stubs of its library want a type of their own.
    extensions: Any = options.Extensions
    return extensions[declared]


def of_file(file: FileDescriptor) -> str:
    package: str = extension(file.GetOptions(), options_pb2.plain_package)
    return package


def of_class(descriptor: Descriptor | EnumDescriptor) -> options_pb2.ClassHint:
    of_enum = isinstance(descriptor, EnumDescriptor)
    hint: options_pb2.ClassHint
    hint = extension(descriptor.GetOptions(), options_pb2.plain_enum if of_enum else options_pb2.plain_class)
    return hint


def stated(field: FieldDescriptor) -> options_pb2.FieldHint:
    """The field's hint, unchecked."""
    hint: options_pb2.FieldHint = extension(field.GetOptions(), options_pb2.plain)
    return hint


def of_field(field: FieldDescriptor, locations: "SourceLocations") -> options_pb2.FieldHint:
    """The field's hint; one that does not suit the field is an error."""
    hint = stated(field)
    problem = _problem(field, hint)
    if problem:
        raise locations.error(field, f"{field.full_name}: {problem}")
    return hint


def _problem(field: FieldDescriptor, hint: options_pb2.FieldHint) -> str | None:
    message = field.message_type.full_name if field.message_type else None
    is_map = field.message_type is not None and field.message_type.GetOptions().map_entry
    if hint.type == options_pb2.DATE and message != TIMESTAMP:
        return f"the hint DATE is for {TIMESTAMP}, not for {message or 'a scalar'}"
    if hint.type == options_pb2.DECIMAL and field.type != FieldDescriptor.TYPE_STRING:
        return "the hint DECIMAL is for a string"
    if hint.HasField("collection") and (is_map or not field.is_repeated):
        return "a collection hint is for a repeated field"
    if hint.collection == options_pb2.SET and message:
        return "the elements of a SET are scalars or enums, not messages"
    if hint.no_presence and (field.is_repeated or message or real_oneof(field)):
        return "the hint no_presence is for an optional scalar"
    return None


def real_oneof(field: FieldDescriptor) -> str:
    """The name of the oneof of a field; empty without one, and for the synthetic oneof of an `optional` field."""
    oneof = field.containing_oneof
    if oneof is None:
        return ""
    return "" if _proto(field.containing_type).field[field.index].proto3_optional else oneof.name


@cache
def _proto(message: Descriptor) -> DescriptorProto:
    proto = DescriptorProto()
    message.CopyToProto(proto)
    return proto


class SourceLocations:
    """The file on disk, line and column of each declaration, from the source info of the descriptor set."""

    def __init__(self, files: dict[str, FileDescriptorProto], on_disk: Mapping[str, str | Path] | None = None) -> None:
        self._files = files
        self._on_disk = on_disk or {}

    def error(self, descriptor: Descriptor | EnumDescriptor | FieldDescriptor, message: str) -> UserError:
        name = _file_of(descriptor).name
        line, column = self._position(name, path_of(descriptor))
        return UserError(message, self._on_disk.get(name, name), line, column)

    def _position(self, name: str, path: list[int]) -> tuple[int | None, int | None]:
        for location in self._files[name].source_code_info.location:
            if list(location.path) == path:
                return location.span[0] + 1, location.span[1] + 1
        return None, None


def _file_of(descriptor: Descriptor | EnumDescriptor | FieldDescriptor) -> FileDescriptor:
    # The stubs do not know that a field has it, too.
    file: FileDescriptor = descriptor.file  # type: ignore[union-attr]
    return file


def path_of(descriptor: Descriptor | EnumDescriptor | FieldDescriptor) -> list[int]:
    """The path of a declaration in its FileDescriptorProto, as source_code_info counts."""
    outer = descriptor.containing_type
    is_enum = isinstance(descriptor, EnumDescriptor)
    if outer is None:
        file = _file_of(descriptor)
        names = list(file.enum_types_by_name if is_enum else file.message_types_by_name)
        return [5 if is_enum else 4, names.index(descriptor.name)]
    if isinstance(descriptor, FieldDescriptor):
        return [*path_of(outer), 2, list(outer.fields).index(descriptor)]
    names = [other.name for other in (outer.enum_types if is_enum else outer.nested_types)]
    return [*path_of(outer), 4 if is_enum else 3, names.index(descriptor.name)]

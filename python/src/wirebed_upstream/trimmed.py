"""A message as files of descriptors that have no more than it needs, so that a program can hold them."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    EnumDescriptorProto,
    FieldDescriptorProto,
    FileDescriptorProto,
    FileDescriptorSet,
)

Declared = DescriptorProto | EnumDescriptorProto


def files_of(every: FileDescriptorSet, message: str) -> list[FileDescriptorProto]:
    """The files of the message and of all that it can hold, in the order of dependency: the message is in the last one.

    Each has only the declarations at the top of a file that are needed, without comments, custom options, extensions
    and services.
    """
    declared = {f".{name}": (file.name, each) for file in every.file for name, each in _at_top(file)}
    needed = _needed(message, declared)
    names = {declared[name][0] for name in needed}
    made = [_trimmed(file, needed, declared) for file in every.file if file.name in names]
    home = declared[_top(f".{message}", declared)][0]
    return sorted(made, key=lambda file: file.name == home)


def _at_top(file: FileDescriptorProto) -> Iterator[tuple[str, Declared]]:
    every: tuple[Declared, ...] = (*file.message_type, *file.enum_type)
    for each in every:
        yield f"{file.package}.{each.name}" if file.package else each.name, each


def _top(name: str, declared: Mapping[str, object]) -> str:
    """The declaration at the top of a file in which a name is declared."""
    while name not in declared:
        name = name.rpartition(".")[0]
    return name


def _needed(message: str, declared: Mapping[str, tuple[str, Declared]]) -> set[str]:
    todo, needed = [f".{message}"], set[str]()
    while todo:
        if (name := _top(todo.pop(), declared)) not in needed:
            needed.add(name)
            todo += _types(declared[name][1])
    return needed


def _types(declaration: Declared) -> Iterator[str]:
    if isinstance(declaration, DescriptorProto):
        yield from (field.type_name for field in declaration.field if field.type_name)
        for nested in declaration.nested_type:
            yield from _types(nested)


def _trimmed(
    file: FileDescriptorProto, needed: set[str], declared: Mapping[str, tuple[str, Declared]]
) -> FileDescriptorProto:
    made = FileDescriptorProto(name=file.name, package=file.package, syntax=file.syntax)
    if file.HasField("edition"):
        made.edition = file.edition
    own = [each for name, each in _at_top(file) if f".{name}" in needed]
    types = [_top(type_name, declared) for each in own for type_name in _types(each)]
    made.dependency.extend(sorted({declared[name][0] for name in types} - {file.name}))
    if file.options.HasField("features"):
        made.options.features.CopyFrom(file.options.features)
    made.message_type.extend(each for each in own if isinstance(each, DescriptorProto))
    made.enum_type.extend(each for each in own if isinstance(each, EnumDescriptorProto))
    _clean(made)
    return made


def _clean(message: Any) -> None:
    """Without custom options, extensions that are declared, and names in JSON that are the usual ones."""
    message.DiscardUnknownFields()
    if isinstance(message, FieldDescriptorProto) and message.json_name == _json_name(message.name):
        message.ClearField("json_name")
    for field, value in message.ListFields():
        if field.is_extension:
            message.ClearExtension(field)
        elif isinstance(message, FileDescriptorProto | DescriptorProto) and field.name == "extension":
            message.ClearField("extension")
        elif field.message_type is not None:
            for each in value if field.is_repeated else [value]:
                _clean(each)


def _json_name(name: str) -> str:
    """https://protobuf.dev/programming-guides/json/#field-names"""
    return re.sub("_(.?)", lambda found: found[1].upper(), name)

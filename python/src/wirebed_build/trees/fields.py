"""Makes of each field of some messages a message of its own that has this field alone (fixtures/cases/README.md).

The message is called like the field, in a package of its own: for `a.Person.name` it is `a.fields.Person.name`. Number,
type, presence, JSON name, hints and features are those of the field. No protoc compiles it, and only plain classes are
made of it: a protobuf message in which one field is set says nothing of the others anyway, while a plain object is
written with all its fields.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    EnumDescriptorProto,
    FieldDescriptorProto,
    FileDescriptorProto,
    FileDescriptorSet,
)
from google.protobuf.internal.containers import RepeatedCompositeFieldContainer
from wirebed_protocol import options_pb2

from wirebed.bed.yaml_tree import Value
from wirebed.errors import unknown
from wirebed_build.plain import wire_names
from wirebed_build.plain.hints import extension

PACKAGE = "fields"


@dataclass(frozen=True)
class Single:
    """A field and the message that has it alone."""

    field: str
    message: str
    file: str  # import name of the file that declares the message

    def __str__(self) -> str:
        return f"{self.field}\t{self.message}\t{self.file}"


def add(files: FileDescriptorSet, own: Iterable[str], wanted: Sequence[Value]) -> list[Single]:
    """Adds the files of the wanted messages' fields; UserError for a name that is no message of the own files."""
    own = set(own)
    known = {name: (file, path) for file in files.file if file.name in own for name, path in _messages(file)}
    names = _Names(files)
    made: dict[str, FileDescriptorProto] = {}
    singles: list[Single] = []
    for value in wanted:
        message = value.want(str, "the full name of a message")
        if message not in known:
            raise value.error(unknown("message", message, known).message)
        file, path = known[message]
        if file.name not in made:
            made[file.name] = _file_beside(file, names)
        singles += _add_message(made[file.name], message, path, names)
    files.file.extend(made.values())
    return singles


def read(text: str) -> list[Single]:
    """The lines that were made of singles."""
    return [Single(*line.split("\t")) for line in text.splitlines()]


def _messages(file: FileDescriptorProto) -> Iterator[tuple[str, list[DescriptorProto]]]:
    """Each message by its full name, as the messages from the outermost one to itself."""
    todo = [[message] for message in file.message_type]
    while todo:
        path = todo.pop()
        if not path[-1].options.map_entry:
            yield ".".join([*filter(None, [file.package]), *(message.name for message in path)]), path
            todo += [[*path, inner] for inner in path[-1].nested_type]


class _Names:
    """The names that are taken: `packages`, which a new package must not have, and `classes`, the simple names of plain
    classes. A format that names a class of a simple name that no other one has would write another name of both."""

    def __init__(self, files: FileDescriptorSet) -> None:
        self.packages: set[str] = set()
        self.classes: set[str] = set()
        for file in files.file:
            parts = file.package.split(".")
            self.packages.update(".".join(parts[: end + 1]) for end in range(len(parts)))
            symbols = [message.name for message in file.message_type] + [enum.name for enum in file.enum_type]
            symbols += [value.name for enum in file.enum_type for value in enum.value]
            symbols += [extension.name for extension in file.extension] + [service.name for service in file.service]
            self.packages.update(".".join(filter(None, [file.package, name])) for name in symbols)
            paths = [path for _, path in _messages(file)]
            enums = (*file.enum_type, *(enum for path in paths for enum in path[-1].enum_type))
            self.classes.update(_simple(path[-1], options_pb2.plain_class) for path in paths)
            self.classes.update(_simple(enum, options_pb2.plain_enum) for enum in enums)

    def scope(self) -> wire_names.Scope:
        return wire_names.Scope(self.classes)


def _simple(type_: DescriptorProto | EnumDescriptorProto, hint: FieldDescriptor) -> str:
    return extension(type_.options, hint).name or wire_names.java(type_.name)


def _file_beside(file: FileDescriptorProto, names: _Names) -> FileDescriptorProto:
    """A file without messages, in which declarations mean what they mean in the given one."""
    package = ".".join(filter(None, [file.package, PACKAGE]))
    while package in names.packages:
        package += "_"
    stem = file.name.removesuffix(".proto")
    made = FileDescriptorProto(name=f"{stem}.{PACKAGE}.proto", package=package)
    for key in ("syntax", "edition"):  # proto2 has neither
        if file.HasField(key):
            setattr(made, key, getattr(file, key))
    if file.options.HasField("features"):
        made.options.features.CopyFrom(file.options.features)
    made.dependency.extend([file.name, *file.dependency])
    return made


def _add_message(
    file: FileDescriptorProto, full_name: str, path: Sequence[DescriptorProto], names: _Names
) -> Iterator[Single]:
    scope, within = file.message_type, [file.package]
    for message in path:
        outer = next((made for made in scope if made.name == message.name), None)
        scope = (outer or _message(scope, message.name, names.scope())).nested_type
        within.append(message.name)
    classes = names.scope()
    for field in path[-1].field:
        name = ".".join([*within, field.name])
        _fill(_message(scope, field.name, classes), name, path[-1], full_name, field)
        yield Single(f"{full_name}.{field.name}", name, file.name)


def _message(
    scope: RepeatedCompositeFieldContainer[DescriptorProto], name: str, classes: wire_names.Scope
) -> DescriptorProto:
    """A new message without fields, whose plain class has a simple name of its own."""
    made = scope.add(name=name)
    java = wire_names.java(name)
    if (simple := classes.take(java)) != java:
        extension(made.options, options_pb2.plain_class).name = simple
    return made


def _fill(
    made: DescriptorProto, made_name: str, message: DescriptorProto, full_name: str, field: FieldDescriptorProto
) -> None:
    """Puts the field into the message, with the oneof and the map entry that belong to it."""
    if message.options.HasField("features"):
        made.options.features.CopyFrom(message.options.features)
    if extension(message.options, options_pb2.plain_class).final:
        extension(made.options, options_pb2.plain_class).final = True
    copy = made.field.add()
    copy.CopyFrom(field)
    if field.HasField("oneof_index"):
        made.oneof_decl.add().CopyFrom(message.oneof_decl[field.oneof_index])
        copy.oneof_index = 0
    for entry in message.nested_type:
        if entry.options.map_entry and field.type_name == f".{full_name}.{entry.name}":
            made.nested_type.add().CopyFrom(entry)
            copy.type_name = f".{made_name}.{entry.name}"

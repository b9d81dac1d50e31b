"""A built schema tree for the runner: descriptors, message classes, the plain schema."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message
from wirebed_protocol import options_pb2, plain_pb2

from wirebed.errors import UserError, unknown

# A noncharacter, with which no JSON name ends.
_APART = "\uffff"


class JavaField(NamedTuple):
    """A field of a class of Java, as its source declares it."""

    type: str  # in full, such as `java.util.List<java.lang.Object>`
    access: str  # `public`, or by `getters` and setters
    hiding: str  # `hides` one of a parent, or is `hidden` by one of a subclass; else empty


class Schema:
    # By the message and the number, where a class that was written by hand stands for the message.
    java_fields: Mapping[tuple[str, int], JavaField] = {}

    def __init__(self, tree_dir: Path) -> None:
        self.tree_dir = tree_dir
        self.files = descriptor_pb2.FileDescriptorSet.FromString((tree_dir / "schema.binpb").read_bytes())
        self.pool = pool_of(self.files)

    @classmethod
    def load(cls, tree_dir: str | Path) -> "Schema":
        return cls(Path(tree_dir))

    @cached_property
    def digest(self) -> str:
        """The digest of all that is declared."""
        parts = (part.SerializeToString(deterministic=True) for part in (self.files, self.plain))
        return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()

    @cached_property
    def plain(self) -> plain_pb2.PlainSchema:
        return plain_pb2.PlainSchema.FromString((self.tree_dir / "plain.binpb").read_bytes())

    @cached_property
    def java_classes(self) -> dict[str, str]:
        """The full name of a plain class of Java -> that of its message."""
        return {class_.java_class: class_.message for class_ in self.plain.classes}

    @cached_property
    def own_files(self) -> tuple[str, ...]:
        """The import names of the tree's own files, without imported ones."""
        return tuple((self.tree_dir / "own.list").read_text().splitlines())

    @cached_property
    def singles(self) -> dict[str, str]:
        """The full name of a field -> that of the message that has this field alone (wirebed_build.trees.fields)."""
        lines = (self.tree_dir / "fields.list").read_text().splitlines()
        return dict(line.split("\t")[:2] for line in lines)

    @cached_property
    def messages(self) -> tuple[str, ...]:
        """The full names of all messages of the tree and its imports but map entries, in order of declaration."""
        return tuple(name for file in self.files.file for name in _names(file.message_type, file.package))

    def message(self, full_name: str) -> Descriptor:
        try:
            return self.pool.FindMessageTypeByName(full_name)
        except KeyError:
            raise unknown("message", full_name, self.messages) from None

    def message_class(self, full_name: str) -> type[Message]:
        return message_factory.GetMessageClass(self.message(full_name))


def descriptor_of(message: Message | type[Message]) -> Descriptor:
    # The stubs also name the class of descriptors in C, which is another one to them.
    return message.DESCRIPTOR  # type: ignore[return-value]


def hint_of(field: FieldDescriptor) -> options_pb2.FieldHint:
    """The hints for the field of the plain class."""
    # The generated stubs do not say that `plain` extends FieldOptions, nor by what.
    hint: options_pb2.FieldHint = field.GetOptions().Extensions[options_pb2.plain]  # type: ignore[index]
    return hint


def field_in(pool: descriptor_pool.DescriptorPool, message: str, number: int) -> FieldDescriptor | None:
    """The field or extension that a number stands for in a message; None where nothing is known of it."""
    try:
        descriptor = pool.FindMessageTypeByName(message)
        return descriptor.fields_by_number.get(number) or pool.FindExtensionByNumber(descriptor, number)
    except KeyError:
        return None


def pool_of(files: descriptor_pb2.FileDescriptorSet) -> descriptor_pool.DescriptorPool:
    """A new pool for these files, so that the names of two trees never collide."""
    pool = descriptor_pool.DescriptorPool()
    for file in files.file:
        try:
            pool.Add(file)
        except TypeError as error:
            try:
                pool.Add(_with_json_names_apart(file))
            except TypeError:
                raise UserError(f"the Python protobuf library refuses this schema: {error}", file.name) from error
    return pool


def json_name(field: FieldDescriptor) -> str:
    """The JSON name as the schema says it."""
    return field.json_name.rstrip(_APART)


def _with_json_names_apart(file: descriptor_pb2.FileDescriptorProto) -> descriptor_pb2.FileDescriptorProto:
    """The file with different JSON names in each message.

    The pool refuses a field whose JSON name is the name of another field, and two fields with one JSON name, of which
    protoc only warns. A language may support them, so the runner must not refuse them for all.
    """
    copy = descriptor_pb2.FileDescriptorProto()
    copy.CopyFrom(file)
    todo = list(copy.message_type)
    while todo:
        message = todo.pop()
        todo += message.nested_type
        seen: Counter[str] = Counter()
        for field in message.field:
            seen[field.json_name] += 1
            field.json_name += _APART * seen[field.json_name]
    return copy


def _names(messages: Iterable[descriptor_pb2.DescriptorProto], scope: str) -> Iterator[str]:
    for message in messages:
        if message.options.map_entry:
            continue
        name = f"{scope}.{message.name}" if scope else message.name
        yield name
        yield from _names(message.nested_type, name)

"""One built schema tree: its descriptors in a pool, and the plain schema of each message and enum.

The peer loads a FileDescriptorSet instead of generated modules: a schema folder called `json` would hide the standard
library's, and this way one program can serve any tree.
"""

from __future__ import annotations

import importlib
import sys
import types
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

from google.protobuf import descriptor_pb2, descriptor_pool
from google.protobuf.descriptor import Descriptor
from google.protobuf.message import Message
from wirebed_protocol import plain_pb2

from wirebed_peer.older_protobuf import message_class, register_hints
from wirebed_peer.refusal import Unsupported


def may_be_none(field: plain_pb2.PlainField) -> bool:
    """Whether the dataclass holds None when the field is absent. A decimal always does: no number corresponds to ""."""
    decimal = field.type.kind == plain_pb2.PlainType.DECIMAL
    return field.nullable or (decimal and field.container == plain_pb2.PlainField.SINGLE)


class Tree:
    """A schema tree, loaded from its folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        register_hints()
        files = descriptor_pb2.FileDescriptorSet.FromString((folder / "schema.binpb").read_bytes())
        self._message_classes: dict[str, type[Message]] = {}
        self._generated: dict[tuple[str, str, str, str], Any] = {}
        self.pool = descriptor_pool.DescriptorPool()
        self._refused: dict[str, str] = {}  # message -> the library's reason
        refused: dict[str, str] = {}  # file -> the same
        for file in files.file:
            if why := self._add(file, refused):
                refused[file.name] = why
                self._refused |= dict.fromkeys(_names(file.message_type, file.package), why)

    def _add(self, file: descriptor_pb2.FileDescriptorProto, refused: dict[str, str]) -> str:
        """Adds a file to the pool; the reason if the library refuses it or one that it imports, else ""."""
        if (why := next((refused[imported] for imported in file.dependency if imported in refused), None)) is not None:
            return why
        try:
            self.pool.Add(file)
        except TypeError as error:
            return f"{file.name}: {error}"
        return ""

    def descriptor(self, message: str) -> Descriptor:
        try:
            return self.pool.FindMessageTypeByName(message)
        except KeyError:
            why = self._refused.get(message, f"the schema tree has no message {message}")
            raise Unsupported(why) from None

    def message_class(self, message: str) -> type[Message]:
        known = self._message_classes.get(message)
        if known is None:
            known = self._message_classes[message] = message_class(self.descriptor(message))
        return known

    @cached_property
    def plain(self) -> plain_pb2.PlainSchema:
        package = self.folder / "plain" / "python" / "plain"
        sys.path.insert(0, str(package.parent))
        if not (package / "__init__.py").exists():
            # Without an entry of its own, `plain` could be any other module `plain` on the path.
            sys.modules["plain"] = types.ModuleType("plain")
            sys.modules["plain"].__path__ = [str(package)]
        return plain_pb2.PlainSchema.FromString((self.folder / "plain.binpb").read_bytes())

    @cached_property
    def plain_classes(self) -> dict[str, plain_pb2.PlainClass]:
        return {entry.message: entry for entry in self.plain.classes}

    @cached_property
    def plain_enums(self) -> dict[str, plain_pb2.PlainEnum]:
        return {entry.name: entry for entry in self.plain.enums}

    def plain_class(self, message: str) -> plain_pb2.PlainClass:
        try:
            return self.plain_classes[message]
        except KeyError:
            raise Unsupported(f"the schema tree has no plain class for {message}") from None

    def python_class(self, entry: plain_pb2.PlainClass | plain_pb2.PlainEnum) -> Any:
        """The dataclass or IntEnum that was generated for a message or enum."""
        return self.generated("plain", "", entry)

    def generated(self, family: str, what: str, entry: plain_pb2.PlainClass | plain_pb2.PlainEnum) -> Any:
        """The result of a template for a message or enum: in the family `plain_dicts`, the `to_dict` of the message
        `a.Person` is `to_dict_Person` in the module `plain_dicts.a`. Modules are loaded when they are first used."""
        key = family, what, entry.names["python"].package, entry.names["python"].name
        known = self._generated.get(key)
        if known is None:
            module = importlib.import_module(family + entry.names["python"].package.removeprefix("plain"))
            known = self._generated[key] = getattr(
                module, f"{what}_{entry.names['python'].name}" if what else entry.names["python"].name
            )
        return known


def _names(messages: Iterable[descriptor_pb2.DescriptorProto], scope: str) -> Iterator[str]:
    """The full names of messages and of those that they declare."""
    for message in messages:
        name = f"{scope}.{message.name}" if scope else message.name
        yield name
        yield from _names(message.nested_type, name)

"""Builds a protobuf message from a view, by a function per descriptor that reads the fields in their order.

A field out of order, an extension and an edit of a relay take a function of that one field, made at its first use.
"""

from __future__ import annotations

from collections.abc import Callable
from struct import Struct
from typing import Any

from google.protobuf import descriptor_pool
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message

from wirebed_peer.bridge import nodes, reader_code, unbound
from wirebed_peer.bridge.complete import Complete, complete, named
from wirebed_peer.bridge.kinds import KIND, is_map, is_set
from wirebed_peer.bridge.layout import Layout
from wirebed_peer.bridge.nodes import malformed, u32_from
from wirebed_peer.bridge.reader_code import NEXT, FieldReader, assigned, indented, scalar
from wirebed_peer.bridge.writer_code import compiled
from wirebed_peer.older_protobuf import is_repeated, message_class
from wirebed_peer.refusal import unbuildable

# Reads the node at a position into a message, and returns where it ends.
Reader = Callable[[bytes, int, Any], int]


class MessageBuilder:
    """Builds messages of one descriptor pool from views."""

    def __init__(self, pool: descriptor_pool.DescriptorPool) -> None:
        self._pool = pool
        self._namespace = reader_code.NAMESPACE | {
            "earlier": _earlier,
            "read_field": self._read_field,
            "set_in_parent": unbound.set_in_parent,
        }
        self._readers: dict[type[Message], Reader] = {}
        self._names: dict[str, str] = {}
        self._setters: dict[tuple[str, int], Reader] = {}

    def build(self, view: bytes, message_class: type[Message]) -> Message:
        read = self._readers.get(message_class)
        if read is None:
            read = self._readers[message_class] = self._namespace[self._function(message_class.DESCRIPTOR)]
        message = message_class()
        nodes.whole(view, lambda: (message, read(view, 0, message)))
        return message

    def replace(self, view: bytes, message: Message) -> None:
        """Replaces every field of the message that is present in the view."""
        nodes.whole(view, lambda: (message, self._replace(view, message)))

    def clear(self, message: Message, number: int) -> None:
        """Empties a field or an extension."""
        field = message.DESCRIPTOR.fields_by_number.get(number)
        if field is not None:
            unbound.clear_field(message, field.name)
            return
        try:
            extension = self._pool.FindExtensionByNumber(message.DESCRIPTOR, number)
        except (KeyError, OverflowError):
            raise unbuildable(f"{message.DESCRIPTOR.full_name} has no field {number}") from None
        unbound.clear_extension(message, extension)

    def _replace(self, view: bytes, message: Message) -> int:
        descriptor = message.DESCRIPTOR
        head = nodes.record_head(descriptor.full_name)
        if view[0] == nodes.SAME:
            _earlier(view, 0)
        if not view.startswith(head):
            raise malformed(0, f"a record {descriptor.full_name}")
        position = len(head)
        while number := u32_from(view, position)[0]:
            position += 4
            setter = self._setter(descriptor, number, position)
            self.clear(message, number)
            position = setter(view, position, message)
        return position + 4

    def _function(self, descriptor: Descriptor) -> str:
        """The name of the function for one descriptor; compiles it and the functions that it needs."""
        if descriptor.full_name in self._names:
            return self._names[descriptor.full_name]
        name = self._names[descriptor.full_name] = f"read{len(self._names)}"
        head = nodes.record_head(descriptor.full_name)
        self._namespace |= {f"{name}_head": head, f"{name}_type": descriptor}
        lines = [
            f"if not v.startswith({name}_head, p):",
            f"    if v[p] != {nodes.SAME}:",
            f"        raise malformed(p, {f'a record {descriptor.full_name}'!r})",
            f"    {name}(v, earlier(v, p), m)",
            "    return p + 5",
            f"p += {len(head)}",
            *reader_code.fields([self._field(field) for field in descriptor.fields], self._namespace),
            "while n:",
            f"    p = read_field({name}_type, n, v, p, m)",
            *indented(NEXT),
            "return p",
        ]
        whole = complete(descriptor)
        if whole is not None:
            lines = _read_complete(whole, self._namespace) + lines
        self._compiled(name, lines)
        return name

    def _compiled(self, name: str, lines: list[str]) -> Reader:
        source = "\n".join([f"def {name}(v, p, m):", *indented(lines)]) + "\n"
        return compiled(source, name, self._namespace)

    def _field(self, field: FieldDescriptor) -> FieldReader:
        lines = self._lines(field, f"m.{field.name}" if named(field.name) else f"getattr(m, {field.name!r})")
        if not is_repeated(field) and not field.has_presence and named(field.name):
            return FieldReader(field.number, lines, KIND[field.type], f"m.{field.name}")
        return FieldReader(field.number, lines)

    def _lines(self, field: FieldDescriptor, value: str, extension: str = "") -> list[str]:
        """Reads the node at `p` into one field. `value` gets it; an extension has a name in the generated code."""
        kind = KIND[field.type]
        if is_map(field):
            return self._map(field, value)
        if is_repeated(field):
            return self._list(field, value)
        if kind == "message":
            return [f"c = {value}", "set_in_parent(c)", f"p = {self._function(field.message_type)}(v, p, c)"]
        return [*scalar(kind), f"m.Extensions[{extension}] = x" if extension else assigned("m", field.name)]

    def _list(self, field: FieldDescriptor, value: str) -> list[str]:
        kind = KIND[field.type]
        lines = _opened(nodes.SET, "a set", 1) if is_set(field) else _opened(nodes.LIST, "a list", 1)
        if kind in nodes.FIXED:
            return [*lines, f"x, p = read_fixed_list({kind!r}, v, p, count)", f"{value}.extend(x)"]
        if kind == "message":
            read = self._function(field.message_type)
            return [*lines, f"add = {value}.add", "for _ in range(count):", f"    p = {read}(v, p, add())"]
        body = [*scalar(kind), "append(x)"]
        return [*lines, f"append = {value}.append", "for _ in range(count):", *indented(body)]

    def _map(self, field: FieldDescriptor, value: str) -> list[str]:
        key, held = field.message_type.fields
        body = [*scalar(KIND[key.type]), "key = x"]
        if KIND[held.type] == "message":
            body.append(f"p = {self._function(held.message_type)}(v, p, entries[key])")
        else:
            body += [*scalar(KIND[held.type]), "entries[key] = x"]
        lines = _opened(nodes.MAP, "a map", 2)
        return [*lines, f"entries = {value}", "for _ in range(count):", *indented(body)]

    def _read_field(self, descriptor: Descriptor, number: int, view: bytes, position: int, message: Message) -> int:
        return self._setter(descriptor, number, position)(view, position, message)

    def _setter(self, descriptor: Descriptor, number: int, position: int) -> Reader:
        """The function for one field or extension; `position` is for the refusal of a number that is neither."""
        known = self._setters.get((descriptor.full_name, number))
        if known is None:
            field = descriptor.fields_by_number.get(number) or self._extension(descriptor, number, position)
            mark = len(self._namespace)
            if field.is_extension:
                self._namespace[f"extension{mark}"] = field
                lines = self._lines(field, f"m.Extensions[extension{mark}]", f"extension{mark}")
            else:
                lines = self._field(field).lines
            known = self._compiled(f"set{mark}", [*lines, "return p"])
            self._setters[descriptor.full_name, number] = known
        return known

    def _extension(self, descriptor: Descriptor, number: int, position: int) -> FieldDescriptor:
        try:
            field = self._pool.FindExtensionByNumber(descriptor, number)
        except (KeyError, OverflowError):
            raise malformed(position - 4, f"a field of {descriptor.full_name}, not {number}") from None
        # The class must exist before an extension of its type can be set.
        if field.message_type is not None:
            message_class(field.message_type)
        return field


def _opened(tag: int, what: str, least: int) -> list[str]:
    """Reads the head of a list, set or map whose elements take `least` bytes or more."""
    return [
        f"if v[p] != {tag}:",
        f"    raise malformed(p, {what!r})",
        f"count, p = counted(v, p + 1, {least})",
    ]


def _read_complete(whole: Complete, namespace: dict[str, Any]) -> list[str]:
    """Reads the record of a message that has all its fields, and returns."""
    layout = Layout()
    for constant, kind, target in whole.scalars:
        layout.constant(constant)
        layout.scalar(kind, target)
    layout.constant(whole.rest)
    children = [f"{child} = {holder}.{name}" for child, holder, name in whole.children]
    return layout.lines(children, ["return e"], namespace)


_TARGET = Struct("<I")


def _earlier(view: bytes, position: int) -> int:
    """The position of the record that a `=` refers to, which must have ended. A message has no identity."""
    (target,) = _TARGET.unpack_from(view, position + 1)
    if target >= position:
        raise malformed(position, "the offset of an earlier record")
    if nodes.skip(view, target) > position:
        raise unbuildable(f"offset {position}: a protobuf message cannot hold a cycle")
    return target

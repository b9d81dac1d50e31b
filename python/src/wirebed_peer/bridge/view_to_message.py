"""Builds a protobuf message from a view, by a table of setters per descriptor."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from struct import Struct
from typing import Any

from google.protobuf import descriptor_pool, message_factory
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message

from wirebed_peer.bridge import nodes, reader_code, unbound
from wirebed_peer.bridge.message_to_view import KIND, is_map, is_set
from wirebed_peer.bridge.nodes import malformed, u32_from
from wirebed_peer.bridge.scalars import READERS, read_fixed_list
from wirebed_peer.bridge.writer_code import compiled
from wirebed_peer.refusal import unbuildable

Setter = Callable[[bytes, int, Any], int]


@dataclass(slots=True)
class _Record:
    """How the records of one message are read."""

    descriptor: Descriptor
    head: bytes
    table: dict[int, Setter]
    in_order: Callable[[bytes, int, Any], tuple[int, int]]


class MessageBuilder:
    """Builds messages of one descriptor pool from views."""

    def __init__(self, pool: descriptor_pool.DescriptorPool) -> None:
        self._pool = pool
        self._records: dict[type[Message], _Record] = {}

    def build(self, view: bytes, message_class: type[Message]) -> Message:
        message = message_class()
        self.replace(view, message, clear=False)
        return message

    def replace(self, view: bytes, message: Message, clear: bool = True) -> None:
        """Replaces every field of the message that is present in the view."""
        nodes.whole(view, lambda: (message, self._record(view, 0, message, clear)))

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

    def _record(self, view: bytes, position: int, message: Message, clear: bool = False) -> int:
        """Reads a record, or the record that a `=` refers to, into `message`."""
        if view[position] == nodes.SAME:
            self._record(view, _earlier(view, position), message)
            return position + 5
        record = self._records.get(type(message)) or self._new(type(message))
        if not view.startswith(record.head, position):
            raise malformed(position, f"a record {record.descriptor.full_name}")
        position += len(record.head)
        if clear:
            (number,) = u32_from(view, position)
            position += 4
        else:
            number, position = record.in_order(view, position, message)
        while number:
            setter = record.table.get(number) or self._extension(record, number, position)
            if clear:
                self.clear(message, number)
            position = setter(view, position, message)
            (number,) = u32_from(view, position)
            position += 4
        return position

    def _new(self, message_class: type[Message]) -> _Record:
        descriptor = message_class.DESCRIPTOR
        table = {field.number: self._setter(field) for field in descriptor.fields}
        head = nodes.record_head(descriptor.full_name)
        record = self._records[message_class] = _Record(descriptor, head, table, self._compiled(descriptor, table))
        return record

    def _compiled(self, descriptor: Descriptor, table: dict[int, Setter]) -> Callable[..., tuple[int, int]]:
        """A function that sets the fields of a message as long as they come in order of declaration."""
        namespace = dict(reader_code.NAMESPACE)
        parts = []
        for field in descriptor.fields:
            kind = KIND[field.type]
            if field.is_repeated or kind == "message":
                namespace[f"set{field.number}"] = table[field.number]
                parts.append(reader_code.FieldReader(field.number, field.name, [f"p = set{field.number}(v, p, m)"]))
            else:
                always = "" if field.has_presence else kind
                parts.append(reader_code.FieldReader(field.number, field.name, reader_code.scalar(kind), "m", always))
        body = "\n".join(f"    {line}" for line in (*reader_code.fields(parts, namespace), "return n, p"))
        return compiled(f"def build(v, p, m):\n{body}\n", "build", namespace)

    def _extension(self, record: _Record, number: int, position: int) -> Setter:
        try:
            field = self._pool.FindExtensionByNumber(record.descriptor, number)
        except (KeyError, OverflowError):
            raise malformed(position - 4, f"a field of {record.descriptor.full_name}, not {number}") from None
        # The class must exist before an extension of its type can be set.
        if field.message_type is not None:
            message_factory.GetMessageClass(field.message_type)
        setter = record.table[number] = self._setter(field)
        return setter

    def _setter(self, field: FieldDescriptor) -> Setter:
        if is_map(field):
            return self._map_setter(field)
        if field.is_repeated:
            return self._list_setter(field)
        get = _getter(field)
        if KIND[field.type] == "message":

            def set_message(view: bytes, position: int, message: Any) -> int:
                child = get(message)
                unbound.set_in_parent(child)
                return self._record(view, position, child)

            return set_message

        read = READERS[KIND[field.type]]
        name = field.name

        def set_scalar(view: bytes, position: int, message: Any) -> int:
            value, position = read(view, position)
            if field.is_extension:
                message.Extensions[field] = value
            else:
                setattr(message, name, value)
            return position

        return set_scalar

    def _list_setter(self, field: FieldDescriptor) -> Setter:
        get = _getter(field)
        kind = KIND[field.type]
        read = None if kind == "message" else READERS[kind]
        tag = nodes.SET if is_set(field) else nodes.LIST

        def set_list(view: bytes, position: int, message: Any) -> int:
            count, position = _open(view, position, tag, 1)
            items = get(message)
            if kind in nodes.FIXED:
                values, position = read_fixed_list(kind, view, position, count)
                items.extend(values)
            elif read is None:
                for _ in range(count):
                    position = self._record(view, position, items.add())
            else:
                for _ in range(count):
                    value, position = read(view, position)
                    items.append(value)
            return position

        return set_list

    def _map_setter(self, field: FieldDescriptor) -> Setter:
        get = _getter(field)
        key_field, value_field = field.message_type.fields
        read_key = READERS[KIND[key_field.type]]
        kind = KIND[value_field.type]
        read_value = None if kind == "message" else READERS[kind]

        def set_map(view: bytes, position: int, message: Any) -> int:
            count, position = _open(view, position, nodes.MAP, 2)
            entries = get(message)
            for _ in range(count):
                key, position = read_key(view, position)
                if read_value is None:
                    position = self._record(view, position, entries[key])
                else:
                    entries[key], position = read_value(view, position)
            return position

        return set_map


def _getter(field: FieldDescriptor) -> Callable[[Any], Any]:
    name = field.name
    if field.is_extension:
        return lambda message: message.Extensions[field]
    return lambda message: getattr(message, name)


def _open(view: bytes, position: int, tag: int, least: int) -> tuple[int, int]:
    if view[position] != tag:
        raise malformed(position, {nodes.LIST: "a list", nodes.SET: "a set", nodes.MAP: "a map"}[tag])
    return nodes.counted(view, position + 1, least)


_TARGET = Struct("<I")


def _earlier(view: bytes, position: int) -> int:
    """The position of the record that a `=` refers to, which must have ended. A message has no identity."""
    (target,) = _TARGET.unpack_from(view, position + 1)
    if target >= position:
        raise malformed(position, "the offset of an earlier record")
    if nodes.skip(view, target) > position:
        raise unbuildable(f"offset {position}: a protobuf message cannot hold a cycle")
    return target

"""Makes the view of a protobuf message, by a function per descriptor."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from google.protobuf import descriptor_pb2
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message
from wirebed_protocol import peer_pb2

from wirebed_peer.bridge import nodes, unbound
from wirebed_peer.bridge.complete import Complete, complete, named
from wirebed_peer.bridge.kinds import KIND, is_map, is_set
from wirebed_peer.bridge.writer_code import Writer, base_namespace, compiled
from wirebed_peer.bridge.wrong_type import not_a
from wirebed_peer.older_protobuf import is_repeated
from wirebed_peer.refusal import Refusal, unusable


def shows_default(field: FieldDescriptor) -> bool:
    """Whether the field can have an `a` node: it is a scalar or enum with presence, outside of a oneof."""
    if not field.has_presence or field.message_type is not None:
        return False
    if field.containing_oneof is None:
        return True
    # The synthetic oneof of a proto3 `optional` field does not count.
    proto = descriptor_pb2.DescriptorProto()
    field.containing_type.CopyToProto(proto)
    return proto.field[field.index].proto3_optional


class MessageViews:
    """Writes the views of messages of one descriptor pool; `defaults` adds the values that absent fields read as."""

    def __init__(self, defaults: bool = False) -> None:
        self._defaults = defaults
        self._namespace = base_namespace()
        self._namespace |= {"has": unbound.has_field, "no_text": _no_text, "text_node": _text_node}
        self._names: dict[str, str] = {}
        self._writers: dict[type[Message], Callable[[Any, bytearray], None]] = {}
        self._extensions: dict[str, Callable[[Any, bytearray], None]] = {}
        self._namespace["extensions"] = self._write_extensions

    def show(self, message: Message) -> bytes:
        """The view of `message`."""
        write = self._writers.get(type(message))
        if write is None:
            write = self._writers[type(message)] = self._namespace[self._function(type(message).DESCRIPTOR)]
        out = bytearray()
        try:
            write(message, out)
        except RecursionError as error:
            raise Refusal.of(peer_pb2.USE, error) from None
        return bytes(out)

    def _function(self, descriptor: Descriptor) -> str:
        """The name of the function for one descriptor; compiles it and the functions that it needs."""
        if descriptor.full_name in self._names:
            return self._names[descriptor.full_name]
        name = self._names[descriptor.full_name] = f"write{len(self._names)}"
        writer = Writer(self._namespace)
        whole = complete(descriptor)
        if whole is not None:
            _write_complete(writer, whole)
        writer.constant(nodes.record_head(descriptor.full_name))
        for field in descriptor.fields:
            self._field(writer, field)
        if descriptor.is_extendable:
            writer.line("extensions(m, out)")
        writer.constant(nodes.END)
        compiled(writer.source(name, "m, out"), name, self._namespace)
        return name

    def _field(self, writer: Writer, field: FieldDescriptor) -> None:
        value = f"m.{field.name}" if named(field.name) else f"getattr(m, {field.name!r})"
        if field.has_presence:
            writer.line(f"if has(m, {field.name!r}):")
            writer.indent += 1
        writer.constant(nodes.pack_u32(field.number))
        self._value(writer, field, value)
        if field.has_presence:
            writer.flush()
            writer.indent -= 1
        if self._defaults and shows_default(field):
            writer.line("else:")
            writer.indent += 1
            writer.constant(nodes.pack_u32(field.number) + b"a")
            self._single(writer, field, value)
            writer.flush()
            writer.indent -= 1

    def _value(self, writer: Writer, field: FieldDescriptor, value: str) -> None:
        if not is_repeated(field):
            self._single(writer, field, value)
            return
        writer.line(f"items = {value}")
        writer.constant(b"m" if is_map(field) else b"z" if is_set(field) else b"l")
        writer.packed("I", "len(items)")
        if is_map(field):
            self._map(writer, field)
            return
        kind = KIND[field.type]
        if is_set(field):
            writer.line(f"out += b''.join(sorted([{kind}_node(item) for item in items]))")
            return
        if kind in nodes.FIXED:
            writer.line(f"out += interleave({kind!r}, items)")
            return
        writer.line("for item in items:")
        writer.indent += 1
        self._single(writer, field, "item")
        writer.flush()
        writer.indent -= 1

    def _map(self, writer: Writer, field: FieldDescriptor) -> None:
        key, value = field.message_type.fields
        writer.line(f"for node, key in sorted([({KIND[key.type]}_node(key), key) for key in items]):")
        writer.indent += 1
        writer.line("out += node")
        self._single(writer, value, "items[key]")
        writer.flush()
        writer.indent -= 1

    def _single(self, writer: Writer, field: FieldDescriptor, value: str) -> None:
        kind = KIND[field.type]
        if kind in nodes.FIXED:
            tag, code = nodes.FIXED[kind]
            writer.constant(tag.encode())
            writer.packed(code, value)
        elif kind == "text":
            writer.line(f"text = {value}")
            # A string of proto2 that is not valid UTF-8 arrives as bytes.
            writer.line("if text.__class__ is bytes:")
            writer.line(f"    raise no_text(text, {field.full_name!r})")
            writer.blob(b"s", "text.encode()")
        elif kind == "bytes":
            writer.blob(b"b", value)
        elif kind == "bool":
            writer.packed("s", f'b"t" if {value} else b"f"')
        elif kind == "uint64":
            writer.line(f"out += unsigned_node({value})")
        else:
            writer.line(f"{self._function(field.message_type)}({value}, out)")

    def _write_extensions(self, message: Message, out: bytearray) -> None:
        present = [(field, value) for field, value in unbound.list_fields(message) if field.is_extension]
        for field, value in sorted(present, key=lambda pair: pair[0].number):
            write = self._extensions.get(field.full_name)
            if write is None:
                writer = Writer(self._namespace)
                writer.constant(nodes.pack_u32(field.number))
                self._value(writer, field, "value")
                name = f"extension{len(self._extensions)}"
                write = compiled(writer.source(name, "value, out"), name, self._namespace)
                self._extensions[field.full_name] = write
            write(value, out)


def _no_text(value: bytes, place: str = "") -> Refusal:
    return unusable(place, not_a("str", value))


def _text_node(text: str | bytes) -> bytes:
    """The node of a key of a map or of an element of a set."""
    if isinstance(text, bytes):
        raise _no_text(text)
    return nodes.text_node(text)


def _write_complete(writer: Writer, whole: Complete) -> None:
    """Writes a message that has all its fields, and returns."""
    for child, holder, name in whole.children:
        writer.line(f"if has({holder}, {name!r}):")
        writer.indent += 1
        writer.line(f"{child} = {holder}.{name}")
    for constant, kind, value in whole.scalars:
        tag, code = nodes.FIXED[kind]
        writer.constant(constant + tag.encode())
        writer.packed(code, value)
    writer.constant(whole.rest)
    writer.line("return")
    writer.indent = 1

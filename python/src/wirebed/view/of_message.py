"""Protobuf message -> view, by functions that are composed once for each descriptor."""

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from google.protobuf.descriptor import Descriptor
from google.protobuf.descriptor import FieldDescriptor as F
from google.protobuf.message import Message
from wirebed_protocol import options_pb2

from wirebed.bed.schema import descriptor_of
from wirebed.view.grammar import F32, F64, I32, I64, U16, U32, U64
from wirebed_build.plain.hints import real_oneof, stated

# The type of a field decides that of its values, and a Writer writes one of them.
Held = Any
Writer = Callable[[Held, bytearray], None]
_END = U32.pack(0)
# 20,000 messages inside each other, with up to three calls for each, in a list for example. Calls of Python functions
# by each other take no stack of the process.
_CALLS = 65_000
# (descriptor, with defaults or not) -> writer. Descriptors live as long as their pool, and a run has few pools.
_RECORDS: dict[tuple[Descriptor, bool], Writer] = {}


def of_message(message: Message, *, defaults: bool = False) -> bytes:
    """The view of `message`, with its extensions but without its unknown fields; `defaults` adds the nodes `a`."""
    out = bytearray()
    write, usual = _record(descriptor_of(message), defaults), sys.getrecursionlimit()
    sys.setrecursionlimit(max(usual, _CALLS))
    try:
        write(message, out)
    finally:
        sys.setrecursionlimit(usual)
    return bytes(out)


def _integer(value: int, out: bytearray) -> None:
    out += b"i" + I64.pack(value)


def _unsigned(value: int, out: bytearray) -> None:
    out += b"i" + I64.pack(value) if value < 1 << 63 else b"u" + U64.pack(value)


def _boolean(value: bool, out: bytearray) -> None:
    out += b"t" if value else b"f"


def _float(value: float, out: bytearray) -> None:
    out += b"g" + F32.pack(value)


def _double(value: float, out: bytearray) -> None:
    out += b"d" + F64.pack(value)


def _text(value: str, out: bytearray) -> None:
    raw = value.encode()
    out += b"s" + U32.pack(len(raw)) + raw


def _bytes(value: bytes, out: bytearray) -> None:
    out += b"b" + U32.pack(len(value)) + value


def _enum(value: int, out: bytearray) -> None:
    out += b"e" + I32.pack(value)


_SCALARS: dict[int, Writer] = {
    F.CPPTYPE_INT32: _integer,
    F.CPPTYPE_INT64: _integer,
    F.CPPTYPE_UINT32: _integer,
    F.CPPTYPE_UINT64: _unsigned,
    F.CPPTYPE_BOOL: _boolean,
    F.CPPTYPE_FLOAT: _float,
    F.CPPTYPE_DOUBLE: _double,
    F.CPPTYPE_ENUM: _enum,
}


def _one(field: F, defaults: bool) -> Writer:
    """The writer of one value of the field's type."""
    if field.message_type is not None:
        return _record(field.message_type, defaults)
    if field.type == F.TYPE_BYTES:
        return _bytes
    if field.type == F.TYPE_STRING:
        return _text
    return _SCALARS[field.cpp_type]


def _list(element: Writer) -> Writer:
    def write(values: Sequence[Held], out: bytearray) -> None:
        out += b"l" + U32.pack(len(values))
        for value in values:
            element(value, out)

    return write


def _set(element: Writer) -> Writer:
    def write(values: Sequence[Held], out: bytearray) -> None:
        out += b"z" + U32.pack(len(values))
        for raw in sorted(_encoded(element, value) for value in values):
            out += raw

    return write


def _map(key: Writer, value: Writer) -> Writer:
    def write(values: Mapping[Held, Held], out: bytearray) -> None:
        out += b"m" + U32.pack(len(values))
        for raw, name in sorted((_encoded(key, name), name) for name in values):
            out += raw
            value(values[name], out)

    return write


def _encoded(write: Writer, value: Held) -> bytes:
    out = bytearray()
    write(value, out)
    return bytes(out)


def is_map(field: F) -> bool:
    return field.message_type is not None and field.message_type.GetOptions().map_entry


def is_set(field: F) -> bool:
    """Whether a repeated field has the hint `SET`, so that a view sorts its elements."""
    return stated(field).collection == options_pb2.SET


def _field(field: F, defaults: bool) -> Writer:
    """The writer of a whole field."""
    if not field.is_repeated:
        return _one(field, defaults)
    if field.message_type is not None and is_map(field):
        entry = field.message_type.fields_by_name
        return _map(_one(entry["key"], defaults), _one(entry["value"], defaults))
    return (_set if is_set(field) else _list)(_one(field, defaults))


def _shows_default(field: F) -> bool:
    """Whether an absent field can give a node `a`."""
    return field.has_presence and field.message_type is None and not real_oneof(field)


def _record(descriptor: Descriptor, defaults: bool) -> Writer:
    """The writer of a message; a recursive message finds it in the table while it is being made."""
    if (descriptor, defaults) in _RECORDS:
        return _RECORDS[descriptor, defaults]
    head = b"r" + U16.pack(len(descriptor.full_name.encode())) + descriptor.full_name.encode()
    fields: list[tuple[str, bytes, bool, bool, Writer]] = []
    extensions: dict[int, Writer] = {}

    def write(message: Message, out: bytearray) -> None:
        out += head
        for name, number, present, shown, write_field in fields:
            if not present or message.HasField(name):
                out += number
            elif shown:
                out += number + b"a"
            else:
                continue
            write_field(getattr(message, name), out)  # the value of a field
        if descriptor.is_extendable:
            for field, value in message.ListFields():
                if field.is_extension:
                    if field.number not in extensions:
                        extensions[field.number] = _field(field, defaults)
                    out += U32.pack(field.number)
                    extensions[field.number](value, out)
        out += _END

    _RECORDS[descriptor, defaults] = write
    for f in descriptor.fields:
        shown = defaults and _shows_default(f)
        fields.append((f.name, U32.pack(f.number), f.has_presence, shown, _field(f, defaults)))
    return write

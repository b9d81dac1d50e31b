"""What faults make of bytes, before a reader gets them or after a writer has given them."""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from google.protobuf.descriptor import Descriptor

from wirebed.bed.schema import Schema, field_in

# Other bytes; the message is given by its full name.
Bytes = Callable[[bytes, str, Schema], bytes]
_VARINT, _FIXED_64, _DELIMITED, _FIXED_32 = 0, 1, 2, 5  # wire types
_SIZES = {_FIXED_64: 8, _FIXED_32: 4}
_LARGEST = (1 << 29) - 1  # number of a field


class Field(NamedTuple):
    """A field of the outermost message: where its tag begins and ends, where its content begins and ought to end."""

    number: int
    wire_type: int
    start: int
    tag_end: int
    content: int
    end: int


def fields(data: bytes) -> Iterator[Field]:
    """Up to the first one that cannot be told; the last may end behind the bytes."""
    at = 0
    while at < len(data):
        tag, tag_end = _varint(data, at)
        content, wire_type = tag_end, tag & 7
        if wire_type == _DELIMITED:
            size, content = _varint(data, tag_end)
            end = content + size
        elif wire_type == _VARINT:
            end = _varint(data, tag_end)[1]
        elif wire_type in _SIZES:
            end = tag_end + _SIZES[wire_type]
        else:
            return
        if content > len(data) + 1 or not 0 < tag >> 3 <= _LARGEST:
            return
        yield Field(tag >> 3, wire_type, at, tag_end, content, end)
        at = end


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """The number and its end, which lies behind the bytes where it has none."""
    for end in range(at, len(data)):
        if data[end] < 0x80:
            return sum((byte & 0x7F) << 7 * place for place, byte in enumerate(data[at : end + 1])), end + 1
    return 0, len(data) + 2


def _is_unknown(field: Field, message: str, schema: Schema) -> bool:
    return field_in(schema.pool, message, field.number) is None


def without_field_behind_unknown() -> Bytes:
    def change(data: bytes, message: str, schema: Schema) -> bytes:
        every = list(fields(data))
        for unknown, next_field in zip(every, every[1:], strict=False):
            if _is_unknown(unknown, message, schema):
                return data[: next_field.start] + data[next_field.end :]
        return data

    return change


def content_of_unknown() -> Bytes:
    def change(data: bytes, message: str, schema: Schema) -> bytes:
        for field in fields(data):
            if _is_unknown(field, message, schema):
                return data[: field.start] + data[field.tag_end :]
        return data

    return change


def last_part_only() -> Bytes:
    """Of the messages in the outermost one."""

    def change(data: bytes, message: str, schema: Schema) -> bytes:
        by_number: dict[int, list[Field]] = {}
        for field in fields(data):
            if _is_message(field.number, schema.message(message)):
                by_number.setdefault(field.number, []).append(field)
        gone = sorted(field for parts in by_number.values() for field in parts[:-1])
        for field in reversed(gone):
            data = data[: field.start] + data[field.end :]
        return data

    return change


def _is_message(number: int, descriptor: Descriptor) -> bool:
    field = descriptor.fields_by_number.get(number)
    return field is not None and field.message_type is not None and not field.is_repeated


def fitting_lengths() -> Bytes:
    """The last text or bytes of the outermost message, where fewer bytes are there than it says."""

    def change(data: bytes, message: str, schema: Schema) -> bytes:
        for field in fields(data):
            declared = field_in(schema.pool, message, field.number)
            scalar = declared is not None and declared.message_type is None and not declared.is_packed
            if field.wire_type == _DELIMITED and scalar and field.content <= len(data) < field.end:
                left = data[field.content :]
                return data[: field.tag_end] + _length(len(left)) + left
        return data

    return change


def _length(size: int) -> bytes:
    """A varint of two bytes, which reaches as far as goldens are swept."""
    return bytes([size & 0x7F | 0x80, size >> 7])


def replaced_bytes(pattern: str, by: str) -> Bytes:
    compiled, template = re.compile(pattern.encode()), by.encode()
    return lambda data, message, schema: compiled.sub(template, data)


def replaced_utf8() -> Bytes:
    return lambda data, message, schema: data.decode(errors="replace").encode()

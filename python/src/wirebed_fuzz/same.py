"""Other bytes of the same meaning, by the specification of a format: no reader may read another value in them.

protobuf (protobuf.dev/programming-guides/encoding): fields in another order, a field that no message knows between
them, varints with a byte more than they need, a message in two parts. ProtoJSON: members in another order, blanks,
letters as escapes or as they are, the names of the schema.
"""

import json
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from google.protobuf import json_format
from google.protobuf.message import EncodeError, Message

from wirebed.bed.schema import Schema, descriptor_of
from wirebed_replay.shrink import cut

# By format, the codec whose library has written the first bytes. A bed that leaves it out has none.
WRITERS = {"protobuf": "python:protobuf/upb", "protojson": "python:protojson/upb"}
# The field 19999 as a varint: no message can declare the numbers from 19000 on to 19999.
_UNKNOWN = b"\xf8\xe1\x09\x01"
_VARINT, _DELIMITED = 0, 2  # wire types
_LONGEST_TAG, _LONGEST = 5, 10  # bytes of a varint


class Spelling(NamedTuple):
    way: str
    data: bytes


def spelled(format: str, message: Message, schema: Schema) -> list[Spelling]:
    """None where the library of the runner does not write the message, such as text that is no UTF-8."""
    try:
        return list(_protobuf(message, schema) if format == "protobuf" else _protojson(message, schema))
    except (json_format.Error, EncodeError, ValueError, TypeError, RecursionError):
        return []


def _protobuf(message: Message, schema: Schema) -> Iterator[Spelling]:
    fields = _fields(message, schema)
    for number in dict.fromkeys(field.number for field in fields):
        last = [field for field in fields if field.number == number]
        if len(last) < len(fields):
            yield Spelling("order", _joined([*(field for field in fields if field.number != number), *last]))
    for at in range(len(fields) + 1):
        yield Spelling("unknown field", _joined(fields[:at]) + _UNKNOWN + _joined(fields[at:]))
    for at, field in enumerate(fields):
        for longer in field.overlong():
            yield Spelling("overlong varint", _joined(fields[:at]) + longer + _joined(fields[at + 1 :]))
        for parts in _in_two(message, field, schema):
            yield Spelling("message in two parts", _joined(fields[:at]) + parts + _joined(fields[at + 1 :]))


class _Field(NamedTuple):
    """A field of the outermost message, on the wire. `tag_size`: bytes of its tag."""

    number: int
    wire_type: int
    tag_size: int
    data: bytes

    @property
    def tag(self) -> bytes:
        return self.data[: self.tag_size]

    @property
    def payload(self) -> bytes:
        """Of a delimited field."""
        return self.data[_end(self.data, self.tag_size) :]

    def overlong(self) -> Iterator[bytes]:
        if self.tag_size < _LONGEST_TAG:
            yield _padded(self.tag) + self.data[self.tag_size :]
        if self.wire_type in (_VARINT, _DELIMITED):
            end = _end(self.data, self.tag_size)
            if end - self.tag_size < (_LONGEST if self.wire_type == _VARINT else _LONGEST_TAG):
                yield self.tag + _padded(self.data[self.tag_size : end]) + self.data[end:]


def _fields(message: Message, schema: Schema) -> list[_Field]:
    data = message.SerializeToString(deterministic=True)
    return [_field(each) for each in cut(data, "protobuf", schema, message.DESCRIPTOR.full_name, 0)]


def _field(data: bytes) -> _Field:
    size = _end(data, 0)
    tag = sum((byte & 0x7F) << (7 * at) for at, byte in enumerate(data[:size]))
    return _Field(tag >> 3, tag & 7, size, data)


def _end(data: bytes, start: int) -> int:
    """Where a varint ends."""
    return next(at for at in range(start, len(data)) if data[at] < 0x80) + 1


def _padded(varint: bytes) -> bytes:
    return varint[:-1] + bytes([varint[-1] | 0x80, 0])


def _joined(fields: Sequence[_Field]) -> bytes:
    return b"".join(field.data for field in fields)


def _in_two(message: Message, field: _Field, schema: Schema) -> Iterator[bytes]:
    """A message that is no element of a list or map, as two fields, which a reader merges."""
    known = descriptor_of(message).fields_by_number.get(field.number)
    if field.wire_type != _DELIMITED or known is None or known.message_type is None or known.is_repeated:
        return
    within = list(cut(field.payload, "protobuf", schema, known.message_type.full_name, 0))
    numbers = [_field(each).number for each in within]
    for at in range(1, len(within)):
        if not {*numbers[:at]} & {*numbers[at:]}:
            yield b"".join(field.tag + _delimited(b"".join(part)) for part in (within[:at], within[at:]))


def _delimited(data: bytes) -> bytes:
    length, size = bytearray(), len(data)
    while size > 0x7F:
        length.append(size & 0x7F | 0x80)
        size >>= 7
    return bytes([*length, size]) + data


def _protojson(message: Message, schema: Schema) -> Iterator[Spelling]:
    write = partial(json_format.MessageToJson, message, indent=None, descriptor_pool=schema.pool)
    value = json.loads(write())
    yield Spelling("order", json.dumps(_reversed(value)).encode())
    yield Spelling("blanks", json.dumps(value, indent="\t", separators=(" \r\n, ", " : ")).encode())
    yield Spelling("escapes", json.dumps(value, ensure_ascii=True).encode())
    yield Spelling("no escapes", json.dumps(value, ensure_ascii=False).encode())
    yield Spelling("names", write(preserving_proto_field_name=True).encode())


def _reversed(value: object) -> object:
    if isinstance(value, dict):
        return {name: _reversed(each) for name, each in reversed(value.items())}
    return [_reversed(each) for each in value] if isinstance(value, list) else value

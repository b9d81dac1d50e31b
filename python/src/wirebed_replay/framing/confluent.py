"""The header that Confluent's serializers write before a payload (Confluent, "Formats, Serializers, and Deserializers",
wire format): a zero byte, and the id of a schema in four bytes. In protobuf, the indexes that lead to a message of that
schema follow: their number and each of them as zig-zag varints, or one zero byte for `[0]`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from wirebed.bed import yaml_tree
from wirebed.bed.schema import Schema
from wirebed.errors import UserError, instead
from wirebed_replay.framing.record import Damage, Record

_HEADER = 5
_MOST_INDEXES = 100  # messages nested deeper than this are refused by the libraries of protobuf
_KEYS = ("id", "indexes", "message")

# The message of the payload, by the id of its schema and the indexes.
Schemas = Mapping[tuple[int, tuple[int, ...]], str]


@dataclass(frozen=True)
class Header:
    """`indexed`: whether the header has indexes, which that of protobuf alone has."""

    schemas: Schemas
    indexed: bool

    def read(self, record: Record) -> Record | Damage:
        data = record.payload
        if len(data) < _HEADER or data[0]:
            return Damage(record.at, len(data), "the payload does not begin with Confluent's zero byte and schema id")
        id, at = int.from_bytes(data[1:_HEADER], "big"), _HEADER
        indexes: tuple[int, ...] = ()
        if self.indexed:
            read = _indexes(data)
            if read is None:
                return Damage(record.at, len(data), "the indexes of the message in Confluent's header are damaged")
            indexes, at = read
        if (id, indexes) not in self.schemas:
            path = f" and the indexes {list(indexes)}" if self.indexed else ""
            return Damage(record.at, len(data), f"SCHEMAS= has no message for the schema id {id}{path}", skipped=True)
        return record._replace(payload=data[at:], message=self.schemas[id, indexes])


def _indexes(data: bytes) -> tuple[tuple[int, ...], int] | None:
    """The indexes and where they end; None where they are none."""
    count, at = _zig_zag(data, _HEADER)
    if count == 0:
        return (0,), at
    if not 0 < count <= _MOST_INDEXES:
        return None
    indexes = []
    for _ in range(count):
        index, at = _zig_zag(data, at)
        if index < 0:
            return None
        indexes.append(index)
    return tuple(indexes), at


def _zig_zag(data: bytes, at: int) -> tuple[int, int]:
    """A number and where it ends; -1 where there is none."""
    value = 0
    for position in range(_HEADER):
        if at + position >= len(data):
            break
        byte = data[at + position]
        value |= (byte & 0x7F) << (7 * position)
        if byte < 0x80:
            return (value >> 1) ^ -(value & 1), at + position + 1
    return -1, at


def load(path: Path, schema: Schema) -> Schemas:
    """The file of SCHEMAS=: under `schemas:` a list of `{id: 7, indexes: [0], message: shop.Order}`. Without `indexes:`
    it is the first message of its schema."""
    if not path.is_file():
        raise UserError("SCHEMAS= names no file", path)
    entries = yaml_tree.mapping(path)
    if "schemas" not in entries:
        raise UserError("`schemas:` is missing, with the message of each schema id", path)
    schemas: dict[tuple[int, tuple[int, ...]], str] = {}
    for value in entries["schemas"].want(list, "a list of schemas"):
        entry = value.items(_KEYS, "a schema")
        if missing := [key for key in ("id", "message") if key not in entry]:
            raise value.error(f"{missing[0]} is missing")
        message = entry["message"].want(str, "the full name of a message")
        if message not in schema.messages:
            raise entry["message"].error(f'unknown message "{message}"{instead(message, schema.messages)}')
        listed = entry["indexes"].want(list, "a list of whole numbers") if "indexes" in entry else []
        indexes = tuple(index.want(int, "a whole number") for index in listed) or (0,)
        id = entry["id"].want(int, "a whole number")
        schemas[id, indexes] = message
        schemas.setdefault((id, ()), message)  # of a format whose headers have no indexes
    return schemas

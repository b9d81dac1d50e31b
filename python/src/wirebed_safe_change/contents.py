"""A field whose bytes or text can hold what the other version declares: an encoded message, the text of a Timestamp.

The documentation calls such a change compatible on a condition that no schema states: the field holds an encoding
of that type. So the values that keep the condition decide the verdict. What happens to all others is reported beside
it, as a hazard.

| one version | the other | the condition |
|---|---|---|
| `bytes` | a message | the bytes are an encoded instance of it [1] |
| `string` | Timestamp, Duration, FieldMask | the text is its ProtoJSON form [2] |

[1] https://protobuf.dev/programming-guides/proto3/#conditionally-safe-changes
[2] https://protobuf.dev/programming-guides/json/#field-representation
"""

from collections.abc import Iterator
from typing import Any

from google.protobuf import json_format
from google.protobuf.descriptor import FieldDescriptor as F
from google.protobuf.message import DecodeError, Message

from wirebed.cases.generated_cases import Filler
from wirebed.cases.place import is_map

_TEXTS = frozenset(f"google.protobuf.{name}" for name in ("Timestamp", "Duration", "FieldMask"))
_SEED = 1
_FILLED = (None, 1, 4)  # only the required fields, and two fillings


class Contents:
    """The values that `holder`, a field of bytes or text, shares with `typed`, a message field of the other version."""

    def __init__(self, schema, typed, holder, skip: frozenset[str]):
        """`schema` is that of `typed`; `skip` are full names of fields that the messages leave out."""
        self.schema, self.typed, self.holder, self.skip = schema, typed, holder, skip
        self.type = schema.message_class(typed.message_type.full_name)

    @property
    def condition(self) -> str:
        if self.holder.type == F.TYPE_BYTES:
            return f"the bytes are an encoded {self.typed.message_type.full_name}"
        return f"the text is a {self.typed.message_type.name} as ProtoJSON writes it"

    def pairs(self) -> Iterator[tuple[Message, bytes | dict[str, Any]]]:
        """Different messages, each with its encoding."""
        seen = set()
        for k in _FILLED:
            message = self.type()
            # The generator fills an Any and its like even then.
            if k is not None or not message.IsInitialized():
                kind = "empty" if k is None else "edge"
                Filler(self.schema, kind, k or 0, _SEED, self.skip, depth=2).fill(message, 1)
            encoded = self.encode(message)
            if encoded not in seen:
                seen.add(encoded)
                yield message, encoded

    def encode(self, message: Message) -> bytes | dict[str, Any]:
        if self.holder.type == F.TYPE_BYTES:
            return message.SerializeToString(deterministic=True)
        return json_format.MessageToDict(message)

    def decode(self, encoded: bytes | dict[str, Any]) -> Message | None:
        """The message with exactly this encoding; None if there is none, or if a relay would write other bytes."""
        message = self.type()
        try:
            if isinstance(encoded, bytes):
                message.ParseFromString(encoded)
            else:
                json_format.ParseDict(encoded, message)
        except (DecodeError, json_format.ParseError):
            return None
        message.DiscardUnknownFields()
        return message if self.encode(message) == encoded else None


def contents(schemas, fields, skip: frozenset[str] = frozenset()) -> Contents | None:
    """The contents of a field, if one version can hold the encoding of the other; `schemas` are in the same order."""
    if None in fields or fields[0].is_repeated != fields[1].is_repeated:
        return None
    for schema, typed, holder in ((schemas[0], *fields), (schemas[1], *reversed(fields))):
        message = typed.message_type
        if message is None or is_map(typed) or typed.type == F.TYPE_GROUP:
            continue
        if holder.type == F.TYPE_BYTES or (holder.type == F.TYPE_STRING and message.full_name in _TEXTS):
            return Contents(schema, typed, holder, skip)
    return None

"""Whether the bytes of a message have one order: a map or a set of it may be written in any."""

from functools import cache
from weakref import WeakKeyDictionary

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from wirebed_protocol import options_pb2

from wirebed.bed.schema import Schema, hint_of

_KNOWN: WeakKeyDictionary[Schema, dict[str, bool]] = WeakKeyDictionary()  # schema -> message -> whether


def ordered(schema: Schema, message: str) -> bool:
    """True when no value of the message can hold a map or a set, or an extension that might."""
    if not message:
        return False
    known = _KNOWN.setdefault(schema, {})
    if message not in known:
        known[message] = _ordered(schema.message(message))
    return known[message]


def _ordered(descriptor: Descriptor) -> bool:
    seen, todo = set(), [descriptor]
    while todo:
        message = todo.pop()
        if message.full_name in seen:
            continue
        seen.add(message.full_name)
        if message.GetOptions().map_entry or message.is_extendable or message.full_name == "google.protobuf.Any":
            return False
        for field in message.fields:
            if _is_set(field):
                return False
            if field.message_type is not None:
                todo.append(field.message_type)
    return True


@cache
def _is_set(field: FieldDescriptor) -> bool:
    return hint_of(field).collection == options_pb2.SET

"""The message that a google.protobuf.Any packs, which its type URL names and its bytes hold.

Protobuf's JSON and text format write it as a message of its own type, so what they keep of it is what that type knows.
"""

from collections.abc import Callable, Iterator
from functools import partial

from google.protobuf import message_factory
from google.protobuf.any_pb2 import Any
from google.protobuf.descriptor import FieldDescriptor as F
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message import DecodeError, Message

from wirebed.bed.schema import descriptor_of
from wirebed.view import grammar as g
from wirebed.view.of_message import is_map
from wirebed.view.parse import Node

ANY = "google.protobuf.Any"
# What may be wrong with it: a type that the schema lacks; bytes that are no message of the type, also because they end
# after the tag of a number; missing required fields; fields that the type lacks; another order than that of the
# numbers, or another form of it; a text of proto2 that is not UTF-8.
FAULTS = "unknown-type broken ends-after-a-tag incomplete unknown-fields another-order invalid-text"


class _Fault(Exception):
    """The bytes are no message; `words`: those of FAULTS."""

    def __init__(self, *words: str) -> None:
        self.words = frozenset(words)


def message_of(any_: Node | None, pool: DescriptorPool) -> Message | None:
    """The packed message; None where there is none, or one whose texts are not all UTF-8."""
    try:
        message = _parsed(_held(any_), pool)
    except _Fault:
        return None
    return message if message is not None and not _has_invalid_text(message) else None


def faults(any_: Node | None, pool: DescriptorPool) -> frozenset[str]:
    return _faults(_held(any_), pool)


def again(any_: Node | None, pool: DescriptorPool, text: Callable[[str], str]) -> bytes:
    """The bytes of the message when it is written with what its type knows, each invalid text as `text` reads it."""
    return _again(_held(any_), pool, text)


def _held(any_: Node | None) -> Any:
    """The Any at a place; an empty one where there is none."""
    if any_ is None or any_.tag != g.RECORD or any_.value != ANY:
        return Any()
    type_url, value = any_.field(1), any_.field(2)
    return Any(type_url=type_url.value if type_url is not None else "", value=value.value if value is not None else b"")


def _parsed(any_: Any, pool: DescriptorPool) -> Message | None:
    """None where there is no name of a type."""
    name, data = any_.type_url.rpartition("/")[2], any_.value
    if not name:
        return None
    try:
        made = message_factory.GetMessageClass(pool.FindMessageTypeByName(name))()
    except KeyError:
        raise _Fault("unknown-type") from None
    try:
        made.ParseFromString(data)
    except DecodeError as error:
        raise _Fault("invalid-text" if "UTF-8" in str(error) else "broken", *_end(made, data)) from None
    return made


def _end(empty: Message, data: bytes) -> Iterator[str]:
    """Whether the last byte is the tag of a number: what stands before it is a message, and so it is with a number."""
    if _parses(empty, data[:-1]) and _parses(empty, data + b"\x80\x01"):
        yield "ends-after-a-tag"


def _parses(empty: Message, data: bytes) -> bool:
    try:
        type(empty)().ParseFromString(data)
    except DecodeError:
        return False
    return True


def _faults(any_: Any, pool: DescriptorPool) -> frozenset[str]:
    try:
        message = _parsed(any_, pool)
    except _Fault as fault:
        return fault.words
    if message is None:
        return frozenset()
    written = _bytes(message)
    holds = {
        "incomplete": not message.IsInitialized(),
        "unknown-fields": written != _bytes(_known(message)),
        "another-order": written != any_.value,
        "invalid-text": _has_invalid_text(message),
    }
    inner = (_faults(_any(other), pool) for other in _inside(message) if _is_any(other))
    return frozenset(word for word, holds_it in holds.items() if holds_it).union(*inner)


def _again(any_: Any, pool: DescriptorPool, text: Callable[[str], str]) -> bytes:
    try:
        parsed = _parsed(any_, pool)
    except _Fault:
        parsed = None
    if parsed is None:
        raise ValueError(any_.value)
    message = _known(parsed)
    for replace, held in _texts(message):
        if isinstance(held, bytes):
            replace(text(held.decode("utf-8", "surrogateescape")))
    for other in _inside(message):
        if _is_any(other):
            inner = _any(other)
            inner.value = _again(inner, pool, text)
            other.ParseFromString(_bytes(inner))
    return _bytes(message)


def _known(message: Message) -> Message:
    known = type(message)()
    known.CopyFrom(message)
    known.DiscardUnknownFields()
    return known


def _bytes(message: Message) -> bytes:
    return message.SerializePartialToString(deterministic=True)


def _inside(message: Message) -> Iterator[Message]:
    """The message and all that are in it."""
    yield message
    for field, value in message.ListFields():
        if field.message_type is not None:
            held = value.values() if is_map(field) else value if field.is_repeated else [value]
            for child in held:
                if isinstance(child, Message):
                    yield from _inside(child)


def _is_any(message: Message) -> bool:
    return descriptor_of(message).full_name == ANY


def _any(message: Message) -> Any:
    return Any.FromString(_bytes(message))


def _has_invalid_text(message: Message) -> bool:
    return any(isinstance(text, bytes) for _, text in _texts(message))


def _texts(message: Message) -> Iterator[tuple[Callable[[str], None], str | bytes]]:
    """Each text of a field, and what replaces it. Text that is not UTF-8 is bytes."""
    for inner in _inside(message):
        for field, value in inner.ListFields():
            if field.type == F.TYPE_STRING and not field.is_extension:
                if field.is_repeated:
                    yield from ((partial(value.__setitem__, index), text) for index, text in enumerate(list(value)))
                else:
                    yield partial(setattr, inner, field.name), value

"""Delimited streams by google.protobuf.proto: messages one after the other, each after its length."""

from __future__ import annotations

import io
from importlib import import_module
from types import ModuleType

from google.protobuf.message import Message
from wirebed_protocol import peer_pb2

from wirebed_peer.refusal import Refusal, Unsupported


def delimited(value: Message, times: str) -> bytes:
    """The message so many times."""
    proto, out = _helpers(), io.BytesIO()
    for _ in range(int(times)):
        proto.serialize_length_prefixed(value, out)
    return out.getvalue()


def last_of(data: bytes, times: str, message_class: type[Message]) -> Message:
    """The last of so many messages."""
    proto, stream = _helpers(), io.BytesIO(data)
    for _ in range(int(times)):
        # None is nothing to read; an empty message is none that is false.
        last = proto.parse_length_prefixed(message_class, stream)
        if last is None:
            raise Refusal(peer_pb2.PARSE, "", "the stream ends before the message")
    return last


def _helpers() -> ModuleType:
    try:
        return import_module("google.protobuf.proto")
    except ImportError as error:
        raise Unsupported(str(error)) from None

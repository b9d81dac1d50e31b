"""Delimited streams by google.protobuf.proto: messages one after the other, each after its length."""

from __future__ import annotations

import io

from google.protobuf import proto
from google.protobuf.message import Message
from wirebed_protocol import peer_pb2

from wirebed_peer.refusal import Refusal


def delimited(value: Message, times: str) -> bytes:
    """The message so many times."""
    out = io.BytesIO()
    for _ in range(int(times)):
        proto.serialize_length_prefixed(value, out)
    return out.getvalue()


def last_of(data: bytes, times: str, message_class: type[Message]) -> Message:
    """The last of so many messages."""
    stream = io.BytesIO(data)
    for _ in range(int(times)):
        # None is nothing to read; an empty message is none that is false.
        last = proto.parse_length_prefixed(message_class, stream)
        if last is None:
            raise Refusal(peer_pb2.PARSE, "", "the stream ends before the message")
    return last

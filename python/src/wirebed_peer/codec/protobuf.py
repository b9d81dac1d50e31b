"""protobuf/upb: the binary format of google.protobuf for Python."""

from __future__ import annotations

from typing import Any

from google.protobuf.message import EncodeError, Message
from wirebed_protocol import peer_pb2

from wirebed_peer.bridge import unbound
from wirebed_peer.codec import Codec, Options, parsing
from wirebed_peer.refusal import Refusal


class Protobuf(Codec):
    format = "protobuf"
    library = "upb"
    package = "protobuf"
    model = peer_pb2.MESSAGE

    def encode(self, message: str, value: Message, options: Options) -> bytes:
        try:
            return unbound.serialize(value)
        except EncodeError as error:
            stage = peer_pb2.WRITE if unbound.is_initialized(value) else peer_pb2.REQUIRED_CHECK
            raise Refusal(stage, "google.protobuf.message.EncodeError", str(error)) from None
        except Exception as error:
            raise Refusal.of(peer_pb2.WRITE, error) from None

    def decode(self, message: str, data: bytes, options: Options) -> Any:
        return parsing(self.tree.message_class(message).FromString, data)

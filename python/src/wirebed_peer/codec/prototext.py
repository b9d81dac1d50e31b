"""prototext/upb: google.protobuf.text_format."""

from __future__ import annotations

from typing import Any

from google.protobuf import text_format
from google.protobuf.message import Message
from wirebed_protocol import peer_pb2

from wirebed_peer.codec import Codec, Options, parsing, writing


class Prototext(Codec):
    format = "prototext"
    library = "upb"
    package = "protobuf"
    model = peer_pb2.MESSAGE

    def encode(self, message: str, value: Message, options: Options) -> bytes:
        return writing(lambda: text_format.MessageToString(value).encode())

    def decode(self, message: str, data: bytes, options: Options) -> Any:
        # The pool is for an Any that is written with its content.
        return parsing(text_format.Parse, data, self.tree.message_class(message)(), descriptor_pool=self.tree.pool)

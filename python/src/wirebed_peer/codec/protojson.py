"""protojson/upb: google.protobuf.json_format."""

from __future__ import annotations

from typing import Any

from google.protobuf import json_format
from google.protobuf.message import Message
from wirebed_protocol import peer_pb2

from wirebed_peer.codec import Codec, Options, parsing, writing


class Protojson(Codec):
    format = "protojson"
    library = "upb"
    package = "protobuf"
    model = peer_pb2.MESSAGE

    def encode(self, message: str, value: Message, options: Options) -> bytes:
        # The pool is for the content of an Any.
        return writing(lambda: json_format.MessageToJson(value, descriptor_pool=self.tree.pool).encode())

    def decode(self, message: str, data: bytes, options: Options) -> Any:
        return parsing(
            json_format.Parse,
            data,
            self.tree.message_class(message)(),
            ignore_unknown_fields=options.get("unknown") == "ignore",
            descriptor_pool=self.tree.pool,
        )

"""protojson/upb: google.protobuf.json_format."""

from __future__ import annotations

from functools import partial

from google.protobuf import json_format
from google.protobuf.message import Message

from wirebed_peer.codec import Bound, Options
from wirebed_peer.codec.protobuf import Upb
from wirebed_peer.codec.setting import option
from wirebed_peer.refusal import leave


class Protojson(Upb):
    format = "protojson"
    settings = (
        option("descriptor_pool", "that of the tree", "It resolves the content of an Any."),
        option("ignore_unknown_fields", "where a task asks for it", "A case with `unknown: ignore` is about it."),
    )
    typed_errors = {
        "google.protobuf.json_format.ParseError": 'json_format.Parse: "ParseError: On JSON parsing problems."',
        "google.protobuf.json_format.SerializeToJsonError": (
            'json_format.SerializeToJsonError: "Thrown if serialization to JSON fails."'
        ),
    }
    leaves_object = 'json_format.Parse: "message: A protocol buffer message to merge into."'

    def encoder(self, message: str, options: Options) -> Bound:
        def encode(value: Message) -> bytes:
            # The pool resolves the content of an Any.
            return json_format.MessageToJson(value, descriptor_pool=self.tree.pool).encode()

        return Bound(encode, "nothing is kept; text and bytes are new")

    def decoder(self, message: str, options: Options) -> Bound:
        ignores, new = options.get("unknown") == "ignore", self.tree.message_class(message)
        parse = partial(json_format.Parse, ignore_unknown_fields=ignores, descriptor_pool=self.tree.pool)

        def decode(data: bytes) -> Message:
            value = new()
            try:
                return parse(data, value)
            except Exception as error:
                leave(error, value)
                raise

        return Bound(decode, "nothing is kept; the message is new")

"""prototext/upb: google.protobuf.text_format."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from google.protobuf import text_format
from google.protobuf.message import Message
from wirebed_protocol import peer_pb2

from wirebed_peer.bridge import unbound
from wirebed_peer.codec import Bound, Codec, Options


class Prototext(Codec):
    format = "prototext"
    library = "upb"
    package = "protobuf"
    model = peer_pb2.MESSAGE

    def encoder(self, message: str, options: Options) -> Bound:
        def encode(value: Message) -> bytes:
            return text_format.MessageToString(value).encode()

        return Bound(encode, "nothing is kept; text and bytes are new")

    def decoder(self, message: str, options: Options) -> Bound:
        parse, new = self._parse(), self.tree.message_class(message)
        return Bound(lambda data: parse(data, new()), "nothing is kept; the message is new")

    def reusing_decoder(self, message: str, options: Options) -> Bound:
        parse, kept = self._parse(), self.tree.message_class(message)()

        def decode(data: bytes) -> Message:
            unbound.clear(kept)
            return parse(data, kept)

        return Bound(decode, "the message is kept, emptied and parsed into; what it holds is new")

    def _parse(self) -> Callable[[bytes, Message], Message]:
        # The pool is for an Any that is written with its content.
        return partial(text_format.Parse, descriptor_pool=self.tree.pool)

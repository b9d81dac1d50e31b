"""protobuf/upb: the binary format of google.protobuf."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from google.protobuf.message import EncodeError, Message
from wirebed_protocol import peer_pb2

from wirebed_peer.bridge import unbound
from wirebed_peer.codec import Bound, Codec, Options
from wirebed_peer.codec.delimited import delimited, last_of
from wirebed_peer.failures import calls_library
from wirebed_peer.refusal import Refusal, Unsupported
from wirebed_peer.tree import Tree


class Upb(Codec):
    """The base of the three codecs of google.protobuf."""

    library = "upb"
    package = "protobuf"
    library_packages = ("google.protobuf", "google._upb")
    model = peer_pb2.MESSAGE

    def reusing_decoder(self, message: str, options: Options) -> Bound:
        raise Unsupported("a message that is kept, and parsed into again, keeps the memory of all that it ever held")


class Protobuf(Upb):
    format = "protobuf"
    typed_errors = {
        "google.protobuf.message.DecodeError": (
            'Message.ParseFromString: "message.DecodeError if the input cannot be parsed."'
        ),
        "google.protobuf.message.EncodeError": (
            'Message.SerializeToString: "EncodeError: if the message isn\'t initialized"'
        ),
    }

    @calls_library
    def encode(self, message: str, value: Message, options: Options) -> bytes:
        try:
            return self.encoder(message, options).call(value)
        except Unsupported:
            raise
        except EncodeError as error:
            stage = peer_pb2.WRITE if unbound.is_initialized(value) else peer_pb2.REQUIRED_CHECK
            raise Refusal.of(stage, error, self) from None
        except Exception as error:
            raise Refusal.of(peer_pb2.WRITE, error, self) from None

    def __init__(self, tree: Tree) -> None:
        super().__init__(tree)
        self._parsers: dict[str, Callable[[bytes], Message]] = {}

    @calls_library
    def decode(self, message: str, data: bytes, options: Options) -> Message:
        parse = self._parsers.get(message)
        if parse is None:
            parse = self._parsers[message] = self.tree.message_class(message).FromString
        try:
            return (
                last_of(data, options["delimited"], self.tree.message_class(message))
                if "delimited" in options
                else parse(data)
            )
        except (Refusal, Unsupported):
            raise
        except Exception as error:
            raise Refusal.of(peer_pb2.PARSE, error, self) from None

    def encoder(self, message: str, options: Options) -> Bound:
        if "delimited" in options:
            return Bound(partial(delimited, times=options["delimited"]), "nothing is kept; the bytes are new")
        if options.get("deterministic") == "true":
            return Bound(partial(unbound.serialize, deterministic=True), "nothing is kept; the bytes are new")
        return Bound(unbound.serialize, "nothing is kept; the bytes are new")

    def decoder(self, message: str, options: Options) -> Bound:
        return Bound(self.tree.message_class(message).FromString, "nothing is kept; the message is new")

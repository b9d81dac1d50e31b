"""prototext/upb: google.protobuf.text_format."""

from __future__ import annotations

from functools import partial

from google.protobuf import text_format
from google.protobuf.message import Message

from wirebed_peer.codec import Bound, Options
from wirebed_peer.codec.protobuf import Upb
from wirebed_peer.codec.setting import option
from wirebed_peer.refusal import leave


class Prototext(Upb):
    format = "prototext"
    settings = (
        option("descriptor_pool", "that of the tree, for reading", "It resolves the content of an Any."),
        option("print_unknown_fields", "where a task asks for it", "A task with `unknown: print` is about it."),
    )
    typed_errors = {
        "google.protobuf.text_format.ParseError": 'text_format.Parse: "ParseError: On text parsing problems."',
    }
    leaves_object = 'text_format.Parse: "Parses a text representation of a protocol message into a message."'

    def encoder(self, message: str, options: Options) -> Bound:
        prints = options.get("unknown") == "print"

        def encode(value: Message) -> bytes:
            return text_format.MessageToString(value, print_unknown_fields=prints).encode()

        return Bound(encode, "nothing is kept; text and bytes are new")

    def decoder(self, message: str, options: Options) -> Bound:
        # The pool resolves an Any that is written with its content.
        parse, new = partial(text_format.Parse, descriptor_pool=self.tree.pool), self.tree.message_class(message)

        def decode(data: bytes) -> Message:
            value = new()
            try:
                return parse(_text(data), value)
            except Exception as error:
                leave(error, value)
                raise

        return Bound(decode, "nothing is kept; text and message are new")


def _text(data: bytes) -> str | bytes:
    """The decoded text, or the bytes if they are not UTF-8: the library decodes by line, and refuses them itself."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data

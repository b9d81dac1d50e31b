"""json/msgspec: typed JSON.

msgspec can rename the fields of its own Structs but not those of a dataclass, so json_structs.py.j2 makes a Struct with
the JSON names for each plain class. msgspec checks and converts against the Struct; the conversion between Struct and
dataclass adds what msgspec cannot express (an enum by name, a bool as a map key, milliseconds always written).
"""

from __future__ import annotations

from typing import Any

import msgspec
from wirebed_protocol import peer_pb2

from wirebed_peer.codec import Bound, Codec, Options
from wirebed_peer.codec.setting import Setting, code
from wirebed_peer.refusal import Refusal
from wirebed_peer.tree import Tree


class MsgspecJson(Codec):
    format = "json"
    library = "msgspec"
    package = "msgspec"
    library_packages = ("msgspec",)
    typed_errors = {
        "msgspec.DecodeError": 'API, Exceptions: "An error occurred while decoding an object"',
        "msgspec.ValidationError": 'API, Exceptions: "The message didn\'t match the expected schema"',
        "msgspec.EncodeError": 'API, Exceptions: "An error occurred while encoding an object"',
    }
    settings = (
        code(
            "Structs with the JSON names are made of dataclasses, and back, by generated code (json_structs.py.j2)",
            "msgspec renames fields of its Structs alone. The code spells enums by name, keys and milliseconds.",
            reads=(Setting.ENUMS,),
            writes=(Setting.ENUMS, Setting.DATES),
        ),
    )
    model = peer_pb2.PLAIN

    def __init__(self, tree: Tree) -> None:
        super().__init__(tree)
        self._decoders: dict[str, msgspec.json.Decoder] = {}
        self._encoder = msgspec.json.Encoder()

    def encode(self, message: str, value: Any, options: Options) -> bytes:
        to_struct = self._generated("to_struct", message)
        try:
            struct = to_struct(value)
        except RecursionError as error:
            raise Refusal.of(peer_pb2.WRITE, error, self) from None
        return self.writing(self._encoder.encode, struct)

    def decode(self, message: str, data: bytes, options: Options) -> Any:
        return self._generated("to_plain", message)(self.parsing(self._decoder(message).decode, data))

    def encoder(self, message: str, options: Options) -> Bound:
        to_struct, encode = self._generated("to_struct", message), self._encoder.encode
        return Bound(lambda value: encode(to_struct(value)), "the Encoder is kept; Structs and bytes are new")

    def decoder(self, message: str, options: Options) -> Bound:
        to_plain, decode = self._generated("to_plain", message), self._decoder(message).decode
        return Bound(lambda data: to_plain(decode(data)), "the Decoder is kept; Structs and objects are new")

    def reusing_encoder(self, message: str, options: Options) -> Bound:
        to_struct, encode_into = self._generated("to_struct", message), self._encoder.encode_into
        buffer = bytearray()

        def encode(value: Any) -> bytearray:
            encode_into(to_struct(value), buffer)
            return buffer

        return Bound(encode, "the Encoder is kept, and the bytearray that it encodes into; Structs are new")

    def _decoder(self, message: str) -> msgspec.json.Decoder:
        decoder = self._decoders.get(message)
        if decoder is None:
            decoder = self._decoders[message] = msgspec.json.Decoder(self._generated("S", message))
        return decoder

    def _generated(self, what: str, message: str) -> Any:
        return self.tree.generated("plain_structs", what, self.tree.plain_class(message))

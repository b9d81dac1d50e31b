"""raw/struct: the hand-made layout of proto/README.md, with the standard library's struct.

The template raw.py.j2 makes the functions that write and read each plain class.
"""

from __future__ import annotations

from struct import error
from typing import Any

from wirebed_protocol import peer_pb2

from wirebed_peer.codec import Bound, Codec, Options
from wirebed_peer.codec.raw_values import RawError
from wirebed_peer.codec.setting import Setting, code


class RawStruct(Codec):
    format = "raw"
    library = "struct"
    settings = (
        code(
            "every byte is laid out by generated code (raw.py.j2)",
            "raw is a layout by hand, which has no library.",
            reads=(Setting.EVERYTHING,),
            writes=(Setting.EVERYTHING,),
        ),
    )
    model = peer_pb2.PLAIN

    def encoder(self, message: str, options: Options) -> Bound:
        write = self._generated("write", message)

        def encode(value: Any) -> bytes:
            out = bytearray()
            write(value, out, 1)
            return bytes(out)

        return Bound(encode, "each Struct is kept; the buffer is new, and the bytes are a copy of it")

    def reusing_encoder(self, message: str, options: Options) -> Bound:
        write, encode_anew = self._generated("write_at", message), self.encoder(message, options).call
        buffer = bytearray(64)

        def encode(value: Any) -> memoryview:
            try:
                end = write(value, buffer, 0, 1)
            except error:
                # The buffer was too small, or struct refuses the value; then `encode_anew` raises.
                buffer.extend(bytes(max(len(encode_anew(value)) - len(buffer), 0)))
                end = write(value, buffer, 0, 1)
            return memoryview(buffer)[:end]

        return Bound(encode, "each Struct is kept, and the bytearray that it packs into, which grows when it has to")

    def decoder(self, message: str, options: Options) -> Bound:
        read = self._generated("read", message)

        def decode(data: bytes) -> Any:
            value, end = read(data, 0, 1)
            if end != len(data):
                raise RawError(f"{len(data) - end} trailing bytes after the value")
            return value

        return Bound(decode, "each Struct is kept; the objects are new")

    def _generated(self, what: str, message: str) -> Any:
        return self.tree.generated("plain_raw", what, self.tree.plain_class(message))

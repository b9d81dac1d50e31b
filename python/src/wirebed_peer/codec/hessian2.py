"""hessian2/wirebed: the reader and writer of the package `wirebed_peer.hessian2`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wirebed_protocol import peer_pb2

from wirebed_peer.codec import Bound, Codec, Options
from wirebed_peer.codec.setting import code
from wirebed_peer.hessian2 import HessianError, reader, writer
from wirebed_peer.hessian2.typed_reader import TypedReader
from wirebed_peer.hessian2.typed_writer import TypedWriter
from wirebed_peer.refusal import Refusal
from wirebed_peer.tree import Tree


def has_envelope(options: Options) -> bool:
    """Whether the case asks for the envelope that Caucho's startMessage and completeMessage write."""
    return options.get("envelope") == "message"


class Hessian2(Codec):
    format = "hessian2"
    library = "wirebed"
    package = "wirebed"
    # The package, and what templates make for it.
    library_packages = ("wirebed_peer.hessian2", "plain_hessian2_read", "plain_hessian2_write")
    typed_errors = {
        "wirebed_peer.hessian2.HessianError": (
            'wirebed_peer.hessian2: "A refusal is a HessianError with the offset of the byte that is at fault"'
        ),
    }
    settings = (
        code(
            "dataclasses are written and read by generated code (hessian2_read.py.j2, hessian2_write.py.j2)",
            "The library is the bed's own, and writes the names and the order of fields that Caucho writes.",
        ),
    )
    model = peer_pb2.PLAIN
    canonical = True
    bare = True

    def __init__(self, tree: Tree) -> None:
        super().__init__(tree)
        self._reader: TypedReader | None = None
        self._writer: TypedWriter | None = None

    def encode(self, message: str, value: Any, options: Options) -> bytes:
        if not message:
            return self.writing(writer.encode, value, has_envelope(options))
        return super().encode(message, value, options)

    def decode(self, message: str, data: bytes, options: Options) -> Any:
        if not message:
            return self._reading(reader.decode, data, has_envelope(options))
        return self._reading(self.decoder(message, options).call, data)

    def encoder(self, message: str, options: Options) -> Bound:
        self._writer = self._writer or TypedWriter(self.tree)
        return Bound(self._writer.encoder(message, has_envelope(options)), "the writer is kept; the stream is new")

    def decoder(self, message: str, options: Options) -> Bound:
        self._reader = self._reader or TypedReader(self.tree)
        kept = "the reader is kept, with its code for each class; references and objects are new"
        return Bound(self._reader.decoder(message, has_envelope(options)), kept)

    @classmethod
    def _reading(cls, read: Callable[..., Any], *arguments: Any) -> Any:
        """Calls our own reader. Any exception but a HessianError is a defect of the peer."""
        try:
            return read(*arguments)
        except (HessianError, MemoryError, RecursionError) as error:
            raise Refusal.of(peer_pb2.PARSE, error, cls) from None

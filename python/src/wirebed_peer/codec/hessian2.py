"""hessian2/wirebed: the own reader and writer of this package."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wirebed_protocol import peer_pb2

from wirebed_peer.codec import Codec, Options, writing
from wirebed_peer.hessian2 import HessianError, reader, writer
from wirebed_peer.hessian2.typed_reader import TypedReader
from wirebed_peer.hessian2.typed_writer import TypedWriter
from wirebed_peer.refusal import Refusal
from wirebed_peer.tree import Tree


def has_envelope(options: Options) -> bool:
    """Whether the case asks for what Caucho's startMessage and completeMessage write around the value."""
    return options.get("envelope") == "message"


class Hessian2(Codec):
    format = "hessian2"
    library = "wirebed"
    package = "wirebed"
    model = peer_pb2.PLAIN
    canonical = True
    bare = True

    def __init__(self, tree: Tree) -> None:
        super().__init__(tree)
        self._reader: TypedReader | None = None
        self._writer: TypedWriter | None = None

    def encode(self, message: str, value: Any, options: Options) -> bytes:
        if not message:
            return writing(writer.encode, value, has_envelope(options))
        self._writer = self._writer or TypedWriter(self.tree)
        return writing(self._writer.encode, message, value, has_envelope(options))

    def decode(self, message: str, data: bytes, options: Options) -> Any:
        if not message:
            return _parsing(reader.decode, data, has_envelope(options))
        self._reader = self._reader or TypedReader(self.tree)
        return _parsing(self._reader.decode, message, data, has_envelope(options))


def _parsing(read: Callable[..., Any], *arguments: Any) -> Any:
    """Our own reader: what it does not call a HessianError is a defect of the peer."""
    try:
        return read(*arguments)
    except (HessianError, MemoryError, RecursionError) as error:
        raise Refusal.of(peer_pb2.PARSE, error) from None

"""The codec without bytes: it returns the object that was built from the view."""

from __future__ import annotations

from typing import Any

from wirebed_protocol import peer_pb2

from wirebed_peer.bridge.models import Model, model_of
from wirebed_peer.codec import Codec, Options
from wirebed_peer.codec.setting import code
from wirebed_peer.tree import Tree


class _None(Codec):
    format = "none"
    settings = (code("it holds an object and writes no bytes", "It shows what the objects of Python can hold."),)

    def __init__(self, tree: Tree) -> None:
        super().__init__(tree)
        self._objects: Model = model_of(self.model, tree)

    def encode(self, message: str, value: Any, options: Options) -> bytes:
        return self._objects.show(message, value)

    def decode(self, message: str, data: bytes, options: Options) -> Any:
        return self._objects.build(message, data)


class NoneMessage(_None):
    library = "message"
    model = peer_pb2.MESSAGE


class NonePlain(_None):
    library = "plain"
    model = peer_pb2.PLAIN

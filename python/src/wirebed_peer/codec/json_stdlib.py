"""json/stdlib: `json.dumps` and `json.loads` with their defaults, over dicts that are made of plain objects."""

from __future__ import annotations

import json
from typing import Any

from wirebed_protocol import peer_pb2

from wirebed_peer.codec import Bound, Codec, Options, writing
from wirebed_peer.codec.plain_dicts import PlainDicts
from wirebed_peer.tree import Tree


class StdlibJson(Codec):
    format = "json"
    library = "stdlib"
    model = peer_pb2.PLAIN

    def __init__(self, tree: Tree) -> None:
        super().__init__(tree)
        self._dicts = PlainDicts(tree)

    def encode(self, message: str, value: Any, options: Options) -> bytes:
        return writing(json.dumps, self._dicts.of_plain(message, value)).encode()

    def encoder(self, message: str, options: Options) -> Bound:
        to_dict = self._dicts.to_dict(message)
        kept = "the module keeps its encoder; dicts, text and bytes are new"
        return Bound(lambda value: json.dumps(to_dict(value)).encode(), kept)

    def decoder(self, message: str, options: Options) -> Bound:
        of_dict = self._dicts.of_dict(message)
        kept = "the module keeps its decoder; text, dicts and objects are new"
        return Bound(lambda data: of_dict(json.loads(data)), kept)

"""json/orjson: `orjson.dumps` and `orjson.loads` with their defaults, over dicts that are made of plain objects."""

from __future__ import annotations

from typing import Any

import orjson
from wirebed_protocol import peer_pb2

from wirebed_peer.codec import Bound, Codec, Options, writing
from wirebed_peer.codec.plain_dicts import PlainDicts
from wirebed_peer.tree import Tree


class OrjsonJson(Codec):
    format = "json"
    library = "orjson"
    package = "orjson"
    model = peer_pb2.PLAIN

    def __init__(self, tree: Tree) -> None:
        super().__init__(tree)
        self._dicts = PlainDicts(tree)

    def encode(self, message: str, value: Any, options: Options) -> bytes:
        return writing(orjson.dumps, self._dicts.of_plain(message, value))

    def encoder(self, message: str, options: Options) -> Bound:
        to_dict = self._dicts.to_dict(message)
        return Bound(lambda value: orjson.dumps(to_dict(value)), "nothing is kept; dicts and bytes are new")

    def decoder(self, message: str, options: Options) -> Bound:
        of_dict = self._dicts.of_dict(message)
        return Bound(lambda data: of_dict(orjson.loads(data)), "nothing is kept; dicts and objects are new")

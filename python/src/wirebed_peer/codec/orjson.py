"""json/orjson: `orjson.dumps` and `orjson.loads` with their defaults, over dicts that are made of plain objects."""

from __future__ import annotations

from typing import Any

import orjson
from wirebed_protocol import peer_pb2

from wirebed_peer.codec import Bound, Options
from wirebed_peer.codec.plain_dicts import DictsCodec
from wirebed_peer.failures import calls_library


class OrjsonJson(DictsCodec):
    format = "json"
    library = "orjson"
    package = "orjson"
    library_packages = ("orjson",)
    typed_errors = {
        "orjson.JSONDecodeError": (
            'README, Deserialize: "It raises `JSONDecodeError` if given an invalid type or invalid JSON."'
        ),
        # orjson.JSONEncodeError is TypeError itself, although the README says that it is derived from it.
        "TypeError": 'JSONEncodeError; README, Serialize: "It raises `JSONEncodeError` on an unsupported type."',
    }
    model = peer_pb2.PLAIN

    def encode(self, message: str, value: Any, options: Options) -> bytes:
        return self.writing(orjson.dumps, self.dict_of(message, value))

    @calls_library
    def encoder(self, message: str, options: Options) -> Bound:
        to_dict = self.to_dict(message)
        return Bound(lambda value: orjson.dumps(to_dict(value)), "nothing is kept; dicts and bytes are new")

    @calls_library
    def decoder(self, message: str, options: Options) -> Bound:
        to_plain = self.to_plain(message)
        return Bound(lambda data: to_plain(orjson.loads(data)), "nothing is kept; dicts and objects are new")

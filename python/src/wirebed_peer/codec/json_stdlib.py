"""json/stdlib: `json.dumps` and `json.loads` with their defaults, over dicts that are made of plain objects."""

from __future__ import annotations

import json
from typing import Any

from wirebed_protocol import peer_pb2

from wirebed_peer.codec import Bound, Options
from wirebed_peer.codec.plain_dicts import DictsCodec


class StdlibJson(DictsCodec):
    format = "json"
    library = "stdlib"
    library_packages = ("json",)
    typed_errors = {
        "json.decoder.JSONDecodeError": (
            'json.loads: "If the data being deserialized is not a valid JSON document, a JSONDecodeError will be '
            'raised."'
        ),
        # The UnicodeDecodeError of json.loads is documented from Python 3.12 on (cpython gh-87506). The ValueError of
        # json.dumps is that of allow_nan=False, which is not asked for here.
        "TypeError": 'json.dumps: "The default simply raises TypeError."',
    }
    model = peer_pb2.PLAIN

    def encode(self, message: str, value: Any, options: Options) -> bytes:
        return self.writing(json.dumps, self.dict_of(message, value)).encode()

    def encoder(self, message: str, options: Options) -> Bound:
        to_dict = self.to_dict(message)
        kept = "the module keeps its encoder; dicts, text and bytes are new"
        return Bound(lambda value: json.dumps(to_dict(value)).encode(), kept)

    def decoder(self, message: str, options: Options) -> Bound:
        to_plain = self.to_plain(message)
        kept = "the module keeps its decoder; text, dicts and objects are new"
        return Bound(lambda data: to_plain(json.loads(data)), kept)

"""json/msgspec-dataclass: `msgspec.json.encode` and `msgspec.json.decode` with their defaults, over the dataclasses.

Names are those of Python's attributes, enums are numbers, and what a field cannot hold is refused.
"""

from __future__ import annotations

import msgspec
from wirebed_protocol import peer_pb2

from wirebed_peer.codec import Bound, Codec, Options
from wirebed_peer.codec.msgspec import MsgspecJson
from wirebed_peer.failures import calls_library


class MsgspecDataclassJson(Codec):
    format = "json"
    library = "msgspec-dataclass"
    package = MsgspecJson.package
    library_packages = MsgspecJson.library_packages
    typed_errors = MsgspecJson.typed_errors
    model = peer_pb2.PLAIN

    @calls_library
    def encoder(self, message: str, options: Options) -> Bound:
        return Bound(msgspec.json.encode, "nothing is kept; bytes are new")

    @calls_library
    def decoder(self, message: str, options: Options) -> Bound:
        kind = self.tree.python_class(self.tree.plain_class(message))
        return Bound(lambda data: msgspec.json.decode(data, type=kind), "nothing is kept; objects are new")

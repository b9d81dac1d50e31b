"""json/orjson-dataclass: `orjson.dumps` over the dataclasses, with its defaults.

It only writes, since `orjson.loads` makes no dataclass.
"""

from __future__ import annotations

import orjson
from wirebed_protocol import peer_pb2

from wirebed_peer.codec import Bound, Codec, Options
from wirebed_peer.codec.orjson import OrjsonJson
from wirebed_peer.failures import calls_library


class OrjsonDataclassJson(Codec):
    format = "json"
    library = "orjson-dataclass"
    package = OrjsonJson.package
    library_packages = OrjsonJson.library_packages
    typed_errors = OrjsonJson.typed_errors
    model = peer_pb2.PLAIN
    decodes = False

    @calls_library
    def encoder(self, message: str, options: Options) -> Bound:
        return Bound(orjson.dumps, "nothing is kept; bytes are new")

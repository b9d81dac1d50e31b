"""What a reader gets that takes bytes without names or types by position: an oracle, written from proto/README.md.

No codec under test has a part in it, so what a codec reads can be held against it. A reading is
the view of an object of the reader's class, or Unreadable where the bytes are none.
"""

from wirebed.dump.positions.cereal import Cereal
from wirebed.dump.positions.fields import Holding, Positions, Reading, Unreadable
from wirebed.dump.positions.java import Custom, Direct, Naive, Tuned
from wirebed.dump.positions.raw import Raw

__all__ = ["LAYOUTS", "Reading", "Unreadable", "read"]

LAYOUTS: dict[str, type[Positions]] = {
    "cereal": Cereal,
    "java-external": Naive,
    "java-external-direct": Direct,
    "java-external-tuned": Tuned,
    "java-serial-custom": Custom,
    "raw": Raw,
}
# proto/README.md, "What the plain class holds": by peer.
_HOLDING = {
    "cpp": Holding(any_enum=True),
    "java": Holding(signed_64=True),
    "python": Holding(dates=range(-62_135_596_800_000, 253_402_300_800_000)),
}


def read(format_: str, data: bytes, schema, message: str, peer: str) -> Reading:
    """What a codec of the peer reads of bytes that should be a `message`; Unreadable when they are none."""
    return LAYOUTS[format_](data, schema, _HOLDING.get(peer, Holding())).read(message)

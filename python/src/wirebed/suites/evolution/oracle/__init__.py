"""An oracle for formats without names and types: it reads their bytes by position, as proto/README.md lays them out.

No codec under test has a part in it, so a codec's reading can be held against it. It gives the view of an object of the
reader's class, or raises Unreadable.
"""

from wirebed.bed.schema import Schema
from wirebed.suites.evolution.oracle.cereal import Cereal
from wirebed.suites.evolution.oracle.fields import Holding, Positions, Reading, Unreadable
from wirebed.suites.evolution.oracle.java import Custom, Direct, Naive, Tuned
from wirebed.suites.evolution.oracle.raw import Raw

__all__ = ["LAYOUTS", "Holding", "Reading", "Unreadable", "read"]

LAYOUTS: dict[str, type[Positions]] = {
    "cereal": Cereal,
    "java-external": Naive,
    "java-external-direct": Direct,
    "java-external-tuned": Tuned,
    "java-serial-custom": Custom,
    "raw": Raw,
}


def read(format: str, data: bytes, schema: Schema, message: str, holding: Holding) -> Reading:
    """Reads a `message` as a codec of a language with such objects has to."""
    return LAYOUTS[format](data, schema, holding).read(message)

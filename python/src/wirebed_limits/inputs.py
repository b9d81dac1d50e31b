"""The inputs of a bed: for each format and kind of limit a message, and the bytes of each size."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import NamedTuple

from wirebed.bed.schema import Schema
from wirebed_limits import binary, text
from wirebed_limits.shapes import Shape, shapes

# What the size of each kind counts.
ABOUT = {
    "depth": "messages inside each other, the outermost with them",
    "depth-struct": "Structs inside each other",
    "depth-unknown": "arrays, groups or elements inside each other, in a field that the message does not have",
    "digits": "digits of a double",
    "digits-decimal": "digits of a decimal",
    "digits-unknown": "digits of a whole number in a field that the message does not have",
    "length": "characters of a text",
    "elements": "texts in a list",
    "entries": "pairs of texts in a map",
    "fields": "fields that the message does not have, each with a name or number of its own",
    "name": "characters of the name of such a field",
    "number": "the number of such a field",
    "collisions": "pairs of texts in a map, whose keys have one hash in Java",
    "collisions-number": "pairs in a map, whose keys are whole numbers of one hash in Java and in upb",
    "collisions-dict": "pairs in a map, whose keys are whole numbers for which a dict of CPython searches long",
    "references": "elements of a list that are the outermost message itself",
    "elements-struct": "numbers in a list that lies in 24 Structs inside each other",
    "claimed": "bytes of a text, or texts of a list, that the input says to have, and of which it has one",
}
CLAIMED = "claimed"  # no reader reads these inputs: they are too short for what they claim
# The largest size that is tried. Deeper than this, the stack that a peer has been given ends many libraries, and not a
# limit of their own; and some need time that grows with the square of the depth, or of the number of names.
MOST = {
    "depth": 1 << 12,
    "depth-struct": 1 << 12,
    "depth-unknown": 1 << 12,
    "digits": 1 << 17,
    "digits-decimal": 1 << 17,
    "digits-unknown": 1 << 17,
    "length": 24 << 20,
    "elements": 1 << 16,
    "entries": 1 << 15,
    "fields": 1 << 12,
    "name": 1 << 17,
    "number": 1 << 32,
}
# When growth is asked, the inputs of the other kinds grow as long as they are read. To find keys takes its time, too.
MOST_GROWTH = {kind: MOST[kind] for kind in ("depth", "depth-struct", "depth-unknown", "number")} | {
    "collisions-dict": 1 << 14
}
KINDS, GROWTH_KINDS = tuple(MOST), tuple(ABOUT)  # of the last ones there are no limits to be asked
_FORMATS: Mapping[str, text.Texts | binary.Binaries] = {
    "protobuf": binary.PROTOBUF,
    "hessian2": binary.HESSIAN2,
    "json": text.JSON,
    "protojson": text.PROTOJSON,
    "prototext": text.PROTOTEXT,
    "xml": text.XSTREAM,
    "xml-lean": text.XSTREAM_LEAN,
    "xml-jaxb": text.JAXB,
}


class Input(NamedTuple):
    """`write`: the bytes of a size."""

    format: str
    kind: str
    message: str
    write: Callable[[int], bytes]


def inputs(schema: Schema) -> Iterator[Input]:
    """All inputs for which the bed has a message."""
    found = shapes(schema)
    for format, of_format in _FORMATS.items():
        for kind, (shape, write) in of_format.items():
            if of := found.get(shape):
                yield Input(format, kind, of.message, partial(_encoded, write, of))


def _encoded(write: Callable[[Shape, int], str | bytes], of: Shape, size: int) -> bytes:
    written = write(of, size)
    return written.encode() if isinstance(written, str) else written

"""Annotated dumps of bytes. This package, `given` and `oracle` are the parts of the runner that know formats.

`of` annotates one encoding, and `explain` lists the differences between two encodings of one value. Both work on any
bytes: where the bytes make no sense, the dump says so and ends.
"""

from collections.abc import Callable, Iterator
from itertools import islice

from wirebed.bed.schema import Schema
from wirebed.view.dump import hessian2, java_serial, json, pickle, protobuf, raw
from wirebed.view.dump.difference import describe
from wirebed.view.dump.lines import Line, hexadecimal, render

# The annotator of each format; other formats are shown as plain hex.
_ANNOTATORS: dict[str, Callable[..., Iterator[Line]]] = {
    "protobuf": protobuf.annotate,
    "hessian2": hessian2.annotate,
    "java-serial": java_serial.annotate,
    "java-serial-custom": java_serial.annotate,
    "java-external": java_serial.annotate,
    "java-external-tuned": java_serial.annotate,
    "pickle": pickle.annotate,
    "raw": raw.annotate,
    "json": json.annotate,
    "protojson": json.annotate,
}
_TEXT = {"json": "json", "protojson": "json", "prototext": "txtpb", "xml": "xml", "xml-lean": "xml", "xml-jaxb": "xml"}

MOST_LINES = 1500
MOST_COMPARED = 50_000


def is_text(format: str) -> bool:
    """Whether the format is a text format, which needs no dump."""
    return format in _TEXT


def extension(format: str) -> str:
    """The file extension of the format, without the dot."""
    return _TEXT.get(format, "bin")


def of(format: str, data: bytes, schema: Schema | None = None, message: str = "") -> str:
    """The annotated dump of one encoding, with names from `schema` and `message`."""
    head = f"{format} {message}".rstrip() + f", {len(data):,} bytes\n"
    annotate = _ANNOTATORS.get(format)
    if annotate is None:
        return head + hexadecimal(data, MOST_LINES)
    lines = list(islice(annotate(data, schema, message), MOST_LINES + 1))
    return head + render(data, lines, MOST_LINES)


def lines(format: str, data: bytes, schema: Schema | None = None, message: str = "") -> Iterator[Line]:
    """The lines of the annotated dump, one after another; none of a format without an annotator."""
    annotate = _ANNOTATORS.get(format)
    return iter(()) if annotate is None else annotate(data, schema, message)


def explain(format: str, old: bytes, new: bytes, schema: Schema | None = None, message: str = "") -> list[str]:
    """A line for each difference between two encodings: the field, its values and how they are encoded."""
    if old == new:
        return []
    annotate = _ANNOTATORS.get(format)
    if annotate is None:
        return [_first_difference(old, new)]
    before = list(islice(annotate(old, schema, message), MOST_COMPARED))
    after = list(islice(annotate(new, schema, message), MOST_COMPARED))
    return describe(old, before, new, after) or [_first_difference(old, new)]


def has_names(format: str) -> bool:
    """Whether a dump of the format has names from the schema; the bytes of other formats have all that is shown."""
    return _ANNOTATORS.get(format) not in (None, json.annotate, pickle.annotate)


def options_of(format: str, data: bytes) -> dict[str, str]:
    """The options that a codec needs to read these bytes."""
    return hessian2.options_of(data) if format == "hessian2" else {}


def _first_difference(old: bytes, new: bytes) -> str:
    at = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    return (
        f"{len(old):,} bytes became {len(new):,}; first difference at byte {at} (0x{at:x}): "
        f"{old[at : at + 16]!r} became {new[at : at + 16]!r}"
    )

"""What faults make of the texts, numbers and times of a view. Each rule changes a parsed view in place."""

import math
import re
from collections.abc import Callable

from google.protobuf.descriptor import FieldDescriptor as F

from wirebed.bed.schema import Schema
from wirebed.cases.edges import is_decimal
from wirebed.view import grammar as g
from wirebed.view.parse import Node
from wirebed_fuzz.mutants.places import Place, places, records

Change = Callable[[Node, Schema], None]
_MINUTE, _SECOND = 60, 1_000_000_000  # in seconds, and in nanoseconds
_TIMESTAMP = "google.protobuf.Timestamp"
_FRACTION = re.compile(r"[-+]?\d+\.\d+")
_DOUBLE_INTEGERS = 1 << 53  # up to this one a double has each integer


def _each(takes: Callable[[Place], bool], made: Callable[[Node], object]) -> Change:
    """Gives another value to each node that is taken."""

    def change(root: Node, schema: Schema) -> None:
        for place in places(root, schema):
            if takes(place):
                place.node.value = made(place.node)

    return change


def _is_text(place: Place) -> bool:
    return place.node.tag == g.TEXT


def text_up_to(letter: str) -> Change:
    return _each(_is_text, lambda node: node.value.partition(letter)[0])


def without_letter(letter: str) -> Change:
    return _each(_is_text, lambda node: node.value.replace(letter, ""))


def without_first(letter: str) -> Change:
    return _each(_is_text, lambda node: node.value.removeprefix(letter))


def stripped_texts() -> Change:
    return _each(_is_text, lambda node: node.value.strip())


def texts_of_at_most(bytes: int) -> Change:
    """A letter that does not fit as a whole is left out."""
    return _each(_is_text, lambda node: node.value.encode()[:bytes].decode(errors="ignore"))


def integers_as_doubles() -> Change:
    return _each(
        lambda place: place.node.tag == g.INT and abs(place.node.value) > _DOUBLE_INTEGERS,
        lambda node: max(-(1 << 63), min((1 << 63) - 1, int(float(node.value)))),
    )


def positive_zeros() -> Change:
    return _each(
        lambda place: place.node.tag in (g.FLOAT, g.DOUBLE) and place.node.value == 0,
        lambda node: 0.0,
    )


def rounded_doubles(digits: int) -> Change:
    return _each(
        lambda place: place.node.tag == g.DOUBLE and math.isfinite(place.node.value),
        lambda node: _in_range(float(f"{node.value:.{digits}g}"), node.value),
    )


def _in_range(rounded: float, before: float) -> float:
    """The greatest double is rounded up to none."""
    return rounded if math.isfinite(rounded) else before


def decimals_without_zeros() -> Change:
    return _each(
        # A field of a decimal may hold any text.
        lambda place: (
            place.node.tag == g.TEXT and is_decimal(place.field) and _FRACTION.fullmatch(place.node.value) is not None
        ),
        lambda node: node.value.rstrip("0").removesuffix("."),
    )


def _times(message: str, made: Callable[[int, int], tuple[int, int]]) -> Change:
    """Gives other seconds and nanos to each record of a message."""

    def change(root: Node, schema: Schema) -> None:
        for record in records(root):
            if record.value == message:
                seconds, nanos = (record.field(number) for number in (1, 2))
                if seconds is not None and nanos is not None:
                    seconds.value, nanos.value = made(seconds.value, nanos.value)

    return change


def negative_nanos() -> Change:
    return _times(_TIMESTAMP, lambda s, n: (s, n - _SECOND) if s < 0 and n > 0 else (s, n))


def fractions_as_nanos() -> Change:
    return _times(_TIMESTAMP, lambda s, n: (s, _shortest(n)))


def _shortest(nanos: int) -> int:
    """The fraction in 3, 6 or 9 digits, as a number."""
    for step in (1_000_000, 1_000):
        if nanos % step == 0:
            return nanos // step
    return nanos


def coarse_nanos(step: int) -> Change:
    return _times(_TIMESTAMP, lambda s, n: (s, n // step * step))


def unsigned_minutes() -> Change:
    """Dates of whole minutes, which have 32 bits."""

    def made(seconds: int, nanos: int) -> tuple[int, int]:
        compact = not nanos and seconds % _MINUTE == 0 and -(1 << 31) <= seconds // _MINUTE < 0
        return (seconds + (1 << 32) * _MINUTE, nanos) if compact else (seconds, nanos)

    return _times(_TIMESTAMP, made)


def zeros_for_unknown_enums() -> Change:
    return _each(
        lambda place: place.node.tag == g.ENUM and not _is_known(place.field, place.node.value), lambda node: 0
    )


def _is_known(field: F, number: int) -> bool:
    return field.enum_type is None or number in field.enum_type.values_by_number

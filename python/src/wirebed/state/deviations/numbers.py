"""The predicates of a condition that look at a number: its size, its class, and whether a type holds it."""

import math
import re
import struct
from collections.abc import Callable

from wirebed.state.deviations.makers import ConditionError, Test
from wirebed.state.deviations.places import ValuePlace
from wirebed.state.deviations.yaml_text import Data
from wirebed.view import grammar as g
from wirebed.view.parse import Node

Maker = Callable[[Data], Test]

FLOATS = "nan inf -inf negative-zero zero subnormal whole fraction"

_POWER = re.compile(r"(-?)(\d+)\^(\d+)([+-]\d+)?")


def number(wanted: Data) -> float:
    """A number of the YAML file, which may be written as `2^63-1` or `-2^31`."""
    if isinstance(wanted, (int, float)) and not isinstance(wanted, bool):
        return wanted
    match = _POWER.fullmatch(str(wanted))
    if not match:
        raise ConditionError("", f"{wanted} is no number")
    sign, base, power, more = match.groups()
    whole: int = int(base) ** int(power)  # which is no fraction, since the power has no sign
    return (-whole if sign else whole) + int(more or 0)


NUMBERS = (g.INT, g.UINT, g.FLOAT, g.DOUBLE, g.ENUM)


def numeric(holds: Callable[[float, float], bool]) -> Maker:
    def make(wanted: Data) -> Test:
        limit = number(wanted)
        return lambda place: place.node is not None and place.node.tag in NUMBERS and holds(place.node.value, limit)

    return make


COMPARE: dict[str, Callable[[float, float], bool]] = {
    "above": lambda value, limit: value > limit,
    "below": lambda value, limit: value < limit,
    "from": lambda value, limit: value >= limit,
    "to": lambda value, limit: value <= limit,
    "is": lambda value, limit: value == limit,
}


def limits(wanted: Data) -> Callable[[int], bool]:
    """`{above:, below:, from:, to:, is:}` of a count, or just a number."""
    words = wanted if isinstance(wanted, dict) else {"is": wanted}
    for word in words:
        if word not in COMPARE:
            raise ConditionError("", f"unknown key `{word}`; known: {', '.join(COMPARE)}")
    checks = [(COMPARE[word], number(limit)) for word, limit in words.items()]
    return lambda count: all(check(count, limit) for check, limit in checks)


def ranged(of: Callable[[ValuePlace], int | None]) -> Maker:
    def make(wanted: Data) -> Test:
        within = limits(wanted)
        return lambda place: (count := of(place)) is not None and within(count)

    return make


def float_class(place: ValuePlace) -> str:
    """The class of a float or double, one of `FLOATS`; empty for other nodes."""
    node = place.node
    if node is None or node.tag not in (g.FLOAT, g.DOUBLE):
        return ""
    value = node.value
    if math.isnan(value):
        return "nan"
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    if value == 0:
        return "negative-zero" if math.copysign(1, value) < 0 else "zero"
    if abs(value) < (2**-126 if node.tag == g.FLOAT else 2**-1022):
        return "subnormal"
    return "whole" if value == math.trunc(value) else "fraction"


def inexact(wanted: Data) -> Test:
    """Holds for a number that the named type cannot represent exactly."""
    if not isinstance(wanted, str) or wanted not in _EXACT:
        raise ConditionError("", "float or double")
    is_exact = _EXACT[wanted]

    def test(place: ValuePlace) -> bool:
        if place.node is None or place.node.tag not in NUMBERS or place.node.value != place.node.value:
            return False
        return not is_exact(place.node.value)

    return test


def _exact(form: struct.Struct) -> Callable[[float], bool]:
    """Whether a form of floating point has exactly this number, which is not NaN."""

    def is_exact(value: float) -> bool:
        try:
            return bool(form.unpack(form.pack(value))[0] == value)
        except OverflowError:
            return False

    return is_exact


_EXACT = {"float": _exact(g.F32), "double": _exact(g.F64)}


_INTEGERS = {
    **dict.fromkeys(("int32", "sint32", "sfixed32", "enum"), (-(2**31), 2**31 - 1)),
    **dict.fromkeys(("int64", "sint64", "sfixed64"), (-(2**63), 2**63 - 1)),
    **dict.fromkeys(("uint32", "fixed32"), (0, 2**32 - 1)),
    **dict.fromkeys(("uint64", "fixed64"), (0, 2**64 - 1)),
    "bool": (0, 1),
}


def fits(wanted: Data) -> Test:
    """Holds for numbers, booleans and texts of digits, by whether their declared type holds them exactly."""
    if not isinstance(wanted, bool):
        raise ConditionError("", "true or false")
    return lambda place: (value := _number_of(place.node)) is not None and _holds(place, value) == wanted


def _holds(place: ValuePlace, value: float) -> bool:
    type_ = place.shape.types[0] if place.shape.types else ""
    if type_ in _INTEGERS:
        least, greatest = _INTEGERS[type_]
        return bool(least <= value <= greatest and value == math.trunc(value))
    return type_ in _EXACT and (value != value or _EXACT[type_](value))


def _number_of(node: Node | None) -> float | None:
    if node is None or node.tag not in (*NUMBERS, g.TRUE, g.FALSE, g.TEXT):
        return None
    if node.tag == g.TEXT:
        return int(node.value) if _DIGITS.fullmatch(node.value) else None
    number: float = node.value if node.tag in NUMBERS else node.tag == g.TRUE
    return number


_DIGITS = re.compile(r"-?[0-9]{1,40}")

"""The functions by which an entry says what is read of a scalar that was written (read_value.py lists them)."""

import re
import struct
from collections.abc import Callable
from decimal import Decimal, InvalidOperation

from wirebed.state.deviations.calendars import gregorian_as_julian, julian_as_gregorian


class ReadError(ValueError):
    """An invalid `reads:`."""


# Takes the value of a scalar that was written, and gives what is read; ValueError where it does not apply.
Function = Callable[[object], object]

_WIDTHS = {"int8": 8, "int16": 16, "int32": 32, "int64": 64, "uint32": -32, "uint64": -64}


def _cast(name: str) -> Function:
    if not isinstance(name, str) or name not in _WIDTHS:
        raise ReadError(f"`{name}` is none of {', '.join(_WIDTHS)}")
    width = _WIDTHS[name]
    bits = abs(width)

    def cast(value):
        kept = int(value) & (1 << bits) - 1
        return kept - (1 << bits) if width > 0 and kept >> bits - 1 else kept

    return cast


# By the declared type of a field, as C++ casts a number to it.
CASTS: dict[str, Function] = {
    **{name: _cast("int32") for name in ("int32", "sint32", "sfixed32", "enum")},
    **{name: _cast("int64") for name in ("int64", "sint64", "sfixed64")},
    **{name: _cast("uint32") for name in ("uint32", "fixed32")},
    **{name: _cast("uint64") for name in ("uint64", "fixed64")},
    "bool": bool,
}


def to_float(value: float) -> float:
    try:
        return struct.unpack("<f", struct.pack("<f", float(value)))[0]
    except OverflowError:
        return float("-inf") if value < 0 else float("inf")


def _digits(value: float) -> tuple[str, str]:
    """The texts by which Java names a float: the shortest one that is read as it, or for some floats one of eight
    digits, before JDK 19 (JDK-4511638)."""
    shortest = next(text for digits in range(1, 10) if to_float(float(text := f"{value:.{digits}g}")) == value)
    return shortest, f"{value:.8g}"


def each_of(found) -> tuple:
    """What a function gives: a value, or several of which any may be read."""
    return found if isinstance(found, tuple) else (found,)


CASTS |= {"float": to_float, "double": float}
_NEAREST: dict[str, Function] = {
    "float": to_float,
    "double": float,
    "float text": lambda value: tuple(map(float, _digits(to_float(value)))),
}


def _java(digits: str) -> str:
    """The digits of a float as Float.toString() writes them."""
    decimal = Decimal(digits)
    if decimal == 0:
        return "-0.0" if decimal.is_signed() else "0.0"
    exponent = decimal.adjusted()
    if -3 <= exponent < 7:
        plain = f"{decimal.normalize():f}"
        return plain if "." in plain else f"{plain}.0"
    significant = "".join(map(str, decimal.normalize().as_tuple().digits))
    return f"{'-' * decimal.is_signed()}{significant[0]}.{significant[1:] or '0'}E{exponent}"


def _decimal(value) -> Decimal:
    try:
        return Decimal(value)
    except (InvalidOperation, TypeError):
        raise ValueError(value) from None


_DECIMALS: dict[str, Function] = {
    "normal": lambda value: str(_decimal(value)),
    "plain": lambda value: f"{_decimal(value):f}",
    "float": lambda value: tuple(str(Decimal(_java(text))) for text in _digits(to_float(float(_decimal(value))))),
}
_JULIAN: dict[str, Function] = {"written": gregorian_as_julian, "read": julian_as_gregorian}


def _multiple(of) -> Function:
    if not isinstance(of, int) or of < 1:
        raise ReadError("a whole number above 0")
    return lambda value: value - value % of


def _replace(pairs) -> Function:
    if not isinstance(pairs, dict):
        raise ReadError("a mapping of regular expressions to texts")
    try:
        rules = [(re.compile(str(rule), re.DOTALL), str(text)) for rule, text in pairs.items()]
    except re.error as error:
        raise ReadError(f"no regular expression: {error}") from None

    def replace(value):
        for rule, text in rules:
            value = rule.sub(text.replace("\\", "\\\\"), value)
        return value

    return replace


def _each(pairs) -> Function:
    if not isinstance(pairs, dict):
        raise ReadError("a mapping of what is written to what is read")

    def each(value):
        # The keys of a YAML mapping are texts.
        key = f"0x{value.hex()}" if isinstance(value, bytes) else str(value)
        if key not in pairs:
            raise ValueError(value)
        return pairs[key]

    return each


def _one_of(known: dict[str, Function]) -> Callable[[str], Function]:
    def chosen(name):
        if not isinstance(name, str) or name not in known:
            raise ReadError(f"`{name}` is none of {', '.join(known)}")
        return known[name]

    return chosen


# What a draft tries: each function that needs no values of one's own, and the parts of seconds that dates are cut to.
CANDIDATES: list[dict[str, str | int]] = [
    {"cast": "declared"},
    *({"cast": name} for name in _WIDTHS),
    *({"nearest": name} for name in _NEAREST),
    *({"julian": name} for name in _JULIAN),
    *({"decimal": name} for name in _DECIMALS),
    *({"multiple": nanos} for nanos in (10**3, 10**6, 10**9)),
]
FUNCTIONS: dict[str, Callable[..., Function]] = {
    "cast": _cast,
    "nearest": _one_of(_NEAREST),
    "multiple": _multiple,
    "julian": _one_of(_JULIAN),
    "decimal": _one_of(_DECIMALS),
    "replace": _replace,
    "each": _each,
}

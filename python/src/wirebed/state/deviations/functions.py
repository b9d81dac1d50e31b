"""The functions by which an entry says what is read of a scalar that was written (read_value.py lists them)."""

import re
import struct
from collections.abc import Callable, Iterable
from decimal import Decimal, InvalidOperation
from math import isfinite, log10
from typing import Any

from wirebed.state.deviations import texts
from wirebed.state.deviations.calendars import gregorian_as_julian, julian_as_gregorian, lenient, of_milliseconds
from wirebed.state.deviations.java_numbers import number as number_of_java
from wirebed.state.deviations.yaml_text import Data


class ReadError(ValueError):
    """An invalid `reads:`."""


# The value of a scalar. Its place decides the type, and a function fails with one that it does not apply to.
Scalar = Any
# Takes what was written, and gives what is read, or a tuple of what may be; ValueError where it does not apply.
Function = Callable[[Scalar], Scalar]
Replacement = tuple[re.Pattern[str], str]

_WIDTHS = {"int8": 8, "int16": 16, "int32": 32, "int64": 64, "uint32": -32, "uint64": -64}


def _cast(name: Data) -> Function:
    if not isinstance(name, str) or name not in _WIDTHS:
        raise ReadError(f"`{name}` is none of {', '.join(_WIDTHS)}")
    width = _WIDTHS[name]
    bits = abs(width)

    def cast(value: Scalar) -> int:
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
        (seen,) = struct.unpack("<f", struct.pack("<f", float(value)))
        return float(seen)
    except OverflowError:
        return float("-inf") if value < 0 else float("inf")


def _digits(value: float) -> tuple[str, str]:
    """The texts by which Java names a float: the shortest one that is read as it, or before JDK 19 for some floats a
    longer one (JDK-4511638): the digits of a whole number that 24 bits decide, or else eight digits. Raises ValueError
    for NaN."""
    if value != value:
        raise ValueError(value)
    shortest = next(text for digits in range(1, 10) if to_float(float(text := f"{value:.{digits}g}")) == value)
    if abs(value) < 1e-44:
        return shortest, f"{value:.2g}"  # it never has less than two digits
    if not value.is_integer() or abs(value) >= 1 << 63:
        return shortest, f"{value:.8g}"
    undecided = max(int(value).bit_length() - 26, 0)  # jdk.internal.math.FloatingDecimal, insignificantDigitsForPow2
    unit = 10 ** int(undecided * log10(2))
    digits = (abs(int(value)) + unit // 2) // unit * unit
    return shortest, str(-digits if value < 0 else digits)


def each_of(result: Scalar) -> tuple[Scalar, ...]:
    """The result of a function: a value, or several of which any may be read."""
    return result if isinstance(result, tuple) else (result,)


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


def _decimal(value: Scalar) -> Decimal:
    try:
        return Decimal(value)
    except (InvalidOperation, TypeError):
        raise ValueError(value) from None


def _float_first(value: Scalar) -> Scalar:
    """The decimal of the first type that has something of it: the float, the double, the decimal itself."""
    decimal = _decimal(value)
    nearest, double = to_float(float(decimal)), float(decimal)
    if isfinite(nearest) and (nearest or not decimal):
        return tuple(str(Decimal(_java(text))) for text in _digits(nearest))
    return str(Decimal(_java(repr(double)))) if isfinite(double) and double else str(decimal)


_DECIMALS: dict[str, Function] = {
    "normal": lambda value: str(_decimal(value)),
    "plain": lambda value: f"{_decimal(value):f}",
    "float": _float_first,
}
_JULIAN: dict[str, Function] = {"written": gregorian_as_julian, "read": julian_as_gregorian}
_SURROGATES: dict[str, Function] = {"apart": texts.apart, "joined": texts.joined}
# The text that a language makes of the bytes of an invalid text.
_BYTES: dict[str, Function] = {"python": lambda text: str(text.encode("utf-8", "surrogateescape"))}


def _multiple(of: Data) -> Function:
    if not isinstance(of, int) or of < 1:
        raise ReadError("a whole number above 0")
    return lambda value: value - value % of


def replacements(pairs: Data) -> list[Replacement]:
    if not isinstance(pairs, dict):
        raise ReadError("a mapping of regular expressions to texts")
    try:
        rules = [(re.compile(str(rule), re.DOTALL), str(text)) for rule, text in pairs.items()]
        for rule, text in rules:
            rule.sub(text, "")
    except re.error as error:
        raise ReadError(f"no regular expression: {error}") from None
    return rules


def _replace(pairs: Data) -> Function:
    rules = replacements(pairs)

    def replace(value: Scalar) -> Scalar:
        if isinstance(value, bytes):
            return replace(value.decode("latin-1")).encode("latin-1")
        for rule, text in rules:
            value = rule.sub(text, value)
        return value

    return replace


def _each(pairs: Data) -> Function:
    if not isinstance(pairs, dict):
        raise ReadError("a mapping of what is written to what is read")

    def each(value: Scalar) -> Scalar:
        # The keys of a YAML mapping are texts.
        key = f"0x{value.hex()}" if isinstance(value, bytes) else str(value)
        if key not in pairs:
            raise ValueError(value)
        return pairs[key]

    return each


def _one_of(known: dict[str, Function]) -> Callable[[Data], Function]:
    def chosen(name: Data) -> Function:
        if not isinstance(name, str) or name not in known:
            raise ReadError(f"`{name}` is none of {', '.join(known)}")
        return known[name]

    return chosen


# What a draft tries: each function that needs no values of one's own, and the parts of seconds that dates are cut to.
_TRIED: dict[str, Iterable[Data]] = {
    "cast": ("declared", *_WIDTHS),
    "nearest": _NEAREST,
    "julian": _JULIAN,
    "decimal": _DECIMALS,
    "multiple": (10**3, 10**6, 10**9),
}
CANDIDATES: list[Data] = [{name: given} for name, every in _TRIED.items() for given in every]
FUNCTIONS: dict[str, Callable[[Data], Function]] = {
    "cast": _cast,
    "nearest": _one_of(_NEAREST),
    "multiple": _multiple,
    "julian": _one_of(_JULIAN),
    "decimal": _one_of(_DECIMALS),
    "surrogates": _one_of(_SURROGATES),
    "bytes": _one_of(_BYTES),
    "number": _one_of({"java": number_of_java}),
    "date": _one_of({"lenient": lenient, "milliseconds": of_milliseconds}),
    "replace": _replace,
    "each": _each,
}


def function_of(data: Data) -> Function:
    """The function that a mapping of its name to what it takes stands for. Raises ReadError."""
    if not isinstance(data, dict) or len(data) != 1 or not data.keys() <= FUNCTIONS.keys():
        raise ReadError(f"a mapping with one of {', '.join(FUNCTIONS)}")
    ((name, given),) = data.items()
    return FUNCTIONS[name](given)

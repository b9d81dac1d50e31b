"""How XStream spells names and scalars between its tags: as Java does.

Its dates are those of java.text.SimpleDateFormat: milliseconds are a number without leading zeros (`.5` is five of
them), and days before 15 October 1582 are days of the Julian calendar.
"""

from __future__ import annotations

import base64
import datetime
import decimal
import re
import struct
from collections.abc import Callable
from typing import Any

from wirebed_protocol.plain_pb2 import PlainType

_T = PlainType
# The classes of seed S2 go by their simple names.
_ARTICLE = "com.polarsparc.data.interchange."
_INTEGER = re.compile(r"[+-]?[0-9]{1,40}")
_REAL = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?|NaN|[+-]?Infinity")
_DECIMAL = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]{1,10})?")
_DATE = re.compile(r"([0-9]{4,})-([0-9]{2})-([0-9]{2}) ([0-9]{2}):([0-9]{2}):([0-9]{2})\.([0-9]{1,3}) UTC")
_GREGORIAN = datetime.date(1582, 10, 15).toordinal()

# The element name of a scalar in a collection.
TAGS = {
    _T.INT32: "int",
    **dict.fromkeys((_T.UINT32, _T.INT64, _T.UINT64), "long"),
    _T.BOOL: "boolean",
    _T.FLOAT: "float",
    _T.DOUBLE: "double",
    _T.STRING: "string",
    _T.BYTES: "byte-array",
    _T.DATE: "date",
    _T.DECIMAL: "big-decimal",
}


class XmlTextError(ValueError):
    """The text is no value of the type that the plain class declares, or the value has no text."""


def refused(error: Exception) -> XmlTextError:
    """The refusal of a text that one of Python's own types refused, in its words."""
    return XmlTextError(str(error))


def escaped(name: str) -> str:
    """A Java name, escaped as the name of an element."""
    return name.replace("_", "__").replace("$", "_-")


def class_tag(java_class: str) -> str:
    return escaped(java_class.removeprefix(_ARTICLE))


def _java_real(digits: str) -> str:
    """Arranges the digits of a finite number other than zero as Java does."""
    sign, figures, exponent = decimal.Decimal(digits).as_tuple()
    text = "".join(map(str, figures)).rstrip("0") or "0"
    point = len(figures) + int(exponent)  # the number of digits before the point
    if -3 < point <= 7:
        whole = text[:point].ljust(point, "0") if point > 0 else "0"
        shown = f"{whole}.{(text[point:] if point > 0 else '0' * -point + text) or '0'}"
    else:
        shown = f"{text[0]}.{text[1:] or '0'}E{point - 1}"
    return "-" * sign + shown


def _real(value: float, digits: Callable[[float], str]) -> str:
    if value != value:
        return "NaN"
    if value in (float("inf"), float("-inf")):
        return "Infinity" if value > 0 else "-Infinity"
    return _java_real(digits(value)) if value else repr(value)


def _double_digits(value: float) -> str:
    """The fewest digits, but at least two, that read back as this double."""
    two = f"{value:.1e}"
    return two if float(two) == value else repr(value)


def _float_digits(value: float) -> str:
    """The fewest digits, but at least two, that read back as this float."""
    bits = struct.pack("f", value)
    return next(text for n in range(2, 18) if struct.pack("f", float(text := f"{value:.{n}g}")) == bits)


def _date_text(moment: datetime.datetime) -> str:
    moment = moment.astimezone(datetime.UTC)
    year, month, day = moment.year, moment.month, moment.day
    if moment.toordinal() < _GREGORIAN:
        year, month, day = _to_julian(moment.toordinal())
    clock = moment.strftime("%H:%M:%S")
    return f"{year:04}-{month:02}-{day:02} {clock}.{moment.microsecond // 1000} UTC"


def _to_julian(ordinal: int) -> tuple[int, int, int]:
    """Year, month and day by the Julian calendar, whose year 1 begins two days before ordinal 1."""
    since = ordinal + 306 - 1 + 2  # days from 1 March of the year 0
    cycle, rest = divmod(since, 1461)
    year = 4 * cycle + min(rest // 365, 3)
    rest -= 365 * min(rest // 365, 3)
    shifted = (5 * rest + 2) // 153
    day = rest - (153 * shifted + 2) // 5 + 1
    month = shifted + 3 if shifted < 10 else shifted - 9
    return year + (month <= 2), month, day


def _from_julian(year: int, month: int, day: int) -> int:
    shifted = (month + 9) % 12
    year -= month <= 2
    return 365 * year + year // 4 + (153 * shifted + 2) // 5 + day - 1 - 306 + 1 - 2


def _read_date(text: str) -> datetime.datetime:
    match = _DATE.fullmatch(text)
    if not match:
        raise XmlTextError(f"not a date of XStream: {text!r}")
    year, month, day, hour, minute, second, milliseconds = map(int, match.groups())
    try:
        if (year, month, day) < (1582, 10, 15):
            date = datetime.date.fromordinal(_from_julian(year, month, day))
            year, month, day = date.year, date.month, date.day
        return datetime.datetime(year, month, day, hour, minute, second, milliseconds * 1000, datetime.UTC)
    except (ArithmeticError, ValueError) as error:
        raise refused(error) from None


def read_bytes(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except ValueError as error:
        raise refused(error) from None


def _matching(form: re.Pattern[str], what: str, make: Callable[[str], Any]) -> Callable[[str], Any]:
    def read(text: str) -> Any:
        if not form.fullmatch(text):
            raise XmlTextError(f"not {what}: {text[:80]!r}")
        try:
            return make(text)
        except (ArithmeticError, ValueError) as error:
            raise refused(error) from None

    return read


def _read_bool(text: str) -> bool:
    if text not in ("true", "false"):
        raise XmlTextError(f"not a boolean: {text[:80]!r}")
    return text == "true"


def _read_unsigned(text: str) -> int:
    """Java holds the number in a long, so above 2^63-1 it is negative."""
    value = _read_integer(text)
    return value + (1 << 64) if -(1 << 63) <= value < 0 else value


_read_integer = _matching(_INTEGER, "an integer", int)
_read_real = _matching(_REAL, "a number", float)

READ: dict[int, Callable[[str], Any]] = {
    **dict.fromkeys((_T.INT32, _T.UINT32, _T.INT64), _read_integer),
    _T.UINT64: _read_unsigned,
    _T.BOOL: _read_bool,
    **dict.fromkeys((_T.FLOAT, _T.DOUBLE), _read_real),
    _T.STRING: str,
    _T.BYTES: read_bytes,
    _T.DATE: _read_date,
    _T.DECIMAL: _matching(_DECIMAL, "a decimal number", decimal.Decimal),
}
WRITE: dict[int, Callable[[Any], str]] = {
    **dict.fromkeys((_T.INT32, _T.UINT32, _T.INT64), str),
    _T.UINT64: lambda value: str(value - (1 << 64) if value >> 63 else value),
    _T.BOOL: lambda value: "true" if value else "false",
    _T.FLOAT: lambda value: _real(value, _float_digits),
    _T.DOUBLE: lambda value: _real(value, _double_digits),
    _T.STRING: str,
    _T.BYTES: lambda value: base64.b64encode(value).decode(),
    _T.DATE: _date_text,
    _T.DECIMAL: str,
}

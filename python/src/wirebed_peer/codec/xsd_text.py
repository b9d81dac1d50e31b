"""The text of an XML schema's simple types, which xml-jaxb has between its tags.

Numbers are spelled as Java spells them, which the schema's rules allow.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

from wirebed_protocol.plain_pb2 import PlainType

from wirebed_peer.codec.xstream_text import WRITE as JAVA_SPELLS
from wirebed_peer.codec.xstream_text import XmlTextError, read_bytes, refused

_T = PlainType
_BLANKS = " \t\r\n"
_INTEGER = re.compile(r"[+-]?[0-9]{1,40}")
_REAL = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?|NaN|-?INF")
_DECIMAL = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)")
_DATE = re.compile(
    r"[0-9]{4,}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?"
    r"(Z|[+-](0[0-9]|1[0-3]):[0-5][0-9]|[+-]14:00)"
)
_END_OF_DAY = re.compile(r"T24:00:00(?=[^.]|\.0+[^0-9])")
_SPECIAL = {"Infinity": "INF", "-Infinity": "-INF"}
_BOOLEANS = {"true": True, "1": True, "false": False, "0": False}


def _matching(form: re.Pattern[str], type_: str, make: Callable[[str], Any]) -> Callable[[str], Any]:
    def read(text: str) -> Any:
        text = text.strip(_BLANKS)
        if not form.fullmatch(text):
            raise XmlTextError(f"not of the type xs:{type_}: {text[:80]!r}")
        try:
            return make(text)
        except (ArithmeticError, ValueError) as error:
            raise refused(error) from None

    return read


def _read_boolean(text: str) -> bool:
    value = _BOOLEANS.get(text.strip(_BLANKS))
    if value is None:
        raise XmlTextError(f"not of the type xs:boolean: {text[:80]!r}")
    return value


def _read_unsigned(text: str) -> int:
    """Java holds the number in a long, so above 2^63-1 it is negative."""
    value = _read_integer(text)
    return value + (1 << 64) if -(1 << 63) <= value < 0 else value


def _read_bytes(text: str) -> bytes:
    return read_bytes(re.sub(f"[{_BLANKS}]", "", text))


def _read_date(text: str) -> datetime:
    """24:00:00 is the first instant of the next day, which `fromisoformat` of Python 3.11 does not know."""
    start, ends = _END_OF_DAY.subn("T00:00:00", text)
    return datetime.fromisoformat(start) + timedelta(days=ends)


def _write_date(moment: datetime) -> str:
    digits = "microseconds" if moment.microsecond % 1000 else "milliseconds"
    return moment.astimezone(UTC).isoformat(timespec=digits).replace("+00:00", "Z")


def _write_decimal(value: Decimal) -> str:
    if not value.is_finite():
        raise XmlTextError(f"xs:decimal has no {value}")
    return f"{value:f}"


def _write_real(kind: int) -> Callable[[float], str]:
    spell = JAVA_SPELLS[kind]
    return lambda value: _SPECIAL.get(text := spell(value), text)


_read_integer = _matching(_INTEGER, "integer", int)

READ: dict[int, Callable[[str], Any]] = {
    **dict.fromkeys((_T.INT32, _T.UINT32, _T.INT64), _read_integer),
    _T.UINT64: _read_unsigned,
    _T.BOOL: _read_boolean,
    _T.FLOAT: _matching(_REAL, "float", float),
    _T.DOUBLE: _matching(_REAL, "double", float),
    _T.STRING: str,
    _T.BYTES: _read_bytes,
    _T.DATE: _matching(_DATE, "dateTime with a zone", _read_date),
    _T.DECIMAL: _matching(_DECIMAL, "decimal", Decimal),
}
WRITE: dict[int, Callable[[Any], str]] = {
    **{kind: JAVA_SPELLS[kind] for kind in (_T.INT32, _T.UINT32, _T.INT64, _T.UINT64, _T.BOOL, _T.STRING, _T.BYTES)},
    _T.FLOAT: _write_real(_T.FLOAT),
    _T.DOUBLE: _write_real(_T.DOUBLE),
    _T.DATE: _write_date,
    _T.DECIMAL: _write_decimal,
}

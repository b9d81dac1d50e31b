"""Helpers of the functions of raw.py.j2 for values that are no single pack of a Struct, and their errors."""

from __future__ import annotations

from datetime import datetime, timedelta
from decimal import Decimal
from struct import Struct
from typing import Any

from wirebed_peer.bridge.plain_to_view import EPOCH
from wirebed_peer.decimal_text import DECIMAL

MOST_DEPTH = 256
_I32 = Struct("<i")
_MILLISECOND = timedelta(milliseconds=1)


class RawError(ValueError):
    """The bytes are not a value of the class, or the layout has no bytes for the value."""


def too_deep() -> None:
    raise RawError(f"more than {MOST_DEPTH} objects inside each other, or a cycle")


def count(data: bytes, p: int, least: int) -> tuple[int, int]:
    (count,) = _I32.unpack_from(data, p)
    rest = len(data) - p - 4
    if count < 0 or count * least > rest:
        raise RawError(f"a count of {count} with {rest} bytes of input to come")
    return count, p + 4


def flag(value: int) -> bool:
    if value > 1:
        raise RawError(f"a byte {value} that says true or false, or null or not")
    return value == 1


def element(value: Any) -> None:
    if value is None:
        raise RawError("an element is null")


def put_count(value: Any, out: bytearray) -> None:
    out += _I32.pack(len(value))


def put_text(value: str, out: bytearray) -> None:
    units = value.encode("utf-16-le", "surrogatepass")
    out += _I32.pack(len(units) // 2)
    out += units


def put_bytes(value: bytes, out: bytearray) -> None:
    out += _I32.pack(len(value))
    out += value


def put_decimal(value: Decimal, out: bytearray) -> None:
    put_text(str(value), out)


def place(data: bytes, out: bytearray, p: int) -> int:
    """Puts bytes at `p` and returns where they end. It extends `out` if it is too short."""
    end = p + len(data)
    out[p:end] = data
    return end


def place_count(value: Any, out: bytearray, p: int) -> int:
    _I32.pack_into(out, p, len(value))
    return p + 4


def place_text(value: str, out: bytearray, p: int) -> int:
    units = value.encode("utf-16-le", "surrogatepass")
    _I32.pack_into(out, p, len(units) // 2)
    return place(units, out, p + 4)


def place_bytes(value: bytes, out: bytearray, p: int) -> int:
    _I32.pack_into(out, p, len(value))
    return place(value, out, p + 4)


def place_decimal(value: Decimal, out: bytearray, p: int) -> int:
    return place_text(str(value), out, p)


def _is_none(data: bytes, p: int) -> bool:
    return data[p : p + 4] == b"\xff\xff\xff\xff"


def get_text(data: bytes, p: int, maybe: bool) -> tuple[str | None, int]:
    if maybe and _is_none(data, p):
        return None, p + 4
    size, p = count(data, p, 2)
    end = p + 2 * size
    return data[p:end].decode("utf-16-le", "surrogatepass"), end


def get_bytes(data: bytes, p: int, maybe: bool) -> tuple[bytes | None, int]:
    if maybe and _is_none(data, p):
        return None, p + 4
    size, p = count(data, p, 1)
    return data[p : p + size], p + size


def get_decimal(data: bytes, p: int, maybe: bool) -> tuple[Decimal | None, int]:
    text, end = get_text(data, p, maybe)
    if text is None:
        return None, end
    if not DECIMAL.fullmatch(text):
        raise RawError(f"not a decimal: {text}")
    return Decimal(text), end


def millis(moment: datetime) -> int:
    return (moment - EPOCH) // _MILLISECOND


def moment(millis: int) -> datetime:
    return EPOCH + timedelta(milliseconds=millis)

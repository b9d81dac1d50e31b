"""Writes values without parts, in the bytes that com.caucho:hessian 4.0.66 chooses."""

from __future__ import annotations

from struct import Struct

from wirebed_peer.hessian2 import HessianError

_I32 = Struct(">ci").pack
_I64 = Struct(">cq").pack
_F64 = Struct(">cd").pack
_I16 = Struct(">ch").pack
_I8 = Struct(">cb").pack
_U16 = Struct(">cH").pack

CHUNK_UNITS = 0x8000
_INT_MIN, _INT_MAX = -0x80000000, 0x7FFFFFFF


def int_bytes(value: int) -> bytes:
    if -16 <= value <= 47:
        return bytes((value + 0x90,))
    if -0x800 <= value <= 0x7FF:
        return bytes((0xC8 + (value >> 8), value & 0xFF))
    if -0x40000 <= value <= 0x3FFFF:
        return bytes((0xD4 + (value >> 16), value >> 8 & 0xFF, value & 0xFF))
    if _INT_MIN <= value <= _INT_MAX:
        return _I32(b"I", value)
    raise HessianError(None, f"{value} does not fit an int")


def long_bytes(value: int) -> bytes:
    if -8 <= value <= 15:
        return bytes((value + 0xE0,))
    if -0x800 <= value <= 0x7FF:
        return bytes((0xF8 + (value >> 8), value & 0xFF))
    if -0x40000 <= value <= 0x3FFFF:
        return bytes((0x3C + (value >> 16), value >> 8 & 0xFF, value & 0xFF))
    if _INT_MIN <= value <= _INT_MAX:
        return _I32(b"Y", value)
    if -(1 << 63) <= value < 1 << 63:
        return _I64(b"L", value)
    raise HessianError(None, f"{value} does not fit a long")


def double_bytes(value: float) -> bytes:
    """The shortest form that Caucho finds. Like Caucho, it turns -0.0 into 0.0 and drops the bits of a NaN."""
    if -0x8000 <= value <= 0x7FFF and value == int(value):
        whole = int(value)
        if whole == 0:
            return b"\x5b"
        if whole == 1:
            return b"\x5c"
        return _I8(b"\x5d", whole) if -0x80 <= whole <= 0x7F else _I16(b"\x5e", whole)
    if value != value:
        return b"D\x7f\xf8\x00\x00\x00\x00\x00\x00"
    thousands = value * 1000
    # Java's cast to int saturates.
    mills = _INT_MAX if thousands >= _INT_MAX else _INT_MIN if thousands <= _INT_MIN else int(thousands)
    if 0.001 * mills == value:
        return _I32(b"\x5f", mills)
    return _F64(b"D", value)


def date_bytes(milliseconds: int) -> bytes:
    minutes, rest = divmod(milliseconds, 60_000)
    if rest == 0 and _INT_MIN <= minutes <= _INT_MAX:
        return _I32(b"\x4b", minutes)
    if -(1 << 63) <= milliseconds < 1 << 63:
        return _I64(b"\x4a", milliseconds)
    raise HessianError(None, f"{milliseconds} ms do not fit a date")


def string_bytes(text: str) -> bytes:
    if text.isascii():
        units = len(text)
        if units <= 0x1F:
            return bytes((units,)) + text.encode()
        if units <= CHUNK_UNITS:
            return _string_head(units) + text.encode()
    return _unit_chunks(text)


def _unit_chunks(text: str) -> bytes:
    """UTF-16 units in chunks of 0x8000, or one less where a chunk would end with a high surrogate."""
    units = text.encode("utf-16-be", "surrogatepass")
    count = len(units) // 2
    out: list[bytes] = []
    start = 0
    while count - start > CHUNK_UNITS:
        end = start + CHUNK_UNITS
        if 0xD8 <= units[2 * end - 2] <= 0xDB:
            end -= 1
        out += _U16(b"R", end - start), cesu8(units[2 * start : 2 * end])
        start = end
    out += _string_head(count - start), cesu8(units[2 * start :])
    return b"".join(out)


def cesu8(units: bytes) -> bytes:
    """Big-endian UTF-16 units, each encoded by itself."""
    text = units.decode("utf-16-be", "surrogatepass")
    if len(text) * 2 == len(units):
        return text.encode("utf-8", "surrogatepass")
    # The halves of each pair become separate characters, one for each unit.
    halves = units.decode("utf-16-be", "surrogatepass").translate(_SurrogateHalves())
    return halves.encode("utf-8", "surrogatepass")


class _SurrogateHalves(dict):
    """A translation table that splits characters beyond U+FFFF into surrogates."""

    def __missing__(self, code: int) -> str | int:
        if code <= 0xFFFF:
            return code
        code -= 0x10000
        return chr(0xD800 + (code >> 10)) + chr(0xDC00 + (code & 0x3FF))


def _string_head(units: int) -> bytes:
    if units <= 0x1F:
        return bytes((units,))
    if units <= 0x3FF:
        return bytes((0x30 + (units >> 8), units & 0xFF))
    return _U16(b"S", units)


def binary_head(size: int) -> bytes:
    """The head of the last or only chunk of binary."""
    if size <= 0x0F:
        return bytes((0x20 + size,))
    if size <= 0x3FF:
        return bytes((0x34 + (size >> 8), size & 0xFF))
    return _U16(b"B", size)


def reference_bytes(index: int) -> bytes:
    return b"Q" + int_bytes(index)


def list_head(count: int, type_bytes: bytes | None) -> bytes:
    """The head of a list of fixed length; `type_bytes` has its type, as a name or a number."""
    if type_bytes is None:
        return bytes((0x78 + count,)) if count <= 7 else b"X" + int_bytes(count)
    return bytes((0x70 + count,)) + type_bytes if count <= 7 else b"V" + type_bytes + int_bytes(count)

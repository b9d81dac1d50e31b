"""The scalars of Java's object streams: primitives, modified UTF-8, the milliseconds of a Date."""

import struct
from datetime import UTC, datetime, timedelta

from wirebed.view.dump.lines import Malformed, shortest_float

PRIMITIVES = {
    "B": ("byte", ">b"),
    "C": ("char", ">H"),
    "D": ("double", ">d"),
    "F": ("float", ">f"),
    "I": ("int", ">i"),
    "J": ("long", ">q"),
    "S": ("short", ">h"),
    "Z": ("boolean", ">?"),
}
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def integer(data: bytes, at: int, form: str) -> int:
    try:
        value: int = struct.unpack_from(form, data, at)[0]
        return value
    except struct.error:
        raise IndexError from None


def primitive(data: bytes, at: int, code: str) -> tuple[str, int]:
    form = PRIMITIVES[code][1]
    value = integer(data, at, form)
    shown = shortest_float(value) if code == "F" else str(value).lower() if code == "Z" else repr(value)
    return shown, at + struct.calcsize(form)


def utf(data: bytes, at: int, length: str = ">H") -> tuple[str, int]:
    """A text in modified UTF-8 after its length, and its end. A dump also shows invalid text."""
    start = at + struct.calcsize(length)
    end = start + integer(data, at, length)
    if end > len(data):
        raise Malformed(at, f"a text of {end - start:,} bytes, {len(data) - start:,} are left")
    text = data[start:end].replace(b"\xc0\x80", b"\0")
    try:
        units = text.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        units = text.decode("utf-8", "replace")
    return units.encode("utf-16", "surrogatepass").decode("utf-16", "replace"), end


def date(milliseconds: bytes) -> str:
    count = int.from_bytes(milliseconds, "big", signed=True)
    try:
        return (_EPOCH + timedelta(milliseconds=count)).isoformat(timespec="milliseconds")
    except OverflowError:
        return f"{count} ms"

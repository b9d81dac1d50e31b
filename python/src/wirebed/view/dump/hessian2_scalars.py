"""The scalars of Hessian 2: numbers, dates, and the chunks of strings and binaries."""

import struct
from datetime import UTC, datetime, timedelta
from typing import Any

from wirebed.view.dump.lines import Malformed, preview, quote

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def scalar(data: bytes, at: int) -> tuple[str, str, int]:
    """The value, encoding and end of the null, boolean, number or date at `at`."""
    lead = data[at]
    if lead in (0x46, 0x54, 0x4E):
        return {0x46: "false", 0x54: "true", 0x4E: "null"}[lead], "", at + 1
    if lead == 0x44 or 0x5B <= lead <= 0x5F:
        return _double(data, at, lead)
    if lead in (0x4A, 0x4B):
        return _date(data, at, lead)
    if is_integer(lead):
        value, end = integer(data, at)
        return str(value), _octets("int", end - at), end
    value, end = _long(data, at, lead)
    return str(value), _octets("long", end - at) + (", x59" if lead == 0x59 else ""), end


def _octets(name: str, size: int) -> str:
    return f"{name}, {size} byte{'' if size == 1 else 's'}"


def _take(data: bytes, at: int, form: str, what: str) -> tuple[Any, int]:  # the form decides
    size = struct.calcsize(form)
    if at + size > len(data):
        raise Malformed(at - 1, f"{what} needs {size} bytes, {len(data) - at} are left")
    return struct.unpack_from(form, data, at)[0], at + size


def is_integer(lead: int) -> bool:
    return lead == 0x49 or 0x80 <= lead <= 0xD7


def integer(data: bytes, at: int) -> tuple[int, int]:
    """An int in any of its forms, which counts, refs and class numbers have as well."""
    if at >= len(data):
        raise Malformed(at, "the bytes end where an int must stand")
    lead = data[at]
    if 0x80 <= lead <= 0xBF:
        return lead - 0x90, at + 1
    if 0xC0 <= lead <= 0xCF:
        low, end = _take(data, at + 1, ">B", "an int")
        return ((lead - 0xC8) << 8) + low, end
    if 0xD0 <= lead <= 0xD7:
        low, end = _take(data, at + 1, ">H", "an int")
        return ((lead - 0xD4) << 16) + low, end
    if lead == 0x49:
        return _take(data, at + 1, ">i", "an int")
    raise Malformed(at, f"x{lead:02x} where an int must stand")


def _long(data: bytes, at: int, lead: int) -> tuple[int, int]:
    if 0xD8 <= lead <= 0xEF:
        return lead - 0xE0, at + 1
    if lead >= 0xF0:
        low, end = _take(data, at + 1, ">B", "a long")
        return ((lead - 0xF8) << 8) + low, end
    if 0x38 <= lead <= 0x3F:
        low, end = _take(data, at + 1, ">H", "a long")
        return ((lead - 0x3C) << 16) + low, end
    if lead in (0x59, 0x4C):
        return _take(data, at + 1, ">i" if lead == 0x59 else ">q", "a long")
    raise Malformed(at, f"x{lead:02x} starts no value")


def _double(data: bytes, at: int, lead: int) -> tuple[str, str, int]:
    if lead in (0x5B, 0x5C):
        return ("0.0", "1.0")[lead - 0x5B], "double, 1 byte", at + 1
    form = {0x5D: ">b", 0x5E: ">h", 0x5F: ">i", 0x44: ">d"}[lead]
    value, end = _take(data, at + 1, form, "a double")
    if lead == 0x5F:
        return repr(0.001 * value), f"double, mills: 0.001 × {value}", end
    return repr(float(value)), f"double, {end - at} bytes", end


def _date(data: bytes, at: int, lead: int) -> tuple[str, str, int]:
    value, end = _take(data, at + 1, ">q" if lead == 0x4A else ">i", "a date")
    milliseconds = value if lead == 0x4A else value * 60_000
    try:
        shown = (_EPOCH + timedelta(milliseconds=milliseconds)).isoformat(timespec="milliseconds")[:-6] + "Z"
    except OverflowError:
        shown = "beyond the years 1 to 9999"
    return (
        f"{milliseconds} ({shown})",
        "date, milliseconds" if lead == 0x4A else f"date, {value} minutes",
        end,
    )


def is_string(lead: int) -> bool:
    return lead <= 0x1F or 0x30 <= lead <= 0x33 or lead in (0x52, 0x53)


def is_chunk(lead: int) -> bool:
    return is_string(lead) or 0x20 <= lead <= 0x2F or 0x34 <= lead <= 0x37 or lead in (0x41, 0x42)


def chunk_type(lead: int) -> str:
    return "string" if is_string(lead) else "binary"


def chunk(data: bytes, at: int) -> tuple[str, str, int, bool]:
    """The value, encoding and end of one chunk, and whether it is the last."""
    lead = data[at]
    chunk_name = chunk_type(lead)
    if lead <= 0x2F:
        size, body = lead & 0x1F if chunk_name == "string" else lead - 0x20, at + 1
    elif lead <= 0x37:
        low, body = _take(data, at + 1, ">B", f"the length of a {chunk_name}")
        size = ((lead & 3) << 8) + low
    else:
        size, body = _take(data, at + 1, ">H", f"the length of a {chunk_name}")
    final = lead not in (0x41, 0x52)
    if chunk_name == "binary":
        if body + size > len(data):
            raise Malformed(at, f"a binary of {size:,} bytes, {len(data) - body:,} are left")
        return preview(data[body : body + size]), f"binary, {size:,} bytes", body + size, final
    text, end = _units(data, body, size, at)
    return quote(text), f"string, {size:,} UTF-16 units", end, final


def whole_string(data: bytes, at: int) -> tuple[str, int]:
    """The name of a type, class or field: a string with all its chunks."""
    text, final = "", False
    while not final:
        if at >= len(data) or not is_string(data[at]):
            raise Malformed(at, "the bytes end where a name must stand" if at >= len(data) else "no name stands here")
        lead = data[at]
        if lead <= 0x1F:
            size, body = lead, at + 1
        elif lead <= 0x33:
            low, body = _take(data, at + 1, ">B", "the length of a name")
            size = ((lead & 3) << 8) + low
        else:
            size, body = _take(data, at + 1, ">H", "the length of a name")
        piece, at = _units(data, body, size, at)
        text, final = text + piece, lead != 0x52
    return text, at


def _units(data: bytes, at: int, units: int, start: int) -> tuple[str, int]:
    """`units` UTF-16 units, each encoded separately (CESU-8); a surrogate pair is shown as its character."""
    if (plain := data[at : at + units]).isascii() and len(plain) == units:
        return plain.decode(), at + units
    first = at
    for _ in range(units):
        if at >= len(data):
            raise Malformed(start, f"a string of {units:,} UTF-16 units, the bytes end before")
        lead = data[at]
        size = 1 if lead < 0x80 else 2 if lead >> 5 == 6 else 3 if lead >> 4 == 14 else 0
        if size == 0:
            raise Malformed(at, f"x{lead:02x} starts no character of a string (4-byte UTF-8 is not Hessian's)")
        if any(b >> 6 != 2 for b in data[at + 1 : at + size]) or at + size > len(data):
            raise Malformed(at, "a broken character in a string")
        at += size
    try:
        text = data[first:at].decode("utf-8", "surrogatepass")
    except UnicodeDecodeError as problem:
        raise Malformed(first + problem.start, "a broken character in a string") from None
    joined = (
        text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        if max(text, default="") >= "\ud800"
        else text
    )
    return joined, at

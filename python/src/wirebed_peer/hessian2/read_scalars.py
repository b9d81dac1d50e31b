"""Reads values without parts: `read(data, position) -> (value, where it ends)`.

An IndexError or struct.error from here means that the input ends too early; the caller reports that.
"""

from __future__ import annotations

from struct import Struct

from wirebed_peer.hessian2 import HessianError

i8 = Struct(">b").unpack_from
i16 = Struct(">h").unpack_from
u16 = Struct(">H").unpack_from
i32 = Struct(">i").unpack_from
i64 = Struct(">q").unpack_from
f64 = Struct(">d").unpack_from

_F32 = Struct(">f")
_DOUBLE_CODES = bytes([0x44, *range(0x5B, 0x60)])

# In CESU-8, every byte except these begins a UTF-16 unit.
_CONTINUATION = bytes(range(0x80, 0xC0))
_BEYOND_CESU8 = bytes(range(0xF0, 0x100))


def unexpected(data: bytes, position: int, expected: str) -> HessianError:
    return HessianError(position, f"{data[position]:#04x} where {expected} is expected")


def read_integer(data: bytes, position: int, expected: str = "an integer") -> tuple[int, int]:
    """An int or a long, in any form."""
    code = data[position]
    if 0x80 <= code <= 0xBF:
        return code - 0x90, position + 1
    if code >= 0xD8:
        if code <= 0xEF:
            return code - 0xE0, position + 1
        return (code - 0xF8 << 8) + data[position + 1], position + 2
    if code >= 0xD0:
        return (code - 0xD4 << 16) + u16(data, position + 1)[0], position + 3
    if code >= 0xC0:
        return (code - 0xC8 << 8) + data[position + 1], position + 2
    if code == 0x49 or code == 0x59:
        return i32(data, position + 1)[0], position + 5
    if 0x38 <= code <= 0x3F:
        return (code - 0x3C << 16) + u16(data, position + 1)[0], position + 3
    if code == 0x4C:
        return i64(data, position + 1)[0], position + 9
    raise unexpected(data, position, expected)


def is_int(code: int) -> bool:
    """Whether a lead byte is one of the 32-bit `int`."""
    return 0x80 <= code <= 0xD7 or code == 0x49


def read_int(data: bytes, position: int, expected: str = "an int") -> tuple[int, int]:
    """The value of an int32 field: an int, or a long that fits."""
    value, end = read_integer(data, position, expected)
    if -0x80000000 <= value <= 0x7FFFFFFF:
        return value, end
    raise HessianError(position, f"the long {value} does not fit an int")


def read_uint32(data: bytes, position: int) -> tuple[int, int]:
    """The value of a uint32 field: an int or a long that fits."""
    value, end = read_integer(data, position)
    if 0 <= value <= 0xFFFFFFFF:
        return value, end
    raise HessianError(position, f"{value} does not fit a uint32")


def read_number(data: bytes, position: int, expected: str) -> tuple[int, int]:
    """A number of the format itself, such as that of a reference. The grammar has an int here, never a long."""
    if not is_int(data[position]):
        raise unexpected(data, position, expected)
    return read_integer(data, position)


def read_length(data: bytes, position: int, what: str) -> tuple[int, int]:
    """A number of items, each of which takes at least a byte."""
    count, end = read_number(data, position, f"the number of {what}")
    if not 0 <= count <= len(data) - end:
        raise HessianError(position, f"{count} {what} are claimed, {len(data) - end} bytes are left")
    return count, end


def read_double(data: bytes, position: int) -> tuple[float, int]:
    """A double, or an integer that a double holds exactly."""
    code = data[position]
    if code == 0x5F:
        return 0.001 * i32(data, position + 1)[0], position + 5
    if code == 0x44:
        return f64(data, position + 1)[0], position + 9
    if code == 0x5B:
        return 0.0, position + 1
    if code == 0x5C:
        return 1.0, position + 1
    if code == 0x5D:
        return float(i8(data, position + 1)[0]), position + 2
    if code == 0x5E:
        return float(i16(data, position + 1)[0]), position + 3
    value, end = read_integer(data, position, "a double")
    if float(value) != value:
        raise HessianError(position, f"the long {value} does not fit a double")
    return float(value), end


def read_float(data: bytes, position: int) -> tuple[float, int]:
    """The value of a float field, rounded to a float.

    It takes a double that is a float, an int or a long that is one, and a double of at most nine digits: hessian-lite
    writes
    a float through its decimal text.
    """
    value, end = read_double(data, position)
    try:
        (rounded,) = _F32.unpack(_F32.pack(value))
    except OverflowError:
        rounded = 0.0
    if rounded == value or value != value:
        return rounded, end
    if rounded and data[position] in _DOUBLE_CODES and float(f"{value:.9g}") == value:
        return rounded, end
    raise HessianError(position, f"{value!r} is no float")


def read_bool(data: bytes, position: int) -> tuple[bool, int]:
    code = data[position]
    if code == 0x54:
        return True, position + 1
    if code == 0x46:
        return False, position + 1
    raise unexpected(data, position, "T or F")


def read_date(data: bytes, position: int) -> tuple[int, int]:
    """Milliseconds since 1970."""
    code = data[position]
    if code == 0x4A:
        return i64(data, position + 1)[0], position + 9
    if code == 0x4B:
        return i32(data, position + 1)[0] * 60_000, position + 5
    raise unexpected(data, position, "a date")


def read_string(data: bytes, position: int) -> tuple[str, int]:
    code = data[position]
    if code != 0x52:
        units, start = _string_head(data, position)
        return _units(data, start, units)
    chunks: list[str] = []
    last = ""
    while code == 0x52:
        chunk, end = _units(data, position + 3, u16(data, position + 1)[0])
        _check_seam(last, chunk, position)
        chunks.append(chunk)
        # An empty chunk changes nothing: the seam is between the characters around it.
        last = chunk[-1:] or last
        position, code = end, data[end]
    units, start = _string_head(data, position)
    chunk, end = _units(data, start, units)
    _check_seam(last, chunk, position)
    chunks.append(chunk)
    return "".join(chunks), end


def _string_head(data: bytes, position: int) -> tuple[int, int]:
    """The length in UTF-16 units of the last or only chunk, and where its text begins."""
    code = data[position]
    if code <= 0x1F:
        return code, position + 1
    if 0x30 <= code <= 0x33:
        return (code - 0x30 << 8) + data[position + 1], position + 2
    if code == 0x53:
        return u16(data, position + 1)[0], position + 3
    raise unexpected(data, position, "a string")


def _check_seam(last: str, chunk: str, position: int) -> None:
    if "\ud800" <= last <= "\udbff" and "\udc00" <= chunk[:1] <= "\udfff":
        raise HessianError(position, "a chunk of a string begins inside a surrogate pair")


def _units(data: bytes, start: int, units: int) -> tuple[str, int]:
    """Text of `units` UTF-16 units, each encoded by itself (CESU-8)."""
    text = data[start : start + units]
    if text.isascii() and len(text) == units:
        return text.decode("ascii"), start + units
    try:
        end = _end_of_units(data, start, units)
    except IndexError:
        # A fault before the end of the input is the first one.
        _decoded(data, start, len(data))
        raise
    return _decoded(data, start, end), end


def _decoded(data: bytes, start: int, end: int) -> str:
    text = data[start:end]
    try:
        decoded = text.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError as error:
        raise _fault(data, start, start + error.start) from None
    if len(text.translate(None, _BEYOND_CESU8)) != len(text):
        raise _fault(data, start, end)
    if b"\xed" in text:
        # Two units that form a pair become one character.
        return decoded.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    return decoded


def _fault(data: bytes, start: int, end: int) -> Exception:
    """The first fault of a text: a character of four bytes in what is UTF-8 from `start` to `end`, or what follows."""
    place = next((start + index for index, byte in enumerate(data[start:end]) if byte >= 0xF0), end)
    if place == end and _is_cut_short(data[end : end + 3]):
        return IndexError()
    return HessianError(place, f"{data[place]:#04x} begins no UTF-16 unit in CESU-8")


def _is_cut_short(rest: bytes) -> bool:
    """Whether the last bytes of an input, if these are less than three, begin a character of two or three bytes."""
    if len(rest) == 1:
        return 0xC2 <= rest[0] < 0xF0
    return len(rest) == 2 and 0xE0 <= rest[0] < 0xF0 and (0xA0 if rest[0] == 0xE0 else 0x80) <= rest[1] < 0xC0


def _end_of_units(data: bytes, start: int, units: int) -> int:
    """Where the given number of units ends, found in a few passes instead of one step per character."""
    end = start
    while units:
        piece = data[end : end + units]
        if not piece:
            raise IndexError
        units -= len(piece.translate(None, _CONTINUATION))
        end += len(piece)
    # A piece with all the units that are left has no continuation byte at its end: its last byte begins the last unit.
    if end > start:
        lead = data[end - 1]
        end += 0 if lead < 0x80 else 1 if lead < 0xE0 else 2
    if end > len(data):
        raise IndexError
    return end


def read_bytes(data: bytes, position: int) -> tuple[bytes, int]:
    code = data[position]
    if code != 0x41:
        return _last_bytes(data, position)
    chunks: list[bytes] = []
    while code == 0x41:
        (size,) = u16(data, position + 1)
        chunk, position = _slice(data, position + 3, size)
        chunks.append(chunk)
        code = data[position]
    chunk, position = _last_bytes(data, position)
    return b"".join([*chunks, chunk]), position


def _last_bytes(data: bytes, position: int) -> tuple[bytes, int]:
    code = data[position]
    if 0x20 <= code <= 0x2F:
        return _slice(data, position + 1, code - 0x20)
    if 0x34 <= code <= 0x37:
        return _slice(data, position + 2, (code - 0x34 << 8) + data[position + 1])
    if code == 0x42:
        return _slice(data, position + 3, u16(data, position + 1)[0])
    raise unexpected(data, position, "binary")


def _slice(data: bytes, start: int, size: int) -> tuple[bytes, int]:
    if start + size > len(data):
        raise IndexError
    return data[start : start + size], start + size

"""The lines of an annotated dump: the bytes, their place in the value, their meaning; and how they are printed."""

import struct
from typing import NamedTuple

_PER_ROW = 12  # bytes of hex in one row
MOST_DEPTH = 1000  # deeper nesting is not followed, since its paths would fill the memory
_FLOATS_BELOW = 2.0**128 - 2.0**103  # smaller numbers round to a finite float
_MOST_ROWS = 3  # rows of hex for one line


class Line(NamedTuple):
    offset: int
    size: int
    depth: int
    path: str  # where in the value: prices[2].open
    label: str  # what is printed for it: open
    value: str = ""
    how: str = ""  # in which encoding: varint, double as mills
    malformed: bool = False  # the bytes make no sense from here on


class Malformed(Exception):
    """The bytes make no sense from `offset` on."""

    def __init__(self, offset: int, reason: str) -> None:
        super().__init__(reason)
        self.offset = offset


def stop(data: bytes, offset: int, depth: int, path: str, reason: str) -> Line:
    """The last line of a dump of malformed bytes."""
    rest = len(data) - offset
    return Line(offset, rest, depth, path, "!!", f"makes no sense from here ({rest:,} bytes left)", reason, True)


def too_deep(data: bytes, offset: int, path: str) -> Line:
    """The last line of a dump of bytes that nest deeper than a dump follows."""
    rest = f"{len(data) - offset:,} bytes left"
    return Line(offset, 0, MOST_DEPTH, path, "!!", f"nested deeper than {MOST_DEPTH:,}, not followed", rest, True)


def child(path: str, name: str) -> str:
    """The path of a field below `path`, or of an index such as `[2]`, which has no dot."""
    return name if not path else path + name if name.startswith("[") else f"{path}.{name}"


def quote(text: str, most: int = 60) -> str:
    """A quoted text with unprintable characters escaped, cut when it is long."""
    shown = text if len(text) <= most else text[:most]
    plain = shown.isprintable() and '"' not in shown and "\\" not in shown
    escaped = shown if plain else "".join(_visible(c) for c in shown)
    return f'"{escaped}"' + (f" … {len(text):,} characters" if shown is not text else "")


def _visible(c: str) -> str:
    if c in '"\\':
        return "\\" + c
    if c == "\n":
        return "\\n"
    if c.isprintable():
        return c
    return f"\\x{ord(c):02x}" if ord(c) < 0x100 else f"\\u{ord(c):04x}" if ord(c) < 0x10000 else f"\\U{ord(c):08x}"


def shortest_float(value: float) -> str:
    """The shortest decimal that is read as this 32-bit float."""
    for digits in range(1, 10):
        shorter = float(f"{value:.{digits}g}")
        if abs(shorter) < _FLOATS_BELOW and struct.pack("<f", shorter) == struct.pack("<f", value):
            return repr(shorter)
    return repr(value)


def preview(data: bytes, most: int = 16) -> str:
    return data[:most].hex(" ") + (f" … {len(data):,} bytes" if len(data) > most else "")


def render(data: bytes, lines: list[Line], most: int) -> str:
    """The dump as text: offset, hex, indented description."""
    out = []
    for line in lines[:most]:
        out += _rows(data, line)
    if len(lines) > most:
        left = len(data) - lines[most].offset
        out.append(f"{lines[most].offset:06x}  … {left:,} more bytes not shown")
    return "".join(f"{row}\n" for row in out)


def _rows(data: bytes, line: Line) -> list[str]:
    piece = data[line.offset : line.offset + line.size]
    shown = piece[: _PER_ROW * _MOST_ROWS]
    rows = [shown[i : i + _PER_ROW].hex(" ") for i in range(0, len(shown), _PER_ROW)] or [""]
    if len(piece) > len(shown):
        rows[-1] += f" … +{len(piece) - len(shown):,}"
    what = "  " * line.depth + line.label
    if line.value:
        what += f" {line.value}" if line.malformed else f" = {line.value}"
    if line.how:
        what += f"  # {line.how}"
    width = _PER_ROW * 3 - 1
    first = f"{line.offset:06x}  {rows[0]:<{width}}  {what}".rstrip()
    offsets = range(line.offset + _PER_ROW, line.offset + _PER_ROW * len(rows), _PER_ROW)
    return [first] + [f"{at:06x}  {row}" for at, row in zip(offsets, rows[1:], strict=True)]


def hexadecimal(data: bytes, most: int) -> str:
    """Plain hex with ASCII, for a format without an annotator."""
    out = []
    for at in range(0, min(len(data), most * 16), 16):
        piece = data[at : at + 16]
        ascii = "".join(chr(b) if 0x20 <= b < 0x7F else "." for b in piece)
        out.append(f"{at:06x}  {piece.hex(' '):<47}  {ascii}\n")
    if len(data) > most * 16:
        out.append(f"{most * 16:06x}  … {len(data) - most * 16:,} more bytes not shown\n")
    return "".join(out)

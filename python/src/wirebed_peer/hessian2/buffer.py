"""Cuts binary where Caucho does: its writer fills a buffer of 8192 bytes, and a chunk ends where the buffer does.

So the chunks depend on all that was written since the last flush. Nothing is counted while writing: only when a binary
may not fit, the tokens before it are walked over as Hessian2Output would have written them. Each kind of token has its
own rule for the free space that it needs in the buffer.
"""

from __future__ import annotations

from struct import Struct

from wirebed_peer.hessian2.write_scalars import binary_head

SIZE = 8192
_CHUNK = Struct(">cH").pack
_U16 = Struct(">H").unpack_from
# Tokens of a fixed size, by lead byte.
_WIDTH = {0x49: 5, 0x4A: 9, 0x4B: 5, 0x4C: 9, 0x59: 5, 0x44: 9, 0x5D: 2, 0x5E: 3, 0x5F: 5}
# Class-defs, objects, lists, maps, end marks and dates need 32 free bytes.
_WANT_32 = frozenset([0x43, 0x48, 0x4D, 0x4F, 0x5A, 0x4A, 0x4B, *range(0x55, 0x59), *range(0x60, 0x80)])
_TYPED = frozenset([0x4D, 0x55, 0x56, *range(0x70, 0x78)])


class BinaryWriter:
    """Writes the binary of one stream. `out` is all that the stream has written so far."""

    def __init__(self, out: bytearray) -> None:
        self._out = out
        # The position up to which the fill of the buffer is known, and that fill.
        self._position = 0
        self._fill = 0

    def write(self, data: bytes) -> None:
        out = self._out
        since = len(out) - self._position
        if self._fill + since + len(data) + 32 <= SIZE:
            out += binary_head(len(data)) + data
            return
        fill = self._walk()
        start = 0
        while SIZE - fill - 3 < len(data) - start:
            room = SIZE - fill - 3
            if room < 16:
                room = min(SIZE - 3, len(data) - start)
            out += _CHUNK(b"A", room)
            out += data[start : start + room]
            start += room
            fill = 0
        if fill + 16 > SIZE:
            fill = 0
        before = len(out)
        out += binary_head(len(data) - start) + data[start:]
        self._position = len(out)
        self._fill = fill + len(out) - before

    def _walk(self) -> int:
        """The fill of the buffer at the end of `out`."""
        out, position, fill = self._out, self._position, self._fill
        if position == 0 and out.startswith(b"p\x02\x00"):
            position = fill = 3
        while position < len(out):
            code = out[position]
            if fill > SIZE - 32 and code in _WANT_32:
                fill = 0
            elif fill >= SIZE - 16 and code not in _WANT_32:
                # Only true, false, a reference and binary may still use the last 16 bytes.
                fill = fill if fill == SIZE - 16 and code in b"TFQ" else 0
            if code <= 0x1F or 0x30 <= code <= 0x33 or code in b"RS":
                position, fill = _string(out, position, fill)
                continue
            width = _width(out, position, code)
            position += width
            fill += width
            if code in _TYPED and fill > SIZE - 32:
                fill = 0
        self._position, self._fill = position, fill
        return fill


def _width(out: bytearray, position: int, code: int) -> int:
    if 0x20 <= code <= 0x2F:
        return 1 + code - 0x20
    if 0x34 <= code <= 0x37:
        return 2 + (code - 0x34 << 8) + out[position + 1]
    if code == 0x42:
        return 3 + _U16(out, position + 1)[0]
    if code >= 0xC0:
        return 2 if code <= 0xCF or code >= 0xF0 else 3 if code <= 0xD7 else 1
    return 3 if 0x38 <= code <= 0x3F else _WIDTH.get(code, 1)


def _string(out: bytearray, position: int, fill: int) -> tuple[int, int]:
    """Follows one chunk of a string: the buffer is flushed between characters."""
    code = out[position]
    head, units = (1, code) if code <= 0x1F else (2, (code - 0x30 << 8) + out[position + 1])
    if code in b"RS":
        head, units = 3, _U16(out, position + 1)[0]
    position += head
    fill += head
    if out[position : position + units].isascii():
        # The buffer is flushed every 8176 characters, at the first one that finds less than 17 free bytes.
        for_first = max(0, SIZE - 16 - fill)
        if units > for_first:
            fill = (units - for_first - 1) % (SIZE - 16) + 1
        else:
            fill += units
        return position + units, fill
    for _ in range(units):
        if fill >= SIZE - 16:
            fill = 0
        width = 1 if out[position] < 0x80 else 2 if out[position] < 0xE0 else 3
        position += width
        fill += width
    return position, fill

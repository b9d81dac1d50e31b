"""Annotates pickles: every instruction, as `pickletools` decodes it; nothing is executed.

`path` is the last text before an instruction, which usually is the name of the field whose value it makes.
"""

import pickletools
from collections.abc import Iterator

from wirebed.bed.schema import Schema
from wirebed.view.dump.lines import Line, preview, quote, stop

_MOST_DEPTH = 60  # of indentation
_MOST_BITS = 128
_MARKERS = {"MARK": 1, "APPENDS": -1, "SETITEMS": -1, "ADDITEMS": -1, "TUPLE": -1, "FROZENSET": -1}


def annotate(data: bytes, schema: Schema | None = None, message: str = "") -> Iterator[Line]:
    """Lines in the order of the bytes. When the bytes make no sense, the last line says so."""
    depth = at = least = 0
    path = last = ""
    memo: list[str] = []
    instructions = pickletools.genops(data)
    pending = None
    while True:
        try:
            following = next(instructions, None)
        except Exception as error:  # pickletools raises errors of many types for bytes that are no pickle
            if pending is not None:
                yield Line(at, least, *pending)
                at += least
            yield stop(data, at, depth, path, str(error) or type(error).__name__)
            return
        # Positions are None only for what is no bytes.
        end = len(data) if following is None or following[2] is None else following[2]
        if pending is not None:
            size = least if following is None else end - at
            yield Line(at, size, *pending)
            at += size
        if following is None:
            if at < len(data):
                yield stop(data, at, 0, "", "behind the value")
            return
        code, value, at = following[0], following[1], end
        least = _least(code)
        if code.name == "MEMOIZE":
            memo.append(last)
        shown, how = _shown(code.name, value, memo)
        if code.name != "MEMOIZE":
            last = shown or code.name
        if isinstance(value, str):
            path = value[:60]
        depth += min(_MARKERS.get(code.name, 0), 0)
        pending = (min(max(depth, 0), _MOST_DEPTH), path, code.name, shown, how)
        depth += max(_MARKERS.get(code.name, 0), 0)


def _least(code: pickletools.OpcodeInfo) -> int:
    """The least size of an instruction without a successor, which would show its end."""
    return 1 + (code.arg.n if code.arg is not None and code.arg.n > 0 else 0)


def _shown(name: str, value: object, memo: list[str]) -> tuple[str, str]:  # whatever an operation holds
    if isinstance(value, str):
        return quote(value), ""
    if isinstance(value, (bytes, bytearray)):
        return preview(bytes(value)), f"{len(value):,} bytes"
    if isinstance(value, int) and value.bit_length() > _MOST_BITS:
        return f"a number of {value.bit_length():,} bits", ""
    if name in ("BINGET", "LONG_BINGET") and isinstance(value, int) and value < len(memo):
        return str(value), memo[value]
    if name == "MEMOIZE":
        return str(len(memo) - 1), ""
    return ("" if value is None else repr(value)), ""

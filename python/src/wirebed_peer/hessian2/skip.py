"""Skips a value of a typed stream: it is checked against the grammar, and its parts get their numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from wirebed_peer.hessian2 import read_scalars
from wirebed_peer.hessian2.reader import deeper, list_head, read_class, read_reference, read_type, reserved

STRING_CODES = bytes([*range(0x20), *range(0x30, 0x34), 0x52, 0x53])


def skip(data: bytes, position: int, state: Any, depth: int) -> int:
    """Where the value at `position` ends. It is checked against the grammar, and its parts get their numbers."""
    # For each open list, map or object: how many values it still has or, if an end mark ends it, what comes next.
    left: list[int] = []
    while True:
        code = data[position]
        read = _SCALARS[code]
        if read is not None:
            position = read(data, position)[1]
        elif code == 0x43:
            position = state.define(data, position)
            continue
        elif code == 0x51:
            position = read_reference(data, position, len(state.objects))[1]
        else:
            deeper(position, depth + len(left))
            state.objects.append(position)
            inside, position = _begin(data, position, state)
            left.append(inside)
        while left:
            more = left[-1]
            if more == _VALUE:
                left[-1] = _KEY
                break
            if more == 0 or (more < 0 and data[position] == 0x5A):
                position += more < 0
                left.pop()
                continue
            left[-1] = more - 1 if more > 0 else _VALUE if more == _KEY else _ITEM
            break
        else:
            return position


# The next part of a list or map that an end mark ends.
_ITEM, _KEY, _VALUE = -1, -2, -3


def _begin(data: bytes, position: int, state: Any) -> tuple[int, int]:
    """The number of values in a list, map or object, or what comes next in it, and where that begins."""
    code = data[position]
    if code == 0x48:
        return _KEY, position + 1
    if code == 0x4D:
        return _KEY, read_type(data, position + 1, state.types)[1]
    if code == 0x4F or 0x60 <= code <= 0x6F:
        index, end = read_class(data, position, len(state.counts))
        return state.counts[index], end
    _, count, end = list_head(data, position, state.types)
    return (_ITEM if count is None else count), end


def _refuse(data: bytes, position: int) -> NoReturn:
    raise reserved(data, position)


def _scalars() -> list[Callable[[bytes, int], tuple[Any, int]] | None]:
    """The function for each lead byte of a value without parts, and of none."""
    table: list[Callable[[bytes, int], tuple[Any, int]] | None] = [None] * 256
    for read, codes in (
        (read_scalars.read_string, list(STRING_CODES)),
        (read_scalars.read_bytes, [*range(0x20, 0x30), *range(0x34, 0x38), 0x41, 0x42]),
        (read_scalars.read_integer, [*range(0x38, 0x40), 0x49, 0x4C, 0x59, *range(0x80, 0x100)]),
        (read_scalars.read_double, [0x44, *range(0x5B, 0x60)]),
        (read_scalars.read_bool, [0x46, 0x54]),
        (read_scalars.read_date, [0x4A, 0x4B]),
        (lambda data, position: (None, position + 1), [0x4E]),
        (_refuse, [0x40, 0x45, 0x47, 0x50, 0x5A]),
    ):
        for code in codes:
            table[code] = read
    return table


_SCALARS = _scalars()

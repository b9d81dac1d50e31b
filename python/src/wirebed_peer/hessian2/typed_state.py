"""The state of a typed stream: its references by number, skipping of values, and repeated reading.

A field that the class does not know is skipped: its lists, maps and objects only get their numbers. A later reference
may name one of them, and may name a list where another type is declared than where it was read. Both are read again
from where they begin, as they are declared at the reference.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import Any

from wirebed_peer.hessian2 import HessianError, read_scalars
from wirebed_peer.hessian2.read_scalars import unexpected
from wirebed_peer.hessian2.reader import (
    Read,
    deeper,
    list_head,
    read_class,
    read_definition,
    read_reference,
    read_type,
    reserved,
)

EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
TYPED_MAP = 0x4D
OBJECT_CODES = bytes([0x4F, 0x51, *range(0x60, 0x70), TYPED_MAP])
STRING_CODES = bytes([*range(0x20), *range(0x30, 0x34), 0x52, 0x53])
LIST_CODES = bytes([*range(0x55, 0x59), *range(0x70, 0x80)])
# How much may be read again: this many bytes, plus this many times the input.
AGAIN_ALWAYS = 1 << 20
AGAIN_TIMES = 16


class TypedState:
    """The things that have a number in a stream.

    `objects` holds an object itself; for a list, set or map it holds the value, its declared type and the offset where
    it begins; and for a skipped value only the offset.
    """

    __slots__ = ("counts", "objects", "read_again", "reader_of", "readers", "types")

    def __init__(self, reader_of: Callable[[str, tuple[str, ...] | None], Read]) -> None:
        self.objects: Any = []
        self.types: Any = []
        # For each class-def, the function that reads the fields of its objects, and the number of fields.
        self.readers: Any = []
        self.counts: list[int] = []
        self.reader_of = reader_of
        self.read_again = 0

    def define(self, data: bytes, position: int) -> int:
        """Reads the class-defs at `position`, of which there may be several; returns where they end."""
        while data[position] == 0x43:
            java_class, names, position = read_definition(data, position)
            self.readers.append(self.reader_of(java_class, names))
            self.counts.append(len(names))
        return position

    def from_map(self, data: bytes, position: int, depth: int) -> tuple[Any, int]:
        """The object that the typed map at `position` stands for, and where it ends."""
        java_class, end = read_type(data, position + 1, self.types)
        return self.reader_of(java_class or "", None)(data, end, self, depth)

    def again(self, data: bytes, index: int, start: int, depth: int, read: Read) -> Any:
        """Reads number `index`, the list, map or object that begins at `start`, once more with `read`."""
        value, end = read(data, start, _RereadState(self, index), depth)
        self.count_again(data, end - start)
        return value

    def count_again(self, data: bytes, size: int) -> None:
        self.read_again += size
        if self.read_again > AGAIN_ALWAYS + AGAIN_TIMES * len(data):
            raise HessianError(None, "references repeat too much of the input")


class UnknownObject:
    """An object of a class that is not in the tree. No field takes one."""

    def __init__(self, java_class: str) -> None:
        self.java_class = java_class

    def read(self, data: bytes, position: int, state: TypedState, depth: int) -> tuple[Any, int]:
        return self, position


def other_class(data: bytes, position: int, value: Any, expected: str) -> HessianError:
    actual = f"an object of {value.java_class}" if isinstance(value, UnknownObject) else f"a {type(value).__name__}"
    return HessianError(position, f"{data[position]:#04x} gives {actual} where {expected} is expected")


def read_object(data: bytes, position: int, state: TypedState, depth: int, expected: str = "an object") -> Any:
    """The object after its class-def, as a typed map, or that a reference names, and where it ends."""
    code = data[position]
    if code == 0x51:
        return earlier(data, position, state, depth, read_object)
    if code == TYPED_MAP:
        return state.from_map(data, position, depth)
    if code != 0x4F and not 0x60 <= code <= 0x6F:
        raise unexpected(data, position, expected)
    index, end = read_class(data, position, len(state.readers))
    return state.readers[index](data, end, state, depth)


def earlier(
    data: bytes, position: int, state: TypedState, depth: int, read: Read, declared: str = ""
) -> tuple[Any, int]:
    """The value that a reference names, as `read` reads what is `declared` so, and where the reference ends."""
    index, end = read_reference(data, position, len(state.objects))
    known = state.objects[index]
    kind = known.__class__
    if kind is tuple:
        value, declared_there, start = known
        if declared_there == declared:
            deeper(position, depth)
            return value, end
    elif kind is int:
        start = known
    elif read is read_object:
        return known, end
    else:
        raise HessianError(position, "a reference to an object where a list or a map is expected")
    return state.again(data, index, start, depth, read), end


def skip(data: bytes, position: int, state: TypedState, depth: int) -> int:
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


def _begin(data: bytes, position: int, state: TypedState) -> tuple[int, int]:
    """The number of values in a list, map or object, or what comes next in it, and where that begins."""
    code = data[position]
    if code == 0x48:
        return _KEY, position + 1
    if code == 0x4D:
        return _KEY, read_type(data, position + 1, state.types)[1]
    if code == 0x4F or 0x60 <= code <= 0x6F:
        index, end = read_class(data, position, len(state.counts))
        return state.counts[index], end
    if 0x55 <= code <= 0x58 or 0x70 <= code <= 0x7F:
        _, count, end = list_head(data, position, state.types)
        return (_ITEM if count is None else count), end
    raise reserved(data, position)


def _scalars() -> list[Callable[[bytes, int], tuple[Any, int]] | None]:
    """The function for each lead byte of a value without parts."""
    table: list[Callable[[bytes, int], tuple[Any, int]] | None] = [None] * 256
    for read, codes in (
        (read_scalars.read_string, list(STRING_CODES)),
        (read_scalars.read_bytes, [*range(0x20, 0x30), *range(0x34, 0x38), 0x41, 0x42]),
        (read_scalars.read_integer, [*range(0x38, 0x40), 0x49, 0x4C, 0x59, *range(0x80, 0x100)]),
        (read_scalars.read_double, [0x44, *range(0x5B, 0x60)]),
        (read_scalars.read_bool, [0x46, 0x54]),
        (read_scalars.read_date, [0x4A, 0x4B]),
        (lambda data, position: (None, position + 1), [0x4E]),
    ):
        for code in codes:
            table[code] = read
    return table


_SCALARS = _scalars()


class _RereadState:
    """The state while a part of the input is read again. All values in it already have their numbers."""

    __slots__ = ("_state", "counts", "objects", "readers", "types")

    def __init__(self, state: TypedState, index: int) -> None:
        self._state = state
        self.objects = _RereadObjects(state.objects, index)
        self.readers = _RereadReaders(state.readers, state.counts)
        self.counts = state.counts
        self.types = _FixedTypes(state.types)

    def define(self, data: bytes, position: int) -> int:
        while data[position] == 0x43:
            position = read_definition(data, position)[2]
        return position

    def from_map(self, data: bytes, position: int, depth: int) -> tuple[Any, int]:
        known = self.objects[self.objects.next]
        if known.__class__ not in (int, tuple):
            return known, skip(data, position, self, 0)
        java_class, end = read_type(data, position + 1, self.types)
        return self._state.reader_of(java_class or "", None)(data, end, self, depth)

    def again(self, data: bytes, index: int, start: int, depth: int, read: Read) -> Any:
        return self._state.again(data, index, start, depth, read)


class _FixedTypes:
    """The types of a stream while a part is read again: nothing is added."""

    __slots__ = ("_all",)

    def __init__(self, known: list[str]) -> None:
        self._all = known

    def __len__(self) -> int:
        return len(self._all)

    def __getitem__(self, index: int) -> str:
        return self._all[index]

    def append(self, name: str) -> None:
        pass


class _RereadObjects:
    """The objects of a stream while a part is read again: the next one has the number `next`."""

    __slots__ = ("_all", "next")

    def __init__(self, known: list[Any], index: int) -> None:
        self._all = known
        self.next = index

    def __len__(self) -> int:
        return self.next

    def __getitem__(self, index: int) -> Any:
        return self._all[index]

    def __setitem__(self, index: int, value: Any) -> None:
        self._all[index] = value

    def append(self, value: Any) -> None:
        # A value that is skipped this time may have been read before; that one stays.
        if value.__class__ is not int:
            self._all[self.next] = value
        self.next += 1


class _RereadReaders:
    """The readers of objects while a part is read again: they reuse objects that were read, and skip their fields."""

    __slots__ = ("_counts", "_readers")

    def __init__(self, readers: list[Read], counts: list[int]) -> None:
        self._readers = readers
        self._counts = counts

    def __len__(self) -> int:
        return len(self._readers)

    def __getitem__(self, index: int) -> Read:
        def read(data: bytes, position: int, state: _RereadState, depth: int) -> tuple[Any, int]:
            known = state.objects[state.objects.next]
            if known.__class__ in (int, tuple):
                return self._readers[index](data, position, state, depth)
            state.objects.next += 1
            for _ in range(self._counts[index]):
                position = skip(data, position, state, 0)
            return known, position

        return read

"""The state of a typed stream: its references by number, and repeated reading.

A field that the class does not know is skipped: its lists, maps and objects only get their numbers. A later reference
may name one of them, and may name a list where another type is declared than where it was read. Both are read again
from where they begin, as they are declared at the reference.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import Any

from wirebed_peer.hessian2 import HessianError
from wirebed_peer.hessian2.read_scalars import unexpected
from wirebed_peer.hessian2.reader import Read, deeper, read_class, read_definition, read_reference, read_type
from wirebed_peer.hessian2.skip import skip

EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
TYPED_MAP = 0x4D
OBJECT_CODES = bytes([0x4F, 0x51, *range(0x60, 0x70), TYPED_MAP])
LIST_CODES = bytes([*range(0x55, 0x59), *range(0x70, 0x80)])
# Reads the fields of an object that begins at `start`: (data, start, position, state, depth) -> (value, end).
ReadFields = Callable[[bytes, int, int, Any, int], tuple[Any, int]]
# How much may be read again: this many bytes, plus this many times the input.
AGAIN_ALWAYS = 1 << 20
AGAIN_TIMES = 16


class TypedState:
    """The things that have a number in a stream.

    Of each class-def, `classes` holds the Java class, `readers` the function that reads the fields of its objects, and
    `counts` the number of fields. `objects` holds an object itself; for a list, set or map it holds the value, its
    declared type and the offset where it begins; and for a skipped value only the offset.
    """

    __slots__ = ("classes", "counts", "objects", "read_again", "reader_of", "readers", "types")

    def __init__(self, reader_of: Callable[[str, tuple[str, ...] | None], ReadFields | None]) -> None:
        self.objects: Any = []
        self.types: Any = []
        self.classes: list[str] = []
        self.readers: Any = []
        self.counts: list[int] = []
        self.reader_of = reader_of
        self.read_again = 0

    def define(self, data: bytes, position: int) -> int:
        """Reads the class-defs at `position`, of which there may be several; returns where they end."""
        while data[position] == 0x43:
            java_class, names, position = read_definition(data, position)
            self.classes.append(java_class)
            self.readers.append(self.reader_of(java_class, names))
            self.counts.append(len(names))
        return position

    def check_level(self, position: int, depth: int) -> None:
        """Refuses the object at `position` if it is too deep."""
        deeper(position, depth)

    def from_map(self, data: bytes, position: int, depth: int, java_class: str) -> tuple[Any, int]:
        """The object of this class that the typed map at `position` stands for, and where it ends."""
        self.check_level(position, depth)
        end = _end_of_class(data, position, self.types, java_class)
        return self.reader_of(java_class, None)(data, position, end, self, depth)

    def again(self, data: bytes, index: int, start: int, depth: int, read: Read) -> Any:
        """Reads number `index`, the list, map or object that begins at `start`, once more with `read`."""
        value, end = read(data, start, _RereadState(self, index), depth)
        self.read_again += end - start
        if self.read_again > AGAIN_ALWAYS + AGAIN_TIMES * len(data):
            raise HessianError(end, "references repeat too much of the input")
        return value


def _other_class(position: int, actual: str, expected: str) -> HessianError:
    return HessianError(position, f"an object of {actual} where {expected} is expected")


def _end_of_class(data: bytes, position: int, types: Any, java_class: str) -> int:
    """Where the type of the typed map at `position` ends, which must be this class."""
    found, end = read_type(data, position + 1, types)
    if found != java_class:
        raise _other_class(position, found or "", java_class)
    return end


def read_object(
    data: bytes, position: int, state: TypedState, depth: int, expected: type, java_class: str
) -> tuple[Any, int]:
    """The object after its class-def, as a typed map, or that a reference names, and where it ends.

    An object of another class is refused before its fields are read.
    """
    code = data[position]
    if code == 0x51:
        return _earlier_object(data, position, state, depth, expected, java_class)
    if code == TYPED_MAP:
        return state.from_map(data, position, depth, java_class)
    if code != 0x4F and not 0x60 <= code <= 0x6F:
        raise unexpected(data, position, java_class)
    state.check_level(position, depth)
    index, end = read_class(data, position, len(state.classes))
    if state.classes[index] != java_class:
        raise _other_class(position, state.classes[index], java_class)
    return state.readers[index](data, position, end, state, depth)


def _earlier_object(
    data: bytes, position: int, state: TypedState, depth: int, expected: type, java_class: str
) -> tuple[Any, int]:
    """The object that a reference names, and where the reference ends."""

    def read(data: bytes, position: int, state: Any, depth: int) -> tuple[Any, int]:
        return read_object(data, position, state, depth, expected, java_class)

    index, end = read_reference(data, position, len(state.objects))
    known = state.objects[index]
    kind = known.__class__
    if kind is int or kind is tuple:
        return state.again(data, index, known if kind is int else known[2], depth, read), end
    if kind is not expected:
        raise HessianError(position, f"a reference to a {kind.__name__} where {java_class} is expected")
    return known, end


def earlier(data: bytes, position: int, state: TypedState, depth: int, read: Read, declared: str) -> tuple[Any, int]:
    """The list, set or map that a reference names, as `read` reads what is `declared` so, and where that one ends."""
    index, end = read_reference(data, position, len(state.objects))
    known = state.objects[index]
    kind = known.__class__
    if kind is tuple:
        value, declared_there, start = known
        if declared_there == declared:
            deeper(start, depth)
            return value, end
    elif kind is int:
        start = known
    else:
        raise HessianError(position, "a reference to an object where a list or a map is expected")
    return state.again(data, index, start, depth, read), end


class _RereadState:
    """The state while a part of the input is read again. All values in it already have their numbers."""

    __slots__ = ("_state", "classes", "counts", "objects", "readers", "types")

    def __init__(self, state: TypedState, index: int) -> None:
        self._state = state
        self.objects = _RereadObjects(state.objects, index)
        self.readers = _RereadReaders(state.readers, state.counts)
        self.classes = state.classes
        self.counts = state.counts
        self.types = _FixedTypes(state.types)

    def define(self, data: bytes, position: int) -> int:
        while data[position] == 0x43:
            position = read_definition(data, position)[2]
        return position

    def check_level(self, position: int, depth: int) -> None:
        # An object that was read is not read again, so it has no level here.
        if not self.objects.is_read:
            deeper(position, depth)

    def from_map(self, data: bytes, position: int, depth: int, java_class: str) -> tuple[Any, int]:
        self.check_level(position, depth)
        end = _end_of_class(data, position, self.types, java_class)
        if self.objects.is_read:
            return self.objects[self.objects.next], skip(data, position, self, 0)
        return self._state.reader_of(java_class, None)(data, position, end, self, depth)

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

    @property
    def is_read(self) -> bool:
        """Whether the next one is an object that was read, and not a list or what was skipped."""
        return self._all[self.next].__class__ not in (int, tuple)

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

    def __init__(self, readers: list[ReadFields], counts: list[int]) -> None:
        self._readers = readers
        self._counts = counts

    def __getitem__(self, index: int) -> ReadFields:
        def read(data: bytes, start: int, position: int, state: _RereadState, depth: int) -> tuple[Any, int]:
            if not state.objects.is_read:
                return self._readers[index](data, start, position, state, depth)
            known = state.objects[state.objects.next]
            state.objects.next += 1
            for _ in range(self._counts[index]):
                position = skip(data, position, state, 0)
            return known, position

        return read

"""Objects that were written as typed maps: the type is the class, and each entry is the name of a field and its value.

Hessian 2.0 serialization, 4.8: a map "can represent objects", and "for objects, unrecognized keys will be ignored". A
field that stands twice is refused, since it has two values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from wirebed_peer.hessian2 import HessianError, read_scalars
from wirebed_peer.hessian2.reader import deeper
from wirebed_peer.hessian2.skip import STRING_CODES, skip
from wirebed_peer.hessian2.typed_state import ReadFields, TypedState

# Reads a field of the object into it: (data, position, state, depth, object) -> end.
Step = Callable[[bytes, int, TypedState, int, Any], int]


def object_in_entries(new: Callable[[], Any], steps: Mapping[str, Step]) -> ReadFields:
    """Reads the entries of a map as the fields of an object."""

    def read(data: bytes, start: int, position: int, state: TypedState, depth: int) -> tuple[Any, int]:
        depth = deeper(start, depth)
        value = new()
        state.objects.append(value)
        seen: set[str] = set()
        while data[position] != _END:
            name, position = _key(data, position, state, depth)
            if name is None or name not in steps:
                position = skip(data, position, state, depth)
                continue
            _once(name, seen, position)
            position = steps[name](data, position, state, depth, value)
        return value, position + 1

    return read


def value_in_entries(field: str, read_content: Callable[..., Any], make: Callable[[Any, int], Any]) -> ReadFields:
    """Reads the entries of a map as an object that represents a value by one of its fields."""

    def read(data: bytes, start: int, position: int, state: TypedState, depth: int) -> tuple[Any, int]:
        depth = deeper(start, depth)
        number = len(state.objects)
        state.objects.append(None)
        value = None
        seen: set[str] = set()
        while data[position] != _END:
            name, position = _key(data, position, state, depth)
            if name != field:
                position = skip(data, position, state, depth)
                continue
            _once(name, seen, position)
            position = at = state.define(data, position)
            content, position = read_content(data, position)
            value = make(content, at)
        if not seen:
            raise HessianError(start, f"an object without its field {field!r}")
        state.objects[number] = value
        return value, position + 1

    return read


_END = 0x5A


def _key(data: bytes, position: int, state: TypedState, depth: int) -> tuple[str | None, int]:
    """The key of an entry, which can name a field if it is a string, and where it ends."""
    position = state.define(data, position)
    if data[position] in STRING_CODES:
        return read_scalars.read_string(data, position)
    return None, skip(data, position, state, depth)


def _once(name: str, seen: set[str], position: int) -> None:
    if name in seen:
        raise HessianError(position, f"the field {name!r} of a typed map stands twice")
    seen.add(name)

"""Hessian 2 -> generic values (values.py), by one function per lead byte, and the state of a stream."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any

from wirebed_peer.hessian2 import DEPTH_LIMIT, ENVELOPE_END, ENVELOPE_START, HessianError, read_scalars
from wirebed_peer.hessian2.read_scalars import read_integer, read_length, read_number, read_string, unexpected
from wirebed_peer.hessian2.values import Date, EmptyList, List, Long, Map, Object

# Reads a value, or the fields of an object whose class-def is known: (data, position, state, depth) -> (value, end).
Read = Callable[[bytes, int, Any, int], tuple[Any, int]]


class State:
    """The things that have a number in a stream: objects (lists and maps included), type names, class definitions."""

    __slots__ = ("definitions", "objects", "types")

    def __init__(self) -> None:
        self.objects: list[Any] = []
        self.types: list[str] = []
        self.definitions: list[Read] = []


def decode(data: bytes, envelope: bool = False) -> Any:
    """The one generic value that fills `data`."""
    return decode_with(lambda at: read_value(data, at, State(), 0), data, envelope)


def decode_with(read: Callable[[int], tuple[Any, int]], data: bytes, envelope: bool) -> Any:
    """The value that `read` reads, which must end where the input does."""
    try:
        start = 0
        if envelope:
            if len(data) < len(ENVELOPE_START):
                raise IndexError
            if not data.startswith(ENVELOPE_START):
                raise HessianError(0, "the message envelope 70 02 00 is missing")
            start = len(ENVELOPE_START)
        value, end = read(start)
        if envelope:
            if data[end] != ENVELOPE_END[0]:
                raise unexpected(data, end, "the end of the message envelope, z,")
            end += 1
    except (IndexError, struct.error):
        raise HessianError(len(data), "the input ends too early") from None
    except RecursionError:
        raise HessianError(None, "nested too deeply for this interpreter") from None
    if end != len(data):
        raise HessianError(end, f"{len(data) - end} bytes follow the value")
    return value


def read_value(data: bytes, position: int, state: State, depth: int) -> tuple[Any, int]:
    return _TABLE[data[position]](data, position, state, depth)


def deeper(position: int, depth: int) -> int:
    if depth >= DEPTH_LIMIT:
        raise HessianError(position, f"nested more than {DEPTH_LIMIT} deep")
    return depth + 1


def read_type(data: bytes, position: int, types: list[str]) -> tuple[str | None, int]:
    """The type of a list or map: its name at first, then the number of that name. An empty name means no type."""
    if read_scalars.is_int(data[position]):
        index, end = read_integer(data, position)
        if not 0 <= index < len(types):
            raise HessianError(position, f"type {index} of {len(types)}")
        return types[index] or None, end
    name, end = read_string(data, position)
    types.append(name)
    return name or None, end


def read_definition(data: bytes, position: int) -> tuple[str, tuple[str, ...], int]:
    """The class and the fields of a class-def, and where it ends; `position` is that of its lead byte."""
    java_class, end = read_string(data, position + 1)
    count, end = read_length(data, end, "fields")
    names = []
    for _ in range(count):
        field, end = read_string(data, end)
        names.append(field)
    return java_class, tuple(names), end


def _fields(name: str, names: tuple[str, ...]) -> Read:
    def read(data: bytes, position: int, state: State, depth: int) -> tuple[Object, int]:
        value = Object(name, names, [] if names else ())
        state.objects.append(value)
        for _ in names:
            item, position = read_value(data, position, state, depth)
            value.values.append(item)
        return value, position

    return read


def read_class(data: bytes, position: int, classes: int) -> tuple[int, int]:
    """The number, out of `classes`, of the class of the object at `position`, and where its fields begin."""
    code = data[position]
    if code == 0x4F:
        index, end = read_number(data, position + 1, "the number of a class")
    else:
        index, end = code - 0x60, position + 1
    if not 0 <= index < classes:
        raise HessianError(position, f"class {index} of {classes}")
    return index, end


def read_reference(data: bytes, position: int, objects: int) -> tuple[int, int]:
    """The number, out of `objects`, of the list, map or object that is referred to, and where the reference ends."""
    index, end = read_number(data, position + 1, "the number of an earlier object")
    if not 0 <= index < objects:
        raise HessianError(position, f"object {index} of {objects}")
    return index, end


def list_head(data: bytes, position: int, types: list[str]) -> tuple[str | None, int | None, int]:
    """Type (if any), number of items (None: until the end mark), and where the items begin."""
    code = data[position]
    type_name = None
    end = position + 1
    if code in (0x55, 0x56) or 0x70 <= code <= 0x77:
        type_name, end = read_type(data, end, types)
    if code in (0x55, 0x57):
        return type_name, None, end
    if code in (0x56, 0x58):
        count, end = read_length(data, end, "items")
        return type_name, count, end
    count = code & 7
    if count > len(data) - end:
        raise HessianError(position, f"{count} items are claimed, {len(data) - end} bytes are left")
    return type_name, count, end


def _list(data: bytes, position: int, state: State, depth: int) -> tuple[List | EmptyList, int]:
    depth = deeper(position, depth)
    type_name, count, position = list_head(data, position, state.types)
    if count == 0:
        empty = EmptyList() if type_name is None else List(type_name, ())
        state.objects.append(empty)
        return empty, position
    items: list[Any] = []
    value = List(type_name, items, count is not None)
    state.objects.append(value)
    if count is None:
        while data[position] != 0x5A:
            item, position = _TABLE[data[position]](data, position, state, depth)
            items.append(item)
        return value, position + 1
    for _ in range(count):
        item, position = _TABLE[data[position]](data, position, state, depth)
        items.append(item)
    return value, position


def _map(data: bytes, position: int, state: State, depth: int) -> tuple[Map, int]:
    depth = deeper(position, depth)
    type_name = None
    if data[position] == 0x4D:
        type_name, position = read_type(data, position + 1, state.types)
    else:
        position += 1
    entries: list[tuple[Any, Any]] | tuple = () if data[position] == 0x5A else []
    value = Map(type_name, entries)
    state.objects.append(value)
    while data[position] != 0x5A:
        key, position = _TABLE[data[position]](data, position, state, depth)
        item, position = _TABLE[data[position]](data, position, state, depth)
        entries.append((key, item))
    return value, position + 1


def _definition(data: bytes, position: int, state: State, depth: int) -> tuple[Any, int]:
    """Reads a class-def. Several of them may precede any value, which follows."""
    while data[position] == 0x43:
        name, names, position = read_definition(data, position)
        state.definitions.append(_fields(name, names))
    return read_value(data, position, state, depth)


def _object(data: bytes, position: int, state: State, depth: int) -> tuple[Any, int]:
    depth = deeper(position, depth)
    index, end = read_class(data, position, len(state.definitions))
    return state.definitions[index](data, end, state, depth)


def _reference(data: bytes, position: int, state: State, depth: int) -> tuple[Any, int]:
    index, end = read_reference(data, position, len(state.objects))
    return state.objects[index], end


def _long(data: bytes, position: int, state: State, depth: int) -> tuple[Long, int]:
    value, end = read_integer(data, position)
    return Long(value), end


def _date(data: bytes, position: int, state: State, depth: int) -> tuple[Date, int]:
    value, end = read_scalars.read_date(data, position)
    return Date(value), end


def reserved(data: bytes, position: int) -> HessianError:
    return HessianError(position, f"no value begins with {data[position]:#04x}")


def _reserved(data: bytes, position: int, state: State, depth: int) -> tuple[Any, int]:
    raise reserved(data, position)


def _scalar(read: Callable[[bytes, int], tuple[Any, int]]) -> Read:
    return lambda data, position, state, depth: read(data, position)


def _table() -> list[Read]:
    """The function for each lead byte. Other bytes are reserved, or occur only inside something else."""
    table: list[Read] = [_reserved] * 256

    def put(read: Read, *codes: int | range) -> None:
        for code in codes:
            for lead in [code] if isinstance(code, int) else code:
                table[lead] = read

    put(_scalar(read_string), range(0x20), range(0x30, 0x34), 0x52, 0x53)
    put(_scalar(read_scalars.read_bytes), range(0x20, 0x30), range(0x34, 0x38), 0x41, 0x42)
    put(_scalar(read_integer), range(0x80, 0xD8), 0x49)
    put(_long, range(0x38, 0x40), range(0xD8, 0x100), 0x4C, 0x59)
    put(_scalar(read_scalars.read_double), 0x44, range(0x5B, 0x60))
    put(_scalar(read_scalars.read_bool), 0x46, 0x54)
    put(lambda data, position, state, depth: (None, position + 1), 0x4E)
    put(_date, 0x4A, 0x4B)
    put(_list, range(0x55, 0x59), range(0x70, 0x80))
    put(_map, 0x48, 0x4D)
    put(_definition, 0x43)
    put(_object, 0x4F, range(0x60, 0x70))
    put(_reference, 0x51)
    return table


_TABLE = _table()

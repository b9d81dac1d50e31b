"""Generic values -> Hessian 2, in the bytes that com.caucho:hessian 4.0.66 writes for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wirebed_peer.hessian2 import ENVELOPE_END, ENVELOPE_START, HessianError
from wirebed_peer.hessian2.buffer import BinaryWriter
from wirebed_peer.hessian2.values import Date, EmptyList, List, Long, Map, Object
from wirebed_peer.hessian2.write_scalars import (
    date_bytes,
    double_bytes,
    int_bytes,
    list_head,
    long_bytes,
    reference_bytes,
    string_bytes,
)


class Stream:
    """The bytes written so far, and what a stream refers to by number."""

    __slots__ = ("binary", "definitions", "objects", "out", "types")

    def __init__(self, envelope: bool) -> None:
        self.out = bytearray(ENVELOPE_START if envelope else b"")
        # id -> number. A value that takes a number but has no identity has a negative key.
        self.objects: dict[int, int] = {}
        self.types: dict[str, int] = {}
        self.definitions: dict[Any, int] = {}
        self.binary = BinaryWriter(self.out).write

    def type_bytes(self, name: str) -> bytes:
        """The type of a list or map: its name at first, then the number of that name."""
        index = self.types.get(name)
        if index is not None:
            return int_bytes(index)
        self.types[name] = len(self.types)
        return string_bytes(name)

    def object_head(self, key: Any, definition: Callable[[], bytes]) -> bytes:
        """The head of an object, after its class-def if that `key` had none yet."""
        index = self.definitions.get(key)
        before = b""
        if index is None:
            index = self.definitions[key] = len(self.definitions)
            before = definition()
        return before + (bytes((0x60 + index,)) if index <= 15 else b"O" + int_bytes(index))


def class_def(name: str, fields: tuple[str, ...]) -> bytes:
    head = b"C" + string_bytes(name) + int_bytes(len(fields))
    return head + b"".join(string_bytes(field) for field in fields)


def encode(value: Any, envelope: bool = False) -> bytes:
    stream = Stream(envelope)
    try:
        _write(value, stream)
    except RecursionError:
        raise HessianError(None, "nested too deeply for this interpreter") from None
    if envelope:
        stream.out += ENVELOPE_END
    return bytes(stream.out)


def _write(value: Any, stream: Stream) -> None:
    kind = type(value)
    if kind in _SCALARS:
        stream.out += _SCALARS[kind](value)
    elif kind is bytes:
        stream.binary(value)
    elif kind in _PARTS:
        earlier = stream.objects.get(id(value))
        if earlier is not None:
            stream.out += reference_bytes(earlier)
            return
        stream.objects[id(value)] = len(stream.objects)
        _PARTS[kind](value, stream)
    else:
        raise HessianError(None, f"{kind.__name__} is no value of Hessian 2")


def _write_list(value: List | EmptyList, stream: Stream) -> None:
    type_bytes = None if value.type is None else stream.type_bytes(value.type)
    if value.fixed:
        stream.out += list_head(len(value.items), type_bytes)
    else:
        stream.out += b"W" if type_bytes is None else b"U" + type_bytes
    for item in value.items:
        _write(item, stream)
    if not value.fixed:
        stream.out += b"Z"


def _write_map(value: Map, stream: Stream) -> None:
    stream.out += b"H" if value.type is None else b"M" + stream.type_bytes(value.type)
    for key, item in value.entries:
        _write(key, stream)
        _write(item, stream)
    stream.out += b"Z"


def _write_object(value: Object, stream: Stream) -> None:
    stream.out += stream.object_head((value.type, value.names), lambda: class_def(value.type, value.names))
    for item in value.values:
        _write(item, stream)


_SCALARS: dict[type, Callable[[Any], bytes]] = {
    type(None): lambda value: b"N",
    bool: lambda value: b"T" if value else b"F",
    int: int_bytes,
    Long: long_bytes,
    float: double_bytes,
    str: string_bytes,
    Date: lambda value: date_bytes(value.milliseconds),
}
_PARTS: dict[type, Callable[[Any, Stream], None]] = {
    List: _write_list,
    EmptyList: _write_list,
    Map: _write_map,
    Object: _write_object,
}

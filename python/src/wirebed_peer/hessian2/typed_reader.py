"""Hessian 2 -> plain objects, by the functions that hessian2_read.py.j2 makes for the fields of each Java class."""

from __future__ import annotations

import decimal
from collections.abc import Callable
from typing import Any

from wirebed_protocol.plain_pb2 import PlainClass, PlainEnum

from wirebed_peer.decimal_text import DECIMAL
from wirebed_peer.hessian2 import HessianError, layout
from wirebed_peer.hessian2 import read_scalars as scalars
from wirebed_peer.hessian2.reader import decode_with, deeper
from wirebed_peer.hessian2.skip import skip
from wirebed_peer.hessian2.typed_maps import object_in_entries, value_in_entries
from wirebed_peer.hessian2.typed_state import ReadFields, TypedState, read_object
from wirebed_peer.tree import Tree

# The number of class-defs whose reader is kept. A schema has few, but a sender may write any number.
REMEMBERED = 1000
LONGEST_REMEMBERED = 1000


class TypedReader:
    """Reads plain objects of one tree, and finds the readers for the class-defs of its streams."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._classes = {entry.java_class: entry for entry in tree.plain.classes}
        self._enums = {entry.java_class: entry for entry in tree.plain.enums}
        self._readers: dict[tuple[str, tuple[str, ...] | None], ReadFields | None] = {}

    def decode(self, message: str, data: bytes, envelope: bool = False) -> Any:
        return self.decoder(message, envelope)(data)

    def decoder(self, message: str, envelope: bool = False) -> Callable[[bytes], Any]:
        entry = self._tree.plain_class(message)
        expected = self._tree.python_class(entry)

        def decode(data: bytes) -> Any:
            def read(at: int) -> tuple[Any, int]:
                state = TypedState(self.reader_of)
                at = state.define(data, at)
                return read_object(data, at, state, 0, expected, entry.java_class)

            return decode_with(read, data, envelope)

        return decode

    def reader_of(self, java_class: str, names: tuple[str, ...] | None) -> ReadFields | None:
        """The function that reads the fields of an object of this class-def; of a typed map where `names` is None.

        There is none for a class that is not in the tree, since no field takes its objects.
        """
        if names is not None and len(names) > LONGEST_REMEMBERED:
            return self._make(java_class, names)
        key = java_class, names
        if key not in self._readers:
            if len(self._readers) >= REMEMBERED:
                self._readers.clear()
            self._readers[key] = self._make(java_class, names)
        return self._readers[key]

    def _make(self, java_class: str, names: tuple[str, ...] | None) -> ReadFields | None:
        if entry := self._classes.get(java_class):
            if names is None:
                steps = self._tree.generated("plain_hessian2_read", "steps", entry)
                return object_in_entries(self._tree.python_class(entry), steps)
            if names == self._tree.generated("plain_hessian2_read", "order", entry):
                return self._tree.generated("plain_hessian2_read", "object", entry)
            return self._object_in_steps(entry, names)
        if enum := self._enums.get(java_class):
            return self._enum(enum, names)
        if java_class == layout.BIG_DECIMAL:
            return _from_field("value", names, scalars.read_string, _to_decimal)
        if java_class == layout.FLOAT_HANDLE:
            return _from_field("_value", names, scalars.read_float, lambda value, position: value)
        return None

    def _object_in_steps(self, entry: PlainClass, names: tuple[str, ...]) -> ReadFields:
        """Reads objects field by field when the class-def has other fields than the class, or in another order.

        Preparing this takes time in proportion to the class-def, so an input of thousands of them takes no more than
        others.
        """
        new = self._tree.python_class(entry)
        known = self._tree.generated("plain_hessian2_read", "steps", entry)
        steps: list[Any] = []

        def read(data: bytes, start: int, position: int, state: TypedState, depth: int) -> tuple[Any, int]:
            if not steps:
                # The last of two fields with one name counts; the others are skipped like an unknown field.
                last = {name: index for index, name in enumerate(names)}
                steps.extend(known.get(name) if last[name] == index else None for index, name in enumerate(names))
            depth = deeper(start, depth)
            value = new()
            state.objects.append(value)
            for step in steps:
                position = step(data, position, state, depth, value) if step else skip(data, position, state, depth)
            return value, position

        return read

    def _enum(self, entry: PlainEnum, names: tuple[str, ...] | None) -> ReadFields:
        members = self._tree.python_class(entry)
        of_name = {value.java_name: members(value.number) for value in entry.values if not value.alias}

        def member(name: str, position: int) -> Any:
            if name not in of_name:
                raise HessianError(position, f"{entry.java_class} has no value {name!r}")
            return of_name[name]

        return _from_field("name", names, scalars.read_string, member)


def _from_field(field: str, names: tuple[str, ...] | None, read: Any, make: Any) -> ReadFields:
    """Reads an object that represents a value of the standard library by one of its fields."""
    if names is None:
        return value_in_entries(field, read, make)

    # The last of two fields with one name counts.
    last = max((index for index, name in enumerate(names) if name == field), default=None)

    def read_fields(data: bytes, start: int, position: int, state: TypedState, depth: int) -> tuple[Any, int]:
        depth = deeper(start, depth)
        if last is None:
            raise HessianError(start, f"an object without its field {field!r}")
        number = len(state.objects)
        state.objects.append(None)
        for index in range(len(names)):
            if index == last:
                position = at = state.define(data, position)
                content, position = read(data, position)
                value = make(content, at)
            else:
                position = skip(data, position, state, depth)
        state.objects[number] = value
        return value, position

    return read_fields


def _to_decimal(text: str, position: int) -> decimal.Decimal:
    parts = DECIMAL.fullmatch(text)
    if not parts:
        raise HessianError(position, f"{text!r} is not a decimal")
    after_point, only_after_point, exponent = parts.groups()
    digits = (exponent or "").lstrip("+-0")
    # Twenty digits exceed 32 bits in any case, and int() refuses some thousands of digits.
    shift = int(digits[:20] or "0") * (-1 if exponent and exponent.startswith("-") else 1)
    scale = len(after_point or only_after_point or "") - shift
    if not (-0x80000000 <= shift <= 0x7FFFFFFF and -0x80000000 <= scale <= 0x7FFFFFFF):
        raise HessianError(position, f"{text[:40]!r} has an exponent or a scale that a BigDecimal does not hold")
    return decimal.Decimal(text)

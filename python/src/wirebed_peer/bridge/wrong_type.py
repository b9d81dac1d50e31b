"""Finds the value in a plain object that does not have its declared type. It is slow, and runs only after a failure."""

from __future__ import annotations

import datetime
import decimal
from collections.abc import Iterator
from typing import Any, ClassVar

from wirebed_protocol.plain_pb2 import PlainField, PlainType

from wirebed_peer.tree import Tree, may_be_none

_T = PlainType
# Stands in for the fields of an object that was made without its constructor.
_MISSING = object()
_FLOAT, _INT = 3.4028235677973366e38, (-(1 << 63), 1 << 64)


class WrongTypeFinder:
    """Walks plain objects of one tree without recursion, each object once."""

    PYTHON_TYPE: ClassVar[dict[int, type]] = {
        **dict.fromkeys((_T.INT32, _T.UINT32, _T.INT64, _T.UINT64), int),
        _T.BOOL: bool,
        _T.FLOAT: float,
        _T.DOUBLE: float,
        _T.STRING: str,
        _T.BYTES: bytes,
        _T.DATE: datetime.datetime,
        _T.DECIMAL: decimal.Decimal,
    }
    CONTAINER: ClassVar[dict[int, type]] = {
        PlainField.LIST: list,
        PlainField.ARRAY: list,
        PlainField.SET: set,
        PlainField.MAP: dict,
    }

    def __init__(self, tree: Tree) -> None:
        self._tree = tree

    def find(self, message: str, value: Any) -> tuple[str, str] | None:
        """Path and reason of the first wrong value, or None when all is of its type."""
        seen: set[int] = set()
        todo = [("", PlainType(kind=_T.MESSAGE, name=message), value)]
        while todo:
            path, type_, item = todo.pop()
            reason = self._wrong(type_, item)
            if reason:
                return path, reason
            if type_.kind != _T.MESSAGE or id(item) in seen:
                continue
            seen.add(id(item))
            for field in self._tree.plain_class(type_.name).fields:
                place = f"{path}.{field.names['python']}" if path else field.names["python"]
                inside = getattr(item, field.names["python"], _MISSING)
                if inside is _MISSING:
                    return place, "has no value at all"
                if inside is None and may_be_none(field):
                    continue
                if field.container == PlainField.SINGLE:
                    todo.append((place, field.type, inside))
                elif inside.__class__ is not self.CONTAINER[field.container]:
                    return place, not_a(self.CONTAINER[field.container].__name__, inside)
                else:
                    todo.extend(_elements(place, field, inside))
        return None

    def _wrong(self, type_: PlainType, value: Any) -> str:
        if type_.kind == _T.WRAPPER:
            return self._wrong(PlainType(kind=type_.wrapped), value)
        if type_.kind == _T.MESSAGE:
            expected = self._tree.python_class(self._tree.plain_class(type_.name))
        elif type_.kind == _T.ENUM:
            expected = self._tree.python_class(self._tree.plain_enums[type_.name])
        else:
            expected = self.PYTHON_TYPE[type_.kind]
        if value.__class__ is not expected:
            return not_a(expected.__name__, value)
        if expected is int and not _INT[0] <= value < _INT[1]:
            return f"{value} has more than 64 bits"
        if type_.kind in (_T.INT32, _T.UINT32, _T.INT64) and value >= 1 << 63:
            return f"{value} is out of the range of a signed 64-bit integer"
        if type_.kind == _T.FLOAT and _FLOAT <= abs(value) < float("inf"):
            return f"{value} is out of the range of a float"
        if type_.kind == _T.DECIMAL and not value.is_finite():
            return f"{value} is no number"
        if type_.kind == _T.DATE and value.tzinfo is None:
            return f"{value} has no time zone"
        return ""


def _elements(place: str, field: PlainField, inside: Any) -> Iterator[tuple[str, PlainType, Any]]:
    """The elements of a container that are not null; a null element has a node of its own."""
    if field.container == PlainField.MAP:
        for key, value in inside.items():
            yield f"{place} (key)", field.key, key
            if value is not None:
                yield f"{place}[{key!r}]", field.type, value
    else:
        for index, value in enumerate(inside):
            if value is not None or field.container == PlainField.SET:
                yield f"{place}[{index}]", field.type, value


def not_a(expected: str, value: Any) -> str:
    """Says what the value is instead. It quotes only scalars: an object may print its address, which always changes."""
    kind = type(value).__name__
    if not isinstance(value, (bool, int, float, str, bytes, type(None))):
        return f"of type {kind}, not {expected}"
    shown = repr(value)
    return f"{shown[:80]}{'…' if len(shown) > 80 else ''} is {kind}, not {expected}"

"""Converts plain objects to what the marshaller of javaobj-py3 (`javaobj.v1`) takes, as its user would do by hand.

It makes the library's objects, also for the JDK's collections, boxes and dates, with all that their `writeObject` adds
after the fields. The marshaller alone decides on the bytes, and on what it refuses.
"""

from __future__ import annotations

import datetime
import decimal
import struct
from collections.abc import Callable
from typing import Any

from javaobj.v1.beans import JavaArray, JavaByteArray, JavaClass, JavaEnum, JavaObject, JavaString
from javaobj.v1.marshaller import JavaObjectMarshaller
from wirebed_protocol.plain_pb2 import PlainField, PlainType

from wirebed_peer.codec.javaobj_classes import (
    BOXES,
    BYTES,
    DATE,
    DECIMAL,
    INTEGER,
    LIST,
    MAP,
    PRIMITIVES,
    SET,
    Classes,
    NoJavaForm,
    array_class,
    check,
    new_object,
)
from wirebed_peer.failures import calls_library
from wirebed_peer.hessian2 import java_order
from wirebed_peer.hessian2.layout import value_kind

_T = PlainType
_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
_CONTAINERS = {PlainField.LIST: list, PlainField.ARRAY: list, PlainField.SET: set, PlainField.MAP: dict}


def _block(form: str, *values: float) -> str:
    """Primitive data, which the library takes as a text with a character for each byte."""
    return struct.pack(form, *values).decode("latin-1")


def _signed(value: int, kind: int) -> int:
    return value - (1 << 64) if kind == _T.UINT64 and value >= 1 << 63 else value


class _References(list):
    """The objects that the marshaller has written, with an index: comparing each took a minute for 10,000 texts."""

    def __init__(self) -> None:
        super().__init__()
        self._texts: dict[str, int] = {}
        self._others: list[tuple[int, Any]] = []

    def append(self, item: Any) -> None:
        if isinstance(item, str):
            self._texts.setdefault(item, len(self))
        elif isinstance(item, (JavaClass, JavaEnum)):
            self._others.append((len(self), item))
        # The marshaller never looks for other items.
        super().append(item)

    # The marshaller writes an object in the handler of this error, which is no cause of what is raised there.
    @calls_library
    def index(self, item: Any, *_: Any) -> int:
        if isinstance(item, str):
            handle = self._texts.get(item)
        else:
            handle = next((place for place, other in self._others if other is item or other == item), None)
        if handle is None:
            raise ValueError
        return handle

    def __contains__(self, item: Any) -> bool:
        return any(other is item or other == item for _, other in self._others)


class Marshaller(JavaObjectMarshaller):
    """The library's marshaller, with this list of references: its `dump` begins with a plain list."""

    @property
    def references(self) -> _References:
        return self._references

    @references.setter
    def references(self, _: list[Any]) -> None:
        self._references = _References()


class Graph:
    """Converts the dataclasses of one value; an object that appears in two places is converted once."""

    def __init__(self, classes: Classes) -> None:
        self._classes = classes
        self._made: dict[int, Any] = {}

    def message(self, name: str, value: Any) -> JavaObject:
        made = self._made.get(id(value))
        if made is None:
            check(value, self._classes.python_class(name))
            made = self._made[id(value)] = new_object(self._classes.of_message(name))
            for field in self._classes.fields(name):
                setattr(made, field.java_name, self._field(field, getattr(value, field.names["python"])))
        return made

    def _field(self, field: PlainField, value: Any) -> Any:
        if value is None:
            return None
        if field.container == PlainField.SINGLE:
            return (
                self._bare(field.type, value) if self._classes.is_primitive(field) else self._boxed(field.type, value)
            )
        if id(value) not in self._made:
            self._made[id(value)] = self._collection(field, value)
        return self._made[id(value)]

    def _collection(self, field: PlainField, value: Any) -> Any:
        kind = value_kind(field.type)
        check(value, _CONTAINERS[field.container])
        if field.container == PlainField.MAP:
            result = new_object(MAP)
            buckets = java_order.buckets(value, field.key.kind)
            result.loadFactor, result.threshold = 0.75, buckets * 3 // 4 if value else 0
            result.annotations.append(_block(">ii", buckets, len(value)))
            for key in java_order.map_order(value, field.key.kind):
                result.annotations += [self._boxed(field.key, key), self._boxed(field.type, value[key])]
            return result
        if field.container == PlainField.ARRAY:
            array = JavaArray(array_class("[" + self._classes.element(field.type)))
            bare = self._classes.element(field.type) in PRIMITIVES.values()
            array.extend((self._bare if bare else self._boxed)(field.type, item) for item in value)
            return array
        if field.container == PlainField.SET:
            items = java_order.set_order(value, kind)
            head = _block(">ifi", java_order.buckets(items, kind), 0.75, len(items))
            return self._with_items(new_object(SET), head, field.type, items)
        return self._with_items(new_object(LIST, size=len(value)), _block(">i", len(value)), field.type, value)

    def _with_items(self, result: JavaObject, head: str, type_: PlainType, items: list[Any]) -> JavaObject:
        result.annotations.append(head)
        result.annotations.extend(self._boxed(type_, item) for item in items)
        return result

    def _bare(self, type_: PlainType, value: Any) -> Any:
        return _signed(value, type_.kind)

    def _boxed(self, type_: PlainType, value: Any) -> Any:
        if value is None:
            return None
        kind = value_kind(type_)
        if kind == _T.MESSAGE:
            return self.message(type_.name, value)
        if kind in PRIMITIVES:
            return new_object(BOXES[PRIMITIVES[kind]], value=_signed(value, kind))
        if kind == _T.ENUM:
            return self._classes.constant(type_.name, value)
        expected, make = _SCALARS[kind]
        check(value, expected)
        return make(value)


def _date(value: datetime.datetime) -> JavaObject:
    result = new_object(DATE)
    result.annotations.append(_block(">q", (value - _EPOCH) // datetime.timedelta(milliseconds=1)))
    return result


def _decimal(value: decimal.Decimal) -> JavaObject:
    sign, digits, exponent = value.as_tuple()
    if not isinstance(exponent, int):
        raise NoJavaForm(f"{value} is no BigDecimal")
    whole = int(decimal.Decimal((0, digits, 0)))
    magnitude = whole.to_bytes((whole.bit_length() + 7) // 8, "big")
    integer = new_object(INTEGER, bitCount=-1, bitLength=-1, firstNonzeroByteNum=-2, lowestSetBit=-2)
    integer.signum = (-1 if sign else 1) if whole else 0
    integer.magnitude = JavaByteArray(magnitude, BYTES)
    return new_object(DECIMAL, scale=-exponent, intVal=integer)


_SCALARS: dict[int, tuple[type, Callable[[Any], Any]]] = {
    _T.STRING: (str, JavaString),
    _T.BYTES: (bytes, lambda value: JavaByteArray(value, BYTES)),
    _T.DATE: (datetime.datetime, _date),
    _T.DECIMAL: (decimal.Decimal, _decimal),
}

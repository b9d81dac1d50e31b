"""One scalar of a view as another type would say it, where that is exact.

| from | to | exact when |
|---|---|---|
| integer, enum number | integer, bool, float, double | the type has that number (a bool: 0 and 1) |
| integer | enum | it has 32 bits |
| enum; text | text; enum | by name (enum to enum: migrate.py) |
| bool | integer, enum | always: 0 and 1 |
| float, double | integer, float, double | the value is the same |
| integer; text | text; integer | always; the decimal text of an integer |
| text; bytes | bytes; text | always, as UTF-8; bytes that are not UTF-8 are invalid text |
"""

import math
import re

from google.protobuf.descriptor import EnumDescriptor, FieldDescriptor
from google.protobuf.descriptor import FieldDescriptor as F

from wirebed.view import Node
from wirebed.view import grammar as g
from wirebed.view.writer import ViewWriter

_RANGES = {
    F.CPPTYPE_INT32: (-(1 << 31), (1 << 31) - 1),
    F.CPPTYPE_UINT32: (0, (1 << 32) - 1),
    F.CPPTYPE_INT64: (-(1 << 63), (1 << 63) - 1),
    F.CPPTYPE_UINT64: (0, (1 << 64) - 1),
}
_DECIMAL = re.compile(r"-?(0|[1-9][0-9]*)")
_INTEGERS = (g.INT, g.UINT, g.ENUM)
_REALS = (g.FLOAT, g.DOUBLE)


def converted(node: Node, source: FieldDescriptor | None, target: FieldDescriptor) -> bytes | None:
    """The node's bytes in the type of the field `target`; None when that type cannot hold the value.

    `source` is the field that the node stands in, or None.
    """
    writer = ViewWriter()
    if target.type == F.TYPE_BYTES:
        made = _bytes(node, writer)
    elif target.type == F.TYPE_STRING:
        made = _text(node, source, writer)
    else:
        make = {F.CPPTYPE_BOOL: _bool, F.CPPTYPE_FLOAT: _float, F.CPPTYPE_DOUBLE: _double}.get(target.cpp_type)
        if make is not None:
            made = make(node, writer)
        elif target.enum_type is not None:
            made = _enum(node, target.enum_type, writer)
        else:
            made = _integer(node, target, writer)
    return writer.finish() if made else None


def _bytes(node: Node, writer: ViewWriter) -> bool:
    if node.tag not in (g.BYTES, g.BAD_TEXT, g.TEXT):
        return False
    writer.binary(node.value.encode() if node.tag == g.TEXT else node.value)
    return True


def _text(node: Node, source: FieldDescriptor | None, writer: ViewWriter) -> bool:
    if node.tag in (g.BYTES, g.BAD_TEXT):
        try:
            writer.text(node.value.decode())
        except UnicodeDecodeError:
            writer.invalid_text(node.value)
        return True
    text = None
    if node.tag == g.TEXT:
        text = node.value
    elif node.tag in (g.INT, g.UINT):
        text = str(node.value)
    elif node.tag == g.ENUM and source is not None and source.enum_type is not None:
        text = next((value.name for value in source.enum_type.values if value.number == node.value), None)
    if text is None:
        return False
    writer.text(text)
    return True


def whole_number(node: Node) -> int | None:
    """The integer that a scalar says, if it says one."""
    if node.tag in _INTEGERS:
        return int(node.value)
    if node.tag in (g.TRUE, g.FALSE):
        return int(node.value)
    if node.tag in _REALS and math.isfinite(node.value) and node.value == math.trunc(node.value):
        # -0.0 is no integer.
        return None if node.value == 0 and math.copysign(1, node.value) < 0 else int(node.value)
    if node.tag == g.TEXT and len(node.value) <= 20 and _DECIMAL.fullmatch(node.value) and node.value != "-0":
        return int(node.value)
    return None


def _integer(node: Node, target: FieldDescriptor, writer: ViewWriter) -> bool:
    value = whole_number(node)
    low, high = _RANGES[target.cpp_type]
    if value is None or not low <= value <= high:
        return False
    writer.integer(value)
    return True


def _bool(node: Node, writer: ViewWriter) -> bool:
    value = whole_number(node) if node.tag != g.TEXT and node.tag not in _REALS else None
    if value not in (0, 1):
        return False
    writer.boolean(bool(value))
    return True


def _enum(node: Node, target: EnumDescriptor, writer: ViewWriter) -> bool:
    if node.tag == g.TEXT:
        value = target.values_by_name.get(node.value)
        number = None if value is None else value.number
    else:
        number = whole_number(node) if node.tag not in _REALS else None
    if number is None or not -(1 << 31) <= number < 1 << 31:
        return False
    writer.enum(number)
    return True


def _float(node: Node, writer: ViewWriter) -> bool:
    value = _real(node)
    if value is None:
        return False
    if node.tag != g.FLOAT and not math.isnan(value):
        try:
            exact = g.F32.unpack(g.F32.pack(value))[0] == value
        except OverflowError:
            exact = False
        if not exact:
            return False
    writer.float32(value)
    return True


def _double(node: Node, writer: ViewWriter) -> bool:
    value = _real(node)
    if value is None:
        return False
    writer.float64(value)
    return True


def _real(node: Node) -> float | None:
    """A number as a double, if there is such a double."""
    if node.tag in _REALS:
        return float(node.value)
    if node.tag not in (g.INT, g.UINT):
        return None
    value = float(node.value)
    return value if int(value) == node.value else None

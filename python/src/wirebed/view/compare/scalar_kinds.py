"""The kind of difference between two scalars.

The first rule that holds names the kind:

| expected -> actual | kind |
|---|---|
| the same bits; any NaN and any NaN (unless payloads count) | equal |
| a number and the same number in another node | `widened` |
| null (an element) -> the default of its type | `default-filled` |
| anything -> null | `dropped` |
| an integer -> the one of the same bits and the other sign in a type of its width | `reinterpreted` |
| an integer -> 8, 16 or 32 bits of it, or the edge of such a type, or its nearest double or float | `narrowed` |
| a float or double -> its float, or its integer part (so -0.0 -> 0.0, too) | `narrowed` |
| nanos of a Timestamp or Duration -> the same, cut to microseconds, milliseconds or seconds | `narrowed` |
| anything but the default -> the default of its type (0, "", false, no bytes) | `dropped` |
| a text or bytes -> a beginning of it | `narrowed` |
| everything else: another sign, other characters, characters missing within | `reinterpreted` |

The width of an integer is that of its declared type, 64 where none is known.
"""

import math

from wirebed.view import grammar as g
from wirebed.view.outcome import Kind
from wirebed.view.parse import Node

_TIMES = frozenset(("google.protobuf.Timestamp", "google.protobuf.Duration"))
_INTEGERS = frozenset((g.INT, g.UINT, g.ENUM))
_FLOATS = frozenset((g.FLOAT, g.DOUBLE))
_NUMBERS = _INTEGERS | _FLOATS
_BOOLS = frozenset((g.TRUE, g.FALSE))


def same_scalar(e: Node, a: Node, nan_payloads: bool) -> bool:
    """Whether two scalar nodes are equal although their bytes differ."""
    return not nan_payloads and e.tag == a.tag and e.tag in _FLOATS and math.isnan(e.value) and math.isnan(a.value)


def scalar_kind(e: Node, a: Node, width: int = 64) -> Kind:
    """The kind of difference between two scalar nodes that are not equal; `width` is the bits of an integer type."""
    if a.tag == g.NULL:
        return Kind.DROPPED
    if e.tag == g.NULL:
        return Kind.DEFAULT_FILLED if is_default(a) else Kind.REINTERPRETED
    if e.tag in _NUMBERS and a.tag in _NUMBERS:
        return _number_kind(e, a, width)
    if is_default(a) and (e.tag == a.tag or {e.tag, a.tag} <= _BOOLS):
        return Kind.DROPPED
    if e.tag == a.tag and e.tag in (g.TEXT, g.BAD_TEXT, g.BYTES) and e.value.startswith(a.value):
        return Kind.NARROWED
    return Kind.REINTERPRETED


def _number_kind(e: Node, a: Node, width: int) -> Kind:
    if e.tag != a.tag and not {e.tag, a.tag} <= {g.INT, g.UINT} and _bits(e.value) == _bits(a.value):
        return Kind.WIDENED
    if e.tag in _INTEGERS and a.tag in _INTEGERS:
        if abs(e.value - a.value) == 1 << width:
            return Kind.REINTERPRETED
        if _narrower_integer(e, a):
            return Kind.NARROWED
    if e.tag in _FLOATS and _narrower_float(e.value, a.value):
        return Kind.NARROWED
    return Kind.DROPPED if is_default(a) and not is_default(e) else Kind.REINTERPRETED


def _bits(value: float) -> bytes:
    """A number as a double, so that 1 is 1.0 and 0.0 is not -0.0."""
    try:
        return g.F64.pack(value)
    except OverflowError:
        return b""


def _narrower_integer(e: Node, a: Node) -> bool:
    value, seen = e.value, a.value
    if e.parent is not None and e.parent.value in _TIMES and e.step == 2:
        return seen in (value - value % unit for unit in (1_000, 1_000_000, 1_000_000_000))
    for bits in (8, 16, 32):
        low, high = -(1 << bits - 1), (1 << bits - 1) - 1
        wrapped = value & (1 << bits) - 1
        signed = wrapped - (1 << bits) if wrapped > high else wrapped
        fits = low <= value < 1 << bits
        edges = {low, high, (1 << bits) - 1, 0 if value < 0 else high}
        if seen in (wrapped, signed) or (not fits and seen in edges):
            return True
    # Through a double, and through a float.
    return seen != value and seen in (int(float(value)), _as_float(value))


def _as_float(value: int) -> int:
    return int(g.F32.unpack(g.F32.pack(float(value)))[0])


def _narrower_float(value: float, seen: float) -> bool:
    if not math.isfinite(value) or (value == 0 and math.copysign(1, seen) < 0):
        return False
    try:
        through = g.F32.unpack(g.F32.pack(value))[0]
    except OverflowError:
        through = math.copysign(math.inf, value)
    return seen == through or seen == math.trunc(value)


def same_default(e: Node, a: Node, nan_payloads: bool) -> bool:
    """Whether two absent fields read as the same value, whatever their types."""
    if (is_default(e) and is_default(a)) or same_scalar(e, a, nan_payloads):
        return True
    return (e.tag, e.value) == (a.tag, a.value) or scalar_kind(e, a) == Kind.WIDENED


def is_default(node: Node) -> bool:
    """Whether a node is the default value of its type."""
    if node.tag in _FLOATS:
        return node.value == 0 and math.copysign(1, node.value) > 0
    if node.tag == g.RECORD:
        return all(is_default(child) for child in node.children)
    if node.tag in (g.LIST, g.SET, g.MAP):
        return not node.children
    return node.tag in (g.NULL, g.FALSE, g.ABSENT) or (node.tag not in (g.TRUE, g.SAME) and not node.value)

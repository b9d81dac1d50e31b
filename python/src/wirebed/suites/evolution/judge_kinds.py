"""The kind of a difference between two versions, where the types on both sides need not be the same.

compare/ has the last word except here; the first rule that holds:

| expected -> seen | kind |
|---|---|
| a member of a oneof -> another member of it | `collapsed` |
| a container or a record -> something of another structure | judge_containers.py |
| an enum's first value, which is not the first any more -> the first | `reinterpreted` |
| an integer other than 0 and 1 -> true (after a relay: 1) | `narrowed` |
| an integer -> the same bits, in a type narrower than the source's (0, if there are no others) | `narrowed` |
| an sint64 -> 0 in an sint32, where its ZigZag form has no other bits | `narrowed` |
| … in a type as wide, of the other sign | `reinterpreted` |
| an integer -> its nearest double or float; a real -> its integer part, 0 only through such a type | `narrowed` |
| a float -> a double that rounds to it (both are the same decimal) | `widened` |
| a default -> the default of another type | `default-filled` |
| anything else -> the default of another type | `dropped` |

What `dropped` here says of the reader, arrival.py says of the change: `dropped`, or `unread`.
"""

import math
from enum import Enum
from typing import Final

from google.protobuf.descriptor import FieldDescriptor as F

from wirebed.suites.evolution.judge_containers import containers
from wirebed.suites.evolution.judge_places import Places
from wirebed.suites.evolution.migrate import Migrated
from wirebed.view import Node
from wirebed.view import grammar as g
from wirebed.view.compare import Found
from wirebed.view.compare.scalar_kinds import is_default, scalar_kind
from wirebed.view.outcome import Kind
from wirebed.view.parse import Steps

_INTEGERS = (g.INT, g.UINT, g.ENUM)
_REALS = (g.FLOAT, g.DOUBLE)
_NARROW = (F.CPPTYPE_INT32, F.CPPTYPE_UINT32, F.CPPTYPE_ENUM)
_WHOLE = (*_NARROW, F.CPPTYPE_INT64, F.CPPTYPE_UINT64)


class RelayView:
    """The expected view of a relay: which of its fields a place of the original went through."""

    def __init__(self, through: Migrated) -> None:
        self.places = Places(through.view, through.target)
        self.of = {old: new for new, old in through.origin.items()}

    def node(self, steps: Steps) -> Node | None:
        """The expected node of the relay for a place, or of the first thing in it; None where it has no field."""
        # A list of one may be its element there, and a wrapper what it wraps.
        known = steps if steps in self.of else next((old for old in self.of if old[: len(steps)] == steps), None)
        return self.places.at(self.of[known]) if known is not None else None

    def field(self, steps: Steps) -> F | None:
        return self.places.field(self.places.at(self.of[steps])) if steps in self.of else None


class Unknown(Enum):
    """A relay whose types are not known, and so its fields."""

    UNKNOWN = "unknown"


UNKNOWN: Final = Unknown.UNKNOWN


def _nothing_said(expected: Node, actual: Node, source: Node | None) -> bool:
    """Whether the first value of an enum is not the first any more: then the same silence says something else."""
    if source is None or not source.tag == expected.tag == actual.tag == g.ENUM:
        return False
    return is_default(source) and is_default(actual) and not is_default(expected)


def grade(
    difference: Found,
    seen: Places,
    source_field: F | None,
    source: Node | None,
    middle: RelayView | Unknown | None = None,
) -> Kind:
    """The kind of one difference; `source_field` and `source` are where the value comes from in the other version,
    `middle` the relay (a RelayView, or UNKNOWN) that it went through, if it did."""
    expected, actual = difference.expected, difference.actual
    if expected is None:
        return difference.kind
    if actual is None:
        return Kind.COLLAPSED if _other_member(expected, seen) else difference.kind
    if g.SAME in (expected.tag, actual.tag) or g.ABSENT in (expected.tag, actual.tag):
        return difference.kind
    if expected.tag not in g.SCALARS or actual.tag not in g.SCALARS:
        return containers(difference, expected, actual)
    field = seen.field(actual)
    narrowest = field if middle is None else _through(middle, expected, field)
    return _scalars(difference.kind, expected, actual, narrowest, source_field, source, middle)


def _other_member(expected: Node, seen: Places) -> bool:
    """Whether another member of the same oneof is seen instead."""
    parent = expected.parent
    record = seen.at(parent.steps()) if parent is not None and parent.tag == g.RECORD else None
    if record is None or record.tag != g.RECORD:
        return False
    field = seen.declared(record, expected.step)
    if field is None or field.containing_oneof is None:
        return False
    there = (record.field(member.number) for member in field.containing_oneof.fields if member is not field)
    return any(node is not None and node.tag != g.ABSENT for node in there)


def _through(middle: RelayView | Unknown, expected: Node, field: F | None) -> F | Unknown | None:
    """The field that may have cut a value: that of the relay; any narrower one, when its types are not known."""
    return UNKNOWN if middle is UNKNOWN else middle.field(expected.steps()) or field


def _scalars(
    kind: Kind,
    expected: Node,
    actual: Node,
    field: F | Unknown | None,
    source_field: F | None,
    source: Node | None,
    middle: RelayView | Unknown | None,
) -> Kind:
    """`kind` is that of compare/, `field` the narrowest that the value came through."""
    if _nothing_said(expected, actual, source):
        return Kind.REINTERPRETED
    if expected.tag in _INTEGERS and expected.value not in (0, 1) and _true(actual, field, middle):
        return Kind.NARROWED
    if expected.tag in _INTEGERS and actual.tag in _INTEGERS:
        return _integers(expected, actual, source_field, field)
    if {expected.tag, actual.tag} <= {*_INTEGERS, g.FLOAT, g.DOUBLE} and (
        expected.tag in _INTEGERS or actual.tag in _INTEGERS
    ):
        return _integer_and_real(expected, actual)
    if source is not None and source.tag == g.FLOAT and actual.tag == g.DOUBLE and _rounds_to(actual, source):
        return Kind.WIDENED
    if kind is Kind.NARROWED and expected.tag in _REALS and is_default(actual) and expected.value != 0:
        return Kind.NARROWED if _cut_to_zero(expected.value, field) else Kind.DROPPED
    if kind is Kind.REINTERPRETED and is_default(actual) and expected.tag != actual.tag:
        return Kind.DEFAULT_FILLED if is_default(expected) else Kind.DROPPED
    return kind


def _true(actual: Node, field: F | Unknown | None, middle: RelayView | Unknown | None) -> bool:
    """Whether a number became true, and a number again if a relay is in between."""
    if actual.tag == g.TRUE:
        return True
    bool_between = field is UNKNOWN or (field is not None and field.cpp_type == F.CPPTYPE_BOOL)
    return middle is not None and bool_between and actual.tag in _INTEGERS and actual.value == 1


def _integers(expected: Node, actual: Node, source_field: F | None, field: F | Unknown | None) -> Kind:
    """The fields are those that the value comes from and came through."""
    here, there = _width(source_field), _width(field)
    # A width that no difference of two integers has: then the sign is one of the bits that were cut.
    kind = scalar_kind(expected, actual, 128 if there < here else here)
    if kind is not Kind.NARROWED or actual.value != 0:
        return kind
    value, mask = expected.value, (1 << there) - 1
    forms = (value, value << 1 ^ value >> 63) if _is_zigzag(source_field) and _is_zigzag(field) else (value,)
    cut = there < here and any(form & mask == 0 for form in forms)
    return Kind.NARROWED if cut else Kind.DROPPED


def _is_zigzag(field: F | Unknown | None) -> bool:
    return field not in (None, UNKNOWN) and field.type in (F.TYPE_SINT32, F.TYPE_SINT64)


def _integer_and_real(expected: Node, actual: Node) -> Kind:
    value, seen = expected.value, actual.value
    negative_zero = value == 0 and math.copysign(1, value) != math.copysign(1, seen)
    if value == seen and not negative_zero:
        return Kind.WIDENED
    if expected.tag in _INTEGERS:
        near = seen in (float(value), g.F32.unpack(g.F32.pack(float(value)))[0])
    else:
        near = math.isfinite(value) and seen == math.trunc(value)
    if near:
        return Kind.NARROWED
    return Kind.DROPPED if is_default(actual) else Kind.REINTERPRETED


def _cut_to_zero(value: float, field: F | Unknown | None) -> bool:
    """Whether a type leaves nothing of a number: an integer of a fraction, a float of the smallest doubles."""
    if field is UNKNOWN:
        return True
    if field is None or field.cpp_type not in (*_WHOLE, F.CPPTYPE_FLOAT):
        return False
    return field.cpp_type in _WHOLE or (abs(value) < 1 and g.F32.unpack(g.F32.pack(value))[0] == 0)


def _width(field: F | Unknown | None) -> int:
    """The bits of an integer type; what is no integer takes all."""
    return 32 if field is UNKNOWN or (field is not None and field.cpp_type in _NARROW) else 64


def _rounds_to(double: Node, float_: Node) -> bool:
    """Bit by bit, since 0.0 is not -0.0."""
    try:
        return g.F32.pack(double.value) == g.F32.pack(float_.value)
    except OverflowError:
        return False

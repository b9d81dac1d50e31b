"""The kind of a difference between two versions, where the types on both sides need not be the same.

compare/ has the last word except here; the first rule that holds:

| expected -> seen | kind |
|---|---|
| a member of a oneof -> another member of it | `collapsed` |
| several elements -> one of them, or one record; entries -> a map with fewer keys | `collapsed` |
| a container or a record -> nothing, an empty container, the default of a scalar | `dropped` |
| keys of a map -> as many keys that are cut to fewer bits | `narrowed` |
| an enum's first value, which is not the first any more -> the first | `reinterpreted` |
| an integer other than 0 and 1 -> true (after a relay: 1) | `narrowed` |
| an integer -> the same bits, in a type narrower than the source's | `narrowed` |
| … in a type as wide, of the other sign | `reinterpreted` |
| a float -> a double that rounds to it (both are the same decimal) | `widened` |
| a default -> the default of another type | `default-filled` |
| anything else -> the default of another type | `dropped` |

What is not seen, or seen as the default of its type, is *lost*: it counts as `preserved` where a relay brings it back.
"""

from google.protobuf.descriptor import FieldDescriptor as F

from wirebed.compare import Found
from wirebed.compare.kinds import is_default, scalar_kind
from wirebed.outcome import Kind
from wirebed.schema import Schema
from wirebed.view import Node, parse
from wirebed.view import grammar as g

_INTEGERS = (g.INT, g.UINT, g.ENUM)
_ELEMENTS = (g.LIST, g.SET)
_NARROW = (F.CPPTYPE_INT32, F.CPPTYPE_UINT32, F.CPPTYPE_ENUM)
_LOSSES = (Kind.DROPPED, Kind.PRESENCE_LOST, Kind.NARROWED, Kind.COLLAPSED, Kind.REINTERPRETED)


class Places:
    """A view by its places, and what its schema declares for them."""

    def __init__(self, data: bytes, schema: Schema):
        self.data = data
        self.schema = schema
        self.root = parse(data)

    def at(self, steps: tuple) -> Node | None:
        node = self.root
        for step in steps:
            node = self._child(node, step)
            if node is None:
                return None
        return node

    def _child(self, node: Node, step) -> Node | None:
        node = node.value if node.tag == g.SAME else node
        if node.tag == g.RECORD:
            return node.field(step)
        if node.tag == g.MAP:
            keys = [self.data[key.offset : key.end] for key in node.keys]
            return node.children[keys.index(step)] if step in keys else None
        in_list = node.tag in _ELEMENTS and isinstance(step, int) and step < len(node.children)
        return node.children[step] if in_list else None

    def raw(self, steps: tuple) -> bytes | None:
        """The bytes at a place; None where nothing is, or only a default is shown."""
        node = self.at(steps)
        return None if node is None or node.tag == g.ABSENT else self.data[node.offset : node.end]

    def declared(self, record: Node, number: int):
        """The field that a number stands for in a record."""
        try:
            descriptor = self.schema.pool.FindMessageTypeByName(record.value)
            return descriptor.fields_by_number.get(number) or self.schema.pool.FindExtensionByNumber(descriptor, number)
        except KeyError:
            return None

    def field(self, node: Node | None):
        """The field that decides the type of a node: its own, or that of the value of its map."""
        inside_map = False
        while node is not None and node.parent is not None and node.parent.tag != g.RECORD:
            node = node.parent
            inside_map = inside_map or node.tag == g.MAP
        if node is None or node.parent is None:
            return None
        field = self.declared(node.parent, node.step)
        if field is None or not inside_map or field.message_type is None:
            return field
        return field.message_type.fields_by_name.get("value")


def is_lost(found: Found, source: Node | None) -> bool:
    """Whether the reader saw nothing of a value, or less of it, so that a relay may still keep it."""
    if found.expected is None or found.kind not in _LOSSES or _nothing_said(found, source):
        return False
    seen = found.actual
    if seen is None:
        return found.kind is not Kind.COLLAPSED
    if found.kind is Kind.COLLAPSED and seen.tag == found.expected.tag:
        return True
    return seen.tag != g.RECORD and is_default(seen)


def _nothing_said(found: Found, source: Node | None) -> bool:
    """Whether the first value of an enum is not the first any more: then the same silence says something else."""
    expected, actual = found.expected, found.actual
    if source is None or actual is None or not source.tag == expected.tag == actual.tag == g.ENUM:
        return False
    return is_default(source) and is_default(actual) and not is_default(expected)


def grade(found: Found, seen: Places, source_field, source: Node | None, relayed: bool = False) -> Kind:
    """The kind of one difference; `source_field` and `source` are where the value comes from in the other version."""
    expected, actual = found.expected, found.actual
    if expected is None:
        return found.kind
    if actual is None:
        return Kind.COLLAPSED if _other_member(expected, seen) else found.kind
    if g.SAME in (expected.tag, actual.tag) or g.ABSENT in (expected.tag, actual.tag):
        return found.kind
    if expected.tag not in g.SCALARS or actual.tag not in g.SCALARS:
        return _containers(found)
    return _scalars(found, seen.field(actual), source_field, source, relayed)


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


def _containers(found: Found) -> Kind:
    expected, actual = found.expected, found.actual
    if expected.tag == actual.tag:
        return Kind.NARROWED if expected.tag == g.MAP and _keys_cut(expected, actual) else found.kind
    if expected.tag in _ELEMENTS:
        if actual.tag in g.SCALARS and any(_same(child, actual) for child in expected.children):
            return Kind.COLLAPSED
        if actual.tag == g.RECORD and all(child.tag in (g.RECORD, g.SAME) for child in expected.children):
            return Kind.COLLAPSED
        if actual.tag in (g.MAP, *_ELEMENTS) and 0 < len(actual.children) <= len(expected.children):
            return Kind.COLLAPSED
    if actual.tag != g.RECORD and is_default(actual):
        return Kind.DROPPED
    return Kind.REINTERPRETED


def _same(expected: Node, actual: Node) -> bool:
    if expected.tag not in g.SCALARS:
        return False
    if (expected.tag, expected.value) == (actual.tag, actual.value):
        return True
    return scalar_kind(expected, actual) is Kind.WIDENED


def _keys_cut(expected: Node, actual: Node) -> bool:
    """Whether as many keys are new as are gone, and all that are gone are among the new ones with fewer bits."""
    here, there = ({(key.tag, key.value): key for key in node.keys} for node in (expected, actual))
    gone = [key for name, key in here.items() if name not in there]
    new = [key for name, key in there.items() if name not in here]
    if not gone or len(gone) != len(new):
        return False
    return all(any(scalar_kind(old, key) is Kind.NARROWED for key in new) for old in gone)


def _scalars(found: Found, field, source_field, source: Node | None, relayed: bool) -> Kind:
    expected, actual = found.expected, found.actual
    if _nothing_said(found, source):
        return Kind.REINTERPRETED
    true = actual.tag == g.TRUE or (relayed and actual.tag in _INTEGERS and actual.value == 1)
    if true and expected.tag in _INTEGERS and expected.value not in (0, 1):
        return Kind.NARROWED
    if expected.tag in _INTEGERS and actual.tag in _INTEGERS:
        here, there = _width(source_field), _width(field)
        # A width that no difference of two integers has: then the sign is one of the bits that were cut.
        return scalar_kind(expected, actual, 128 if there < here else here)
    if source is not None and source.tag == g.FLOAT and actual.tag == g.DOUBLE and _rounds_to(actual, source):
        return Kind.WIDENED
    if found.kind is Kind.REINTERPRETED and is_default(actual) and expected.tag != actual.tag:
        return Kind.DEFAULT_FILLED if is_default(expected) else Kind.DROPPED
    return found.kind


def _width(field) -> int:
    """The bits of an integer type; what is no integer takes all."""
    return 32 if field is not None and field.cpp_type in _NARROW else 64


def _rounds_to(double: Node, float_: Node) -> bool:
    try:
        return g.F32.unpack(g.F32.pack(double.value))[0] == float_.value
    except OverflowError:
        return False

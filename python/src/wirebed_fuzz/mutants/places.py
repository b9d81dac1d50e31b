"""The places of a view, each with the field that declares it."""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from google.protobuf.descriptor import FieldDescriptor as F

from wirebed.bed.schema import Schema, field_in
from wirebed.cases.place import entry_fields, is_map
from wirebed.view import grammar as g
from wirebed.view.parse import Node


class Place(NamedTuple):
    """`field`: of an element that of its list, of a key and a value those of the entry. `owner`: the record that has
    the field. `single`: the node is the whole field."""

    node: Node
    field: F
    owner: Node
    single: bool


def places(root: Node, schema: Schema) -> Iterator[Place]:
    """All that stand in fields that the schema knows, in the order of the view."""
    for record in records(root):
        for number, child in zip(record.keys, record.children, strict=True):
            field = field_in(schema.pool, record.value, number)
            if field is not None:
                yield Place(child, field, record, True)
                yield from _within(child, field, record)


def _within(node: Node, field: F, owner: Node) -> Iterator[Place]:
    if node.tag in (g.LIST, g.SET):
        yield from (Place(child, field, owner, False) for child in node.children)
    elif node.tag == g.MAP and is_map(field):
        of_key, of_value = entry_fields(field)
        for key, child in zip(node.keys, node.children, strict=True):
            yield Place(key, of_key, owner, False)
            yield Place(child, of_value, owner, False)


def records(root: Node) -> Iterator[Node]:
    """Each record, the outer ones first."""
    stack = [root]
    while stack:
        node = stack.pop()
        if node.tag == g.RECORD:
            yield node
        stack.extend(reversed(node.children))


def without(record: Node, gone: Collection[int]) -> bool:
    """Takes the fields of these numbers from a record; whether there was any."""
    kept = [(number, child) for number, child in zip(record.keys, record.children, strict=True) if number not in gone]
    changed = len(kept) < len(record.keys)
    record.keys, record.children = [number for number, _ in kept], [child for _, child in kept]
    return changed


def is_around(node: Node, other: Node) -> bool:
    """Whether the other one lies in the first."""
    above = other.parent
    while above is not None and above is not node:
        above = above.parent
    return above is node

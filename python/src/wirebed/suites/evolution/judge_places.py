"""A view by its places, and what its schema declares for them."""

from google.protobuf.descriptor import FieldDescriptor

from wirebed.bed.schema import Schema, field_in
from wirebed.view import Node, parse
from wirebed.view import grammar as g
from wirebed.view.parse import Steps

_ELEMENTS = (g.LIST, g.SET)


class Places:
    def __init__(self, data: bytes, schema: Schema) -> None:
        self.data = data
        self.schema = schema
        self.root = parse(data)

    def at(self, steps: Steps) -> Node | None:
        node: Node | None = self.root
        for step in steps:
            if node is None:
                break
            node = self._child(node, step)
        return node

    def _child(self, node: Node, step: int | bytes) -> Node | None:
        node = node.value if node.tag == g.SAME else node
        if isinstance(step, bytes):
            keys = [self.data[key.offset : key.end] for key in node.keys] if node.tag == g.MAP else []
            return node.children[keys.index(step)] if step in keys else None
        if node.tag == g.RECORD:
            return node.field(step)
        return node.children[step] if node.tag in _ELEMENTS and step < len(node.children) else None

    def raw(self, steps: Steps) -> bytes | None:
        """The bytes at a place; None where nothing is, or only a default is shown."""
        node = self.at(steps)
        return None if node is None or node.tag == g.ABSENT else self.data[node.offset : node.end]

    def declared(self, record: Node, number: int) -> FieldDescriptor | None:
        """The field that a number stands for in a record."""
        return field_in(self.schema.pool, record.value, number)

    def field(self, node: Node | None) -> FieldDescriptor | None:
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

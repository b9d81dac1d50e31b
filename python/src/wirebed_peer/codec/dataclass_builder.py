"""Converts the objects that a library has read from a stream to dataclasses, as its user would do by hand.

A value that does not have its declared type is left as it is, and the bridge refuses it.
"""

from __future__ import annotations

from typing import Any, ClassVar

from wirebed_protocol.plain_pb2 import PlainField, PlainType

from wirebed_peer.tree import Tree


class DataclassBuilder:
    """Converts the objects of one stream; an object that appears in two places is converted once."""

    # The types that the library reads for a list or an array, for a set, and for a map.
    LISTS: ClassVar[tuple[type, ...]]
    SETS: ClassVar[tuple[type, ...]]
    MAPS: ClassVar[tuple[type, ...]]

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self._made: dict[int, Any] = {}

    def single(self, type_: PlainType, value: Any) -> Any:
        """Converts one value of a field, list or map."""
        raise NotImplementedError

    def message(self, message: str, value: Any, content: dict[str, Any]) -> Any:
        """Converts the library's object `value`, whose fields are `content` by their Java names."""
        if id(value) in self._made:
            return self._made[id(value)]
        entry = self.tree.plain_class(message)
        result = self._made[id(value)] = self.tree.python_class(entry)()
        for field in entry.fields:
            # A field that is missing or null keeps its default.
            if (held := content.get(field.java_name)) is not None:
                setattr(result, field.names["python"], self._field(field, held))
        return result

    def _field(self, field: PlainField, value: Any) -> Any:
        if field.container == PlainField.SINGLE:
            return self.single(field.type, value)
        if field.container == PlainField.MAP:
            if not isinstance(value, self.MAPS):
                return value
            return {self.single(field.key, key): self._element(field, item) for key, item in value.items()}
        is_set = field.container == PlainField.SET
        if not isinstance(value, self.SETS if is_set else self.LISTS):
            return value
        items = [self._element(field, item) for item in value]
        return _as_set(items) if is_set else items

    def _element(self, field: PlainField, value: Any) -> Any:
        return None if value is None else self.single(field.type, value)


def _as_set(items: list[Any]) -> Any:
    try:
        return set(items)
    except TypeError:
        return items

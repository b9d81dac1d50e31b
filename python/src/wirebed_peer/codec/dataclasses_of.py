"""Dataclasses of what a library's reader has made of a stream, as its user would write it by hand.

A value of another shape than declared stays as it came, and fails when it is looked at.
"""

from __future__ import annotations

from typing import Any, ClassVar

from wirebed_protocol.plain_pb2 import PlainField, PlainType

from wirebed_peer.tree import Tree


class Dataclasses:
    """Makes dataclasses of the objects of one stream; an object that stands in two places is made once."""

    # What the library makes of a list or an array, of a set, of a map.
    LISTS: ClassVar[tuple[type, ...]]
    SETS: ClassVar[tuple[type, ...]]
    MAPS: ClassVar[tuple[type, ...]]

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self._made: dict[int, Any] = {}

    def single(self, type_: PlainType, value: Any) -> Any:
        """One value of a field, of a list or of a map."""
        raise NotImplementedError

    def message(self, message: str, value: Any, content: dict[str, Any]) -> Any:
        """The dataclass of the library's object `value`, whose fields are `content` by their Java names."""
        if id(value) in self._made:
            return self._made[id(value)]
        entry = self.tree.plain_class(message)
        result = self._made[id(value)] = self.tree.python_class(entry)()
        for field in entry.fields:
            # What is missing or null keeps the empty value.
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

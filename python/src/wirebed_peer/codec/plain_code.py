"""Functions compiled for each plain class: what every JSON codec does between plain objects and its library's values.

Shared are the numbers of classes and enums, and how a field's container is walked; what one value becomes is each
codec's own.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from wirebed_protocol.plain_pb2 import PlainClass, PlainEnum, PlainField, PlainType

from wirebed_peer.tree import Tree

Convert = Callable[[PlainType, str], str]  # an expression of a value -> the expression of what it becomes


def iso(moment: datetime) -> str:
    """ISO 8601 in UTC with at least milliseconds."""
    digits = "microseconds" if moment.microsecond % 1000 else "milliseconds"
    return moment.isoformat(timespec=digits).replace("+00:00", "Z")


class PlainCode:
    """In `namespace`, for the class of number n: `C<n>`; for the enum of number n: `enum<n>_name` and `enum<n>_of`."""

    def __init__(self, tree: Tree, namespace: dict[str, Any]) -> None:
        self.tree = tree
        self.namespace = namespace
        self._classes: dict[str, int] = {}
        self._enums: dict[str, int] = {}

    def source(self, number: int, entry: PlainClass) -> list[str]:
        """Lines of Python for one class."""
        raise NotImplementedError

    def number(self, message: str) -> int:
        """The number of a message's class; compiles it, and those that it needs."""
        if message not in self._classes:
            number = self._classes[message] = len(self._classes)
            entry = self.tree.plain_class(message)
            self.namespace[f"C{number}"] = self.tree.python_class(entry)
            exec(compile("\n".join(self.source(number, entry)), f"<json of {message}>", "exec"), self.namespace)
        return self._classes[message]

    def enum(self, name: str) -> int:
        """The number of an enum: a table to names and one from names."""
        if name not in self._enums:
            number = self._enums[name] = len(self._enums)
            entry: PlainEnum = self.tree.plain_enums[name]
            members = self.tree.python_class(entry)
            self.namespace[f"enum{number}_name"] = {members(v.number): v.name for v in entry.values if not v.alias}
            self.namespace[f"enum{number}_of"] = {v.name: members(v.number) for v in entry.values}
        return self._enums[name]


def contents(field: PlainField, value: str, convert: Convert, key: Convert, writes: bool) -> str:
    """What becomes of a list, an array, a set or a map."""
    content = convert(field.type, "x")
    if field.container == PlainField.MAP:
        text = key(field.key, "k")
        return value if (text, content) == ("k", "x") else f"{{{text}: {content} for k, x in {value}.items()}}"
    if field.container == PlainField.SET:
        # Written in order, since a set of texts has another one in every process.
        items = f"{content} for x in {value}"
        return f"sorted({items})" if writes else f"{{{items}}}"
    return value if content == "x" else f"[{content} for x in {value}]"

"""Nodes and paths as texts of a report: `five_year_prices[2].date`, `map["k"]`, `1.5`."""

import base64
import json
from typing import Protocol

from google.protobuf.descriptor_pool import DescriptorPool

from wirebed.bed.schema import field_in
from wirebed.view import grammar as g
from wirebed.view.parse import Node

_LONGEST = 120
_MAX_FLOAT = 3.4028234663852886e38


class Named(Protocol):
    """A schema, as far as its names are concerned."""

    @property
    def pool(self) -> DescriptorPool: ...


def field_name(schema: Named | None, message: str, number: int) -> str:
    """The name of a field, `[ext.name]` for an extension, `#7` for an unknown field."""
    field = None if schema is None else field_in(schema.pool, message, number)
    if field is None:
        return f"#{number}"
    return f"[{field.full_name}]" if field.is_extension else field.name


def known(schema: Named, message: str) -> bool:
    try:
        schema.pool.FindMessageTypeByName(message)
    except KeyError:
        return False
    return True


def path(node: Node, schema: Named | None) -> str:
    """The path of a node, with the names of the schema; empty for the root."""
    parts = []
    while node.parent is not None:
        parts.append(step(node, node.parent, schema))
        node = node.parent
    return "".join(reversed(parts)).removeprefix(".")


def step(node: Node, parent: Node, schema: Named | None) -> str:
    """What the path of a node has after that of its parent."""
    if parent.tag == g.RECORD:
        return "." + field_name(schema, parent.value, node.step)
    if parent.tag != g.MAP:
        return f"[{node.step}]"
    key = next((k for k, child in zip(parent.keys, parent.children, strict=True) if node in (child, k)), None)
    return f"[{'?' if key is None else scalar(key)}]"


def scalar(node: Node) -> str:
    """A scalar on one line, exactly; a long text is cut, with its length."""
    tag, value = node.tag, node.value
    if tag == g.ABSENT:
        return f"absent, read as {scalar(value)}"
    if tag == g.TEXT:
        return cut(json.dumps(value, ensure_ascii=not value.isprintable()), len(value))
    if tag in (g.BYTES, g.BAD_TEXT):
        name = "bytes" if tag == g.BYTES else "invalid text"
        return cut(f"{name} {value.hex() if len(value) < 64 else base64.b64encode(value).decode()}", len(value))
    if tag in (g.TRUE, g.FALSE):
        return "true" if value else "false"
    if tag == g.NULL:
        return "null"
    if tag == g.FLOAT:
        return _float(value)
    return repr(value)


def _float(value: float) -> str:
    """The shortest text that is read as this float, of at most nine digits."""
    for digits in range(1, 10):
        text = f"{value:.{digits}g}"
        if abs(float(text)) <= _MAX_FLOAT and g.F32.pack(float(text)) == g.F32.pack(value):
            return text
    return repr(value)


def cut(text: str, length: int) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}… ({length} in all)"


def render(node: Node | None, schema: Named | None) -> str:
    """Any node on one line: scalars exactly, containers by the beginning of their content."""
    if node is None:
        return "absent"
    if node.tag == g.SAME:
        return f"the same object as {path(node.value, schema) or 'the whole value'}"
    if node.tag == g.RECORD:
        inner = ", ".join(
            f"{field_name(schema, node.value, number)}: {_short(child)}"
            for number, child in list(zip(node.keys, node.children, strict=True))[:4]
        )
        return cut(f"{node.value} {{{inner}{', …' if len(node.children) > 4 else ''}}}", len(node.children))
    if node.tag in (g.LIST, g.SET, g.MAP):
        return _short(node)
    if node.tag == g.ENUM:
        return str(node.value)
    return scalar(node)


def _short(node: Node) -> str:
    if node.tag == g.RECORD:
        return f"{node.value} {{…}}"
    if node.tag in (g.LIST, g.SET, g.MAP):
        return f"{g.NAMES[node.tag]} of {len(node.children)}"
    if node.tag == g.SAME:
        return "(shared)"
    return scalar(node)

"""The values of a report as text: each place of a view with the text of what is there."""

from collections.abc import Iterator

from wirebed import view
from wirebed.bed.schema import Schema
from wirebed.cases.vectors import bare_text
from wirebed.view import grammar as g
from wirebed.view.bare import normal
from wirebed.view.spell import step


def seen(data: bytes, schema: Schema | None) -> dict[str, str]:
    """Place -> the text of the value there."""
    if message_of(data, schema):
        return dict(leaves(view.parse(data), schema))
    return bare(data)


def bare(data: bytes) -> dict[str, str]:
    """The places of a value without schema."""
    return dict(bare_text.leaves(view.parse(normal(data))))


def message_of(data: bytes | None, schema: Schema | None) -> str:
    """The full name of the message that a view is of; empty for a value without schema."""
    if not data or schema is None:
        return ""
    root = view.head(data)
    return str(root.value) if root.tag == g.RECORD and root.value in schema.messages else ""


def leaves(root: view.Node, schema: Schema | None) -> Iterator[tuple[str, str]]:
    """The path and the text of each scalar, empty container and shared object."""
    stack = [(root, "")]
    while stack:
        node, path = stack.pop()
        if node.children:
            stack += reversed([(child, f"{path}{step(child, node, schema)}") for child in node.children])
        else:
            is_empty = node.tag in (g.RECORD, g.LIST, g.SET, g.MAP)
            yield path.removeprefix("."), f"empty {g.NAMES[node.tag]}" if is_empty else view.render(node, schema)

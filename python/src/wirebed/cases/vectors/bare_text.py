"""Bare values as short texts: `list [int 1, "a"]` instead of records of records."""

from collections.abc import Iterator

from wirebed import view
from wirebed.view import grammar as g

_MOST = 100  # characters of one value


def place(node: view.Node | None) -> str:
    """The path of a node in the value: `[2].head`, `{1}.value`; empty for the whole value."""
    parts = []
    while node is not None and node.parent is not None:
        parent = node.parent
        if parent.tag == g.LIST:
            parts.append(_step(node, parent))
        elif parent.value in ("entry",):
            parts.append(("", ".key", ".value")[node.step])
        node = parent
    return "".join(reversed(parts)).removeprefix(".")


def _step(node: view.Node, parent: view.Node) -> str:
    holder = parent.parent.value if parent.parent is not None else "list"
    if holder == "object":
        name = node.field(1) if node.tag == g.RECORD else None
        return f".{name.value if name is not None else '?'}"
    return f"{{{node.step}}}" if holder == "map" else f"[{node.step}]"


def text(node: view.Node | None) -> str:
    """A bare value, or a part of its view, on one line."""
    full = _text(node, 0)
    return full if len(full) <= _MOST else f"{full[:_MOST]}…"


def _text(node: view.Node | None, depth: int) -> str:
    if node is None:
        return "absent"
    if node.tag == g.SAME:
        return f"the same as {place(node.value) or 'the whole value'}"
    if node.tag == g.LIST:
        return f"{len(node.children)} parts"
    if node.tag != g.RECORD:
        return view.render(node, None)
    if node.value in ("list", "map", "object", "entry", "field"):
        return _container(node, depth)
    content = node.field(1)
    if content is None:
        return str(node.value)
    scalar = view.render(content, None)
    return scalar if node.value in ("string", "bool") else f"{node.value} {scalar.removeprefix('bytes ')}"


def _container(node: view.Node, depth: int) -> str:
    if node.value in ("entry", "field"):
        joint = ": " if node.value == "field" else " = "
        first = node.field(1)
        key = first.value if node.value == "field" and first is not None else _text(first, depth + 1)
        return f"{key}{joint}{_text(node.field(2), depth + 1)}"
    name, parts = node.field(1), node.field(2)
    head = " ".join(filter(None, (node.value, name.value if name is not None else "")))
    if depth > 3 or parts is None:
        return f"{head} …"
    inner = ", ".join(_text(part, depth + 1) for part in parts.children[:8])
    more = ", …" if len(parts.children) > 8 else ""
    return f"{head} {'[' if node.value == 'list' else '{'}{inner}{more}{']' if node.value == 'list' else '}'}"


def leaves(root: view.Node) -> Iterator[tuple[str, str]]:
    """The path and the text of each scalar, and of the head of each container."""
    stack = [root]
    while stack:
        node = stack.pop()
        if node.tag == g.RECORD and node.value in ("entry", "field"):
            stack += reversed([child for child in node.children if child.tag != g.TEXT])
        elif node.tag == g.RECORD and node.value in ("list", "map", "object"):
            name, parts = node.field(1), node.field(2)
            count = len(parts.children) if parts is not None else 0
            typed = f" {name.value}" if name is not None else ""
            yield place(node), f"{node.value}{typed}, {count} {_unit(node.value, count)}"
            stack += reversed(parts.children if parts is not None else [])
        else:
            yield place(node), text(node)


def _unit(container: str, count: int) -> str:
    unit = {"list": "value", "map": "entries", "object": "field"}[container]
    if container == "map":
        return unit if count != 1 else "entry"
    return unit if count == 1 else unit + "s"

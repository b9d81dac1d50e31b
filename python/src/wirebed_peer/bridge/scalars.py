"""Reading scalar nodes: `read(view, position) -> (value, where the node ends)`."""

from __future__ import annotations

from collections.abc import Callable
from struct import Struct
from typing import Any

from wirebed_peer.bridge import nodes
from wirebed_peer.bridge.nodes import malformed, sized, u32_from

Reader = Callable[[bytes, int], tuple[Any, int]]


def _fixed(tag: str, code: str, what: str) -> Reader:
    unpack = Struct(f"<{code}").unpack_from
    number = ord(tag)
    width = 1 + Struct(f"<{code}").size

    def read(view: bytes, position: int) -> tuple[Any, int]:
        if view[position] != number:
            raise malformed(position, what)
        return unpack(view, position + 1)[0], position + width

    return read


read_int = _fixed("i", "q", "an integer")
read_upper = _fixed("u", "Q", "an integer")
read_float = _fixed("g", "f", "a float")
read_double = _fixed("d", "d", "a double")
read_enum = _fixed("e", "i", "an enum")


def read_uint64(view: bytes, position: int) -> tuple[int, int]:
    if view[position] == ord("u"):
        return read_upper(view, position)
    return read_int(view, position)


def read_bool(view: bytes, position: int) -> tuple[bool, int]:
    tag = view[position]
    if tag not in b"tf":
        raise malformed(position, "true or false")
    return tag == nodes.TRUE, position + 1


def read_text(view: bytes, position: int) -> tuple[str, int]:
    """The text of a node. Text that a `str` cannot hold raises UnicodeDecodeError."""
    tag = view[position]
    if tag == nodes.TEXT:
        data, end = sized(view, position + 1)
        return data.decode(), end
    if tag == nodes.ODD_TEXT:
        data, end = sized(view, position + 1)
        return data.decode("utf-8", "surrogatepass"), end
    if tag == nodes.SAME:
        (target,) = u32_from(view, position + 1)
        if target >= position or view[target] == nodes.SAME:
            raise malformed(position, "the offset of an earlier text")
        return read_text(view, target)[0], position + 5
    raise malformed(position, "a text")


def read_bytes(view: bytes, position: int) -> tuple[bytes, int]:
    if view[position] != nodes.BYTES:
        raise malformed(position, "bytes")
    return sized(view, position + 1)


READERS: dict[str, Reader] = {
    "int": read_int,
    "uint64": read_uint64,
    "float": read_float,
    "double": read_double,
    "enum": read_enum,
    "bool": read_bool,
    "text": read_text,
    "bytes": read_bytes,
}


_ELEMENTS = {kind: (tag.encode(), Struct(f"<x{code}")) for kind, (tag, code) in nodes.FIXED.items()}


def read_fixed_list(kind: str, view: bytes, position: int, count: int) -> tuple[list[Any], int]:
    """Many scalars of fixed size at once."""
    tag, node = _ELEMENTS[kind]
    end = position + count * node.size
    if end > len(view) or view[position : end : node.size] != tag * count:
        raise malformed(position, f"{count} nodes {tag.decode()}")
    return [value for (value,) in node.iter_unpack(view[position:end])], end

"""The nodes of a view (proto/wirebed/README.md), with the helpers that all bridges share."""

from __future__ import annotations

import functools
import struct
from collections.abc import Callable
from struct import Struct
from typing import Any

from wirebed_peer.refusal import Refusal, unbuildable

U16 = Struct("<H")
U32 = Struct("<I")
pack_u32 = U32.pack
u32_from = U32.unpack_from

END = U32.pack(0)
SAME, RECORD, LIST, SET, MAP, NULL = b"=rlzmn"
TEXT, ODD_TEXT, BYTES = b"sxb"
TRUE, FALSE = b"tf"
LOWEST_U64 = 1 << 63

# The layout of a scalar of fixed size: its tag and its struct format.
FIXED = {"int": ("i", "q"), "float": ("g", "f"), "double": ("d", "d"), "enum": ("e", "i")}
NODE = {kind: Struct(f"<c{code}") for kind, (_, code) in FIXED.items()}
SIZE = {ord("i"): 9, ord("u"): 9, ord("g"): 5, ord("d"): 9, ord("e"): 5, TRUE: 1, FALSE: 1, NULL: 1, SAME: 5}


def record_head(message: str) -> bytes:
    """Tag and name of a record."""
    name = message.encode()
    return b"r" + U16.pack(len(name)) + name


def text_node(text: str) -> bytes:
    """An `s` node, or an `x` node with three bytes of generalized UTF-8 for each lone surrogate."""
    try:
        data = text.encode()
    except UnicodeEncodeError:
        data = text.encode("utf-8", "surrogatepass")
        return b"x" + pack_u32(len(data)) + data
    return b"s" + pack_u32(len(data)) + data


def bytes_node(data: bytes) -> bytes:
    return b"b" + pack_u32(len(data)) + data


def bool_node(value: bool) -> bytes:
    return b"t" if value else b"f"


def unsigned_node(value: int) -> bytes:
    """An integer that may need the upper half of 64 bits."""
    return _UNSIGNED(b"i" if value < LOWEST_U64 else b"u", value) if value >= 0 else int_node(value)


_UNSIGNED = Struct("<cQ").pack
_INT, _FLOAT, _DOUBLE, _ENUM = (NODE[kind].pack for kind in ("int", "float", "double", "enum"))


def int_node(value: int) -> bytes:
    return _INT(b"i", value)


def float_node(value: float) -> bytes:
    return _FLOAT(b"g", value)


def double_node(value: float) -> bytes:
    return _DOUBLE(b"d", value)


def enum_node(value: int) -> bytes:
    return _ENUM(b"e", value)


SCALAR_NODE: dict[str, Callable[[Any], bytes]] = {
    "int": int_node,
    "uint64": unsigned_node,
    "float": float_node,
    "double": double_node,
    "enum": enum_node,
    "bool": bool_node,
    "text": text_node,
    "bytes": bytes_node,
}


# A precompiled struct writes a run of up to this many scalars of fixed size.
_FEW = 64


@functools.cache
def _few(kind: str, count: int) -> tuple[Callable[..., bytes], int, bytes]:
    tag, code = FIXED[kind]
    return Struct("<" + f"x{code}" * count).pack, NODE[kind].size, tag.encode() * count


def interleave(kind: str, values: Any) -> bytearray:
    """The nodes of many scalars of fixed size at once, ten times as fast as one by one."""
    count = len(values)
    if count <= _FEW:
        pack, width, tags = _few(kind, count)
        nodes = bytearray(pack(*values))
        nodes[::width] = tags
        return nodes
    tag, code = FIXED[kind]
    raw = Struct(f"<{count}{code}").pack(*values)
    width = len(raw) // count
    nodes = bytearray((width + 1) * count)
    nodes[0 :: width + 1] = tag.encode() * count
    for byte in range(width):
        nodes[byte + 1 :: width + 1] = raw[byte::width]
    return nodes


def malformed(position: int, expected: str) -> Refusal:
    return unbuildable(f"bad view at offset {position}: {expected}")


def whole(view: bytes, read: Callable[[], tuple[Any, int]]) -> Any:
    """Returns what `read` makes of a view, and checks that the view ends there.

    Errors of Python's own types become a Refusal: the bytes are not a valid view, or the object cannot hold the value.
    """
    try:
        value, end = read()
    except (struct.error, IndexError):
        raise malformed(len(view), "the view ends too early") from None
    except (ValueError, TypeError, ArithmeticError, RecursionError, MemoryError) as error:
        raise unbuildable(f"{type(error).__name__}: {error}", error) from None
    if end != len(view):
        raise malformed(end, "the end")
    return value


def sized(view: bytes, position: int) -> tuple[bytes, int]:
    """The bytes behind the uint32 length at `position`, and where they end."""
    (size,) = u32_from(view, position)
    end = position + 4 + size
    if end > len(view):
        raise malformed(position, f"{size} bytes")
    return view[position + 4 : end], end


def counted(view: bytes, position: int, least: int) -> tuple[int, int]:
    """The count at `position`, of elements that take `least` bytes or more, and where they begin."""
    (count,) = u32_from(view, position)
    if count * least > len(view) - position - 4:
        raise malformed(position, f"{count} elements")
    return count, position + 4


def skip(view: bytes, position: int) -> int:
    """Where the node at `position` ends. It keeps its own stack, so depth is not limited."""
    # One entry per open list (the number of nodes that are left) or record (None).
    open_nodes: list[int | None] = [1]
    while open_nodes:
        left = open_nodes[-1]
        if left == 0:
            open_nodes.pop()
            continue
        if left is None:
            (number,) = u32_from(view, position)
            position += 4
            if number == 0:
                open_nodes.pop()
                continue
        else:
            open_nodes[-1] = left - 1
        tag = view[position]
        if tag in SIZE:
            position += SIZE[tag]
        elif tag in (TEXT, ODD_TEXT, BYTES):
            position = sized(view, position + 1)[1]
        elif tag == RECORD:
            position += 3 + U16.unpack_from(view, position + 1)[0]
            open_nodes.append(None)
        elif tag in (LIST, SET, MAP):
            count, position = counted(view, position + 1, 1)
            open_nodes.append(count * (2 if tag == MAP else 1))
        else:
            raise malformed(position, f"no node has the tag {tag:#04x}")
    return position

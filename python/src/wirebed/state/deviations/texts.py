"""What conditions and functions ask of texts beyond characters: bytes that are no text, UTF-8, surrogates, chunks."""

import re

from wirebed.view import grammar as g
from wirebed.view.parse import Node

# The UTF-16 units of a chunk in which Hessian 2 writes a long text.
_CHUNK = 0x8000
INVALID = "surrogates bytes"


def characters(node: Node) -> str:
    """A text; of an invalid one, its surrogates and its invalid bytes are characters, too."""
    if node.tag != g.BAD_TEXT:
        return str(node.value)
    raw: bytes = node.value
    return raw.decode("utf-8", "surrogatepass" if invalid(node) == "surrogates" else "surrogateescape")


def invalid(node: Node | None) -> str:
    """Why a text is not valid UTF-8, one of `INVALID`: lone `surrogates`, which UTF-16 holds, or other `bytes`."""
    if node is None or node.tag != g.BAD_TEXT:
        return ""
    try:
        node.value.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return "bytes"
    return "surrogates"


def utf8_length(node: Node | None) -> int | None:
    if node is None or node.tag not in (g.TEXT, g.BAD_TEXT):
        return None
    return len(node.value.encode()) if node.tag == g.TEXT else len(node.value)


def last_chunk(node: Node) -> Node:
    """The last of the chunks in which Hessian 2 writes a text: of 32,768 units each, or 1 less before a pair."""
    units = characters(node).encode("utf-16-le", "surrogatepass")
    start = 0
    while len(units) - start > 2 * _CHUNK:
        start += 2 * _CHUNK
        if 0xD8 <= units[start - 1] < 0xDC:
            start -= 2
    chunk = Node(node.tag, node.offset, node.parent, node.step)
    rest = units[start:].decode("utf-16-le", "surrogatepass")
    chunk.value = rest if node.tag == g.TEXT else rest.encode("utf-8", "surrogatepass")
    return chunk


def joined(text: str) -> str:
    """Each lone surrogate with the character behind it, as a pair is joined: of each, the lowest ten bits."""
    return re.sub("([\ud800-\udfff])(.)", lambda pair: chr(0x10000 + (_bits(pair[1]) << 10) + _bits(pair[2])), text)


def apart(text: str) -> str:
    """The two surrogates of each character that has them."""
    return "".join(map(_halves, text))


def _bits(character: str) -> int:
    return ord(character) & 0x3FF


def _halves(character: str) -> str:
    above = ord(character) - 0x10000
    return character if above < 0 else chr(0xD800 + (above >> 10)) + chr(0xDC00 + (above & 0x3FF))

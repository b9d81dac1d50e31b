"""The canonical view of a case, which readers should give: texts have no identity in it (proto/wirebed/README.md)."""

from bisect import bisect_right

from wirebed.view import grammar as g
from wirebed.view.parse import Node, parse


def canonical(data: bytes) -> bytes:
    """`data` with every `=` that names a text replaced by that text, and the other `=` renumbered."""
    if b"=" not in data:
        return data
    sames = _sames(parse(data))
    if all(node.value.tag == g.RECORD for node in sames):
        return data
    out = bytearray()
    copied = 0
    # An old offset has moved by shifts[i], for the last starts[i] <= the old offset.
    starts, shifts = [0], [0]
    for node in sames:
        out += data[copied : node.offset]
        target = node.value
        if target.tag == g.RECORD:
            out += b"=" + g.U32.pack(target.offset + shifts[bisect_right(starts, target.offset) - 1])
        else:
            out += data[target.offset : target.end]
        copied = node.end
        starts.append(copied)
        shifts.append(len(out) - copied)
    out += data[copied:]
    return bytes(out)


def _sames(root: Node) -> list[Node]:
    """All `=` nodes in the order of the data."""
    sames, stack = [], [root]
    while stack:
        node = stack.pop()
        if node.tag == g.SAME:
            sames.append(node)
        stack.extend(reversed(node.children))
    return sames

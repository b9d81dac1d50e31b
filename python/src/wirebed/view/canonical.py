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


def alike(one: bytes, other: bytes) -> bool:
    """Whether two views have the same canonical view."""
    if one == other:
        return True
    return b"=" in _around(one, other) and canonical(one) == canonical(other)


def _around(one: bytes, other: bytes) -> bytes:
    """The bytes of both at the first difference, with as many before it as name a node.

    Up to there both are parsed alike. So two views of the same meaning have a `=` there, and its number, or a `=` in
    one of them.
    """
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    before = max(low - g.U32.size, 0)
    return one[before : low + 1] + other[low : low + 1]


def _sames(root: Node) -> list[Node]:
    """All `=` nodes in the order of the data."""
    sames, stack = [], [root]
    while stack:
        node = stack.pop()
        if node.tag == g.SAME:
            sames.append(node)
        stack.extend(reversed(node.children))
    return sames

"""Lets every codec write the golden cases several times, to see whether it writes the same bytes each time.

The rules are in fixtures/golden/README.md.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import TypeVar

from wirebed import view
from wirebed.bed.codec_id import NONE
from wirebed.cases.case import Case
from wirebed.peers.client import Call, CodecClient
from wirebed.state.golden.update import Encoding
from wirebed.view import grammar as g

# How often new processes write a value. A random hash seed leaves two entries of a map in the same order every other
# time, so a value with maps or sets is written more often: an unstable order goes unnoticed once in 2^9.
TIMES, TIMES_UNORDERED = 2, 10
_T = TypeVar("_T")


def calls(client: CodecClient, cases: Iterable[Case], turn: int) -> Iterator[tuple[Case, Call]]:
    """Each case for each codec that writes a format it can be written in."""
    for case in cases:
        value = reordered(case.view, turn)
        for codec in client.codecs:
            if codec.format != NONE and codec.encodes and written(case, codec.format):
                yield case, Call.write(codec, case, value)


def written(case: Case, format: str) -> bool:
    """Whether codecs encode the case in this format: not where the case gives the bytes itself."""
    return not case.wire and (case.formats is None or format in case.formats)


def encodings(cases: Iterable[Case], start: Callable[[], AbstractContextManager[CodecClient]]) -> list[Encoding]:
    """The encodings by new processes, with the entries of maps and sets in another order each time."""
    cases = list(cases)
    first: dict[tuple[str, str], Encoding] = {}
    unstable: set[tuple[str, str]] = set()
    for turn in range(TIMES_UNORDERED):
        asked = cases if turn < TIMES else [case for case in cases if reordered(case.view, 1) != case.view]
        if not asked:
            break
        with start() as client:
            pairs = list(calls(client, asked, turn))
            answers = client.call(call for _, call in pairs)
        for (case, call), answer in zip(pairs, answers, strict=True):
            key, codec = (case.name, call.codec.id), call.codec
            if turn == 0 and answer.data is not None:
                first[key] = Encoding(case, codec.id, codec.version, answer.data, environment=codec.environment)
            elif key in first and answer.data is not None and answer.data != first[key].data:
                unstable.add(key)
    return [replace(encoding, stable=key not in unstable) for key, encoding in first.items()]


def reordered(data: bytes, turn: int) -> bytes:
    """The same value with the entries of maps and the elements of sets in another order; turn 0 changes nothing.

    A value with shared objects stays as it is: its `=` nodes could come before what they name.
    """
    if not turn:
        return data
    if not data.count(b"m") + data.count(b"z"):
        return data
    root = view.parse(data)
    out = bytearray()
    todo: list[view.Node | bytes] = [root]
    while todo:
        node = todo.pop()
        if isinstance(node, bytes):
            out += node
        elif node.tag == g.SAME:
            return data
        else:
            todo += reversed(_pieces(data, node, turn))
    return bytes(out)


def _pieces(data: bytes, node: view.Node, turn: int) -> list[view.Node | bytes]:
    """A node as bytes to copy and nodes to visit, in their new order."""
    if not node.children:
        return [data[node.offset : node.end]]
    head = data[node.offset : node.children[0].offset]
    if node.tag == g.LIST:
        return [head, *node.children]
    if node.tag == g.SET:
        return [head, *_turned(node.children, turn)]
    if node.tag == g.MAP:
        pairs = _turned(list(zip(node.keys, node.children, strict=True)), turn)
        return [data[node.offset : node.keys[0].offset], *(part for pair in pairs for part in pair)]
    pieces: list[view.Node | bytes] = [head[: -g.U32.size]]
    for number, child in zip(node.keys, node.children, strict=True):
        pieces += [g.U32.pack(number), child]
    return [*pieces, g.U32.pack(0)]


def _turned(items: Sequence[_T], turn: int) -> list[_T]:
    """The items in another order: rotated by half the number of the turn, and reversed in odd turns."""
    start = turn // 2 % len(items)
    rotated = [*items[start:], *items[:start]]
    return rotated[::-1] if turn % 2 else rotated

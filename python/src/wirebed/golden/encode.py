"""What every codec writes of the golden cases today, and whether it writes the same each time (DESIGN 6)."""

from __future__ import annotations

from collections.abc import Iterator

from wirebed import view
from wirebed.ask import Panel, Question
from wirebed.view import grammar as g

from .update import Encoding


def questions(peers: Panel, cases, shuffled: bool) -> Iterator[tuple[object, Question]]:
    """Each golden case for each codec that writes a format it can be written in."""
    for case in cases:
        value = reordered(case.view) if shuffled else case.view
        for ref in peers.codecs:
            format = ref.codec.format
            if format == "none" or not ref.codec.encodes or not written(case, format):
                continue
            options = tuple(sorted(case.options.get(format, {}).items()))
            yield case, Question(ref, case.message, value, encode=True, options=options)


def written(case, format: str) -> bool:
    """Whether the case is encoded in this format at all: not when it gives the bytes itself."""
    return not case.wire and (case.formats is None or format in case.formats)


def encodings(cases, first: Panel, second: Panel) -> list[Encoding]:
    """Two fresh sets of processes encode; maps and sets are filled in another order the second time."""
    cases = list(cases)
    asked = list(questions(first, cases, shuffled=False))
    again = list(questions(second, cases, shuffled=True))
    answers = first.ask(question for _, question in asked)
    others = second.ask(question for _, question in again)
    found = []
    for (case, question), answer, other in zip(asked, answers, others, strict=True):
        if answer.data is not None:
            stable = other.data is None or other.data == answer.data
            found.append(Encoding(case, question.ref.id, question.ref.codec.version, answer.data, stable))
    return found


def reordered(data: bytes) -> bytes:
    """The same value with the entries of maps and the elements of sets in reverse.

    A value with shared objects stays as it is: its `=` nodes could come before what they name.
    """
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
            todo += reversed(_pieces(data, node))
    return bytes(out)


def _pieces(data: bytes, node: view.Node) -> list[view.Node | bytes]:
    """A node as bytes to copy and nodes to visit, in their new order."""
    if not node.children:
        return [data[node.offset : node.end]]
    head = data[node.offset : node.children[0].offset]
    if node.tag == g.LIST:
        return [head, *node.children]
    if node.tag == g.SET:
        return [head, *reversed(node.children)]
    if node.tag == g.MAP:
        pairs = list(zip(node.keys, node.children, strict=True))[::-1]
        return [data[node.offset : node.keys[0].offset], *(part for pair in pairs for part in pair)]
    pieces: list[view.Node | bytes] = [head[: -g.U32.size]]
    for number, child in zip(node.keys, node.children, strict=True):
        pieces += [g.U32.pack(number), child]
    return [*pieces, g.U32.pack(0)]

"""The views that the questions are made of: those of the cases, and what the peer's own objects give back of them."""

from collections import defaultdict
from dataclasses import dataclass, field

from wirebed_protocol import peer_pb2

from wirebed.peer_test.kit import Kit
from wirebed.peers import task
from wirebed.view import canonical, parse
from wirebed.view import grammar as g

# Views that are damaged at each byte are no longer than this, if the message has a case that short.
DAMAGED = 110
# And views whose fields are put together anew no longer than this.
EDITED = 4000
END = g.U32.pack(0)


def head(message: str) -> bytes:
    """Tag and name of a record."""
    name = message.encode()
    return b"r" + g.U16.pack(len(name)) + name


def record(message: str, fields: dict[int, bytes]) -> bytes:
    """A view of the fields in the order that they are given in."""
    return head(message) + b"".join(g.U32.pack(number) + node for number, node in fields.items()) + END


def fields_of(view: bytes) -> dict[int, bytes]:
    """The nodes of a record's fields, as they stand."""
    root = parse(view)
    return {number: view[child.offset : child.end] for number, child in zip(root.keys, root.children, strict=True)}


def cases(kit: Kit) -> list:
    """The cases that have a value."""
    return [case for case in kit.session.plan.cases if not case.expect_reject and case.view]


def to_damage(kit: Kit) -> list[tuple[str, str, bytes]]:
    """(case, message, view): of each message the longest view that is short, or the shortest."""
    found: dict[str, tuple[str, str, bytes]] = {}
    for case in sorted(cases(kit), key=lambda case: (len(case.view), case.name)):
        if len(case.view) <= DAMAGED or case.message not in found:
            found[case.message] = case.name, case.message, case.view
    return [one for one in found.values() if len(one[2]) <= EDITED]


@dataclass
class Values:
    """What the objects of one model give back of every case: by message, by case."""

    codec: str
    empty: dict[str, bytes] = field(default_factory=dict)  # of which nothing was said
    held: dict[str, dict[str, bytes]] = field(default_factory=lambda: defaultdict(dict))


def values(kit: Kit, model: int) -> Values:
    """Asks `none` for them. What an object cannot hold is left out, and what shares objects: its offsets would move."""
    codec = kit.none[model]
    found = Values(codec)
    short = [case for case in cases(kit) if len(case.view) <= EDITED]
    names = sorted({case.message for case in short})
    answers = kit.answers(
        [task(codec, name, encode=record(name, {})) for name in names]
        + [task(codec, case.message, encode=canonical(case.view)) for case in short]
    )
    for name, answer in zip(names, answers, strict=False):
        if isinstance(answer, peer_pb2.Result) and answer.encoded:
            found.empty[name] = answer.encoded
    for case, answer in zip(short, answers[len(names) :], strict=True):
        held = answer.encoded if isinstance(answer, peer_pb2.Result) and case.message in found.empty else b""
        if held and not _shares(held):
            found.held[case.message][case.name] = held
    return found


def _shares(view: bytes) -> bool:
    if b"=" not in view:
        return False
    stack = [parse(view)]
    while stack:
        node = stack.pop()
        if node.tag == g.SAME:
            return True
        stack.extend(node.children)
    return False

"""Damages views: cuts them at each byte, flips a byte, changes a tag or a count, appends bytes."""

import random
from collections.abc import Iterator

from wirebed_protocol import peer_pb2

from wirebed.view import grammar as g
from wirebed.view import parse
from wirebed.view.outcome import Stage
from wirebed_peer_test.contract import Clause
from wirebed_peer_test.examiner import Examiner, question
from wirebed_peer_test.question import Judge, Question, Violation, fails, outcome
from wirebed_peer_test.values import to_damage
from wirebed_peer_test.view_check import InvalidView, Views

TAGS = bytes([*g.NAMES, 0x00, 0x20, 0xFF])
COUNTED = (g.TEXT, g.BAD_TEXT, g.BYTES, g.LIST, g.SET, g.MAP)
SEED = 16


def ask(examiner: Examiner):
    examiner.ask(questions(examiner))


def questions(examiner: Examiner) -> Iterator[Question]:
    """Questions for `encode`, and every fourth one for `decode`, where `none` takes a view for bytes."""
    for model, codec in sorted(examiner.none.items()):
        for case, message, view in to_damage(examiner):
            for index, (how, damaged) in enumerate(damages(view, seed=f"{SEED} {case}")):
                action = "decode" if index % 4 == 3 else "encode"
                judge = judging(examiner.views, damaged, message, action, model == peer_pb2.MESSAGE)
                yield question(f"damage {codec} {case} {how}", judge, codec, message, **{action: damaged})


def damages(view: bytes, seed: str) -> Iterator[tuple[str, bytes]]:
    """(the damage, the damaged view)"""
    dice = random.Random(seed)
    for at in range(len(view)):
        yield f"cut-{at}", view[:at]
    for at in range(0, len(view), 3):
        yield flip(view, at, dice)
    for at in _nodes(view):
        for tag in dice.sample(TAGS, 3):
            if tag != view[at]:
                yield f"tag-{at}-{tag:02x}", replaced(view, at, bytes([tag]))
        if view[at] in COUNTED:
            (count,) = g.U32.unpack_from(view, at + 1)
            for other in (count + 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF):
                yield f"count-{at}-{other}", replaced(view, at + 1, g.U32.pack(other))
    for name, more in (("zero", b"\0"), ("end", b"\0\0\0\0"), ("null", b"n"), ("itself", view)):
        yield f"more-{name}", view + more


def replaced(data: bytes, at: int, by: bytes) -> bytes:
    return data[:at] + by + data[at + len(by) :]


def flip(data: bytes, at: int, dice: random.Random) -> tuple[str, bytes]:
    """The data with another byte at this place, and the name of that damage."""
    flipped = data[at] ^ dice.randrange(1, 256)
    return f"flip-{at}-{flipped:02x}", replaced(data, at, bytes([flipped]))


def _nodes(view: bytes) -> list[int]:
    """Where each node starts."""
    starts, stack = [], [parse(view)]
    while stack:
        node = stack.pop()
        starts.append(node.offset)
        stack.extend([*node.children, *(key for key in node.keys if not isinstance(key, int))])
    return sorted(starts)


def judging(views: Views, damaged: bytes, message: str, action: str, complete: bool) -> Judge:
    """The judge of a damaged view: the peer refuses an invalid view. For a view that is still valid it returns a view,
    or its object cannot hold it."""
    clause = Clause.BUILD if action == "encode" else Clause.NONE_BYTES
    refused = fails(f"{action[:2]}code_error", clause, Stage.BUILD)
    answered = f"{action[:-1]}ed"

    def judge(result) -> Violation | None:
        try:
            views.check(damaged, message)
        except InvalidView as why:
            wrong = refused(result)
            return wrong and Violation(wrong.clause, f"{wrong.expected}: {why}")
        if outcome(result) == answered:
            return views.broken(getattr(result, answered), message, complete)
        wrong = refused(result)
        return wrong and Violation(wrong.clause, f"{answered}, or {wrong.expected}")

    return judge

"""The views from which questions are made: those of the cases, and those that the peer's own objects give back."""

from collections import defaultdict
from dataclasses import dataclass, field

from wirebed_protocol import peer_pb2

from wirebed.peers import task
from wirebed.view import canonical, parse
from wirebed.view import grammar as g
from wirebed_peer_test.examiner import Examiner
from wirebed_peer_test.question import outcome

# The longest view that is damaged at each byte, if the message has a case that short.
DAMAGED = 110
# The longest view whose fields are edited.
EDITED = 4000
END = g.U32.pack(0)


def head(message: str) -> bytes:
    """Tag and name of a record."""
    name = message.encode()
    return b"r" + g.U16.pack(len(name)) + name


def record(message: str, fields: dict[int, bytes]) -> bytes:
    """A view of these fields, in this order."""
    return head(message) + b"".join(g.U32.pack(number) + node for number, node in fields.items()) + END


def fields_of(view: bytes) -> dict[int, bytes]:
    """The nodes of a record's fields, as bytes."""
    root = parse(view)
    return {number: view[child.offset : child.end] for number, child in zip(root.keys, root.children, strict=True)}


def cases(examiner: Examiner) -> list:
    """The cases with a value."""
    return [case for case in examiner.suite.plan.cases if not case.expect_reject and case.view]


def to_damage(examiner: Examiner) -> list[tuple[str, str, bytes]]:
    """(case, message, view) with the longest view up to DAMAGED bytes of each message, or else the shortest."""
    found: dict[str, tuple[str, str, bytes]] = {}
    for case in sorted(cases(examiner), key=lambda case: (len(case.view), case.name)):
        if len(case.view) <= DAMAGED or case.message not in found:
            found[case.message] = case.name, case.message, case.view
    return [one for one in found.values() if len(one[2]) <= EDITED]


@dataclass
class ModelViews:
    """The views of every case that the objects of one model give back."""

    codec: str
    empty: dict[str, bytes] = field(default_factory=dict)  # message -> the view of an empty object
    views: dict[str, dict[str, bytes]] = field(default_factory=lambda: defaultdict(dict))  # message -> case -> view


def values(examiner: Examiner, model: int) -> ModelViews:
    """Asks `none` for the views. A value that the object cannot hold is left out, and one with shared objects, since
    editing would move its offsets."""
    codec = examiner.none[model]
    found = ModelViews(codec)
    short = [case for case in cases(examiner) if len(case.view) <= EDITED]
    names = sorted({case.message for case in short})
    answers = examiner.answers(
        [task(codec, name, encode=record(name, {})) for name in names]
        + [task(codec, case.message, encode=canonical(case.view)) for case in short]
    )
    for name, answer in zip(names, answers, strict=False):
        if isinstance(answer, peer_pb2.Result) and answer.encoded:
            found.empty[name] = answer.encoded
    for case, answer in zip(short, answers[len(names) :], strict=True):
        view = answer.encoded if isinstance(answer, peer_pb2.Result) and case.message in found.empty else b""
        if view and not _shares(view):
            found.views[case.message][case.name] = view
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


def new_objects(examiner: Examiner) -> dict[tuple[int, str], bytes]:
    """The views of new objects by model and message, where a codec may leave another one."""
    if not any(codec.leaves_object for codec in examiner.codecs):
        return {}
    messages = sorted({case.message for case in cases(examiner)})
    asked = [(model, message) for model in examiner.none for message in messages]
    tasks = [task(examiner.none[model], message, encode=record(message, {})) for model, message in asked]
    answers = examiner.answers(tasks)
    return {one: answer.encoded for one, answer in zip(asked, answers, strict=True) if outcome(answer) == "encoded"}

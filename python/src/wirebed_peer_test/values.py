"""The views from which questions are made: those of the cases, and those that the peer's own objects give back."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

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
    by_message: dict[str, tuple[str, str, bytes]] = {}
    for case in sorted(cases(examiner), key=lambda case: (len(case.view), case.name)):
        if len(case.view) <= DAMAGED or case.message not in by_message:
            by_message[case.message] = case.name, case.message, case.view
    return [chosen for chosen in by_message.values() if len(chosen[2]) <= EDITED]


@dataclass
class ModelViews:
    """The views of every case that the objects of one model give back."""

    codec: str
    empty: dict[str, bytes]  # message -> the view of an empty object
    views: dict[str, dict[str, bytes]]  # message -> case -> view


def values(examiner: Examiner, model: int) -> ModelViews:
    """Asks `none` for the views. A value that the object cannot hold is left out, and one with shared objects, since
    editing would move its offsets."""
    codec = examiner.none[model]
    short = [case for case in cases(examiner) if len(case.view) <= EDITED]
    new = _empty(examiner, [codec], sorted({case.message for case in short}))
    empty = {message: view for (_, message), view in new.items()}
    answers = examiner.answers([task(codec, case.message, encode=canonical(case.view)) for case in short])
    views: dict[str, dict[str, bytes]] = defaultdict(dict)
    for case, answer in zip(short, answers, strict=True):
        view = answer.encoded if isinstance(answer, peer_pb2.Result) and outcome(answer) == "encoded" else None
        if view is not None and case.message in empty and not _shares(view):
            views[case.message][case.name] = view
    return ModelViews(codec, empty, views)


def _shares(view: bytes) -> bool:
    stack = [parse(view)] if b"=" in view else []
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
    models = {codec: model for model, codec in examiner.none.items()}
    views = _empty(examiner, models, messages)
    return {(models[codec], message): view for (codec, message), view in views.items()}


def _empty(examiner: Examiner, codecs: Iterable[str], messages: Iterable[str]) -> dict[tuple[str, str], bytes]:
    """The views of new objects by codec and message."""
    asked = [(codec, message) for codec in codecs for message in messages]
    answers = examiner.answers([task(codec, message, encode=record(message, {})) for codec, message in asked])
    pairs = zip(asked, answers, strict=True)
    results = ((key, answer) for key, answer in pairs if isinstance(answer, peer_pb2.Result))
    return {key: answer.encoded for key, answer in results if outcome(answer) == "encoded"}

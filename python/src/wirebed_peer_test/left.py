"""Judges what a failure leaves with the user of a library."""

from collections.abc import Iterable, Mapping

from wirebed_protocol import peer_pb2

from wirebed_peer_test.contract import Clause
from wirebed_peer_test.question import Result, Violation, failure_of, outcome
from wirebed_peer_test.view_check import InvalidView, Views

_LEFT_BY = {"decode_error": "object", "encode_error": "output"}


class Leftovers:
    def __init__(self, codecs: Iterable[peer_pb2.Codec], views: Views):
        self._codecs = {f"{codec.format}/{codec.library}": codec for codec in codecs}
        self._views = views
        # The views of new objects by model and message, once they were asked for: nothing that is left may be one.
        self.new_objects: Mapping[tuple[int, str], bytes] = {}

    def violation(self, task: dict, result: Result) -> Violation | None:
        failure, failed = failure_of(result), outcome(result)
        if failure is None or not failure.HasField("left"):
            return None
        into = task["relay"].into if "relay" in task and failed == "encode_error" else ""
        left, codec = failure.left, self._codecs.get(into or task["codec"])
        what = left.WhichOneof("what")
        if what != _LEFT_BY[failed]:
            return Violation(Clause.LEFT, f"that what is left is an {_LEFT_BY[failed]}")
        if codec is None or not getattr(codec, f"leaves_{what}"):
            return Violation(Clause.LEFT, f"nothing left, or `leaves_{what}` in the introduction")
        if what == "output":
            whole = 0 < len(left.output) <= left.size
            return None if whole else Violation(Clause.LEFT, "an output with bytes, and the number of all")
        return self._of_object(codec.model, task["message"], left)

    def _of_object(self, model: int, message: str, left: peer_pb2.Left) -> Violation | None:
        if not left.object:
            return None  # it has no view, or one that is too long
        if left.object == self.new_objects.get((model, message)):
            return Violation(Clause.LEFT, "an object in which something is set")
        try:
            self._views.check(left.object, message, seen=True)
        except InvalidView as error:
            return Violation(Clause.LEFT, f"a view of the message: {error}")
        return None if left.size == len(left.object) else Violation(Clause.LEFT, "the size of the view")

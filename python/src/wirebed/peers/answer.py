"""The answer of a peer to one task: bytes, or the outcome of a failure and the peer's words about it."""

import enum
from typing import NamedTuple

from wirebed_protocol import peer_pb2

from wirebed.peers.job import Lost
from wirebed.view.outcome import By, Left, Manner, Outcome, Stage, steady, word


class Answer(NamedTuple):
    """`data` when it went well, else `outcome` and what is known of the failure."""

    data: bytes | None = None
    outcome: Outcome | None = None
    stage: str = ""
    reason: str = ""
    manner: str = ""
    by: str = ""
    left: Left | None = None

    def __str__(self) -> str:
        return f"{self.outcome.value if self.outcome else 'answered'}: {self.reason}" + (
            f" ({self.stage})" if self.stage else ""
        )


_WANTED = {"encode": "encoded", "decode": "decoded", "relay": "encoded"}


def column_answer(answer: bytes | peer_pb2.Result | Lost, action: str) -> bytes | Answer:
    """The answer to one value of a column: what it gave, or an Answer without data."""
    if isinstance(answer, bytes):
        return answer
    parsed = read(answer, action)
    return parsed if parsed.data is None else parsed.data


def read(result: peer_pb2.Result | Lost, action: str) -> Answer:
    """`action`: encode, decode, or relay and echo, which may fail in both ways."""
    if isinstance(result, Lost):
        return Answer(None, result.outcome, "", result.reason)
    which = result.WhichOneof("outcome")
    if which == "echoed" and action == "echo":
        echoed = result.echoed
        return Answer(echoed.view) if echoed.WhichOneof("reply") == "view" else read(echoed.refusal, "relay")
    if which == "connection_error" and action in ("echo", "relay"):
        return _failed(Outcome.LOST, result.connection_error)
    if which == _WANTED.get(action):
        return Answer(result.decoded if which == "decoded" else result.encoded)
    if which == "unsupported":
        return Answer(None, Outcome.UNSUPPORTED, "", steady(result.unsupported.reason))
    if which == "encode_error" and action != "decode":
        return _failed(Outcome.REFUSED, result.encode_error)
    if which == "decode_error" and action != "encode":
        return _failed(Outcome.REJECTED, result.decode_error)
    failures = {"encode_error": result.encode_error, "decode_error": result.decode_error}
    if which == "internal_error" or which in failures:
        return _failed(Outcome.INTERNAL, failures.get(which, result.internal_error))
    return Answer(None, Outcome.INTERNAL, "", f"answered {which or 'nothing'}")


def _failed(outcome: Outcome, failure: peer_pb2.Failure) -> Answer:
    words = steady(failure.reason)
    reason = f"{failure.type}: {words}" if failure.type else words
    return Answer(
        None,
        outcome,
        _word(Stage, failure.stage),
        reason,
        _word(Manner, failure.manner),
        _word(By, failure.by),
        _left(failure),
    )


def _left(failure: peer_pb2.Failure) -> Left | None:
    left = failure.left
    what = left.WhichOneof("what")
    return Left(what, left.object, left.output, left.size) if what else None


def _word(names: type[enum.IntEnum], number: int) -> str:
    return word(names(number)) if number else ""

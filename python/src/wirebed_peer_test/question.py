"""One question for a peer, and the violations that an answer shows."""

from collections.abc import Callable
from dataclasses import dataclass

from wirebed_protocol import peer_pb2

from wirebed.peers import Lost
from wirebed.view.outcome import By, Manner, Stage, word
from wirebed_peer_test.contract import Clause

Result = peer_pb2.Result | Lost


@dataclass(frozen=True, slots=True)
class Violation:
    """The sentence that an answer violates, and the answer that was expected."""

    clause: Clause
    expected: str


Judge = Callable[[Result], Violation | None]


@dataclass(frozen=True, slots=True)
class Question:
    """A task (made by `wirebed.peers.task`) with the name by which it is repeated, and the judge of its answer."""

    name: str
    task: dict
    judge: Judge


@dataclass(frozen=True, slots=True)
class Failure:
    """A question with a wrong answer, as texts."""

    name: str
    question: str
    answer: str
    wrong: Violation


def outcome(result: Result) -> str:
    """`encoded`, `decode_error`, …; empty when the peer was lost with the task, or the result is empty."""
    return "" if isinstance(result, Lost) else result.WhichOneof("outcome") or ""


def failure_of(result: Result) -> peer_pb2.Failure | None:
    """The failure of a decode or an encode."""
    name = outcome(result)
    return getattr(result, name) if name in ("decode_error", "encode_error") else None


def stage(result: Result) -> int:
    """The stage of a failure; 0 for another result."""
    failure = failure_of(result)
    return 0 if failure is None else failure.stage


def missing_words(result: Result) -> str:
    """The words that a failure or an `unsupported` lacks, or that contradict its stage; empty where it says all."""
    if isinstance(result, peer_pb2.Result) and outcome(result) == "unsupported":
        return "" if result.unsupported.reason else "a reason"
    failure = failure_of(result)
    if failure is None:
        return ""
    if not (failure.reason or failure.type):
        return "a reason"
    if not failure.manner or not failure.by:
        return "a manner and who refused"
    if (failure.stage == peer_pb2.USE) != (failure.by == peer_pb2.CAST):
        return "`by` cast at the stage use, and only there"
    if failure.by == peer_pb2.CAST and failure.manner == peer_pb2.TYPED:
        return "a cast that is untyped"
    if failure.stage == peer_pb2.BUILD and failure.by != peer_pb2.CODEC:
        return "`by` codec at the stage build"
    return ""


def fails(expected_outcome: str, clause: Clause, *stages: int) -> Judge:
    """The judge of a question that must fail, such as with `encode_error`, at one of these stages."""
    expected = f"{expected_outcome} at {' or '.join(word(Stage(number)) for number in stages)}"

    def judge(result: Result) -> Violation | None:
        if outcome(result) != expected_outcome or stage(result) not in stages:
            return Violation(clause, expected)
        return None

    return judge


def unsupported(result: Result) -> Violation | None:
    return None if outcome(result) == "unsupported" else Violation(Clause.UNSUPPORTED, "unsupported")


def gives(expected_outcome: str, data: bytes, clause: Clause) -> Judge:
    """The judge of a question whose answer is known to the byte."""

    def judge(result: Result) -> Violation | None:
        if outcome(result) == expected_outcome and getattr(result, expected_outcome) == data:
            return None
        return Violation(clause, f"{expected_outcome} {brief(data)}")

    return judge


def basics(result: Result) -> Violation | None:
    """The violation of a rule for every answer."""
    if outcome(result) in ("", "internal_error"):
        return Violation(Clause.ALIVE, "another result")
    lacking = missing_words(result)
    return Violation(Clause.WORDS, lacking) if lacking else None


SHOWN = 400


def brief(data: bytes) -> str:
    """Bytes in hexadecimal, shortened."""
    more = f"… ({len(data):,} bytes)" if len(data) > SHOWN else ""
    return f"`{data[:SHOWN].hex()}`{more}"


def answer_text(result: Result) -> str:
    """An answer on one line."""
    if isinstance(result, Lost):
        return f"{result.outcome.value}: {result.reason}"
    name = outcome(result)
    if name in ("encoded", "decoded"):
        return f"{name} {brief(getattr(result, name))}"
    if name == "unsupported":
        return f"unsupported: {result.unsupported.reason[:SHOWN]}"
    if name.endswith("_error"):
        failure = getattr(result, name)
        at = f" at {word(Stage(failure.stage))}" if failure.stage else ""
        how = f" ({word(Manner(failure.manner))} by {word(By(failure.by))})" if failure.manner and failure.by else ""
        return f"{name}{at}{how}: {failure.type}: {failure.reason[:SHOWN]}"
    return name or "a result without an outcome"


def task_text(task: dict) -> str:
    """A task on one line."""
    names = [f"{key} {task[key]}" for key in ("codec", "message", "class_name") if task.get(key)]
    for action in ("encode", "decode"):
        if action in task:
            return " ".join([action, *names, brief(task[action])])
    if "relay" not in task:
        return " ".join(["measure" if "measure" in task else "no action", *names])
    relay = task["relay"]
    parts = ["relay", *names, brief(relay.wire)]
    parts += [f"clear {list(relay.clear)}"] if relay.clear else []
    parts += [f"set {brief(relay.set)}"] if relay.set else []
    return " ".join(parts + ([f"into {relay.into}"] if relay.into else []))

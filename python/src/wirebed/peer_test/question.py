"""One question for a peer, and what is wrong with an answer."""

from collections.abc import Callable
from dataclasses import dataclass

from wirebed_protocol import peer_pb2

from wirebed.outcome import Stage, word
from wirebed.peer_test.contract import Clause
from wirebed.peers import Lost

Result = peer_pb2.Result | Lost


@dataclass(frozen=True, slots=True)
class Wrong:
    """The sentence that an answer does not keep, and what it should have been."""

    clause: Clause
    expected: str


Judge = Callable[[Result], Wrong | None]


@dataclass(frozen=True, slots=True)
class Question:
    """A task with the name by which it is repeated; `task` is as `wirebed.peers.task` makes it."""

    name: str
    task: dict
    judge: Judge


@dataclass(frozen=True, slots=True)
class Failure:
    """A question, as text, that got a wrong answer."""

    name: str
    asked: str
    answer: str
    wrong: Wrong


def outcome(result: Result) -> str:
    """`encoded`, `decode_error`, …; empty when the peer was lost over the task, or says nothing."""
    return "" if isinstance(result, Lost) else result.WhichOneof("outcome") or ""


def stage(result: Result) -> int:
    """Where a failure happened; 0 for what is no failure."""
    kind = outcome(result)
    return getattr(result, kind).stage if kind in ("decode_error", "encode_error") else 0


def wordless(result: Result) -> bool:
    """Whether a failure or an `unsupported` does not say why."""
    kind = outcome(result)
    if kind == "unsupported":
        return not result.unsupported.reason
    return kind.endswith("_error") and not (getattr(result, kind).reason or getattr(result, kind).type)


def fails(kind: str, clause: Clause, *stages: int) -> Judge:
    """The judge of a question that must fail: `encode_error` at one of these stages, say."""
    expected = f"{kind} at {' or '.join(word(Stage(one)) for one in stages)}"

    def judge(result: Result) -> Wrong | None:
        if outcome(result) != kind or stage(result) not in stages:
            return Wrong(clause, expected)
        return None

    return judge


def unsupported(result: Result) -> Wrong | None:
    return None if outcome(result) == "unsupported" else Wrong(Clause.UNSUPPORTED, "unsupported")


def gives(kind: str, data: bytes, clause: Clause) -> Judge:
    """The judge of a question whose answer is known to the byte."""

    def judge(result: Result) -> Wrong | None:
        if outcome(result) == kind and getattr(result, kind) == data:
            return None
        return Wrong(clause, f"{kind} {brief(data)}")

    return judge


def basics(result: Result) -> Wrong | None:
    """What holds for every answer, whatever was asked."""
    if outcome(result) in ("", "internal_error"):
        return Wrong(Clause.ALIVE, "another result")
    return Wrong(Clause.WORDS, "a reason") if wordless(result) else None


SHOWN = 400


def brief(data: bytes) -> str:
    """Bytes in hexadecimal, cut when they are many."""
    more = f"… ({len(data):,} bytes)" if len(data) > SHOWN else ""
    return f"`{data[:SHOWN].hex()}`{more}"


def told(result: Result) -> str:
    """An answer on one line."""
    if isinstance(result, Lost):
        return f"{result.outcome.value}: {result.reason}"
    kind = outcome(result)
    if kind in ("encoded", "decoded"):
        return f"{kind} {brief(getattr(result, kind))}"
    if kind == "unsupported":
        return f"unsupported: {result.unsupported.reason[:SHOWN]}"
    if kind.endswith("_error"):
        failure = getattr(result, kind)
        at = f" at {word(Stage(failure.stage))}" if failure.stage else ""
        return f"{kind}{at}: {failure.type}: {failure.reason[:SHOWN]}"
    return kind or "a result without an outcome"


def asked(task: dict) -> str:
    """A task on one line."""
    names = [f"{key} {task[key]}" for key in ("codec", "message", "class_name") if task.get(key)]
    for kind in ("encode", "decode"):
        if kind in task:
            return " ".join([kind, *names, brief(task[kind])])
    if "relay" not in task:
        return " ".join(["measure" if "measure" in task else "no action", *names])
    relay = task["relay"]
    parts = ["relay", *names, brief(relay.wire)]
    parts += [f"clear {list(relay.clear)}"] if relay.clear else []
    parts += [f"set {brief(relay.set)}"] if relay.set else []
    return " ".join(parts + ([f"into {relay.into}"] if relay.into else []))

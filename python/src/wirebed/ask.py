"""Asks codecs directly, outside of a matrix: these bytes by every reader, this value by every writer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from wirebed_protocol import peer_pb2

from wirebed.bed import BUILD, ROOT
from wirebed.errors import unknown
from wirebed.outcome import Stage, steady, word
from wirebed.peers import Lost, Pool, discover, task
from wirebed.schema import Schema
from wirebed.trees import ensure


@dataclass(frozen=True)
class Ref:
    """One codec of one peer."""

    peer: str
    codec: peer_pb2.Codec

    @property
    def name(self) -> str:
        """`hessian2/caucho`, as tasks call it."""
        return f"{self.codec.format}/{self.codec.library}"

    @property
    def id(self) -> str:
        """`java:hessian2/caucho`, as everybody else does."""
        return f"{self.peer}:{self.name}"


@dataclass(frozen=True)
class Question:
    """One value or one payload for one codec; an empty message asks for a bare value."""

    ref: Ref
    message: str
    data: bytes
    encode: bool = False
    options: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Answer:
    """Bytes or a view, or why there are none."""

    data: bytes | None
    verdict: str  # decoded, encoded, rejected, refused, unsupported, crash, timeout, internal
    reason: str = ""


class Panel:
    """The peers of one tree, started."""

    def __init__(self, pool: Pool, schema: Schema) -> None:
        self.pool = pool
        self.schema = schema
        self.codecs = [
            Ref(peer, codec)
            for peer, introduction in sorted(pool.introductions().items())
            for codec in sorted(introduction.codecs, key=lambda c: (c.format, c.library))
        ]

    def formats(self) -> list[str]:
        return sorted({ref.codec.format for ref in self.codecs})

    def readers(self, format: str, bare: bool = False) -> list[Ref]:
        return [ref for ref in self._of(format) if ref.codec.decodes and (ref.codec.bare or not bare)]

    def writers(self, format: str, bare: bool = False) -> list[Ref]:
        return [ref for ref in self._of(format) if ref.codec.encodes and (ref.codec.bare or not bare)]

    def _of(self, format: str) -> list[Ref]:
        if format not in self.formats():
            raise unknown("format", format, self.formats())
        return [ref for ref in self.codecs if ref.codec.format == format]

    def ask(self, questions: Iterable[Question]) -> list[Answer]:
        """The answers in the order of the questions; all peers work at the same time."""
        questions = list(questions)
        tasks: dict[str, list[dict]] = {}
        for question in questions:
            action = {"encode" if question.encode else "decode": question.data}
            one = task(question.ref.name, question.message, dict(question.options), **action)
            tasks.setdefault(question.ref.peer, []).append(one)
        results = {peer: iter(answers) for peer, answers in self.pool.run(tasks).items()}
        return [_answer(next(results[question.ref.peer])) for question in questions]


@contextmanager
def panel(bed, names: Sequence[str] | None = None, measuring: bool = False) -> Iterator[Panel]:
    """Builds what the bed needs and starts its peers, or those that are named; `measuring`: to take their time."""
    tree = ensure(bed, names)
    specs = [spec for spec in discover(ROOT) if names is None or spec.name in names]
    if measuring:
        specs = [spec.measuring() for spec in specs]
    with Pool(specs, tree, logs=BUILD / "log" / "ask") as pool:
        yield Panel(pool, Schema.load(tree))


def _answer(result: peer_pb2.Result | Lost) -> Answer:
    if isinstance(result, Lost):
        return Answer(None, result.outcome.value, result.reason)
    kind = result.WhichOneof("outcome")
    if kind in ("encoded", "decoded"):
        return Answer(getattr(result, kind), kind)
    if kind == "unsupported":
        return Answer(None, kind, result.unsupported.reason)
    verdict = {"decode_error": "rejected", "encode_error": "refused"}.get(kind, "internal")
    if kind is None:
        return Answer(None, verdict, "an answer without content")
    failure = getattr(result, kind)
    stage = f" ({word(Stage(failure.stage))})" if failure.stage else ""
    return Answer(None, verdict, steady(f"{failure.type}: {failure.reason}".removeprefix(": ")) + stage)

"""Codecs, called directly and outside of a matrix: these bytes by every reader, this value by every writer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from wirebed.bed import BUILD
from wirebed.bed.schema import Schema
from wirebed.errors import unknown
from wirebed.peers.answer import Answer, read
from wirebed.peers.codecs import CodecRef, codecs_of
from wirebed.peers.job import TaskFields, task
from wirebed.peers.pool import Pool
from wirebed.peers.scope import Scope
from wirebed.peers.spec import discover


class Written(Protocol):
    """A value that a codec writes, such as wirebed.cases.Case."""

    @property
    def message(self) -> str: ...

    @property
    def options(self) -> Mapping[str, Mapping[str, str]]: ...

    @property
    def view(self) -> bytes: ...


@dataclass(frozen=True)
class Call:
    """One value or one payload for one codec; an empty message asks for a bare value."""

    codec: CodecRef
    message: str
    data: bytes
    encode: bool = False
    options: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def write(cls, codec: CodecRef, case: Written, view: bytes | None = None) -> Call:
        """The value of a case, or another `view` of its message, to be encoded."""
        options = case.options.get(codec.format, {})
        return cls(codec, case.message, case.view if view is None else view, encode=True, options=options)

    @property
    def action(self) -> str:
        return "encode" if self.encode else "decode"


class CodecClient:
    """The peers of one tree, started."""

    def __init__(self, pool: Pool, schema: Schema) -> None:
        self.pool = pool
        self.schema = schema
        self.codecs = sorted(
            codecs_of(pool.scope.within(pool.introductions())), key=lambda ref: (ref.peer, ref.format, ref.library)
        )

    def formats(self) -> list[str]:
        return sorted({codec.format for codec in self.codecs})

    def readers(self, format: str, bare: bool = False) -> list[CodecRef]:
        return [codec for codec in self._of(format) if codec.decodes and (codec.bare or not bare)]

    def writers(self, format: str, bare: bool = False) -> list[CodecRef]:
        return [codec for codec in self._of(format) if codec.encodes and (codec.bare or not bare)]

    def _of(self, format: str) -> list[CodecRef]:
        if format not in self.formats():
            raise unknown("format", format, self.formats())
        return [codec for codec in self.codecs if codec.format == format]

    def call(self, calls: Iterable[Call]) -> list[Answer]:
        """The answers in the order of the calls; all peers work at the same time."""
        calls = list(calls)
        tasks: dict[str, list[TaskFields]] = {}
        for call in calls:
            made = task(call.codec.key, call.message, call.options, **{call.action: call.data})
            tasks.setdefault(call.codec.peer, []).append(made)
        results = {peer: iter(answers) for peer, answers in self.pool.run(tasks).items()}
        return [read(next(results[call.codec.peer]), call.action) for call in calls]


@contextmanager
def connect(tree: Path, names: Sequence[str] | None = None, scope: Scope | None = None) -> Iterator[CodecClient]:
    """Starts the peers of a tree that is built, or those of them that are named."""
    with Pool(discover(names=names), tree, logs=BUILD / "log" / "client", scope=scope) as pool:
        yield CodecClient(pool, Schema.load(tree))

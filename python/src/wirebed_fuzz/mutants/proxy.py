"""A pool of real peers in which one codec has a planted fault: its questions or answers are changed on their way.

Nothing is imitated: the library of the codec reads and writes what it is given. A fault that writes another value
changes the view that the codec is to write, and a fault that reads other bytes changes these bytes.
"""

from collections.abc import Sequence
from typing import NamedTuple

from wirebed_protocol import peer_pb2

from wirebed.bed.schema import Schema
from wirebed.peers import ColumnJob, Job, Pool
from wirebed.peers.job import Column, Given
from wirebed.view import ViewError, parse
from wirebed_fuzz.mutants.mutant import Mutant
from wirebed_fuzz.mutants.scalars import Change
from wirebed_fuzz.mutants.tree import written

_TYPE = "planted.Fault"  # of the error that a fault refuses with


class _Sent(NamedTuple):
    """In the tag of what is sent for a job."""

    job: ColumnJob


class _Planted(NamedTuple):
    mutant: Mutant
    schema: Schema

    def takes(self, peer: str, column: Column) -> bool:
        action = "decode" if self.mutant.reads else "encode"
        return f"{peer}:{column.codec}" == self.mutant.codec and column.action == action and bool(column.message)

    def asked(self, column: Column) -> Column:
        """What the codec is asked."""
        hooks = self.mutant.hooks
        if self.mutant.reads and (data := hooks.data) is not None:
            return column._replace(values=[data(value, column.message, self.schema) for value in column.values])
        if not self.mutant.reads and (view := hooks.view) is not None:
            return column._replace(values=[self._changed(view, value) for value in column.values])
        return column

    def answers(self, column: Column, answers: Sequence[Given]) -> list[Given]:
        """What it seems to have answered. Its failures stay."""
        pairs = zip(answers, column.values, strict=True)
        return [
            self._answer(column.message, answer, value) if isinstance(answer, bytes) else answer
            for answer, value in pairs
        ]

    def _answer(self, message: str, answer: bytes, value: bytes) -> Given:
        hooks, why = self.mutant.hooks, None
        if hooks.refuses_view is not None:
            why = hooks.refuses_view(parse(answer), self.schema)
        elif hooks.refuses_data is not None:
            why = hooks.refuses_data(value, message, self.schema)
        elif self.mutant.reads and hooks.view is not None:
            return self._changed(hooks.view, answer)
        elif not self.mutant.reads and hooks.data is not None:
            return hooks.data(answer, message, self.schema)
        return answer if why is None else _refusal(why)

    def _changed(self, change: Change, view: bytes) -> bytes:
        """What is no view, or too deep for this process, stays."""
        try:
            root = parse(view)
            change(root, self.schema)
            return written(root)
        except (ViewError, RecursionError):
            return view


def _refusal(why: str) -> peer_pb2.Result:
    """As of a library that says what it documents. Nobody reads the id any more."""
    failure = peer_pb2.Failure(stage=peer_pb2.PARSE, type=_TYPE, reason=why, manner=peer_pb2.TYPED, by=peer_pb2.LIBRARY)
    return peer_pb2.Result(decode_error=failure)


class Proxy(Pool):
    """Relays and tasks without a message pass as they are."""

    planted: _Planted | None = None

    def plant(self, mutant: Mutant | None, schema: Schema) -> None:
        """Only while no job is under way."""
        self.planted = None if mutant is None else _Planted(mutant, schema)

    def submit(self, job: Job, rank: int = 0) -> None:
        planted = self.planted
        if planted is not None and isinstance(job, ColumnJob):
            columns = [planted.asked(each) if planted.takes(job.peer, each) else each for each in job.columns]
            job = ColumnJob(job.peer, columns, tag=_Sent(job))
        super().submit(job, rank)

    def next(self, timeout: float | None = None) -> Job:
        done = super().next(timeout)
        if not isinstance(done.tag, _Sent):
            return done
        job, planted, at = done.tag.job, self.planted, 0
        assert planted is not None, "it was sent for a fault"
        job.seconds, job.unattributed, job.answers = done.seconds, done.unattributed, []
        for column in job.columns:
            given = done.answers[at : at + len(column.values)]
            job.answers += planted.answers(column, given) if planted.takes(job.peer, column) else given
            at += len(column.values)
        return job

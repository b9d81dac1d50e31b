"""A job: the tasks or columns of one request to one peer, and its answers in the same order."""

import itertools
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Self

from google.protobuf.message import Message
from wirebed_protocol import peer_pb2

from wirebed.view.outcome import Outcome

# Small enough that a lost batch costs little and memory stays flat, large enough that the pipe costs nothing.
MOST_TASKS = 400
MOST_BYTES = 2 << 20

# The fields of a peer_pb2.Task, as keywords of it.
TaskFields = dict[str, Any]
Action = bytes | str | Message

_ids = itertools.count(2)


@dataclass(frozen=True, slots=True)
class Lost:
    """The answer to a task over which its peer died, hung or broke the protocol."""

    outcome: Outcome
    reason: str


# An answer: bytes or a peer_pb2.Result, as the kind of the job decides, or Lost; None where there is none yet.
Given = Any


class WrongReply(Exception):
    """A reply that does not answer what was asked."""


@dataclass(slots=True)
class Job(ABC):
    """A batch for one peer, and a tag for whoever made it. Its length is the number of its tasks.

    The request is made when it is sent: until then a hundred readers of the same bytes share one copy, while each
    message would have its own.
    """

    peer: str
    tag: Any = field(default=None, kw_only=True)  # whatever its maker wants
    answers: list[Given] = field(default_factory=list, kw_only=True)  # one for each task
    error: Exception | None = field(default=None, kw_only=True)  # a defect of the runner, which nothing answers
    seconds: float = field(default=0.0, kw_only=True)  # from the first byte of the request to the last of the reply
    # The process was lost over this batch, and no task of it fails again: the task at which that is reported, and why.
    unattributed: tuple[int, Lost] | None = field(default=None, kw_only=True)
    kept: Collection[int] = field(default=(), kw_only=True)  # the answers that no peer gave now: see wirebed.peers.kept

    @abstractmethod
    def __len__(self) -> int: ...

    @property
    @abstractmethod
    def codec(self) -> str:
        """The codec of the first task."""

    @abstractmethod
    def part(self, indices: Sequence[int]) -> "Job":
        """A job of only these tasks, which are in order."""

    @abstractmethod
    def extend(self, job: Self) -> None:
        """Adds the tasks of a job of the same kind and peer, after its own."""

    @abstractmethod
    def request(self, low: int = 0, high: int | None = None) -> peer_pb2.Request:
        """A request for the tasks from low to high."""

    @abstractmethod
    def read(self, reply: peer_pb2.Reply, low: int, high: int) -> list[Given]:
        """The answers to that request; WrongReply where they answer another."""


@dataclass(slots=True)
class TaskJob(Job):
    """Single tasks. An answer is a peer_pb2.Result."""

    tasks: list[TaskFields] = field(default_factory=list)  # the fields of each

    def __len__(self) -> int:
        return len(self.tasks)

    @property
    def codec(self) -> str:
        return str(self.tasks[0]["codec"])

    def add(self, codec: str, message: str, options: Mapping[str, str] | None = None, **action: Action) -> int:
        """Adds a task, as `task` makes it, and returns its index."""
        self.tasks.append(task(codec, message, options, **action))
        return len(self.tasks) - 1

    def part(self, indices: Sequence[int]) -> "TaskJob":
        return TaskJob(self.peer, [self.tasks[index] for index in indices])

    def extend(self, job: Self) -> None:
        self.tasks += job.tasks

    def request(self, low: int = 0, high: int | None = None) -> peer_pb2.Request:
        made = peer_pb2.Request(id=next(_ids), batch=peer_pb2.Batch())
        for fields in self.tasks[low:high]:
            made.batch.tasks.add(**fields)
        return made

    def read(self, reply: peer_pb2.Reply, low: int, high: int) -> list[Given]:
        results = list(reply.results.results)
        if [result.id for result in results] != [fields["id"] for fields in self.tasks[low:high]]:
            raise WrongReply("its results carry the ids of other tasks")
        return results


class Column(NamedTuple):
    """Values that one codec encodes or decodes."""

    action: str  # encode or decode
    codec: str
    message: str
    options: Mapping[str, str]
    class_name: str
    values: Sequence[bytes]


_ACTIONS = {"encode": peer_pb2.Column.ENCODE, "decode": peer_pb2.Column.DECODE}


@dataclass(slots=True)
class ColumnJob(Job):
    """The values of columns, one after the other. An answer is bytes, or a peer_pb2.Result for what failed."""

    columns: list[Column] = field(default_factory=list)

    def __len__(self) -> int:
        return sum(len(column.values) for column in self.columns)

    @property
    def codec(self) -> str:
        return self.columns[0].codec

    def part(self, indices: Sequence[int]) -> "ColumnJob":
        columns, start, at = [], 0, 0
        for column in self.columns:
            end, first = start + len(column.values), at
            while at < len(indices) and indices[at] < end:
                at += 1
            if first < at:
                columns.append(column._replace(values=[column.values[index - start] for index in indices[first:at]]))
            start = end
        return ColumnJob(self.peer, columns)

    def extend(self, job: Self) -> None:
        self.columns += job.columns

    def request(self, low: int = 0, high: int | None = None) -> peer_pb2.Request:
        made = peer_pb2.Request(id=next(_ids), columns=peer_pb2.Columns())
        for column, values in self._part(low, len(self) if high is None else high):
            made.columns.columns.add(
                action=_ACTIONS[column.action],
                codec=column.codec,
                message=column.message,
                options=column.options,
                class_name=column.class_name,
                values=values,
            )
        return made

    def _part(self, low: int, high: int) -> Iterator[tuple[Column, Sequence[bytes]]]:
        """The columns that have values from low to high, with these."""
        start = 0
        for column in self.columns:
            end = start + len(column.values)
            if start < high and low < end:
                yield column, column.values[max(low - start, 0) : high - start]
            start = end

    def read(self, reply: peer_pb2.Reply, low: int, high: int) -> list[Given]:
        asked, answered = list(self._part(low, high)), reply.column_answers.columns
        if len(asked) != len(answered):
            raise WrongReply(f"its reply answers {len(answered)} columns of {len(asked)}")
        answers = []
        for (_, values), answer in zip(asked, answered, strict=True):
            given: list[Given] = list(answer.values)
            if len(given) != len(values):
                raise WrongReply(f"its answer to a column of {len(values)} values has {len(given)}")
            for failure in answer.failures:
                if failure.id >= len(given):
                    raise WrongReply("a failure in its answer to a column is of no value")
                given[failure.id] = failure
            answers += given
        return answers


def task(codec: str, message: str, options: Mapping[str, str] | None = None, **action: Action) -> TaskFields:
    """The fields of a task; `action` is `encode=`, `decode=`, `relay=` or `measure=`."""
    return {"id": next(_ids), "codec": codec, "message": message, "options": options or {}, **action}


def batches(
    peer: str, tasks: Iterable[TaskFields], most_tasks: int = MOST_TASKS, most_bytes: int = MOST_BYTES
) -> Iterator[TaskJob]:
    """Jobs of bounded count and size, in the order of the tasks."""
    job, size = TaskJob(peer), 0
    for fields in tasks:
        length = len(fields.get("encode") or fields.get("decode") or b"")
        if job.tasks and (len(job.tasks) >= most_tasks or size + length > most_bytes):
            yield job
            job, size = TaskJob(peer), 0
        job.tasks.append(fields)
        size += length
    if job.tasks:
        yield job

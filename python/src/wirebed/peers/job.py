"""A batch of tasks for one peer, and the answer to each of its tasks."""

import itertools
from dataclasses import dataclass, field

from wirebed_protocol import peer_pb2

from wirebed.outcome import Outcome

# Small enough that a lost batch costs little and memory stays flat, large enough that the pipe costs nothing.
MOST_TASKS = 400
MOST_BYTES = 2 << 20

_ids = itertools.count(2)


@dataclass(frozen=True, slots=True)
class Lost:
    """The answer to a task whose peer died, hung or babbled over it."""

    outcome: Outcome
    reason: str


@dataclass(slots=True)
class Job:
    """A request, what came back in the order of its tasks, and whatever its maker wants to find with it."""

    peer: str
    request: peer_pb2.Request = field(default_factory=lambda: peer_pb2.Request(id=next(_ids)))
    tag: object = None
    answers: list = field(default_factory=list)  # peer_pb2.Result or Lost, one for each task
    seconds: float = 0.0  # from the first byte of the request to the last of the reply
    # The process was lost over this batch, yet no task of it does that again: the index that pays, and why.
    stray: tuple[int, Lost] | None = None

    @property
    def tasks(self):
        return self.request.batch.tasks

    def add(self, codec: str, message: str, options=None, **action) -> int:
        """One more task; `action` is `encode=`, `decode=`, `relay=` or `measure=`."""
        tasks = self.request.batch.tasks
        added = tasks.add(id=next(_ids), codec=codec, message=message, **action)
        if options:
            added.options.update(options)
        return len(tasks) - 1


def task(codec: str, message: str, options=None, **action) -> peer_pb2.Task:
    """A task on its own, as `Pool.run` takes them."""
    return peer_pb2.Task(id=next(_ids), codec=codec, message=message, options=options or {}, **action)


def batches(peer: str, tasks, most_tasks: int = MOST_TASKS, most_bytes: int = MOST_BYTES):
    """Jobs of bounded count and size, in the order of the tasks."""
    job, size = Job(peer), 0
    for one in tasks:
        length = one.ByteSize()
        if job.tasks and (len(job.tasks) >= most_tasks or size + length > most_bytes):
            yield job
            job, size = Job(peer), 0
        job.tasks.append(one)
        size += length
    if job.tasks:
        yield job

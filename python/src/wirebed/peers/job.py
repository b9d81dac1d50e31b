"""A batch of tasks for one peer, and the answer to each of its tasks."""

import itertools
from collections.abc import Iterable
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
    """What is asked of a peer at once, what came back in the same order, and what its maker wants to find with it."""

    peer: str
    # The fields of each task. The request is made of them when it is sent: in a queue they share the bytes that a
    # hundred readers are to read, and a message has a copy each.
    tasks: list[dict] = field(default_factory=list)
    tag: object = None
    answers: list = field(default_factory=list)  # peer_pb2.Result or Lost, one for each task
    seconds: float = 0.0  # from the first byte of the request to the last of the reply
    # The process was lost over this batch, yet no task of it does that again: the task that stands for it, and why.
    stray: tuple[int, Lost] | None = None

    def add(self, codec: str, message: str, options=None, **action) -> int:
        """One more task, as `task` makes it."""
        self.tasks.append(task(codec, message, options, **action))
        return len(self.tasks) - 1

    def request(self) -> peer_pb2.Request:
        return request(self.tasks)


def task(codec: str, message: str, options=None, **action) -> dict:
    """The fields of a task; `action` is `encode=`, `decode=`, `relay=` or `measure=`."""
    return {"id": next(_ids), "codec": codec, "message": message, "options": options or {}, **action}


def request(tasks: Iterable[dict]) -> peer_pb2.Request:
    made = peer_pb2.Request(id=next(_ids))
    for one in tasks:
        made.batch.tasks.add(**one)
    return made


def batches(peer: str, tasks: Iterable[dict], most_tasks: int = MOST_TASKS, most_bytes: int = MOST_BYTES):
    """Jobs of bounded count and size, in the order of the tasks."""
    job, size = Job(peer), 0
    for one in tasks:
        length = len(one.get("encode") or one.get("decode") or b"")
        if job.tasks and (len(job.tasks) >= most_tasks or size + length > most_bytes):
            yield job
            job, size = Job(peer), 0
        job.tasks.append(one)
        size += length
    if job.tasks:
        yield job

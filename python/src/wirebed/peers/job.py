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
    """The answer to a task over which its peer died, hung or broke the protocol."""

    outcome: Outcome
    reason: str


@dataclass(slots=True)
class Job:
    """A batch of tasks for one peer, their answers in the same order, and a tag for whoever made it."""

    peer: str
    # The fields of each task. The request is made when it is sent: until then a hundred readers of the same bytes share
    # one copy, while each message would have its own.
    tasks: list[dict] = field(default_factory=list)
    tag: object = None
    answers: list = field(default_factory=list)  # peer_pb2.Result or Lost, one for each task
    seconds: float = 0.0  # from the first byte of the request to the last of the reply
    # The process was lost over this batch, and no task of it fails again: the task at which that is reported, and why.
    unattributed: tuple[int, Lost] | None = None

    def add(self, codec: str, message: str, options=None, **action) -> int:
        """Adds a task, as `task` makes it, and returns its index."""
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

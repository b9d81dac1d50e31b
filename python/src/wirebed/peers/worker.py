"""The thread that serves one peer: it sends a batch and reads the reply. Where none comes, it finds the task at fault.

The worker cuts a batch that failed into parts until it finds the task that fails *alone, in a fresh process*: that task
is lost, all others get their true answers. It cuts into many parts, since a part that succeeds costs a message, and a
part that fails costs a process: the largest batch is down to single tasks in the second round. What was out of time it
cuts into single tasks at once: each has the whole time when it is alone, as processor time of the peer. When no task
fails again, something else ended the process: a kill from outside, an earlier task that did its harm late, or tasks
that were slow. Then one task of the batch reports the loss beside its true answer (`Job.unattributed`). Nothing is
reported where the batch was out of time because the machine was busy.
"""

import contextlib
import math
import queue
import threading
import time
from collections.abc import Iterable

from wirebed_protocol import peer_pb2

from wirebed.errors import UserError
from wirebed.peers.deadline import Deadlines
from wirebed.peers.job import Given, Job, Lost, WrongReply
from wirebed.peers.process import Ended, PeerFailed, PeerProcess
from wirebed.view.outcome import Outcome

PARTS = 20
# The worker gives a peer up after this many failures in a row.
PATIENCE = 30
HELLO_SECONDS = 60.0


class Look:
    """Asks a worker what its process has loaded by now, beside the jobs."""

    def __init__(self) -> None:
        self.done = threading.Event()


# What a worker is to do, by rank and number; None ends it.
Jobs = queue.PriorityQueue[tuple[float, int, Job | Look | None]]
# Jobs with their answers, or why there are none.
Done = queue.SimpleQueue[Job | UserError]


class Worker(threading.Thread):
    """Takes jobs from `jobs` by rank, puts them into `done` with their answers. None in `jobs` ends it."""

    def __init__(self, process: PeerProcess, jobs: Jobs, done: Done, deadlines: Deadlines) -> None:
        super().__init__(daemon=True, name=f"peer {process.spec.name}")
        self.process = process
        self.jobs, self.done = jobs, done
        self.deadlines = deadlines.times(process.spec.slower)
        self.introduction: peer_pb2.Introduction | None = None
        self.failure: str | None = None  # why the peer did not answer hello
        self.helps = False  # another process of the peer does the same
        self.ready = threading.Event()
        self.failures = 0
        self.served = 0  # tasks that the process has answered since it started
        self.seconds: dict[int, float] = {}  # what each task of a batch that failed took, by its index
        self.restarts = 0

    def run(self) -> None:
        try:
            self.process.start()
            self.introduction = self.process.hello(HELLO_SECONDS * self.process.spec.slower)
        except PeerFailed as error:
            self.failure = error.reason
            if not self.helps:
                self.done.put(UserError(f"a peer did not start; {self.failure}"))
            return
        except Ended:
            self.failure = "the run was ended"
            return
        finally:
            self.ready.set()
        try:
            while (job := self.jobs.get()[-1]) is not None:
                if isinstance(job, Look):
                    self.look(job)
                else:
                    self.work(job)
        except Ended:
            return
        self.process.stop()

    def work(self, job: Job) -> None:
        """Answers a job and hands it back."""
        started = time.perf_counter()
        try:
            self.serve(job)
        except Ended:
            raise
        except Exception as error:  # A defect of the runner: the main thread raises it.
            job.error = error
        job.seconds = time.perf_counter() - started
        self.done.put(job)

    def look(self, look: Look) -> None:
        """Another introduction says what the process has loaded since the first."""
        try:
            with contextlib.suppress(PeerFailed):
                if self.process.alive:
                    self.process.hello(HELLO_SECONDS * self.process.spec.slower)
        finally:
            look.done.set()

    def serve(self, job: Job) -> None:
        count = len(job)
        try:
            job.answers = self.exchange(job, 0, count, again=False)
            return
        except PeerFailed as error:
            first = error
        job.answers = [None] * count
        self.seconds = {}
        self.narrow(job, 0, count, first)
        if job.unattributed is None and not first.starved and not _lost(job.answers):
            job.unattributed = self.unattributed(job, first)

    def unattributed(self, job: Job, first: PeerFailed) -> tuple[int, Lost]:
        """The task at which the failure of a batch is reported when no task of it fails again, and why there."""
        if first.outcome is Outcome.TIMEOUT:
            at = max(self.seconds, key=self.seconds.__getitem__)
            why = f"each of the {len(job)} tasks of that batch answered in time alone, and this one took longest"
        else:
            at = 0
            why = f"a fresh process answered all {len(job)} tasks of that batch"
        return at, Lost(first.outcome, f"{first.reason}; {why} ({job.codec})")

    def narrow(self, job: Job, start: int, end: int, failed: PeerFailed) -> None:
        """Fills the answers from start to end, which failed as one batch before."""
        late = failed.outcome is Outcome.TIMEOUT
        size = 1 if late else max(1, math.ceil((end - start) / PARTS))
        for low in range(start, end, size):
            self.part(job, low, min(low + size, end))

    def part(self, job: Job, low: int, high: int) -> None:
        """Fills the answers from low to high. One task is lost if it fails alone; a crash counts in a fresh process."""
        if self.failures >= PATIENCE:
            lost = Lost(Outcome.CRASH, f"given up: the peer failed {PATIENCE} times in a row")
            job.answers[low:high] = [lost] * (high - low)
            return
        used, alone = self.process.alive and self.served > 0, high - low == 1
        try:
            job.answers[low:high] = self.exchange(job, low, high, again=True)
            return
        except PeerFailed as error:
            first = error
        if not alone:
            self.narrow(job, low, high, first)
        elif used and first.outcome is Outcome.CRASH:
            self.part(job, low, high)
        else:
            job.answers[low] = Lost(first.outcome, first.reason)
        harmed = used and first.outcome is Outcome.CRASH
        if harmed and job.unattributed is None and not _lost(job.answers[low:high]):
            after = "this task was the last that it had answered, and those that were out do not do that again"
            job.unattributed = (low - 1, Lost(first.outcome, f"{first.reason}; {after}"))

    def exchange(self, job: Job, low: int, high: int, again: bool) -> list[Given]:
        """The answers to the tasks from low to high, in their order; PeerFailed or Ended otherwise.

        `again`: they were part of a batch that failed.
        """
        asked, alone = job.request(low, high), again and high - low == 1
        seconds = self.deadlines.of(asked, suspect=again and not alone)
        try:
            if not self.process.alive:
                self.restarts += 1
                self.served = 0
                self.process.start()
                self.process.hello(HELLO_SECONDS * self.process.spec.slower)
            started = time.perf_counter()
            reply = self.process.exchange(asked, seconds, own_time=alone)
            self.seconds[low] = time.perf_counter() - started
            try:
                answers = job.read(reply, low, high)
            except WrongReply as error:
                raise self.process.fail(Outcome.CRASH, str(error)) from None
        except PeerFailed:
            self.failures += 1
            raise
        self.failures = 0
        self.served += len(answers)
        return answers


def _lost(answers: Iterable[Given]) -> bool:
    return any(isinstance(answer, Lost) for answer in answers)

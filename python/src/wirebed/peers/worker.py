"""The thread that serves one peer: it sends a batch and reads the reply. Where none comes, it finds the task at fault.

The worker cuts a batch that failed into parts until it finds the task that fails *alone, in a fresh process*: that task
is lost, all others get their true answers. It cuts into many parts, since a part that succeeds costs a message, and a
part that fails costs a process: the largest batch is down to single tasks in the second round. What was out of time it
cuts into single tasks at once, since each has the whole time when it is alone. When no task fails again, something else
ended the process: a kill from outside, an earlier task that did its harm late, or tasks that were slow. Then one task
of the batch reports the loss beside its true answer (`Job.unattributed`).
"""

import math
import queue
import threading
import time

from wirebed.errors import UserError
from wirebed.languages.peer_yaml import EXIT_UNSUPPORTED
from wirebed.outcome import Outcome
from wirebed.peers.job import Job, Lost, WrongReply
from wirebed.peers.process import Deadlines, Ended, PeerFailed, PeerProcess

PARTS = 20
# The worker gives a peer up after this many failures in a row.
PATIENCE = 30
HELLO_SECONDS = 60.0


class Worker(threading.Thread):
    """Takes jobs from `jobs` by rank, puts them into `done` with their answers. None in `jobs` ends it."""

    def __init__(self, process: PeerProcess, jobs: queue.PriorityQueue, done: queue.SimpleQueue, deadlines: Deadlines):
        super().__init__(daemon=True, name=f"peer {process.spec.name}")
        self.process = process
        self.jobs, self.done = jobs, done
        self.deadlines = deadlines
        self.introduction = None
        self.failure = None  # why the peer did not answer hello
        self.unsupported = None  # the peer's own words, where that is because it does not support the schema
        self.helps = False  # another process of the peer does the same
        self.ready = threading.Event()
        self.failures = 0
        self.served = 0  # tasks that the process has answered since it started
        self.seconds: dict[int, float] = {}  # what each task of a batch that failed took, by its index
        self.restarts = 0

    def run(self):
        try:
            self.process.start()
            self.introduction = self.process.hello(HELLO_SECONDS)
        except PeerFailed as error:
            self.failure = error.reason
            if error.code == EXIT_UNSUPPORTED:
                self.unsupported = self.process.last_words()
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
                self.work(job)
        except Ended:
            return
        self.process.stop()

    def work(self, job: Job):
        """Answers a job and hands it back."""
        started = time.perf_counter()
        try:
            self.serve(job)
        except Ended:
            raise
        except Exception as error:  # A defect of the runner: the main thread raises it.
            job.answers = error
        job.seconds = time.perf_counter() - started
        self.done.put(job)

    def serve(self, job: Job):
        count = len(job)
        try:
            job.answers = self.exchange(job, 0, count, suspect=False)
            return
        except PeerFailed as error:
            first = error
        job.answers = [None] * count
        self.seconds = {}
        self.narrow(job, 0, count, first)
        if job.unattributed is None and not _lost(job.answers):
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

    def narrow(self, job: Job, start: int, end: int, failed: PeerFailed):
        """Fills the answers from start to end, which failed as one batch before."""
        late = failed.outcome is Outcome.TIMEOUT
        size = 1 if late else max(1, math.ceil((end - start) / PARTS))
        for low in range(start, end, size):
            self.part(job, low, min(low + size, end))

    def part(self, job: Job, low: int, high: int):
        """Fills the answers from low to high. One task is lost if it fails alone; a crash counts in a fresh process."""
        if self.failures >= PATIENCE:
            lost = Lost(Outcome.CRASH, f"given up: the peer failed {PATIENCE} times in a row")
            job.answers[low:high] = [lost] * (high - low)
            return
        used, alone = self.process.alive and self.served > 0, high - low == 1
        try:
            job.answers[low:high] = self.exchange(job, low, high, suspect=not alone)
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

    def exchange(self, job: Job, low: int, high: int, suspect: bool) -> list:
        """The answers to the tasks from low to high, in their order; PeerFailed or Ended otherwise."""
        asked = job.request(low, high)
        try:
            if not self.process.alive:
                self.restarts += 1
                self.served = 0
                self.process.start()
                self.process.hello(HELLO_SECONDS)
            started = time.perf_counter()
            reply = self.process.exchange(asked, self.deadlines.of(asked, suspect))
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


def _lost(answers: list) -> bool:
    return any(isinstance(answer, Lost) for answer in answers)

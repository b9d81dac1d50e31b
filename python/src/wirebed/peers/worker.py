"""The thread that serves one peer: sends a batch, reads the reply, and finds the guilty task when there is none.

A batch that fails is cut into parts until the task that fails *alone, in a fresh process* is found: that one is lost,
all others get their true answers. The parts are many, since one that succeeds costs a message, and one that fails
another process: the largest batch is down to single tasks in the second round. When no task fails again, the process
was lost to something else: a kill from outside, or an earlier task whose harm came late. Then one task of the batch
stands for the loss, beside its true answer, and the reason says no more than that (`Job.stray`).
"""

import math
import queue
import threading
import time

from wirebed.outcome import Outcome
from wirebed.peers.job import Job, Lost, request
from wirebed.peers.process import Deadlines, Ended, PeerFailed, PeerProcess

PARTS = 20
# So many failures in a row, with no good reply in between, mean that the peer is of no use.
PATIENCE = 30
HELLO_SECONDS = 60.0


class Worker(threading.Thread):
    """Takes jobs from `jobs`, puts them into `done` with their answers. None in `jobs` ends it."""

    def __init__(self, process: PeerProcess, jobs: queue.SimpleQueue, done: queue.SimpleQueue, deadlines: Deadlines):
        super().__init__(daemon=True, name=f"peer {process.spec.name}")
        self.process = process
        self.jobs, self.done = jobs, done
        self.deadlines = deadlines
        self.introduction = None
        self.failure = None  # why the peer did not even say hello
        self.ready = threading.Event()
        self.failures = 0
        self.served = 0  # tasks that the process has answered since it started
        self.restarts = 0

    def run(self):
        try:
            self.process.start()
            self.introduction = self.process.hello(HELLO_SECONDS)
        except PeerFailed as error:
            self.failure = error.reason
            return
        except Ended:
            self.failure = "the run was ended"
            return
        finally:
            self.ready.set()
        try:
            while (job := self.jobs.get()) is not None:
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
        except Exception as error:  # a defect of the runner: the main thread must hear of it
            job.answers = error
        job.seconds = time.perf_counter() - started
        self.done.put(job)

    def serve(self, job: Job):
        count = len(job.tasks)
        try:
            job.answers = self.exchange(job.tasks, suspect=False)
            return
        except PeerFailed as error:
            first = error
        job.answers = [None] * count
        self.narrow(job, 0, count)
        if job.stray is None and not _lost(job.answers):
            again = f"a fresh process answered all {count} tasks of that batch ({job.tasks[0]['codec']})"
            job.stray = (0, Lost(first.outcome, f"{first.reason}; {again}"))

    def narrow(self, job: Job, start: int, end: int):
        """Fills the answers from start to end; that part as a whole has failed before."""
        size = max(1, math.ceil((end - start) / PARTS))
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
            job.answers[low:high] = self.exchange(job.tasks[low:high], suspect=not alone)
            return
        except PeerFailed as error:
            first = error
        if not alone:
            self.narrow(job, low, high)
        elif used and first.outcome is Outcome.CRASH:
            self.part(job, low, high)
        else:
            job.answers[low] = Lost(first.outcome, first.reason)
        if used and job.stray is None and not _lost(job.answers[low:high]):
            after = "this task was the last that it had answered, and those that were out do not do that again"
            job.stray = (low - 1, Lost(first.outcome, f"{first.reason}; {after}"))

    def exchange(self, tasks: list[dict], suspect: bool) -> list:
        """The results, one for each task and in their order; PeerFailed or Ended otherwise."""
        asked = request(tasks)
        try:
            if not self.process.alive:
                self.restarts += 1
                self.served = 0
                self.process.start()
                self.process.hello(HELLO_SECONDS)
            reply = self.process.exchange(asked, self.deadlines.of(asked, suspect))
            results = list(reply.results.results)
            if [result.id for result in results] != [one.id for one in asked.batch.tasks]:
                raise self.process.fail(Outcome.CRASH, "its results carry the ids of other tasks")
        except PeerFailed:
            self.failures += 1
            raise
        self.failures = 0
        self.served += len(results)
        return results


def _lost(answers: list) -> bool:
    return any(isinstance(answer, Lost) for answer in answers)

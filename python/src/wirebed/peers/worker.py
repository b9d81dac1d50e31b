"""The thread that serves one peer: sends a batch, reads the reply, and finds the guilty task when there is none.

A batch that fails is cut into parts until the task that fails *alone* is found: that one is lost, all others get their
true answers from fresh processes. The parts are many, since one that succeeds costs a message, and one that fails
another process: the largest batch is down to single tasks in the second round. When no task fails again, the process
was lost to something else (a kill from outside, memory that ran out elsewhere): then exactly one task, the first of the
batch, is named as the one that pays.
"""

import math
import queue
import threading
import time

from wirebed_protocol import peer_pb2

from wirebed.outcome import Outcome
from wirebed.peers.job import Job, Lost, request
from wirebed.peers.process import Deadlines, PeerFailed, PeerProcess

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
        self.stopping = False
        self.failures = 0
        self.restarts = 0

    def run(self):
        try:
            self.process.start()
            self.introduction = self.process.hello(HELLO_SECONDS)
        except PeerFailed as error:
            self.failure = error.reason
            self.ready.set()
            return
        self.ready.set()
        while (job := self.jobs.get()) is not None:
            started = time.perf_counter()
            try:
                self.serve(job)
            except Exception as error:  # a defect of the runner: the main thread must hear of it
                job.answers = error
            job.seconds = time.perf_counter() - started
            self.done.put(job)
        self.process.stop()

    def serve(self, job: Job):
        count = len(job.tasks)
        try:
            job.answers = self.exchange(job.request(), suspect=False)
            return
        except PeerFailed as error:
            if self.stopping:
                job.answers = [Lost(Outcome.CRASH, "the run was ended")] * count
                return
            first = error
        answers = [None] * count
        self.narrow(job.tasks, 0, count, answers)
        job.answers = answers
        if not any(isinstance(answer, Lost) for answer in answers):
            reason = f"{first.reason} (no task of the batch does that again)"
            job.stray = (0, Lost(first.outcome, reason))

    def narrow(self, tasks: list[dict], start: int, end: int, answers: list):
        """Fills answers[start:end]; the part as a whole has failed before."""
        size = max(1, math.ceil((end - start) / PARTS))
        for low in range(start, end, size):
            high = min(low + size, end)
            if self.failures >= PATIENCE:
                lost = Lost(Outcome.CRASH, f"given up: the peer failed {PATIENCE} times in a row")
                answers[low:high] = [lost] * (high - low)
                continue
            alone = high - low == 1
            try:
                answers[low:high] = self.exchange(request(tasks[low:high]), suspect=not alone)
            except PeerFailed as error:
                if alone:
                    answers[low] = Lost(error.outcome, error.reason)
                else:
                    self.narrow(tasks, low, high, answers)

    def exchange(self, asked: peer_pb2.Request, suspect: bool) -> list:
        """The results, one for each task and in their order; PeerFailed otherwise."""
        try:
            if not self.process.alive:
                self.restarts += 1
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
        return results

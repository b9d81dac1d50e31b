"""All peers of a run: started together, fed from one queue each, their answers collected in one queue."""

import itertools
import math
import os
import queue
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from wirebed_protocol import peer_pb2

from wirebed.bed.codec_id import at
from wirebed.errors import UserError
from wirebed.peers.backlog import Backlog
from wirebed.peers.deadline import Deadlines
from wirebed.peers.job import Job, Lost, TaskFields, batches
from wirebed.peers.process import PeerProcess
from wirebed.peers.scope import Scope
from wirebed.peers.spec import PeerSpec
from wirebed.peers.worker import Done, Jobs, Look, Worker
from wirebed_build.loaded import Loaded

# How often the pool looks whether another process of a peer pays, in seconds.
LOOKS = 0.25
# Seconds that peers have to end by themselves, and that a thread has to notice that its peer was killed.
POLITE, KILLED = 3.0, 1.0


class Pool:
    """`with Pool(specs, tree) as pool:` — peers that cannot compile the tree are in `unsupported`, with the reason.

    Given several trees by version, it has a process of each peer for each of them, called `java@v1`.
    """

    def __init__(
        self,
        specs: Iterable[PeerSpec],
        tree: Path | Mapping[str, Path],
        logs: Path | None = None,
        deadlines: Deadlines | None = None,
        scope: Scope | None = None,
    ) -> None:
        specs = list(specs)
        self.scope = scope or Scope()  # the codecs of these peers that take part
        # The peers that the user has switched off.
        self.left_out = frozenset(spec.name for spec in specs if spec.left_out)
        everyone = {name: (spec, of) for spec in specs for name, of in _trees(spec.name, tree)}
        reasons = {name: spec.unsupported(of) for name, (spec, of) in everyone.items()}
        self.unsupported = {name: why for name, why in reasons.items() if why is not None}
        self.specs = {name: spec for name, (spec, _) in everyone.items() if name not in self.unsupported}
        self.trees = {name: of for name, (_, of) in everyone.items()}
        self.logs, self.deadlines = logs, deadlines or Deadlines()
        self.done: Done = queue.SimpleQueue()
        self.started: set[str] = set()
        # Jobs by rank, then in the order in which they came; None ends a worker.
        self.queues: dict[str, Jobs] = {name: queue.PriorityQueue() for name in self.specs}
        self.numbers = itertools.count()
        self.backlog = Backlog(self.specs)
        if logs is not None:
            logs.mkdir(parents=True, exist_ok=True)
            for name in self.specs:
                (logs / f"{name}.log").unlink(missing_ok=True)
        self.workers = {name: self._worker(name) for name in self.specs}
        # How processes of the same build introduced themselves in an earlier run. Such a process starts when it is
        # asked something.
        self.known: Mapping[str, peer_pb2.Introduction] = {}
        # More processes of peers that hold up the run: see `_reinforce`.
        self.helpers: list[tuple[str, Worker]] = []
        self.apart: list[Worker] = []  # of processes that answered jobs of their own
        self.cores = os.cpu_count() or 1
        self.looked = 0.0

    def _worker(self, name: str) -> Worker:
        log = self.logs / f"{name}.log" if self.logs is not None else None
        process = PeerProcess(self.specs[name], self.trees[name], log)
        return Worker(process, self.queues[name], self.done, self.deadlines)

    def __enter__(self) -> Self:
        try:
            for name in self.workers.keys() - self.known.keys():
                self.start(name)
        except BaseException:
            self.close(kill=True)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close(kill=kind is not None)

    def introductions(self) -> dict[str, peer_pb2.Introduction]:
        """The introduction of each peer, from hello or an earlier run; UserError when a peer did not start."""
        for failure in self.failures().values():
            raise UserError(f"a peer did not start; {failure}")
        introductions = {name: self.known.get(name) or worker.introduction for name, worker in self.workers.items()}
        return {name: intro for name, intro in introductions.items() if intro is not None}

    def failures(self) -> dict[str, str]:
        """Why processes did not start, by their names."""
        asked = {name: worker for name, worker in self.workers.items() if name not in self.known}
        for worker in asked.values():
            worker.ready.wait()
        return {name: str(worker.failure) for name, worker in asked.items() if worker.failure is not None}

    def changed(self) -> list[str]:
        """The processes that introduced themselves in another way than is known."""
        introductions = {name: self.workers[name].introduction for name in self.known}
        return [name for name, intro in introductions.items() if intro is not None and intro != self.known[name]]

    def loaded(self) -> dict[str, Loaded]:
        """The files that each started process has loaded. No job may be out."""
        workers = [(name, self.workers[name]) for name in self.started] + self.helpers
        looks = [(worker, Look()) for _, worker in workers]
        for worker, look in looks:
            # Helpers share the queue of their peer: any of them may take this one.
            worker.jobs.put((-1, next(self.numbers), look))
        for worker, look in looks:
            while worker.is_alive() and not look.done.wait(LOOKS):
                pass
        loaded: dict[str, Loaded] = {}
        for name, worker in workers:
            loaded[name] = loaded.get(name, Loaded()) | worker.process.loaded
        return loaded

    def start(self, name: str) -> None:
        """Starts a process, unless it was started."""
        if name not in self.started:
            self.started.add(name)
            self.workers[name].start()

    def start_all(self) -> None:
        for name in self.workers:
            self.start(name)

    def submit(self, job: Job, rank: int = 0) -> None:
        """Gives a job to its peer, which takes those of the lowest rank first."""
        self.start(job.peer)
        self.backlog.submitted(job)
        self.queues[job.peer].put((rank, next(self.numbers), job))

    def next(self, timeout: float | None = None) -> Job:
        """The next finished job, whichever peer it is from; queue.Empty after `timeout`."""
        job = self.done.get(timeout=timeout)
        if isinstance(job, UserError):
            raise job
        self.backlog.done(job)
        self._reinforce()
        if job.error is not None:
            raise job.error
        return job

    def _reinforce(self) -> None:
        """Starts one more process of the peer that would end last, if that pays."""
        if time.monotonic() - self.looked < LOOKS:
            return
        self.looked = time.monotonic()
        processes = Counter([*self.specs, *(name for name, _ in self.helpers)])
        name = self.backlog.late(processes, self.cores)
        if name is not None:
            helper = self._worker(name)
            helper.helps = True
            self.helpers.append((name, helper))
            helper.start()

    def afresh(self, name: str, jobs: Sequence[Job]) -> None:
        """Answers jobs in a process of their own, one after the other."""
        own: Jobs = queue.PriorityQueue()
        done: Done = queue.SimpleQueue()
        worker = Worker(PeerProcess(self.specs[name], self.trees[name]), own, done, self.deadlines)
        self.apart.append(worker)
        for number, job in enumerate(jobs):
            own.put((0, number, job))
        own.put((math.inf, 0, None))
        worker.start()
        for _ in jobs:
            finished = done.get()
            if isinstance(finished, UserError):
                raise finished
            if finished.error is not None:
                raise finished.error

    def run(self, tasks: dict[str, list[TaskFields]]) -> dict[str, list[peer_pb2.Result | Lost]]:
        """Tasks for each peer -> their answers in the same order, all peers at work at once."""
        self.introductions()
        jobs = {peer: list(batches(peer, of_peer)) for peer, of_peer in tasks.items()}
        for of_peer in jobs.values():
            for job in of_peer:
                self.submit(job)
        for _ in range(sum(map(len, jobs.values()))):
            self.next()
        return {peer: [answer for job in of_peer for answer in job.answers] for peer, of_peer in jobs.items()}

    def close(self, kill: bool = False) -> None:
        """Ends all processes; with `kill`, and when an interrupt comes, without time to end by themselves."""
        workers = [*self.workers.values(), *(helper for _, helper in self.helpers), *self.apart]
        try:
            for worker in workers:
                worker.jobs.put((math.inf, next(self.numbers), None))
            _join(workers, 0.0 if kill else POLITE)
        finally:
            for worker in workers:
                worker.process.end()
        _join(workers, KILLED)


def _join(workers: Iterable[Worker], seconds: float) -> None:
    end = time.monotonic() + seconds
    for worker in workers:
        if worker.is_alive():
            worker.join(timeout=max(0.0, end - time.monotonic()))


def _trees(name: str, tree: Path | Mapping[str, Path]) -> list[tuple[str, Path]]:
    if isinstance(tree, Mapping):
        return [(at(name, version), Path(path)) for version, path in tree.items()]
    return [(name, Path(tree))]

"""All peers of a run: started together, fed from one queue each, their answers collected in one queue."""

import os
import queue
import time
from collections.abc import Iterable, Mapping
from pathlib import Path

from wirebed_protocol import peer_pb2

from wirebed.codec_id import at
from wirebed.errors import UserError
from wirebed.peers.job import Job, Lost, batches
from wirebed.peers.process import Deadlines, PeerProcess
from wirebed.peers.spec import PeerSpec
from wirebed.peers.worker import Worker

# Another process of a peer, which starts cold, pays when the queue of that peer holds this many seconds of work and
# this much of a core is idle.
WAITING = 4.0
IDLE = 0.6
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
    ):
        specs = list(specs)
        # The peers that the user has switched off.
        self.left_out = frozenset(spec.name for spec in specs if spec.left_out)
        everyone = {name: (spec, of) for spec in specs for name, of in _trees(spec.name, tree)}
        found = {name: spec.unsupported(of) for name, (spec, of) in everyone.items()}
        self.unsupported = {name: why for name, why in found.items() if why is not None}
        self.specs = {name: spec for name, (spec, _) in everyone.items() if name not in self.unsupported}
        self.trees = {name: of for name, (_, of) in everyone.items()}
        self.logs, self.deadlines = logs, deadlines or Deadlines()
        self.done: queue.SimpleQueue[Job] = queue.SimpleQueue()
        self.queues = {name: queue.SimpleQueue() for name in self.specs}
        self.outstanding = {name: 0 for name in self.specs}
        self.took = {name: (0, 0.0) for name in self.specs}  # finished batches and their seconds
        if logs is not None:
            logs.mkdir(parents=True, exist_ok=True)
            for name in self.specs:
                (logs / f"{name}.log").unlink(missing_ok=True)
        self.workers = {name: self._worker(name) for name in self.specs}
        # More processes of peers that hold up the run: see `_reinforce`.
        self.helpers: list[Worker] = []
        self.cores = os.cpu_count() or 1
        self.idle = _Idle()

    def _worker(self, name: str) -> Worker:
        log = self.logs / f"{name}.log" if self.logs is not None else None
        process = PeerProcess(self.specs[name], self.trees[name], log)
        return Worker(process, self.queues[name], self.done, self.deadlines)

    def __enter__(self):
        try:
            for worker in self.workers.values():
                worker.start()
        except BaseException:
            self.close(kill=True)
            raise
        return self

    def __exit__(self, kind, *_):
        self.close(kill=kind is not None)

    def introductions(self) -> dict[str, peer_pb2.Introduction]:
        """What each peer answered to hello; UserError when one did not start."""
        found = {}
        for name, worker in self.workers.items():
            worker.ready.wait()
            if worker.failure is not None:
                raise UserError(f"a peer did not start; {worker.failure}")
            found[name] = worker.introduction
        return found

    def submit(self, job: Job):
        self.outstanding[job.peer] += 1
        self.queues[job.peer].put(job)

    def next(self, timeout: float | None = None) -> Job:
        """The next finished job, whichever peer it is from; queue.Empty after `timeout`."""
        job = self.done.get(timeout=timeout)
        self.outstanding[job.peer] -= 1
        count, seconds = self.took[job.peer]
        self.took[job.peer] = (count + 1, seconds + job.seconds)
        self._reinforce()
        if isinstance(job.answers, Exception):
            raise job.answers
        return job

    def _reinforce(self):
        """Starts one more process of the peer that holds up the run, when fewer peers are busy than there are cores."""
        busy = sum(self.outstanding[name] > 0 for name in self.specs) + len(self.helpers)
        if busy >= self.cores or self.idle.cores() < IDLE:
            return
        waiting = {peer: self.queues[peer].qsize() * s / max(1, n) for peer, (n, s) in self.took.items()}
        name = max(waiting, key=waiting.get)
        if waiting[name] >= WAITING:
            helper = self._worker(name)
            self.helpers.append(helper)
            helper.start()

    def run(self, tasks: dict[str, list[dict]]) -> dict[str, list[peer_pb2.Result | Lost]]:
        """Tasks for each peer -> their answers in the same order, all peers at work at once."""
        self.introductions()
        jobs = {peer: list(batches(peer, some)) for peer, some in tasks.items()}
        for some in jobs.values():
            for job in some:
                self.submit(job)
        for _ in range(sum(map(len, jobs.values()))):
            self.next()
        return {peer: [answer for job in some for answer in job.answers] for peer, some in jobs.items()}

    def close(self, kill: bool = False):
        """Ends all processes; with `kill`, and when an interrupt comes, without time to end by themselves."""
        workers = [*self.workers.values(), *self.helpers]
        try:
            for worker in workers:
                worker.jobs.put(None)
            _join(workers, 0.0 if kill else POLITE)
        finally:
            for worker in workers:
                worker.process.end()
        _join(workers, KILLED)


def _join(workers: Iterable[Worker], seconds: float):
    end = time.monotonic() + seconds
    for worker in workers:
        if worker.is_alive():
            worker.join(timeout=max(0.0, end - time.monotonic()))


def _trees(name: str, tree: Path | Mapping[str, Path]) -> list[tuple[str, Path]]:
    if isinstance(tree, Mapping):
        return [(at(name, version), Path(one)) for version, one in tree.items()]
    return [(name, Path(tree))]


class _Idle:
    """How many cores were idle in the last half second or longer, as Linux counts it in /proc/stat."""

    EVERY = 0.5

    def __init__(self):
        self.counted = self._count()
        self.asked, self.last = time.monotonic(), 0.0

    def cores(self) -> float:
        if time.monotonic() - self.asked >= self.EVERY:
            idle, total = self._count()
            spent = total - self.counted[1]
            self.last = (idle - self.counted[0]) / spent * (os.cpu_count() or 1) if spent else 0.0
            self.counted, self.asked = (idle, total), time.monotonic()
        return self.last

    @staticmethod
    def _count() -> tuple[int, int]:
        try:
            line = Path("/proc/stat").read_text().split("\n", 1)[0]
        except OSError:
            return 0, 0
        counts = [int(count) for count in line.split()[1:9]]
        return counts[3] + counts[4], sum(counts)

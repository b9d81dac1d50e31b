"""Drives works through the pool in windows: peers answer the tasks of one window while the runner judges another."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator

from wirebed.engine.row import Row
from wirebed.engine.slots import Tasks, deliver
from wirebed.engine.work import Work
from wirebed.peers import Job, Pool

# A window is a few works that go through the stages together. It is bounded, and so is what all windows under way
# hold: a peer that is slow at some cases must not keep the others from the cases after them.
WORKS_A_WINDOW = 16
BYTES_A_WINDOW = 1 << 20
BYTES = 8 << 20


class _Window:
    def __init__(self, works: list[Work]):
        self.works, self.size = works, sum(work.weight for work in works)
        self.tasks = Tasks()
        self.waiting = 0
        self.stages = iter(works[0].STAGES)  # of one plan, so all go through the same
        self.rows: list[Row] | None = None

    def advance(self, pool: Pool) -> bool:
        """Submits the next stage that has any task; False when there is none left."""
        for stage in self.stages:
            for work in self.works:
                getattr(work, stage)(self.tasks)
            jobs = self.tasks.take()
            if jobs:
                self.waiting = len(jobs)
                for job in jobs:
                    job.tag = (self, job.tag)
                    pool.submit(job)
                return True
        return False


def run(
    works: Iterable[Work], pool: Pool, take: Callable[[list[Row]], None], observe: Callable[[Job], None] | None = None
) -> None:
    """Runs all works; `take` gets their rows in the order of the works, whichever window is done first.

    `observe` sees every job when it is done.
    """
    source = _windows(works)
    ordered: deque[_Window] = deque()
    _refill(ordered, source, pool)
    while ordered:
        while ordered and ordered[0].rows is not None:
            take(ordered.popleft().rows)
            _refill(ordered, source, pool)
        if not ordered:
            break
        job = pool.next()
        window, job.tag = job.tag
        if observe is not None:
            observe(job)
        deliver(job)
        window.waiting -= 1
        if window.waiting == 0:
            _step(window, pool)


def _step(window: _Window, pool: Pool):
    if not window.advance(pool):
        window.rows = [row for work in window.works for row in work.rows()]
        window.works = []


def _refill(ordered: deque[_Window], source: Iterator[list[Work]], pool: Pool):
    while sum(window.size for window in ordered) < BYTES:
        works = next(source, None)
        if works is None:
            return
        window = _Window(works)
        ordered.append(window)
        _step(window, pool)


def _windows(works: Iterable[Work]) -> Iterator[list[Work]]:
    window, size = [], 0
    for work in works:
        if window and (len(window) >= WORKS_A_WINDOW or size + work.weight > BYTES_A_WINDOW):
            yield window
            window, size = [], 0
        window.append(work)
        size += work.weight
    if window:
        yield window

"""Drives the windows of a plan through the pool: peers work on one while the runner judges another."""

from collections import deque
from collections.abc import Callable, Iterator

from wirebed.matrix.plan import Plan
from wirebed.matrix.row import Row
from wirebed.matrix.slots import Tasks, deliver
from wirebed.matrix.work import CaseWork, SourceWork
from wirebed.peers.pool import Pool

# A window is a few cases that go through the stages together. So many bytes of values are on their way at once, and
# as many windows as that makes: a peer that is slow at some cases must not keep the others from what comes after.
CASES_A_WINDOW = 16
BYTES_A_WINDOW = 1 << 20
BYTES = 8 << 20

# The stages of a work, unless it names its own: in each it gives tasks, and has their answers in the next.
STEPS = ("begin", "fan_out")


class _Window:
    def __init__(self, works: list, size: int):
        self.works, self.size = works, size
        self.tasks = Tasks()
        self.waiting = 0
        self.steps = iter(getattr(works[0], "STEPS", STEPS))
        self.rows: list[Row] | None = None

    def advance(self, pool: Pool) -> bool:
        """Submits the next stage that has any task; False when there is none left."""
        for step in self.steps:
            for work in self.works:
                getattr(work, step)(self.tasks)
            jobs = self.tasks.take()
            if jobs:
                self.waiting = len(jobs)
                for job in jobs:
                    job.tag = (self, job.tag)
                    pool.submit(job)
                return True
        return False


def run(plan: Plan, pool: Pool, schema, take: Callable[[list[Row]], None], observe=lambda job: None) -> None:
    """Runs the whole plan; `take` gets the rows in the plan's order, whichever window is done first.

    `observe` sees every job when it is done.
    """
    source = _windows(plan)
    ordered: deque[_Window] = deque()
    _refill(ordered, source, pool, schema)
    while ordered:
        while ordered and ordered[0].rows is not None:
            take(ordered.popleft().rows)
            _refill(ordered, source, pool, schema)
        if not ordered:
            break
        job = pool.next()
        window, job.tag = job.tag
        observe(job)
        deliver(job)
        window.waiting -= 1
        if window.waiting == 0:
            _step(window, pool, schema)


def _step(window: _Window, pool: Pool, schema):
    if not window.advance(pool):
        window.rows = [row for work in window.works for row in work.rows(schema)]
        window.works = []


def _refill(ordered, source, pool, schema):
    while sum(window.size for window in ordered) < BYTES:
        works, size = next(source, (None, 0))
        if works is None:
            return
        window = _Window(works, size)
        ordered.append(window)
        _step(window, pool, schema)


def _windows(plan: Plan) -> Iterator[tuple[list, int]]:
    works, size = [], 0
    for work, weight in _works(plan):
        if works and (len(works) >= CASES_A_WINDOW or size + weight > BYTES_A_WINDOW):
            yield works, size
            works, size = [], 0
        works.append(work)
        size += weight
    if works:
        yield works, size


def _works(plan: Plan) -> Iterator[tuple]:
    """What there is to do, and about how many bytes that is; a plan of another suite has works of its own."""
    if hasattr(plan, "works"):
        yield from plan.works()
        return
    for case in plan.cases:
        yield CaseWork(plan, case), len(case.view)
    for source in plan.sources:
        yield SourceWork(plan, source), len(source.data)

"""Drives works through the pool in windows: peers answer what one window asks while the runner judges another."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator

from wirebed.peers import Job, Pool
from wirebed.peers.kept import AnswerCache
from wirebed.run.questions import Questions
from wirebed.run.work import Work
from wirebed.state.row import Row

# A window is some works that go through the stages together. It is large enough that most columns have many values.
ROUTES_A_WINDOW = 2048
BYTES_A_WINDOW = 2 << 20
# What is under way is bounded, and so is the memory of the runner. It is several windows, since a peer that is slow at
# some cases must not keep the others from the cases after them.
WINDOWS = 4
BYTES = 8 << 20


class _Window:
    def __init__(self, works: list[Work]) -> None:
        self.works, self.size = works, sum(work.weight for work in works)
        self.questions = Questions()
        # The stages of works of one plan are the same.
        self.stages = enumerate(zip(*(work.stages(self.questions) for work in works), strict=True))
        self.waiting = 0
        self.rows: list[tuple[Work, list[Row]]] | None = None

    def advance(self, pool: Pool | AnswerCache) -> None:
        """Submits the questions of the next stage that has any. When there is none left, the rows are made.

        The questions of an early stage go first, since those of a later one, to all peers, wait for their answers.
        """
        for rank, stage in self.stages:
            for ask in stage:
                ask()
            jobs = self.questions.take(pool.backlog.most_tasks)
            if jobs:
                self.waiting = len(jobs)
                for job in jobs:
                    job.tag = (self, job.tag)
                    pool.submit(job, rank)
                return
        self.rows = [(work, work.rows()) for work in self.works]
        # What was asked is not held until the windows before this one are done.
        self.works, self.questions, self.stages = [], Questions(), enumerate(())

    def deliver(self, job: Job, pool: Pool | AnswerCache) -> None:
        self.questions.deliver(job)
        self.waiting -= 1
        if self.waiting == 0:
            self.advance(pool)


def drive(
    works: Iterable[Work],
    pool: Pool | AnswerCache,
    take: Callable[[Work, list[Row]], None],
    observe: Callable[[Job], None] | None = None,
) -> None:
    """Runs all works; `take` gets each with its rows in their order, whichever window is done first.

    `observe` sees every job when it is done.
    """
    source = _windows(works)
    ordered: deque[_Window] = deque()
    _refill(ordered, source, pool)
    while ordered:
        while ordered and (rows := ordered[0].rows) is not None:
            ordered.popleft()
            for work, of_work in rows:
                take(work, of_work)
            _refill(ordered, source, pool)
        if not ordered:
            break
        job = pool.next()
        window, job.tag = job.tag
        if observe is not None:
            observe(job)
        window.deliver(job, pool)


def _refill(ordered: deque[_Window], source: Iterator[list[Work]], pool: Pool | AnswerCache) -> None:
    while len(ordered) < WINDOWS and sum(window.size for window in ordered) < BYTES:
        works = next(source, None)
        if works is None:
            return
        window = _Window(works)
        ordered.append(window)
        window.advance(pool)


def _windows(works: Iterable[Work]) -> Iterator[list[Work]]:
    window: list[Work] = []
    routes = size = 0
    for work in works:
        routes, size = routes + len(work.routes), size + work.weight
        if window and (routes > ROUTES_A_WINDOW or size > BYTES_A_WINDOW):
            yield window
            window, routes, size = [], len(work.routes), work.weight
        window.append(work)
    if window:
        yield window

"""One run of a suite: its plan is executed, and each row is matched, counted and reported as it comes."""

import time
from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path

from wirebed.bed.codec_id import peer_and_version
from wirebed.cases.case import Case
from wirebed.report import ReportWriter
from wirebed.report.jsonl import now
from wirebed.run.drive import drive
from wirebed.run.footer import footer
from wirebed.run.header import header
from wirebed.run.judged import Judged
from wirebed.run.kept_works import KeptWorks
from wirebed.run.suite import AnySuite
from wirebed.run.verdict import Verdict
from wirebed.run.work import Work
from wirebed.state.deviations.entry import TREE
from wirebed.state.row import Row, of_tree
from wirebed.view.outcome import Cell, Outcome
from wirebed_build.progress import Progress


def run(suite: AnySuite, path: Path, started: float, progress: bool = True) -> int:
    """Executes the plan and writes the report; the exit code. A run that fails or is interrupted leaves no report.

    `started`: when the whole command began.
    """
    writer = ReportWriter(path, header(suite))
    try:
        for line in suite.lines:
            writer.line(line)
        return _run(suite, writer, started, progress)
    except BaseException:
        writer.discard()
        raise


def _run(suite: AnySuite, writer: ReportWriter, started: float, progress: bool) -> int:
    judged, begun = Judged(suite), time.monotonic()
    with Progress("cells", suite.plan.cells, quiet=not progress) as bar:
        run = _Run(suite, judged, writer, bar)
        run.trees()
        run.works()
    last = footer(suite, judged, writer, time.monotonic() - begun, started)
    if run.kept is not None:
        run.kept.save()
    writer.footer(last)
    code: int = last["exit"]
    return code


class _Run:
    """Judges and reports the works of a plan, those that are kept between those that are asked."""

    def __init__(self, suite: AnySuite, judged: Judged, writer: ReportWriter, bar: Progress) -> None:
        self.suite, self.judged, self.writer, self.bar = suite, judged, writer, bar
        self.kept = KeptWorks.of(suite)
        self.known = self.kept.known if self.kept is not None else {}

    def trees(self) -> None:
        self._add(self._verdict(_trees(self.suite))[0])

    def works(self) -> None:
        answering, observe = self.suite.peers.answering, self.judged.observe
        if self.kept is not None and self.kept.sample:
            with self.kept.answers.again():
                drive(self.kept.sample, answering, self._compare, observe)
        self.left = deque(self.suite.plan.works)
        drive([work for work in self.left if work not in self.known], answering, self._take, observe)
        self._kept_before(None)

    def _compare(self, work: Work, rows: list[Row]) -> None:
        assert self.kept is not None, "only kept works are a sample"
        self.kept.compare(work, *self._verdict(rows))

    def _take(self, work: Work, rows: list[Row]) -> None:
        self._kept_before(work)
        known = self.kept.of_answers(work) if self.kept is not None else None
        if known is not None:
            known.written.now = now(known.written.lines, rows)
            self._see(rows)
        verdict, red = (known, False) if known is not None else self._verdict(rows)
        self._add(verdict)
        self.judged.kept += sum(len(row.kept) for row in rows)
        if self.kept is not None and not red:
            self.kept.add(work, rows, verdict)

    def _kept_before(self, work: Work | None) -> None:
        """Reports the kept works that stand before a work in the plan; None: all that are left."""
        while self.left and (before := self.left.popleft()) is not work:
            assert self.kept is not None, "a work that is not driven is kept"
            verdict = self.kept.verdict(before)
            self._add(verdict)
            self.judged.kept += verdict.cells

    def _verdict(self, rows: list[Row]) -> tuple[Verdict, bool]:
        """The verdict of rows, and whether something in it may be another the next time, or is not as expected."""
        drift, red = len(self.judged.drift), False
        for row in rows:
            self.judged.take(row)
            red = red or any(cell.problems or _passes(cell) for cell in row.cells)
        self._see(rows)
        written = self.writer.written(rows)
        return Verdict(written, self.judged.part()), red or len(self.judged.drift) > drift

    def _see(self, rows: list[Row]) -> None:
        cache = self.suite.peers.answer_cache
        if cache is not None:
            for row in rows:
                cache.see(row, row.case.view if isinstance(row.case, Case) else None)

    def _add(self, verdict: Verdict) -> None:
        self.writer.add(verdict.written)
        self.judged.add(verdict.tally)
        self.bar.advance(verdict.cells)


def outcomes(
    suite: AnySuite, take: Callable[[Row], None] = lambda row: None, works: Iterable[Work] | None = None
) -> list[Cell]:
    """Executes the plan, or some `works` of it, without a report; the unexpected cells. `take` gets each judged row."""
    judged = Judged(suite)
    for row in _trees(suite):
        judged.take(row)

    def each(work: Work, rows: list[Row]) -> None:
        for row in rows:
            judged.take(row)
            take(row)

    drive(suite.plan.works if works is None else works, suite.peers.answering, each, judged.observe)
    judged.add(judged.part())
    if suite.peers.answer_cache is not None:
        suite.peers.answer_cache.finish(suite.build.schemas)
    return judged.unexpected


def _passes(cell: Cell) -> bool:
    """Whether the outcome follows from the run, and not from what was asked."""
    return cell.unattributed or cell.outcome is Outcome.TIMEOUT


def _trees(suite: AnySuite) -> list[Row]:
    """A row of one cell for each language that cannot compile a tree."""
    rows = []
    for process, why in sorted(suite.peers.pool.unsupported.items()):
        peer, version = peer_and_version(process)
        rows.append(of_tree(peer, f"*/{version}" if version else "*", TREE, why, suite.build.schemas[version]))
    return rows

"""One run of a suite: its plan is executed, and each row is matched, counted and reported as it comes."""

import time
from collections.abc import Callable, Iterable
from pathlib import Path

from wirebed.bed.codec_id import peer_and_version
from wirebed.cases.case import Case
from wirebed.report import ReportWriter
from wirebed.run.drive import drive
from wirebed.run.footer import footer
from wirebed.run.header import header
from wirebed.run.judged import Judged
from wirebed.run.suite import AnySuite
from wirebed.run.work import Work
from wirebed.state.deviations.entry import TREE
from wirebed.state.row import Row, of_tree
from wirebed.view.outcome import Cell
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
    judged, begun, answer_cache = Judged(suite), time.monotonic(), suite.peers.answer_cache

    def take(rows: list[Row]) -> None:
        for row in rows:
            judged.take(row)
            if answer_cache is not None:
                answer_cache.see(row, row.case.view if isinstance(row.case, Case) else None)
        writer.rows(rows)

    with Progress("cells", suite.plan.cells, quiet=not progress) as bar:
        take(_trees(suite))

        def advance(rows: list[Row]) -> None:
            take(rows)
            bar.advance(sum(len(row.readers) for row in rows))

        drive(suite.plan.works, suite.peers.answering, advance, judged.observe)
    last = footer(suite, judged, writer, time.monotonic() - begun, started)
    writer.footer(last)
    code: int = last["exit"]
    return code


def outcomes(
    suite: AnySuite, take: Callable[[Row], None] = lambda row: None, works: Iterable[Work] | None = None
) -> list[Cell]:
    """Executes the plan, or some `works` of it, without a report; the unexpected cells. `take` gets each judged row."""
    judged = Judged(suite)
    for row in _trees(suite):
        judged.take(row)

    def each(rows: list[Row]) -> None:
        for row in rows:
            judged.take(row)
            take(row)

    drive(suite.plan.works if works is None else works, suite.peers.answering, each, judged.observe)
    if suite.peers.answer_cache is not None:
        suite.peers.answer_cache.finish(suite.build.schemas)
    return judged.unexpected


def _trees(suite: AnySuite) -> list[Row]:
    """A row of one cell for each language that cannot compile a tree."""
    rows = []
    for process, why in sorted(suite.peers.pool.unsupported.items()):
        peer, version = peer_and_version(process)
        rows.append(of_tree(peer, f"*/{version}" if version else "*", TREE, why, suite.build.schemas[version]))
    return rows

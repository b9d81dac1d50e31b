"""Runs a suite, and makes the views of its report."""

import time
from collections.abc import Callable
from pathlib import Path

from wirebed.bed import files
from wirebed.report.load import Report, load
from wirebed.report.phrases import DRAFT, UNSTATED, unstated_file
from wirebed.run.collector import spare_collector
from wirebed.run.session import run
from wirebed.run.suite import AnySuite

# The files beside a report that are views of it.
_VIEWS = (DRAFT, UNSTATED, ".md", ".xml")


def execute(suite: AnySuite, path: Path, show: Callable[[Report, Path], None], begun: float | None = None) -> int:
    """The exit code. `begun`: when the whole command began. An interrupted run leaves the report of the run before it;
    a run that fails removes the views of that report, so that nobody takes them for its own."""
    started = time.monotonic() if begun is None else begun
    spare_collector()
    try:
        code = run(suite, path, started)
    except BaseException as error:
        if not isinstance(error, KeyboardInterrupt):
            _remove_views(path)
        raise
    _remove_views(path)
    report = load(path)
    if unstated := report.footer.unstated:
        files.write(path.with_suffix(unstated_file(report)), unstated)
    show(report, path)
    return code


def _remove_views(path: Path) -> None:
    for view in _VIEWS:
        path.with_suffix(view).unlink(missing_ok=True)

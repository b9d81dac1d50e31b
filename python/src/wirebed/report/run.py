"""Carries a prepared session out: the run, its report, and the views of it."""

import gc
import time
from collections.abc import Callable
from pathlib import Path

from wirebed import files
from wirebed.report.load import Report, load
from wirebed.report.words import DRAFT

# The files beside a report that are views of it.
_VIEWS = (DRAFT, ".md", ".xml")


def execute(session, path: Path, show: Callable[[Report, Path], None], begun: float | None = None) -> int:
    """The exit code; `begun`: when the whole command did. A run that is interrupted leaves the report of the run before
    as it was; after one that fails, no view of an earlier run can be taken for its own."""
    started = time.monotonic() if begun is None else begun
    _collect_seldom()
    try:
        code = session.run(path, started)
    except BaseException as error:
        session.discard()
        if not isinstance(error, KeyboardInterrupt):
            _remove_views(path)
        raise
    _remove_views(path)
    report = load(path)
    if draft := report.footer.get("suggested"):
        files.write(path.with_suffix(DRAFT), draft)
    show(report, path)
    return code


def _remove_views(path: Path):
    for view in _VIEWS:
        path.with_suffix(view).unlink(missing_ok=True)


def _collect_seldom():
    """The nodes of a view know each other: as often as Python does by itself, looking for cycles adds a third or
    more to the time of judging. What is there by now stays."""
    gc.freeze()
    gc.set_threshold(100_000, 10, 10)

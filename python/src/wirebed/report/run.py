"""Carries a prepared session out: the run, its report, and the views of it."""

import gc
import sys
import time
from collections.abc import Callable
from pathlib import Path

from wirebed.report.load import Report, load

# The files beside a report that are views of it.
_VIEWS = (".suggested.yaml", ".md", ".xml")


def execute(session, path: Path, show: Callable[[Report, Path], None], begun: float | None = None) -> int:
    """The exit code, 130 when interrupted; `begun`: when the whole command did. A run that fails leaves no report."""
    started = time.monotonic() if begun is None else begun
    _collect_seldom()
    for view in _VIEWS:
        path.with_suffix(view).unlink(missing_ok=True)  # of another run: this one may be interrupted
    try:
        code = session.run(path, started)
    except KeyboardInterrupt:
        session.abandon()
        print(f"\ninterrupted; what had run is in {path}, without a footer", file=sys.stderr)
        return 130
    except BaseException:
        session.discard()
        raise
    show(load(path), path)
    return code


def _collect_seldom():
    """The nodes of a view know each other: as often as Python does by itself, looking for cycles adds a third or
    more to the time of judging. What is there by now stays."""
    gc.freeze()
    gc.set_threshold(100_000, 10, 10)

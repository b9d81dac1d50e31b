"""The run that the page showed before the newest one: without BASE=, the page is held against it.

A page leaves links to the report that it shows in `page/` beside the reports of the bed: the newest in `now`, and that
of the run that was shown before it in `before`. A report that is written again is another file, so a link keeps what it
was.
"""

import os
import shutil
from pathlib import Path

from wirebed.report.header import Header
from wirebed.report.of_today import header_of
from wirebed.report.value_store import SUFFIX

_REPORT = "interop.jsonl"
_NOW, _NEW, _BEFORE = "now", "new", "before"
_END = 4 << 20  # bytes in which the last line of a report begins


def before(reports: Path) -> Path | None:
    """The report of interop that was shown before the newest one, as far as pages were kept; None where there is none,
    or where it had other cells."""
    newest, shown = _newest(reports), header_of(_folder(reports, _NOW) / _REPORT)
    if newest is None:
        return None
    is_new = shown is not None and shown.started != newest.started
    older = _folder(reports, _NOW if is_new else _BEFORE) / _REPORT
    found = header_of(older)
    return older if found and (found.bed, found.filters) == (newest.bed, newest.filters) else None


def keep(reports: Path) -> None:
    """Keeps the newest report of interop as the one that the page shows now."""
    newest, shown = _newest(reports), header_of(_folder(reports, _NOW) / _REPORT)
    if newest is not None and (shown is None or shown.started != newest.started):
        _keep(reports)


def _newest(reports: Path) -> Header | None:
    """The header of the newest report, if it is whole."""
    newest = header_of(reports / _REPORT)
    return newest if newest is not None and _is_whole(reports / _REPORT) else None


def _keep(reports: Path) -> None:
    """What is there moves on only when its place is taken by something whole."""
    now, new, older = (_folder(reports, place) for place in (_NOW, _NEW, _BEFORE))
    shutil.rmtree(new, ignore_errors=True)
    new.mkdir(parents=True)
    for path in (reports / _REPORT, (reports / _REPORT).with_suffix(SUFFIX)):
        if path.exists():
            _link(path, new / path.name)
    if (now / _REPORT).exists():
        shutil.rmtree(older, ignore_errors=True)
        now.rename(older)
    shutil.rmtree(now, ignore_errors=True)
    new.rename(now)


def _link(path: Path, to: Path) -> None:
    try:
        os.link(path, to)
    except OSError:  # a file system without links
        shutil.copy2(path, to)


def _is_whole(path: Path) -> bool:
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - _END))
        return b'{"footer"' in file.read()


def _folder(reports: Path, place: str) -> Path:
    return reports / "page" / place

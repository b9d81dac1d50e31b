"""The run that the page showed before the newest one: without BASE=, the page is held against it.

A page leaves links to the report that it shows in `page/` beside the reports of the bed: the newest in `now`, and that
of the page before in `before`. A report that is written again is another file, so a link keeps what it was.
"""

import os
import shutil
from pathlib import Path

from wirebed.report.of_today import header_of
from wirebed.report.value_store import SUFFIX

_REPORT = "interop.jsonl"
_NOW, _BEFORE = "now", "before"


def before(reports: Path) -> Path | None:
    """The report of interop that a page showed last before the newest one; None where it had other cells."""
    newest = header_of(reports / _REPORT)
    for place in (_NOW, _BEFORE):
        path = _folder(reports, place) / _REPORT
        shown = header_of(path)
        if newest and shown and shown.started != newest.started:
            return path if (shown.bed, shown.filters) == (newest.bed, newest.filters) else None
    return None


def keep(reports: Path) -> None:
    """Links the newest report, which a page shows now."""
    newest, shown = header_of(reports / _REPORT), header_of(_folder(reports, _NOW) / _REPORT)
    if newest is None or (shown and shown.started == newest.started):
        return
    now, older = _folder(reports, _NOW), _folder(reports, _BEFORE)
    if now.exists():
        shutil.rmtree(older, ignore_errors=True)
        now.rename(older)
    now.mkdir(parents=True)
    for path in (reports / _REPORT, (reports / _REPORT).with_suffix(SUFFIX)):
        if path.exists():
            os.link(path, now / path.name)


def _folder(reports: Path, place: str) -> Path:
    return reports / "page" / place

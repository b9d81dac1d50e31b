"""Whether a report is of a full run on today's files."""

import json
import subprocess
from pathlib import Path

from wirebed.bed import ROOT


def is_of_today(report: Path, suite: str) -> bool:
    """Whether the report is of a full run that is later than every change of a tracked file other than documents."""
    if not is_full(report, suite):
        return False
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    tracked = (ROOT / name for name in listed.split("\0") if name and not name.endswith(".md"))
    return report.stat().st_mtime > max(path.stat().st_mtime for path in tracked if path.exists())


def is_full(report: Path, suite: str) -> bool:
    header = header_of(report)
    ours = header is not None and (header.get("suite"), header.get("bed")) == (suite, "interop")
    return ours and not any((header.get("filters") or {}).values())


def header_of(report: Path) -> dict | None:
    """The header of a report; None where there is no report."""
    try:
        with report.open(encoding="utf-8") as lines:
            return json.loads(lines.readline())["header"]
    except (OSError, ValueError, KeyError):
        return None

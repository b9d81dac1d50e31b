"""Whether a report is of a full run on today's files: the header of a report has the identity of their content."""

import hashlib
import json
import subprocess
from pathlib import Path

from wirebed.bed import ROOT

_LISTED = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")


def content(root: Path) -> str:
    """The identity of all files of a repository other than documents and what git ignores; "" without a repository."""
    listed = subprocess.run(_LISTED, cwd=root, capture_output=True, check=False)
    if listed.returncode:
        return ""
    names = {name for name in listed.stdout.decode().split("\0") if name and not name.endswith(".md")}
    whole = hashlib.sha256()
    for name in sorted(names):
        path = root / name
        if path.is_file():
            whole.update(f"{name}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return whole.hexdigest()


def is_of_today(report: Path, suite: str) -> bool:
    """Whether the report is of a full run that began with the files of today."""
    ran = (header_of(report) or {}).get("content")
    return bool(ran) and is_full(report, suite) and ran == content(ROOT)


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

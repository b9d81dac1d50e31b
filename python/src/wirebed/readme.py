"""The matrix in README.md is that of a full run on today's files: `make check` says so, `make format` mends it."""

import json
import subprocess
import sys
from pathlib import Path

from wirebed.bed import BUILD, ROOT
from wirebed.errors import UserError

README = ROOT / "README.md"
REPORT = BUILD / "report" / "interop.jsonl"


def check(fix: bool) -> bool:
    """Whether the block is current, or has been made so."""
    from wirebed.report.load import load
    from wirebed.report.markdown import current, replaced

    if not _of_today(REPORT):
        print("check: README.md: a full run of interop, for its matrix …", flush=True)
        log = BUILD / "log" / "check-readme.log"
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("wb") as output:
            # Its exit code is not asked for: unexpected cells too belong into the matrix.
            subprocess.run([sys.argv[0], "interop"], cwd=ROOT, stdout=output, stderr=output, check=False)
        if not _full(REPORT):
            raise UserError("the full run of interop wrote no report", log)
    report = load(REPORT)
    if current(README, report):
        return True
    if fix:
        README.write_text(replaced(README.read_text(encoding="utf-8"), report), encoding="utf-8")
    return fix


def _of_today(report: Path) -> bool:
    """Whether it is of a full run, later than every change of a file that git knows of, documents apart."""
    if not _full(report):
        return False
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    files = (ROOT / name for name in listed.split("\0") if name and not name.endswith(".md"))
    return report.stat().st_mtime > max(path.stat().st_mtime for path in files if path.exists())


def _full(report: Path) -> bool:
    try:
        with report.open(encoding="utf-8") as lines:
            header = json.loads(lines.readline())["header"]
    except (OSError, ValueError, KeyError):
        return False
    return header.get("bed") == "interop" and not any((header.get("filters") or {}).values())

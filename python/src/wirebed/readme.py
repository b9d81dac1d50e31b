"""README.md shows what full runs on today's files found, and the benchmarks that are checked in: `make check` says
whether it does, `make format` mends it."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from wirebed import files
from wirebed.bed import BUILD, ROOT
from wirebed.build.process import run_own
from wirebed.errors import UserError
from wirebed.report.load import load

README = ROOT / "README.md"


def _matrix() -> str:
    from wirebed.report.markdown import matrix

    return matrix(load(_report("interop")))


def _prediction() -> str:
    from wirebed.bed import Bed
    from wirebed.evolution import buf
    from wirebed.evolution.markdown import headline

    return headline(load(_report("evolution")), buf.load(Bed.open()))


def _costs() -> str:
    from wirebed.bench import published

    return published.costs()


def _ruler() -> str:
    from wirebed.bench import published

    return published.ruler()


# Each stands between `<!-- name -->` and `<!-- /name -->`. Costs are not measured anew: their results are checked in.
BLOCKS: dict[str, Callable[[], str]] = {
    "matrix": _matrix,
    "prediction": _prediction,
    "costs": _costs,
    "ruler": _ruler,
}


def check(fix: bool) -> list[str]:
    """The blocks that are not current; none when they have been made so."""
    text = README.read_text(encoding="utf-8")
    stale, mended = [], text
    for name, tell in BLOCKS.items():
        content = tell()
        if replaced(text, name, content) != text:
            stale.append(name)
        mended = replaced(mended, name, content)
    if fix and stale:
        files.write(README, mended)
    return [] if fix else stale


def replaced(text: str, name: str, content: str) -> str:
    """A document with other content in one of its blocks. ValueError when it has no such block."""
    begin, end = f"<!-- {name} -->\n", f"<!-- /{name} -->"
    head, found, rest = text.partition(begin)
    _, closed, tail = rest.partition(end)
    if not found or not closed:
        raise ValueError(f"there is no block from {begin.strip()} to {end}")
    return head + begin + content + end + tail


def _report(suite: str) -> Path:
    """The report of a full run on today's files, which is made when there is none."""
    path = BUILD / "report" / f"{suite}.jsonl"
    if not _of_today(path, suite):
        print(f"check: README.md: a full run of {suite} …", flush=True)
        log = BUILD / "log" / f"check-readme-{suite}.log"
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("wb") as output:
            # Its exit code is not asked for: unexpected cells too belong into what is shown.
            run_own([sys.argv[0], suite], cwd=ROOT, stdout=output, stderr=output)
        if not _full(path, suite):
            raise UserError(f"the full run of {suite} wrote no report", log)
    return path


def _of_today(report: Path, suite: str) -> bool:
    """Whether it is of a full run, later than every change of a file that git knows of, documents apart."""
    if not _full(report, suite):
        return False
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    files = (ROOT / name for name in listed.split("\0") if name and not name.endswith(".md"))
    return report.stat().st_mtime > max(path.stat().st_mtime for path in files if path.exists())


def _full(report: Path, suite: str) -> bool:
    try:
        with report.open(encoding="utf-8") as lines:
            header = json.loads(lines.readline())["header"]
    except (OSError, ValueError, KeyError):
        return False
    ours = (header.get("suite"), header.get("bed")) == (suite, "interop")
    return ours and not any((header.get("filters") or {}).values())

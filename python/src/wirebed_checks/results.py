"""The tables of fixtures/results/*.md, proto/CODECS.md and fixtures/replay/README.md: full runs, benchmarks that are
checked in, and all codecs.

`make check` compares these tables with the runs, and `make format` renews them."""

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from wirebed.bed import BUILD, REPORTS, ROOT, Bed, files
from wirebed.errors import UserError, shown
from wirebed.report.load import load
from wirebed.report.of_today import header_of, is_full, is_of_today
from wirebed.suites.trees import trees_of
from wirebed_build.trees.process import run_own

FOLDER = ROOT / "fixtures" / "results"


def _interop() -> str:
    from wirebed.report.markdown import matrix

    return matrix(load(_report("interop")))


def _evolution() -> str:
    from wirebed.report.steps import buf_verdicts
    from wirebed.suites.evolution.markdown import headline

    return headline(load(_report("evolution")), buf_verdicts.load(Bed.open()))


def _costs() -> str:
    from wirebed_costs import published

    return published.costs()


def _ruler() -> str:
    from wirebed_costs import published

    return published.ruler()


def _claims() -> str:
    from wirebed_claims import command

    return command.document()


def _replay() -> str:
    from wirebed_costs.replay import rows

    return rows.table(rows.load())


def _codecs() -> str:
    """As all peers introduce them on the tree of this repository."""
    from wirebed.peers.client import connect
    from wirebed.peers.codecs import codecs_of
    from wirebed.report.settings import table
    from wirebed_build.trees import ensure

    with connect(ensure(Bed.open())) as peers:
        introductions = peers.pool.introductions()
    return table(codecs_of(introductions), codecs_of(introductions, of_classes=True))


# <name>.md has each table between `<!-- name -->` and `<!-- /name -->`. Times come from the checked-in results.
TABLES: dict[str, Callable[[], str]] = {
    "interop": _interop,
    "evolution": _evolution,
    "costs": _costs,
    "ruler": _ruler,
    "claims": _claims,
    "replay": _replay,
    "codecs": _codecs,
}
_ELSEWHERE = {"codecs": ROOT / "proto" / "CODECS.md", "replay": ROOT / "fixtures" / "replay" / "README.md"}


def check(fix: bool) -> list[Path]:
    """The documents that are out of date; `fix` renews them."""
    stale = []
    for name, table in TABLES.items():
        path = document(name)
        text = path.read_text(encoding="utf-8")
        renewed = replaced(text, name, table())
        if renewed != text and fix:
            files.write(path, renewed)
        elif renewed != text:
            stale.append(path)
    return stale


def document(name: str) -> Path:
    return _ELSEWHERE.get(name) or FOLDER / f"{name}.md"


def replaced(text: str, name: str, content: str) -> str:
    """The document with new content in one of its blocks; ValueError when it has no such block."""
    begin, end = f"<!-- {name} -->\n", f"<!-- /{name} -->"
    head, opened, rest = text.partition(begin)
    _, closed, tail = rest.partition(end)
    if not opened or not closed:
        raise ValueError(f"there is no block from {begin.strip()} to {end}")
    return head + begin + content + end + tail


def _report(suite: str) -> Path:
    """The report of a full run on today's files that executed everything; makes the run when there is none."""
    path = REPORTS / f"{suite}.jsonl"
    if not _of_today(path, suite):
        before = header_of(path)
        print(f"check: {shown(document(suite))}: a full run of {suite} …", flush=True)
        log = BUILD / "log" / f"check-results-{suite}.log"
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("wb") as output:
            # Its exit code does not matter here: the tables show unexpected cells too.
            run_own([sys.argv[0], suite, "--fresh", "1"], stdout=output, stderr=output)
        if not is_full(path, suite) or header_of(path) == before:
            raise UserError(f"the full run of {suite} wrote no report", log)
    return path


def _of_today(report: Path, suite: str) -> bool:
    """Whether the report is of a full run of today that executed everything: nothing else is published."""
    header = header_of(report)
    return header is not None and not header.kept and is_of_today(report, suite, partial(trees_of, bed=Bed.open()))

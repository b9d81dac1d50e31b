"""The card and the block of what changed."""

from pathlib import Path

from wirebed.bed import Bed
from wirebed.errors import UserError
from wirebed.page.changes import surroundings
from wirebed.page.changes.block import block
from wirebed.page.changes.card import card
from wirebed.page.changes.compare import compare
from wirebed.page.runs import Runs
from wirebed.page.section import Section
from wirebed.report.load import Report, load

SUITES = ("interop", "evolution", "echo")


def section(runs: Runs, bed: Bed) -> Section | None:
    if runs.base is None:
        return None
    before = _base(runs, runs.base)
    suite = before.header["suite"]
    run = getattr(runs, suite)
    if run is None:
        raise UserError(f"there is nothing to hold this report against: {runs.missing[suite]}", runs.base)
    changes = compare(before, run.report)
    around = surroundings.of(before, run.report)
    return Section(card(changes, around, before), {"changes": block(changes, around, before, run.report, runs.base)})


def _base(runs: Runs, path: Path) -> Report:
    if not path.is_file():
        raise UserError("BASE= is an older report, such as a copy of build/report/interop.jsonl; this is no file", path)
    report = load(path)
    if (suite := report.header.get("suite")) not in SUITES:
        raise UserError(f"BASE= is a report of {', '.join(SUITES)}; this one is of {suite or 'something else'}", path)
    return runs.of_this_bed(report, path)

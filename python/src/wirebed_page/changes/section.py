"""The card and the block of what changed."""

from wirebed.bed import Bed
from wirebed.errors import UserError
from wirebed.report.changes import surroundings
from wirebed.report.changes.compare import compare
from wirebed_page.changes.block import block
from wirebed_page.changes.card import card
from wirebed_page.runs import Runs
from wirebed_page.section import Section


def section(runs: Runs, bed: Bed) -> Section | None:
    before = runs.older
    if before is None or runs.base is None:
        return None
    suite = before.header.suite
    run = getattr(runs, suite)
    if run is None and not runs.is_asked:
        return None
    if run is None:
        raise UserError(f"there is nothing to hold this report against: {runs.missing[suite]}", runs.base)
    changes = compare(before, run.report)
    around = surroundings.of(before, run.report)
    return Section(card(changes, around, before), {"changes": block(changes, around, before, run.report, runs.base)})

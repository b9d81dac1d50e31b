"""`wirebed baseline`: runs the suites of a bed and brings its baseline to what they show, as far as it is accepted."""

from rich.console import Console
from rich.markup import escape

from wirebed.bed import PROGRAM, ROOT, Bed, document
from wirebed.errors import UserError, shown
from wirebed.peers.kept import Keep
from wirebed.report import blocks
from wirebed.report.load import load
from wirebed.state import baseline
from wirebed.state.baseline import Entries
from wirebed_baseline import files, suites
from wirebed_baseline.update import Update, check, updated

# The most refused entries that are shown; all are in the report.
_MOST = 40


def main(bed: Bed, accept: str | None, accept_new: bool, keep: Keep) -> int:
    """The exit code of the last runs: of a second one of each suite whose part of the baseline has changed."""
    old, of_suites, console = of_own(bed), suites.of_bed(bed), blocks.console(180)
    begins = not baseline.path_of(bed).is_file()
    codes = {suite.name: suite.run(keep) for suite in of_suites}
    reports = {suite.name: load(suite.path) for suite in of_suites}
    whole = {name: report.footer.standing for name, report in reports.items() if report.footer.standing is not None}
    standing = [count for counts in whole.values() for count in counts]
    check(accept, old, standing)
    update = updated(old, standing, accept, accept_new or begins)
    if update.entries != old:
        files.write(bed, update.entries)
    for suite in of_suites:
        if _of(suite.name, update.entries) != _of(suite.name, old):
            codes[suite.name] = suite.run(Keep(), suite.show)
        else:
            suite.show(reports[suite.name], suite.path)
        if suite.name not in whole:
            console.print(f"The run of {suite.name} was not whole, so its part of the baseline stays as it is.")
    if whole:
        _show(bed, update, console)
    return max(codes.values())


def _of(suite: str, entries: Entries) -> Entries:
    return {fact: entry for fact, entry in entries.items() if fact.suite == suite}


def of_own(bed: Bed) -> Entries:
    """The baseline of a bed of one's own; UserError for that of the repository."""
    entries = baseline.of_bed(bed, ROOT)
    if entries is None:
        raise UserError("BED= is missing: the bed of this repository states every difference, so it has no baseline")
    return entries


def _show(bed: Bed, update: Update, console: Console) -> None:
    again = " ".join([PROGRAM, "baseline", *bed.variables])
    if update.refused:
        cells = sum(new.cells for new in update.refused)
        new_cells = "1 new cell is" if cells == 1 else f"{cells:,} new cells are"
        console.print(f"\n[bold red]{new_cells} not accepted[/]; {escape(again)} ACCEPT_NEW=1 accepts all:")
        for new in update.refused[:_MOST]:
            console.print(f"  {escape(again)} ACCEPT='{escape(new.fact.name)}'  # {new.cells:,}", soft_wrap=True)
        if len(update.refused) > _MOST:
            console.print(f"  … and {len(update.refused) - _MOST:,} more")
    document.count(plus=update.plus, minus=update.minus, entries=len(update.entries))
    for new in update.refused:
        document.find("new", f"{new.fact.name}: {new.cells:,} new cells", name=new.fact.name)
    unreviewed = sum(entry.reason is None for entry in update.entries.values())
    entries = f"{len(update.entries):,} entries, {unreviewed:,} of them unreviewed"
    console.print(f"{escape(shown(baseline.path_of(bed)))}: +{update.plus:,} −{update.minus:,} cells; {entries}")

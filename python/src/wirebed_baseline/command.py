"""`wirebed baseline`: runs a bed and brings its baseline to what the run shows, as far as that is accepted."""

from rich.console import Console
from rich.markup import escape

from wirebed.bed import PROGRAM, ROOT, Bed
from wirebed.commands import interop
from wirebed.errors import UserError, shown
from wirebed.peers.kept import Keep
from wirebed.report import blocks
from wirebed.report.load import load
from wirebed.run import Selection
from wirebed.state import baseline
from wirebed.state.baseline import Entries
from wirebed_baseline import files
from wirebed_baseline.update import Update, check, updated

# The most refused entries that are shown; all are in the report.
_MOST = 40


def main(bed: Bed, accept: str | None, accept_new: bool, keep: Keep) -> int:
    """The exit code of the last run: of a second one, if the first one changed the baseline."""
    old = of_own(bed)
    path, begins = bed.reports / "interop.jsonl", not baseline.path_of(bed).is_file()
    code = interop.run(bed, Selection(), path, lambda *_: None, keep)
    report = load(path)
    standing, console = report.footer.standing, blocks.console(180)
    if standing is None:
        interop.show(report, path)
        console.print("The run was not whole, so the baseline stays as it is.")
        return code
    check(accept, old, standing)
    update = updated(old, standing, accept, accept_new or begins)
    if update.entries == old:
        interop.show(report, path)
    else:
        files.write(bed, update.entries)
        code = interop.run(bed, Selection(), path, interop.show, Keep())
    _show(bed, update, console)
    return code


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
    unreviewed = sum(entry.reason is None for entry in update.entries.values())
    entries = f"{len(update.entries):,} entries, {unreviewed:,} of them unreviewed"
    console.print(f"{escape(shown(baseline.path_of(bed)))}: +{update.plus:,} −{update.minus:,} cells; {entries}")

"""`wirebed skew`: a star of versions around those of today. Each row is an upgrade from its version to that of today.

A file of a bed, or else of this repository, has the rows: fixtures/upgrades/skew.yaml, a list of versions as SET= has
them, the oldest of a library first. A row that cannot be asked is no difference, and says why.
"""

import gc
from collections.abc import Sequence
from pathlib import Path

from wirebed.bed import ROOT, Bed, document, files, glob, yaml_tree
from wirebed.bed.exit_codes import AS_EXPECTED, NOT_WHOLE, UNEXPECTED
from wirebed.bed.yaml_tree import Value
from wirebed.errors import UserError
from wirebed.report import blocks, value_store
from wirebed.run import Selection
from wirebed.run.peers import Keep
from wirebed.run.selection import check_list
from wirebed.run.taking_part import taking_part
from wirebed_build.languages.generations import of_pins, pins_of
from wirebed_build.languages.peer_yaml import Peer
from wirebed_build.progress import Progress
from wirebed_upgrade import command, findings, sides, skew_terminal
from wirebed_upgrade.sides import Side, Sides
from wirebed_upgrade.star import SkewRow, differences
from wirebed_upgrade.sweep import words_of

REPORT = "skew"
FILE = Path("upgrades", "skew.yaml")


def main(bed: Bed, takes: str | None, selection: Selection, keep: Keep | None) -> int:
    """The exit code: 0 nothing differs, 1 something does, 2 (raised as UserError) harness, 3 no row has an answer.

    `takes`: a list of globs for rows."""
    chosen = rows_of(bed, takes)
    taking_part(bed, selection)  # what is wrong with it is no answer of a row
    path = bed.reports / f"{REPORT}.jsonl"
    rows: list[SkewRow] = []
    with Progress(REPORT) as progress:
        for number, side in enumerate(chosen, 1):
            progress.note(f"{number} of {len(chosen)}: {side.name}")
            rows.append(_asked(bed, side, selection, keep, path))
            # A run freezes what is there when it begins (run.collector), and so what the run before has left.
            gc.unfreeze()
            gc.collect()
    for made in (path, path.with_suffix(value_store.SUFFIX)):
        made.unlink(missing_ok=True)  # of the last row alone
    _show(rows, path)
    if not any(row.asked for row in rows):
        return NOT_WHOLE
    return UNEXPECTED if any(row.findings for row in rows) else AS_EXPECTED


def rows_of(bed: Bed, takes: str | None) -> list[Side]:
    """The rows that SET= takes, by library and version or by either, in the order of the file."""
    own = bed.fixtures / FILE
    path = own if own.is_file() else ROOT / "fixtures" / FILE
    listed = yaml_tree.read(path.read_text(encoding="utf-8"), path).want(list, "a list of versions")
    bases = sides.bases_of_today()
    known = [_row(value, bases) for value in listed]
    check_list("SET", takes, (name for side in known for name in _names(side)))
    return [side for side in known if glob.takes(_names(side), glob.listed(takes))]


def _row(value: Value, bases: Sequence[Peer]) -> Side:
    """UserError for what is no version of a library that a peer has."""
    try:
        pins = pins_of(value.want(str, "library=version"), "")
        of_pins(pins, bases, "")
    except UserError as error:
        raise value.error(error.message) from None
    return Side(pins)


def _names(side: Side) -> list[str]:
    return [side.spelled, *(name for pin in side.pins for name in (pin.library, pin.artifact, pin.label))]


def _asked(bed: Bed, side: Side, selection: Selection, keep: Keep | None, path: Path) -> SkewRow:
    try:
        both = command.run_both(bed, Sides(side, Side(())), selection, False, keep, path)
    except UserError as error:
        return SkewRow(side, why=words_of(error))
    today = ", ".join(sorted({pair.new.version for pair in both.asked}))
    return SkewRow(side, both.compared, both.witnesses, today, findings.of(both.compared.seen))


def _show(rows: Sequence[SkewRow], path: Path) -> None:
    """On the terminal, as markdown beside the reports, and in the document of `--json`."""
    found = differences(rows)
    files.write(path.with_suffix(".md"), skew_terminal.markdown(rows, found))
    document.report(path.with_suffix(".md"))
    document.count(rows=len(rows), asked=sum(row.asked for row in rows), differences=len(found))
    for row in rows:
        document.find("row", " | ".join(skew_terminal.cells(row)), level=document.NOTE)
    for difference in found:
        lines = skew_terminal.lines(difference)
        document.find(difference.key[0].name.lower(), "\n".join(lines), repeat=lines[-1])
    skew_terminal.show(rows, found, blocks.console(180))

"""`wirebed skew`: a star of versions around those of today. Each row is an upgrade from its version to that of today.

A file of a bed, or else of this repository, has the rows: fixtures/upgrades/skew.yaml, a list of versions as SET= has
them, the oldest of a library first. A row that cannot be asked is no difference, and says why.
"""

import gc
from collections.abc import Callable, Iterator, Sequence
from functools import partial
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
from wirebed_cluster.client import Workers, connected, dask
from wirebed_upgrade import command, findings, sides, skew_terminal
from wirebed_upgrade.sides import TODAY, Side, Sides
from wirebed_upgrade.star import SkewRow, differences
from wirebed_upgrade.sweep import words_of

REPORT = "skew"
FILE = Path("upgrades", "skew.yaml")


def main(bed: Bed, takes: str | None, selection: Selection, keep: Keep | None, workers: Workers | None) -> int:
    """The exit code: 0 nothing differs, 1 something does, 2 (raised as UserError) harness, 3 no row has an answer.

    `takes`: a list of globs for rows. `workers`: of a cluster, which ask the rows in place of this process."""
    chosen = rows_of(bed, takes)
    taking_part(bed, selection)  # what is wrong with it is no answer of a row
    path = bed.reports / f"{REPORT}.jsonl"
    asking = [partial(_asked, bed, side, selection, keep, path) for side in chosen]
    with Progress(REPORT) as progress:
        asked = enumerate(ask() for ask in asking) if workers is None else _on_cluster(asking, workers)
        done: dict[int, SkewRow] = {}
        for number, row in asked:
            done[number] = row
            progress.note(f"{len(done)} of {len(chosen)}: {row.side.name}")
    rows = [done[number] for number in range(len(chosen))]
    _show(rows, path)
    if not any(row.asked for row in rows):
        return NOT_WHOLE
    return UNEXPECTED if any(row.findings for row in rows) else AS_EXPECTED


def _on_cluster(asking: Sequence[Callable[[], SkewRow]], workers: Workers) -> Iterator[tuple[int, SkewRow]]:
    """In the order in which they end."""
    with connected(workers) as client:
        numbers = {client.submit(ask, pure=False): number for number, ask in enumerate(asking)}
        for done in dask().as_completed(numbers):
            yield numbers[done], done.result()


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
    """`path`: of the report of all rows; that of the row alone is gone at the end."""
    of_row = path.with_name(f"{path.stem}-{'-'.join(pin.label for pin in side.pins)}.jsonl")
    try:
        both = command.run_both(bed, Sides(side, TODAY), selection, False, keep, of_row)
    except UserError as error:
        return SkewRow(side, why=words_of(error))
    finally:
        for made in (of_row, of_row.with_suffix(value_store.SUFFIX)):
            made.unlink(missing_ok=True)
        # A run freezes what is there when it begins (run.collector), and so what the run before has left.
        gc.unfreeze()
        gc.collect()
    today = ", ".join(sorted({pair.new.version for pair in both.asked}))
    found = findings.of(both.compared.seen)
    return SkewRow(side, both.compared, today, found, [both.witnesses.shown(each) for each in found])


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

"""`wirebed sweep`: gives damaged goldens to each reader, and holds what they make of them against what is pinned; or
with other versions of libraries, against those of today."""

from collections.abc import Iterator

from wirebed.bed import Bed, document, files
from wirebed.bed.codec_id import short
from wirebed.bed.exit_codes import AS_EXPECTED, UNEXPECTED
from wirebed.errors import UserError, shown
from wirebed.run.selection import check_list
from wirebed_build.languages import generations
from wirebed_build.progress import Progress
from wirebed_cluster.client import Workers
from wirebed_sweep import hold, pins, silence, terminal
from wirebed_sweep.ask import Swept
from wirebed_sweep.chosen import Chosen
from wirebed_sweep.engine import Engine, Task, sweeper
from wirebed_sweep.hold import Asked, Held
from wirebed_sweep.silence import Name, Total, Totals
from wirebed_sweep.ways import WAYS

REPORT = "sweep"


def main(bed: Bed, of: Chosen, accept: bool, workers: Workers | None) -> int:
    """The exit code: 0 as pinned, or no version differs from that of today; 1 otherwise. `workers`: of a cluster, which
    sweep in place of this process."""
    check_list("WAY", of.way, WAYS)
    versions = bool(generations.variables())
    if versions and accept:
        raise UserError("ACCEPT=1 pins what readers of today make of it, and this run asks other versions, too")
    totals, held = dict[Name, Total](), Held()
    with Engine(Task(bed, of)) as engine:
        for format, found in _swept(engine, workers):
            totals |= silence.totals(found)
            if versions:
                held.add(hold.against_today(found, {reader.id for reader in engine.readers}))
            else:
                held.add(hold.against_pins(bed, format, found, _asked(of, engine), accept))
    if not totals:
        raise UserError("nothing is swept: no golden of at most 4 KiB that a reader takes", bed.fixtures / "golden")
    taken = {name.format for name in totals}
    _report(bed, totals, sum(golden.format in taken for golden in engine.goldens))
    if accept:
        print(f"{len(held.others):,} rows are pinned anew in {shown(bed.fixtures / pins.FOLDER)}")
        return AS_EXPECTED
    return _tell(bed, held, "today's" if versions else "pinned")


def _swept(engine: Engine, workers: Workers | None) -> Iterator[tuple[str, list[Swept]]]:
    """By format."""
    readers = {name: len(engine.readers_of(name)) for name in engine.formats}
    every = sum(len(each.golden.data) * readers[name] for name in readers for each in engine.damaged(name))
    with Progress("readings", every) as bar, sweeper(engine, workers) as sweep:
        for name in readers:
            found = []
            for each in sweep(name):
                bar.advance(len(each.damaged.golden.data) * readers[name])
                found.append(each)
            yield name, found


def _asked(of: Chosen, engine: Engine) -> Asked:
    names = {golden.name for golden in engine.goldens} if of.selection.case else None
    return Asked(of.ways, {short(reader.id) for reader in engine.readers}, names)


def _report(bed: Bed, totals: Totals, goldens: int) -> None:
    terminal.show(totals)
    path = bed.reports / f"{REPORT}.md"
    files.write(path, terminal.markdown(totals, bed))
    document.report(path)
    document.count(goldens=goldens, readings=sum(total.inputs for total in totals.values()))


def _tell(bed: Bed, held: Held, before: str) -> int:
    terminal.show_others(held.others, bed)
    if held.others and before == "pinned":
        print("ACCEPT=1 with the same command pins these rows")
    print(f"{held.as_before:,} of {held.rows:,} rows are as {before}")
    return UNEXPECTED if held.others else AS_EXPECTED

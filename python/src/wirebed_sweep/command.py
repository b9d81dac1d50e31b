"""`wirebed sweep`: gives damaged goldens to each reader, and holds what they make of them against what is pinned; or
with other versions of libraries, against those of today."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wirebed.bed import Bed, document, files, glob
from wirebed.bed.codec_id import short
from wirebed.bed.exit_codes import AS_EXPECTED, UNEXPECTED
from wirebed.cases import load
from wirebed.cases.byte_source import ByteSource
from wirebed.errors import UserError, shown
from wirebed.peers.client import CodecClient, connect
from wirebed.peers.codecs import CodecRef, format_order
from wirebed.run import Selection, other_versions
from wirebed.run.selection import check, check_list
from wirebed.run.taking_part import taking_part
from wirebed.state.golden.checker import Checker
from wirebed_build.languages import generations
from wirebed_build.progress import Progress
from wirebed_build.trees import ensure
from wirebed_sweep import hold, pins, silence, terminal
from wirebed_sweep.ask import LARGEST, Damaged, Swept, sweep
from wirebed_sweep.hold import Asked, Held
from wirebed_sweep.silence import Name, Total, Totals
from wirebed_sweep.ways import WAYS

REPORT = "sweep"


@dataclass(frozen=True)
class Chosen:
    """What is swept. `way`: globs of ways."""

    selection: Selection
    way: str | None = None

    @property
    def ways(self) -> list[str]:
        return [way for way in WAYS if glob.takes([way], glob.listed(self.way))]

    def takes(self, codec: CodecRef) -> bool:
        chosen = self.selection
        return codec.decodes and chosen.takes_format(codec.format) and chosen.takes_reader(codec.id)


def main(bed: Bed, of: Chosen, accept: bool) -> int:
    """The exit code: 0 as pinned, or no version differs from that of today; 1 otherwise."""
    check_list("WAY", of.way, WAYS)
    versions = bool(generations.variables())
    if versions and accept:
        raise UserError("ACCEPT=1 pins what readers of today make of it, and this run asks other versions, too")
    part = taking_part(bed, of.selection)
    names = other_versions.peers() if versions else part.here
    totals, held = dict[Name, Total](), Held()
    with connect(ensure(bed, names), names, part.scope) as client:
        readers = [codec for codec in client.codecs if of.takes(codec)]
        readers = other_versions.that_differ(readers) if versions else readers
        goldens = [each for each in _goldens(bed, client, of) if 0 < len(each.data) <= LARGEST]
        for format, found in _swept(client, readers, goldens, of.ways):
            totals |= silence.totals(found)
            if versions:
                held.add(hold.against_today(found, {reader.id for reader in readers}))
            else:
                held.add(hold.against_pins(bed, format, found, _asked(of, readers, goldens), accept))
    if not totals:
        raise UserError("nothing is swept: no golden of at most 4 KiB that a reader takes", bed.fixtures / "golden")
    taken = {name.format for name in totals}
    _report(bed, totals, sum(golden.format in taken for golden in goldens))
    if accept:
        print(f"{len(held.others):,} rows are pinned anew in {shown(bed.fixtures / pins.FOLDER)}")
        return AS_EXPECTED
    return _tell(bed, held, "today's" if versions else "pinned")


def _goldens(bed: Bed, client: CodecClient, of: Chosen) -> Iterator[ByteSource]:
    """The intact goldens of cases; those of samples are of other schemas."""
    cases = load(bed, client.schema, of.selection.takes_case)
    checker = Checker(bed, client.schema, cases)
    check("CASE", of.selection.case, sorted(checker.recorded), of.selection.takes_case)
    return checker.sources(of.selection.takes_case)


def _swept(
    client: CodecClient, readers: Sequence[CodecRef], goldens: Sequence[ByteSource], ways: Sequence[str]
) -> Iterator[tuple[str, list[Swept]]]:
    """By format."""
    formats = sorted({reader.format for reader in readers}, key=format_order)
    by_format = {name: [golden for golden in goldens if golden.format == name] for name in formats}
    of_format = {name: [reader for reader in readers if reader.format == name] for name in formats}
    every = sum(len(golden.data) * len(of_format[name]) for name in formats for golden in by_format[name])
    with Progress("readings", every * len(ways)) as bar:
        for name in formats:
            damaged = [Damaged(golden, way) for golden in by_format[name] for way in ways]
            found = []
            for each in sweep(client.pool, of_format[name], damaged):
                bar.advance(len(each.damaged.golden.data) * len(of_format[name]))
                found.append(each)
            yield name, found


def _asked(of: Chosen, readers: Sequence[CodecRef], goldens: Sequence[ByteSource]) -> Asked:
    names = {golden.name for golden in goldens} if of.selection.case else None
    return Asked(of.ways, {short(reader.id) for reader in readers}, names)


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

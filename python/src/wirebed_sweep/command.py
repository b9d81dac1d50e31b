"""`wirebed sweep`: gives damaged goldens to each reader, and holds what they make of them against what is pinned; or
with other versions of libraries, against those of today."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from wirebed.bed import Bed, document, files, glob
from wirebed.bed.codec_id import base_of, is_generation
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
from wirebed_sweep import pins, silence, terminal
from wirebed_sweep.ask import LARGEST, Damaged, Key, Swept, sweep
from wirebed_sweep.terminal import Other
from wirebed_sweep.ways import WAYS

REPORT = "sweep"
Rows = Mapping[Key, str]


@dataclass(frozen=True)
class Asked:
    """`way`: globs of ways."""

    selection: Selection
    way: str | None = None

    @property
    def ways(self) -> list[str]:
        return [way for way in WAYS if glob.takes([way], glob.listed(self.way))]

    def takes(self, codec: CodecRef) -> bool:
        chosen = self.selection
        return codec.decodes and chosen.takes_format(codec.format) and chosen.takes_reader(codec.id)


def main(bed: Bed, of: Asked, accept: bool) -> int:
    """The exit code: 0 as pinned, or no version differs from that of today; 1 otherwise."""
    check_list("WAY", of.way, WAYS)
    versions = bool(generations.variables())
    if versions and accept:
        raise UserError("ACCEPT=1 pins what readers of today make of it, and this run asks other versions, too")
    part = taking_part(bed, of.selection)
    names = other_versions.peers() if versions else part.here
    with connect(ensure(bed, names), names, part.scope) as client:
        readers = [codec for codec in client.codecs if of.takes(codec)]
        readers = other_versions.that_differ(readers) if versions else readers
        goldens = [each for each in _goldens(bed, client, of) if 0 < len(each.data) <= LARGEST]
        found = list(_swept(client, readers, goldens, of.ways))
    if not found:
        raise UserError("nothing is swept: no golden of at most 4 KiB that a reader takes", bed.fixtures / "golden")
    totals = silence.totals(found)
    terminal.show(totals)
    files.write(bed.reports / f"{REPORT}.md", terminal.markdown(totals, bed))
    document.report(bed.reports / f"{REPORT}.md")
    document.count(goldens=len(goldens), readings=sum(total.inputs for total in totals.values()))
    if versions:
        return _compare(bed, found)
    return _hold(bed, found, of, accept)


def _goldens(bed: Bed, client: CodecClient, of: Asked) -> Iterator[ByteSource]:
    """The intact goldens of cases; those of samples are of other schemas."""
    cases = load(bed, client.schema, of.selection.takes_case)
    checker = Checker(bed, client.schema, cases)
    check("CASE", of.selection.case, sorted(checker.recorded), of.selection.takes_case)
    return checker.sources(of.selection.takes_case)


def _swept(
    client: CodecClient, readers: Sequence[CodecRef], goldens: Sequence[ByteSource], ways: Sequence[str]
) -> Iterator[Swept]:
    """Format by format."""
    formats = sorted({reader.format for reader in readers}, key=format_order)
    by_format = {name: [golden for golden in goldens if golden.format == name] for name in formats}
    of_format = {name: [reader for reader in readers if reader.format == name] for name in formats}
    every = sum(len(golden.data) * len(of_format[name]) for name in formats for golden in by_format[name])
    with Progress("readings", every * len(ways)) as bar:
        for name in formats:
            damaged = [Damaged(golden, way) for golden in by_format[name] for way in ways]
            for each in sweep(client.pool, of_format[name], damaged):
                bar.advance(len(each.damaged.golden.data) * len(of_format[name]))
                yield each


def _hold(bed: Bed, found: Sequence[Swept], of: Asked, accept: bool) -> int:
    """Prints what is not as pinned, or pins it."""
    now = _rows(found)
    readers = {key.reader for key in now}
    others, as_pinned = list[Other](), 0
    for format in dict.fromkeys(each.damaged.golden.format for each in found):
        pinned = pins.read(bed, format)
        of_format = {key: letters for key, letters in now.items() if key.format == format}
        asked = {key for key in pinned if _asked(key, of_format, readers, of)}
        differing = [key for key in sorted({*of_format, *asked}) if pinned.get(key) != of_format.get(key)]
        as_pinned += len(of_format.keys() - set(differing))
        others += (Other(key, "pinned", pinned.get(key, ""), "now", of_format.get(key, "")) for key in differing)
        if accept and differing:
            pins.write(bed, format, {key: each for key, each in pinned.items() if key not in asked} | of_format)
    if accept:
        print(f"{len(others):,} rows are pinned anew in {shown(bed.fixtures / pins.FOLDER)}")
        return AS_EXPECTED
    terminal.show_others(others, found, bed)
    if others:
        print("ACCEPT=1 with the same command pins these rows")
    print(f"{as_pinned:,} of {len(now):,} rows are as pinned")
    return UNEXPECTED if others else AS_EXPECTED


def _asked(key: Key, now: Rows, readers: set[str], of: Asked) -> bool:
    """Whether this run would have found a pinned row, if it were still to be found."""
    return key.way in of.ways and key.reader in readers and (not of.selection.case or key in now)


def _compare(bed: Bed, found: Sequence[Swept]) -> int:
    """Prints what other versions make of inputs that those of today make otherwise."""
    now = _rows(found)
    pairs = [(key, key._replace(reader=base_of(key.reader))) for key in now if is_generation(key.reader)]
    others = [
        Other(key, "today", now[today], "then", now[key])
        for key, today in pairs
        if today in now and now[key] != now[today]
    ]
    terminal.show_others(others, found, bed)
    print(f"{len(others):,} of {len(pairs):,} rows differ from those of today")
    return UNEXPECTED if others else AS_EXPECTED


def _rows(found: Sequence[Swept]) -> dict[Key, str]:
    return {key: letters for each in found for key, letters in each.by_key()}

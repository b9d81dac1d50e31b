"""`wirebed bisect`: between which releases of a library an outcome, a value or a byte changed."""

from dataclasses import replace

from wirebed.bed import Bed, document, files
from wirebed.bed.codec_id import codec_id, key_of, peer_of
from wirebed.bed.exit_codes import AS_EXPECTED, NOT_WHOLE, UNEXPECTED
from wirebed.bed.schema import Schema
from wirebed.errors import UserError
from wirebed.report import blocks
from wirebed.run import Selection
from wirebed.run.peers import Keep
from wirebed_build.progress import Progress
from wirebed_upgrade import bisect_terminal, findings, pairs, sides, unstable
from wirebed_upgrade.bisect_terminal import Answer, Changed
from wirebed_upgrade.sides import Sides
from wirebed_upgrade.sweep import REPORT, Sweep, codec_ids
from wirebed_upgrade.witness import Witnesses, values_of
from wirebed_upstream import history, releases
from wirebed_upstream.history import Boundary, Run


def main(bed: Bed, library: str | None, old: str | None, new: str | None, selection: Selection, keep: Keep) -> int:
    """The exit code: 0 nothing changed, 1 something did, 2 (raised as UserError) harness, 3 no version answers."""
    if not library or "=" in library or "," in library:
        raise UserError("SET= is a library without a version, of which FROM= and TO= are versions: SET='orjson'")
    sides.check(library)
    sides.check_listed(library)
    known = releases.of_name(library, old, new)
    with Progress(REPORT) as progress:
        sweep = Sweep(bed, known, selection, keep)
        compared: dict[Boundary, Changed] = {}
        while wanted := history.wanted(known.versions, sweep.answers):
            sweep.ask(wanted, progress)
            _without_order(sweep, compared)
    runs = _runs(sweep)
    changes = [_compared(sweep, boundary, compared) for boundary in history.boundaries(runs)]
    answer = Answer(known, runs, changes, sweep.answered, sweep.days, sweep.unstable, _chosen(selection))
    _show(answer, bed)
    if not any(run.letter for run in runs):
        return NOT_WHOLE
    return UNEXPECTED if changes else AS_EXPECTED


def _runs(sweep: Sweep) -> list[Run]:
    versions = sweep.known.versions
    return history.runs(versions, history.lettered(versions, sweep.answers))


def _without_order(sweep: Sweep, compared: dict[Boundary, Changed]) -> None:
    """Where the bytes of a codec are in another order by chance, this is no change of its library."""
    for boundary in history.boundaries(_runs(sweep)):
        if boundary not in compared:
            changed = _compared(sweep, boundary, compared)
            of = changed.witnesses
            sweep.know((boundary.before, boundary.after))
            lasting = unstable.without_chance(changed.compared, of.values, sweep.cases, sweep.tree, of.codecs)
            if not all(map(sweep.is_unstable, lasting.unstable)):
                sweep.by_chance(lasting.unstable)
                compared.clear()
                return _without_order(sweep, compared)
    return None


def _compared(sweep: Sweep, boundary: Boundary, known: dict[Boundary, Changed]) -> Changed:
    """A boundary is an upgrade of two neighbours, and is held against each other as such."""
    if boundary in known:
        return known[boundary]
    before, after = (sweep.versions[version] for version in (boundary.before, boundary.after))
    peers = {name: after.peers[base] for base, name in before.peers.items() if base in after.peers}
    reports = list(sweep.both(boundary.before, boundary.after))
    report = replace(reports[0], lines=[line for each in reports for line in each.lines])
    new = codec_ids(report, after.generations)
    old = (codec for codec in codec_ids(report, before.generations) if peer_of(codec) in peers)
    on_both = {codec: codec_id(peers[peer_of(codec)], key_of(codec)) for codec in old}
    codecs = {codec: same for codec, same in on_both.items() if same in new}
    seen = pairs.compare(report, codecs)
    values: dict[str, bytes] = {}
    for path in dict.fromkeys((sweep.reports[boundary.before], sweep.reports[boundary.after])):
        values |= values_of(seen.seen, path)
    by_chance = frozenset(codec for codec in codecs if sweep.is_unstable(codec))
    seen = unstable.without_order(seen, by_chance, values)
    both = Sides(before.side, after.side)
    witnesses = Witnesses(values, Schema.load(sweep.tree), both, codecs, tuple(sweep.bed.variables))
    known[boundary] = Changed(boundary, seen, findings.of(seen.seen), witnesses)
    return known[boundary]


def _chosen(selection: Selection) -> list[str]:
    """What chose the cells, as `make upgrade` takes it."""
    return [f"{name.upper()}={value}" for name, value in selection.given.items() if name in ("case", "format")]


def _show(answer: Answer, bed: Bed) -> None:
    path = bed.reports / f"{REPORT}.md"
    files.write(path, bisect_terminal.markdown(answer))
    document.report(path)
    asked = sum(len(run.versions) for run in answer.runs)
    document.count(versions=asked, intervals=len(answer.runs), boundaries=len(answer.changes))
    for row in bisect_terminal.rows(answer):
        document.find("interval", " | ".join(row), level=document.NOTE)
    for changed in answer.changes:
        text = "\n".join(bisect_terminal.lines(answer, changed))
        document.find("boundary", text, repeat=bisect_terminal.repeat(answer, changed))
    bisect_terminal.show(answer, blocks.console(160))

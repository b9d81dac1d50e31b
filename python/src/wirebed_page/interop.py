"""Interop on the page: what every reader made of what every writer wrote."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from urllib.parse import quote

from wirebed.bed import PROGRAM, Bed
from wirebed.bed.codec_id import NONE, library_of, peer_and_version, peer_of, short
from wirebed.bed.schema import Schema
from wirebed.report.cell import Line
from wirebed.report.header import Header
from wirebed.report.load import Report, only
from wirebed.report.phrases import number, outcomes, sign, unreviewed
from wirebed.report.words import NOT_TO_BLAME
from wirebed.state.deviations.entry import TREE
from wirebed.view.outcome import EXACT, HARM, SIGNS
from wirebed_page import badges, entries
from wirebed_page.cells import Cells
from wirebed_page.runs import Runs
from wirebed_page.section import Card, Findable, Section, address
from wirebed_page.trip.languages import Languages
from wirebed_page.values import Shown


def section(runs: Runs, bed: Bed) -> Section | None:
    run = runs.interop
    if run is None:
        return None
    report, shown = run.report, Shown()
    cells = Cells(shown, report.lines, every_value=True)
    blocks = {
        "interop": {
            **block(cells, report, bed),
            "formats": [format for format in report.formats if format != TREE],
            "not_to_blame": NOT_TO_BLAME,
        },
        "interop-entries": entries.block(cells.entries.things, runs.deviations),
        **shown.blocks("interop", run, {"": Schema.load(bed.tree_dir)}),
    }
    reasons = entries.findable(report.lines, runs.deviations, _link)
    return Section(_card(report), blocks, findable=[*findable(report), *reasons])


def findable(report: Report) -> Iterator[Findable]:
    """Each library with its format, each type with its cells, and each case with the most harmful of them."""
    for codec in report.header.codecs:
        if codec.format != NONE:
            words = f"{codec.format} {codec.version}"
            yield Findable("codec", short(codec.codec), words, f"{address('interop')}?format={codec.format}")
    # The type of a case, as browser/lib/cells.js finds it.
    cases = {line.case for line in report.lines if line.format != TREE}
    types = Counter(re.split(r"[/.]", case)[0] for case in cases)
    for name, count in sorted(types.items()):
        yield Findable("type", name, number(count, "case"), f"{address('interop')}?message={quote(name)}")
    worst: dict[str, tuple[int, Line]] = {}
    for line in report.lines:
        if line.bytes and line.format not in (NONE, TREE):
            rank = HARM[sign(line)]
            if line.case not in worst or rank > worst[line.case][0]:
                worst[line.case] = (rank, line)
    for case, (_, line) in sorted(worst.items()):
        words = f"{line.format}, {short(line.writer)} to {short(line.readers[0])}: {line.outcome}"
        yield Findable("case", case, words, _link(line))


def _link(line: Line) -> str:
    """The address of the first cell of a line."""
    source = [line.source] if line.source else []
    return address("interop", line.format, line.writer, line.readers[0], line.case, *source)


def block(cells: Cells, report: Report, bed: Bed) -> dict:
    """The cells of a suite, with their codecs and with the commands that run one again and that explain it."""
    return {
        **cells.block(),
        "formats": report.formats,
        "codecs": codecs(report.header),
        "command": " ".join([f"{PROGRAM} {report.header.suite}", *bed.variables]),
        "why": " ".join([PROGRAM, "why", *bed.variables]),
        "quoted": quoted(cells.names),
    }


def codecs(header: Header) -> dict[str, dict]:
    """Codec -> its short name, language, runtime, library, version and model (whose objects it fills)."""
    peers = {peer_and_version(peer.peer)[0]: peer for peer in header.peers}
    return {
        codec.codec: {
            "name": short(codec.codec),
            "library": library_of(codec.codec),
            "version": codec.version,
            "format": codec.format,
            "model": codec.model,
            "language": peers[peer_of(codec.codec)].language,
            "runtime": peers[peer_of(codec.codec)].runtime,
        }
        for codec in header.codecs
    }


def quoted(names: Iterable[str]) -> dict[str, str]:
    """The names that a command cannot have as they are, as it has them."""
    return {name: only(name) for name in names if only(name) != name}


def _card(report: Report) -> Card:
    rows = {}
    for format in report.formats:
        if format in (NONE, TREE):
            continue
        counts: Counter = Counter()
        for count in report.table(format).counts.values():
            counts += count
        rows[format] = [(sign.words, sign.sign, counts[sign.sign]) for sign in SIGNS.values() if counts[sign.sign]]
    return Card("Who reads whom?", "Can one language read what another writes?", _answer(report), "#/interop", rows)


def _answer(report: Report) -> str:
    total: Counter[str] = Counter()
    for counts in badges.between(report, Languages(report.header)).values():
        total += counts
    counted = "; ".join(filter(None, (outcomes(report), unreviewed(report))))
    all_cells = f"In all {report.footer.cells:,} cells: {counted}."
    if not total:
        return all_cells
    exact = f"{total[EXACT]:,} of {total.total():,} cells"
    return f"Between two languages, the reader gets exactly the written value in {exact}. {all_cells}"

"""The bugs of libraries that a run of interop shows: by codec and version, with a cell that shows each.

An entry states what happens between writers and readers, and not whose bug it is. It stands with the codecs that all of
its cells have; where they have none, with the fewer of its writers and readers.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from wirebed.bed import Bed
from wirebed.bed.codec_id import format_of, short
from wirebed.report.cell import Line
from wirebed.report.load import Report
from wirebed.state.deviations import Entry
from wirebed.view.outcome import Outcome
from wirebed_page.bug_reports import BugReports
from wirebed_page.runs import Runs
from wirebed_page.section import Card, Findable, Harm, Section, address
from wirebed_page.trip.findings import written

NATURE = "library-bug"
_HARMS = 3  # that the start names


@dataclass
class Bug:
    """What one entry states. `cells`: the lines with the reader of each cell."""

    entry: Entry
    cells: list[tuple[Line, str]] = field(default_factory=list)

    @property
    def codecs(self) -> list[str]:
        """The codecs that it stands with."""
        writers, readers = _codecs({line.writer for line, _ in self.cells}), {reader for _, reader in self.cells}
        common = {one for one in writers | readers if all(one in (line.writer, reader) for line, reader in self.cells)}
        fewer = writers if writers and len(writers) < len(readers) else readers
        return sorted(common or fewer)


def section(runs: Runs, bed: Bed) -> Section | None:
    run = runs.interop
    if run is None:
        return None
    found = bugs(run.report, runs.deviations)
    versions = {codec.codec: codec.version for codec in run.report.header.codecs}
    reports = BugReports()
    blocks = [_block(bug, versions, reports) for bug in found]
    return Section(
        _card(found),
        {"bugs": blocks},
        harms=[_harm(bug, versions) for bug in most_harmful(found)],
        findable=[_findable(bug, versions) for bug in found],
    )


def bugs(report: Report, entries: Mapping[str, Entry]) -> list[Bug]:
    """By their codecs, then those first that most cells show."""
    found: dict[str, Bug] = {}
    for line in written(report):
        for name in line.entries:
            if name in entries and entries[name].nature == NATURE:
                bug = found.setdefault(name, Bug(entries[name]))
                bug.cells.extend((line, reader) for reader in line.readers)
    return sorted(found.values(), key=lambda bug: (bug.codecs, -len(bug.cells), bug.entry.name))


def most_harmful(found: Iterable[Bug]) -> list[Bug]:
    """Those that change a value in silence, one of each reason: the worst kind first, then what most cells show."""
    silent = [bug for bug in found if bug.entry.outcome is Outcome.DIFFERS]
    ranked = sorted(silent, key=lambda bug: (-(bug.entry.kind or 0), -len(bug.cells), bug.entry.name))
    of_reason: dict[str, Bug] = {}
    for bug in ranked:
        of_reason.setdefault(bug.entry.reason, bug)
    return list(of_reason.values())[:_HARMS]


def _harm(bug: Bug, versions: Mapping[str, str]) -> Harm:
    cells = f"{len(bug.cells):,} cell{'s' * (len(bug.cells) != 1)}"
    said = " ".join(bug.entry.reason.split()).split(". ")[0].removesuffix(".")
    return Harm(", ".join(_named(bug, versions)), f"{said} ({bug.entry.states()}, {cells})", _link(bug))


def _findable(bug: Bug, versions: Mapping[str, str]) -> Findable:
    return Findable("bug", ", ".join(_named(bug, versions)), " ".join(bug.entry.reason.split()), _link(bug))


def _link(bug: Bug) -> str:
    """Of a cell that shows it."""
    line, reader = bug.cells[0]
    return address("interop", line.format, line.writer, reader, line.case)


def _named(bug: Bug, versions: Mapping[str, str]) -> list[str]:
    return [f"{short(codec)} {format_of(codec)} {versions.get(codec, '')}".strip() for codec in bug.codecs]


def _codecs(names: set[str]) -> set[str]:
    """Without the writer of given bytes, which is none."""
    return {name for name in names if ":" in name}


def _card(found: list[Bug]) -> Card:
    codecs = {codec for bug in found for codec in bug.codecs}
    cells = {(id(line), reader) for bug in found for line, reader in bug.cells}
    answer = f"{len(found)} are known here, of {len(codecs)} codecs. {len(cells):,} cells show them."
    return Card("Which bugs?", "Which bugs do the libraries have?", answer, "#/bugs")


def _block(bug: Bug, versions: Mapping[str, str], reports: BugReports) -> dict:
    (line, reader), entry, codecs = bug.cells[0], bug.entry, _named(bug, versions)
    return {
        "codecs": codecs,
        "entry": entry.name,
        "states": entry.states(),
        "reason": " ".join(entry.reason.split()),
        "authority": " ".join(entry.authority.split()),
        "cells": len(bug.cells),
        "cell": [line.format, line.writer, reader, line.case],
        "reports": reports.of(entry, codecs),
    }

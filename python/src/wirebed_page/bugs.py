"""The bugs of libraries: those that a run of interop shows, by codec and version, with a cell that shows each, and
those that other commands have found."""

from collections.abc import Mapping

from wirebed.bed import Bed
from wirebed.report.load import Report
from wirebed.report.phrases import number
from wirebed.state.deviations import Entry
from wirebed_page.bug import NATURE, Bug, Versions, link
from wirebed_page.bug_reports import BugReports
from wirebed_page.bugs_elsewhere import elsewhere, findable
from wirebed_page.harms import harm, most_harmful
from wirebed_page.runs import Runs
from wirebed_page.section import Card, Findable, Section
from wirebed_page.trip.findings import written


def section(runs: Runs, bed: Bed) -> Section | None:
    run = runs.interop
    if run is None:
        return None
    found = bugs(run.report, runs.deviations)
    versions = {codec.codec: codec.version for codec in run.report.header.codecs}
    reports = BugReports()
    others = elsewhere(runs.deviations, versions, reports)
    return Section(
        _card(found, len(others)),
        {"bugs": [_block(bug, versions, reports) for bug in found] + others},
        harms=[harm(bug, versions) for bug in most_harmful(found)],
        findable=[_findable(bug, versions) for bug in found] + list(map(findable, others)),
    )


def bugs(report: Report, entries: Mapping[str, Entry]) -> list[Bug]:
    """By the codecs whose bugs they are, and at the end those of which no entry says it; of each, what most cells show
    first."""
    found: dict[str, Bug] = {}
    for line in written(report):
        for name in line.entries:
            if name in entries and entries[name].nature == NATURE:
                bug = found.setdefault(name, Bug(entries[name]))
                bug.cells.extend((line, reader) for reader in line.readers)
    return sorted(
        found.values(), key=lambda bug: (not bug.whose.codecs, bug.whose.codecs, -len(bug.cells), bug.entry.name)
    )


def _findable(bug: Bug, versions: Versions) -> Findable:
    return Findable("bug", ", ".join(bug.who(versions)), bug.reason, link(bug.cells[0]))


def _card(found: list[Bug], others: int) -> Card:
    codecs = {codec for bug in found for codec in bug.whose.codecs}
    cells = {(id(line), reader) for bug in found for line, reader in bug.cells}
    known = f"{number(len(found), 'bug')} of {number(len(codecs), 'codec')}, in {number(len(cells), 'cell')}"
    either = sum(bool(bug.whose.either) for bug in found)
    of_either = f" Which side is at fault is not stated for {number(either, 'bug')}." if either else ""
    of_others = f" {number(others, 'bug')} more are known, which no cell of interop shows." if others else ""
    answer = f"This run shows {known}.{of_either}{of_others}"
    return Card("Which bugs?", "Which bugs do the libraries have?", answer, "#/bugs")


def _block(bug: Bug, versions: Versions, reports: BugReports) -> dict:
    (line, reader), entry = bug.cells[0], bug.entry
    return {
        "codecs": bug.who(versions),
        "entry": entry.name,
        "states": entry.states(),
        "reason": bug.reason,
        "authority": " ".join(entry.authority.split()),
        "cells": len(bug.cells),
        "cell": [line.format, line.writer, reader, line.case],
        "reports": reports.of(entry, bug.seen_with(versions)),
    }

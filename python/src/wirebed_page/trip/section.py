"""The subject of the page: what survives the trip from one language to another."""

from collections.abc import Sequence

from wirebed.bed import Bed
from wirebed.bed.schema import Schema
from wirebed.report.places import seen
from wirebed_page import badges
from wirebed_page.runs import Run, Runs
from wirebed_page.section import Section
from wirebed_page.trip import document, kinds
from wirebed_page.trip.answers import answers
from wirebed_page.trip.blocks import Blocks
from wirebed_page.trip.card import card
from wirebed_page.trip.finding_texts import finding_texts
from wirebed_page.trip.findings import ALL
from wirebed_page.trip.found import findable
from wirebed_page.trip.kinds import Kind
from wirebed_page.trip.languages import Languages
from wirebed_page.trip.squares import kinds_of_cases, squares


def section(runs: Runs, bed: Bed) -> Section | None:
    run = runs.interop
    if run is None:
        return None
    report = run.report
    languages = Languages(report.header)
    known = kinds.load(bed.fixtures / kinds.FILE)
    of_kinds = squares(report, known, languages)
    findings = finding_texts(report, runs.deviations, languages)
    number = sum(len(ones) for trip, ones in findings.items() if trip.writes == ALL)
    return Section(
        card(of_kinds, number),
        Blocks().make(list(zip(known, _written(run, known, bed), strict=True)), of_kinds, findings),
        {document.FILE: document.document(findings, runs.deviations), **badges.files(report, languages)},
        answers(of_kinds, known),
        findable=list(findable(of_kinds, known)),
    )


def _written(run: Run, known: Sequence[Kind], bed: Bed) -> list[list[str]]:
    """The texts that the cases of each kind hold at its place."""
    of_cases = kinds_of_cases(run.report, known)
    names = {line.case: line.value for line in run.report.lines if line.case in of_cases and line.value}
    values = run.values(names.values())
    schema = Schema.load(bed.tree_dir) if values else None
    texts: list[list[str]] = [[] for _ in known]
    for case in sorted(names):
        places = seen(values[names[case]], schema) if names[case] in values else {}
        for number in of_cases[case]:
            if (text := places.get(known[number].at)) is not None:
                texts[number].append(text)
    return texts

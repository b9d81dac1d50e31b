"""All findings of a run, told: between each two languages and in each format."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from wirebed.report.load import Report
from wirebed.state.deviations import Entry
from wirebed_page.trip.findings import Finding, Trip, findings, written
from wirebed_page.trip.languages import Languages, Words
from wirebed_page.trip.sentences import sentence


@dataclass(frozen=True)
class FindingText:
    finding: Finding
    sentence: str  # with its values marked: wirebed_page.trip.quoted


def finding_texts(report: Report, entries: Mapping[str, Entry], languages: Languages) -> dict[Trip, list[FindingText]]:
    words = _words(report, languages)

    def tell(trip: Trip, finding: Finding) -> FindingText:
        entry = entries.get(finding.entry)
        return FindingText(finding, sentence(finding, trip.format, entry, words[trip.format], languages))

    return {trip: [tell(trip, finding) for finding in ones] for trip, ones in findings(report, languages).items()}


def _words(report: Report, languages: Languages) -> dict[str, Words]:
    """Format -> the words for the codecs that took part in it."""
    pairs: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for line in written(report):
        pairs[line.format].update((line.writer, reader) for reader in line.readers)
    return {format: Words(of_format, languages.of) for format, of_format in pairs.items()}

"""A badge for each format, which a README can show: how much of what one language writes another reads exactly."""

from collections import Counter, defaultdict
from dataclasses import dataclass

from wirebed.report.load import Report
from wirebed.report.phrases import sign
from wirebed.view.outcome import EXACT, SIGNS
from wirebed_page import render
from wirebed_page.trip.findings import written
from wirebed_page.trip.languages import Languages

FOLDER = "badges"
_TEMPLATE = "badge.svg.j2"
# The width of a character of 11 pixels in most fonts for screens; `textLength` makes a text as wide as this says.
_CHARACTER = 6.6
_MARGIN = 12


@dataclass(frozen=True)
class Badge:
    format: str
    text: str
    title: str
    shares: list[tuple[str, float]]  # the colour of a sign and its share of the cells, the best first


def files(report: Report, languages: Languages) -> dict[str, str]:
    """badges/<format>.svg of each format that two languages have, with its text."""
    return {
        f"{FOLDER}/{format}.svg": draw(_badge(format, counts)) for format, counts in between(report, languages).items()
    }


def between(report: Report, languages: Languages) -> dict[str, Counter]:
    """Format -> sign -> the number of the cells whose writer and reader are of different languages."""
    by_format: dict[str, Counter] = defaultdict(Counter)
    for line in written(report):
        if ":" in line.writer:
            language = languages.of(line.writer)
            by_format[line.format][sign(line)] += sum(languages.of(reader) != language for reader in line.readers)
    return {format: counts for format, counts in by_format.items() if counts.total()}


def _badge(format: str, counts: Counter) -> Badge:
    total = counts.total()
    # Rounded down: 100 % is said of those alone in which every cell is exact.
    text = f"{EXACT} {100 * counts[EXACT] // total} % exact"
    words = ", ".join(f"{counts[sign.sign]:,} {sign.words}" for sign in SIGNS.values() if counts[sign.sign])
    title = f"{format}: {counts[EXACT]:,} of {total:,} cells between different languages are exact ({words})"
    shares = [(sign.line, counts[sign.sign] / total) for sign in SIGNS.values() if counts[sign.sign]]
    return Badge(format, text, title, shares)


def draw(badge: Badge) -> str:
    left, right = (round(len(text) * _CHARACTER + _MARGIN) for text in (badge.format, badge.text))
    template = render.environment().get_template(_TEMPLATE)
    return template.render(badge=badge, left=left, right=right, margin=_MARGIN)

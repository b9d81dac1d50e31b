"""The card of the changes: a line and a picture."""

from collections import Counter, defaultdict

from wirebed.peers.codecs import format_order
from wirebed.report.changes.compare import BETTER, FAILS, OTHERWISE, PASSES, PINNED, WORSE, Changes
from wirebed.report.changes.sentence import VERBS, answer
from wirebed.report.changes.surroundings import Surroundings
from wirebed.report.load import Report
from wirebed.view import outcome
from wirebed_page.section import Card

LINK = "#/changes"
_QUESTION = "What changed since the run before?"
_SIGNS = {
    FAILS: outcome.FAILS,
    WORSE: outcome.DIFFERS,
    OTHERWISE: outcome.DIFFERS,
    BETTER: outcome.IN_PART,
    PASSES: outcome.EXACT,
    PINNED: outcome.NOT_AT_ALL,
}


def card(changes: Changes, around: Surroundings, before: Report) -> Card:
    return Card("What changed?", _QUESTION, answer(changes, around, before), LINK, _rows(changes))


def _rows(changes: Changes) -> dict[str, list[tuple[str, str, int]]]:
    """Format -> the number of its cells by kind of change."""
    by_format: dict[str, Counter] = defaultdict(Counter)
    for cell in changes.cells:
        by_format[cell.format][cell.kind] += 1
    return {
        format: [(VERBS[kind][1], _SIGNS[kind], by_format[format][kind]) for kind in VERBS if by_format[format][kind]]
        for format in sorted(by_format, key=format_order)
    }

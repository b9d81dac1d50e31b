"""What readers make of damaged bytes on the page, as it is pinned: refused, or another value in silence."""

from wirebed.bed import Bed
from wirebed.view import outcome
from wirebed_page.runs import Runs
from wirebed_page.section import Card, Section
from wirebed_sweep import pins, terminal, ways
from wirebed_sweep.letters import REFUSED, SAME, SILENT
from wirebed_sweep.silence import Totals, totals_of


def section(runs: Runs, bed: Bed) -> Section | None:
    totals = totals_of({key: row for format in pins.formats(bed) for key, row in pins.read(bed, format).items()})
    if not totals:
        return None
    tables = [terminal.table(name, totals) for name in dict.fromkeys(name.format for name in totals)]
    formats = [{"name": heads[0], "heads": heads[1:], "rows": rows} for heads, *rows in tables]
    block = {"formats": formats, "legend": terminal.DISPUTED, "ways": [*map(list, ways.ABOUT.items())]}
    return Section(_card(totals), {"silence": block})


def _card(totals: Totals) -> Card:
    counts = [
        ("refused", outcome.FAILS, _count(totals, REFUSED)),
        ("the value of the golden", outcome.EXACT, _count(totals, {SAME})),
        ("another value, in silence", outcome.DIFFERS, _count(totals, {SILENT})),
    ]
    disputed = sum(total.disputed for total in totals.values())
    said = (
        f"Of {sum(total.inputs for total in totals.values()):,} readings of damaged bytes, {disputed:,} are disputed."
    )
    rows = {"readings": [part for part in counts if part[2]]}
    question = "Which readers take damaged bytes for another value?"
    return Card("Is damage noticed?", question, said, "#/silence", rows, noun="reading")


def _count(totals: Totals, letters: set[str] | frozenset[str]) -> int:
    return sum(count for total in totals.values() for letter, count in total.letters.items() if letter in letters)

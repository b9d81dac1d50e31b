"""What the tests of the page count in the lines of a report, and how a table and a square of the page are read."""

from collections import Counter
from collections.abc import Iterator

import msgspec

from wirebed.bed import REPORTS
from wirebed.report.cell import Line
from wirebed.view.outcome import EXACT, SIGNS

# What a table shows: a list of its rows, each of which is a list of texts.
ROWS = "table => [...table.rows].map(row => [...row.cells].map(cell => cell.textContent.trim()))"


def is_written_now(line: Line) -> bool:
    return ":" in line.writer and not line.source


def lines_of(step: str) -> Iterator[Line]:
    """The lines of one step of evolution: to read the whole report takes seconds."""
    with (REPORTS / "evolution.jsonl").open("rb") as lines:
        for line in lines:
            if line.startswith(f'{{"case":"{step}/'.encode()):
                yield msgspec.json.decode(line, type=Line)


def square(counts: Counter) -> list[str]:
    """What a screen reader hears of a square, and the share."""
    words = ", ".join(f"{counts[one.sign]:,} {one.words}" for one in SIGNS.values() if counts[one.sign])
    total = counts.total()
    return [f"{total:,} cell{'s' * (total != 1)}: {words}", f"{100 * counts[EXACT] // total} %"]

"""The figures of the page are those of the reports, counted here from their lines."""

from collections import Counter, defaultdict

from wirebed.bed import REPORTS, Bed
from wirebed.bed.codec_id import short
from wirebed.report import load
from wirebed.report.cell import Line
from wirebed.report.phrases import sign
from wirebed.state.deviations.entry import TREE
from wirebed.view.outcome import EXACT, SIGNS

STEP = "s06_int32_to_int64"
# What a table shows: a list of its rows, each of which is a list of texts.
ROWS = "table => [...table.rows].map(row => [...row.cells].map(cell => cell.textContent.trim()))"
# Of each section of matrices: its format, the heads, and of each row the writer with the labels of its squares.
SQUARES = """() => [...document.querySelectorAll('#view section')].map(section => {
  const [head, ...rows] = section.querySelectorAll('tr');
  return [section.querySelector('h2').textContent, [...head.cells].slice(1).map(cell => cell.textContent),
          [...rows].map(row => [row.cells[0].textContent, [...row.cells].slice(1).map(
            cell => [cell.querySelector('a')?.ariaLabel, cell.querySelector('b')?.textContent])])];
})"""


def test_every_square_of_interop_has_the_cells_of_its_lines(opened):
    counted: dict[tuple, Counter] = defaultdict(Counter)
    for line in load(REPORTS / "interop.jsonl").lines:
        if _is_written_now(line) and line.format != TREE:
            for reader in line.readers:
                counted[line.format, short(line.writer), short(reader)][sign(line)] += 1
    shown = {
        (format, writer, reader): square
        for format, readers, rows in opened.at("#/interop").evaluate(SQUARES)
        for writer, squares in rows
        for reader, square in zip(readers, squares, strict=True)
        if square[0]
    }
    assert shown == {place: _square(counts) for place, counts in counted.items()}
    assert len(shown) > 200


def _is_written_now(line: Line) -> bool:
    return ":" in line.writer and not line.source


def _square(counts: Counter) -> list[str]:
    """What a screen reader hears of a square, and the share."""
    words = ", ".join(f"{counts[one.sign]:,} {one.words}" for one in SIGNS.values() if counts[one.sign])
    total = counts.total()
    return [f"{total:,} cell{'s' * (total != 1)}: {words}", f"{100 * counts[EXACT] // total} %"]


def test_a_step_has_the_outcomes_of_its_lines(opened):
    counted: dict[str, Counter] = defaultdict(Counter)
    for line in load(REPORTS / "evolution.jsonl").lines:
        if line.case.startswith(f"{STEP}/"):
            counted[line.format][line.outcome] += len(line.readers)
    tab = opened.at(f"#/evolution/{STEP}")
    (_, *heads), *rows = tab.locator("table", has_text="Cells of all legs").evaluate(ROWS)
    shown = {format: dict(zip(heads, numbers, strict=True)) for format, *numbers in rows}
    assert shown == {
        format: {head: _whole(counts.total() if head == "cells" else counts[head]) for head in heads}
        for format, counts in counted.items()
    }
    assert set(heads) == {"cells", *(outcome for counts in counted.values() for outcome in counts)}


def _whole(number: int) -> str:
    return f"{number:,}" if number else ""


def test_the_start_counts_the_cells_of_each_format(opened):
    report, counted = load(REPORTS / "interop.jsonl"), defaultdict(Counter)
    for line in filter(_is_written_now, report.lines):
        counted[line.format][sign(line)] += len(line.readers)
    bars = opened.at("").locator("section[aria-labelledby=card-interop] tr")
    shown = {row.locator("th").inner_text(): row.locator(".bar").get_attribute("aria-label") for row in bars.all()}
    assert shown.keys() == {format for format in counted if format not in ("none", TREE)}
    for format, label in shown.items():
        parts = [f"{counted[format][one.sign]} {one.words}" for one in SIGNS.values() if counted[format][one.sign]]
        assert label == ", ".join(parts)
    assert Bed.open().name == report.header.bed

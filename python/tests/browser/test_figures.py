"""The figures of the page are those of the reports, counted here from their lines."""

from collections import Counter, defaultdict

from counted import ROWS, is_written_now, lines_of, square

from wirebed.bed import Bed
from wirebed.bed.codec_id import short
from wirebed.report.phrases import sign
from wirebed.state.deviations.entry import TREE
from wirebed.view.outcome import SIGNS

STEP = "s06_int32_to_int64"
# Of each section of matrices: its format, the heads, and of each row the writer with the labels of its squares.
SQUARES = """() => [...document.querySelectorAll('#view section')].map(section => {
  const [head, ...rows] = section.querySelectorAll('tr');
  return [section.querySelector('h2').textContent, [...head.cells].slice(1).map(cell => cell.textContent),
          [...rows].map(row => [row.cells[0].textContent, [...row.cells].slice(1).map(
            cell => [cell.querySelector('a')?.ariaLabel, cell.querySelector('b')?.textContent])])];
})"""


def test_every_square_of_interop_has_the_cells_of_its_lines(opened, interop):
    counted: dict[tuple, Counter] = defaultdict(Counter)
    for line in interop.lines:
        if is_written_now(line) and line.format != TREE:
            for reader in line.readers:
                counted[line.format, short(line.writer), short(reader)][sign(line)] += 1
    shown = {
        (format, writer, reader): heard
        for format, readers, rows in opened.at("#/interop").evaluate(SQUARES)
        for writer, squares in rows
        for reader, heard in zip(readers, squares, strict=True)
        if heard[0]
    }
    assert shown == {place: square(counts) for place, counts in counted.items()}
    assert len(shown) > 200


def test_a_step_has_the_outcomes_of_its_lines(opened):
    counted: dict[str, Counter] = defaultdict(Counter)
    for line in lines_of(STEP):
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


def cells(number: int) -> str:
    return "1 cell" if number == 1 else f"{number:,} cells"


def test_the_start_counts_the_cells_of_each_format(opened, interop):
    counted = defaultdict(Counter)
    for line in filter(is_written_now, interop.lines):
        counted[line.format][sign(line)] += len(line.readers)
    bars = opened.at("").locator("section[aria-labelledby=card-interop] tr")
    shown = {row.locator("th").inner_text(): row.locator(".bar").get_attribute("aria-label") for row in bars.all()}
    assert shown.keys() == {format for format in counted if format not in ("none", TREE)}
    for format, label in shown.items():
        parts = [
            f"{one.words}: {cells(counted[format][one.sign])}" for one in SIGNS.values() if counted[format][one.sign]
        ]
        assert label == "; ".join(parts)
    assert Bed.open().name == interop.header.bed

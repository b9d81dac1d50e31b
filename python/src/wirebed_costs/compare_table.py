"""Shows a comparison of two results on the terminal: each row, and the number of each verdict."""

import math
from collections import Counter

from rich.console import Console
from rich.table import Table

from wirebed.errors import UserError, shown
from wirebed.report import blocks
from wirebed_costs import wording
from wirebed_costs.compare import WORDS, Comparison, RowVerdict, compare
from wirebed_costs.load_result import NEWEST, load
from wirebed_costs.statistics import Estimate

STYLES = {"slower": "red", "faster": "green", "unclear": "yellow"}


def main(base: str | None, file: str | None) -> int:
    if not base:
        raise UserError(f"which BASE=<file>? A result of `make bench`: {shown(NEWEST)}, kept under another name")
    comparison = compare(load(base, compared=True), load(file, compared=True))
    show(comparison, blocks.console(140))
    return comparison.exit_code


def show(comparison: Comparison, console: Console):
    for note in comparison.notes:
        console.print(note, soft_wrap=True, highlight=False, markup=False)
    console.print(_table(comparison.verdicts))
    for why, count in Counter(verdict.why for verdict in comparison.verdicts if verdict.why).items():
        console.print(f"{count} rows: {why}", soft_wrap=True, highlight=False, markup=False)
    for language, change in comparison.untouched.items():
        console.print(f"rows of {language} that no codec touches: {_percent(change)} in the geometric mean")
    counts = Counter(verdict.word for verdict in comparison.verdicts)
    console.print(", ".join(f"{counts[word]} {word}" for word in WORDS if counts[word]) or "no rows")


def _table(verdicts: list[RowVerdict]) -> Table:
    shown = blocks.table()
    for name in ("row", "base ns", "now ns", "change", "95 %", "p", "verdict"):
        left = name in ("row", "verdict")
        shown.add_column(name, justify="left" if left else "right", no_wrap=left, overflow="fold")
    for verdict in sorted(verdicts, key=lambda row: (WORDS.index(row.word), -abs(math.log(row.change or 1)))):
        figures = ["", "", "", "", ""]
        if verdict.base is not None and verdict.now is not None:
            figures[:2] = _time(verdict.base), _time(verdict.now)
        if verdict.change is not None:
            interval = f"{_percent(verdict.low)} … {_percent(verdict.high)}"
            figures[2:] = _percent(verdict.change), interval, f"{verdict.p:.3f}"
        shown.add_row(verdict.id, *figures, verdict.word, style=STYLES.get(verdict.word))
    return shown


def _time(estimate: Estimate) -> str:
    """The mean with half its interval, if there is one."""
    low, high = estimate.interval()
    return wording.number(estimate.mean, 4) + (f" ± {50 * (high - low) / estimate.mean:.0f} %" if low else "")


def _percent(ratio: float) -> str:
    """A factor in the usual form: 1.05 is +5.0 %, 3.2 is ×3.2."""
    if ratio > 2 or ratio < 0.5:
        return f"×{ratio:,.2g}" if ratio < 1000 else "×∞"
    return f"{100 * (ratio - 1):+.1f} %"

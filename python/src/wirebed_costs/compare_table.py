"""Shows a comparison of two results on the terminal: the drift, each row, the number of each verdict."""

import math
from collections import Counter

from rich.console import Console
from rich.table import Table

from wirebed.errors import UserError, shown
from wirebed.report import blocks
from wirebed_costs import wording
from wirebed_costs.compare import WORDS, Comparison, RowVerdict, compare
from wirebed_costs.load_result import NEWEST, load

STYLES = {"slower": "red", "faster": "green", "unclear": "yellow"}


def main(base: str | None, file: str | None) -> int:
    if not base:
        raise UserError(f"which BASE=<file>? A result of `make bench`: {shown(NEWEST)}, kept under another name")
    found = compare(load(base), load(file))
    show(found, blocks.console(140))
    return found.exit_code


def show(found: Comparison, console: Console):
    for language, drift in sorted(found.drift.items()):
        by = (
            f"by {drift.controls} rows that no codec touches"
            if drift.controls
            else "of the others; no controls of its own"
        )
        console.print(
            f"drift of {language}: {_percent(math.exp(drift.common))} ± {100 * drift.scatter:.1f} % {by}; "
            f"least effect {100 * math.expm1(drift.least):.1f} %",
            soft_wrap=True, highlight=False,
        )  # fmt: skip
    for note in found.notes:
        console.print(note, soft_wrap=True, highlight=False, markup=False)
    console.print(_table(found.verdicts))
    for why, count in Counter(verdict.why for verdict in found.verdicts if verdict.why).items():
        console.print(f"{count} rows: {why}", soft_wrap=True, highlight=False, markup=False)
    counts = Counter(verdict.word for verdict in found.verdicts)
    console.print(", ".join(f"{counts[word]} {word}" for word in WORDS if counts[word]) or "no rows")


def _table(verdicts: list[RowVerdict]) -> Table:
    shown = blocks.table()
    for name in ("row", "base ns", "now ns", "change", "95 %", "verdict"):
        left = name in ("row", "verdict")
        shown.add_column(name, justify="left" if left else "right", no_wrap=left, overflow="fold")
    for verdict in sorted(verdicts, key=lambda one: (WORDS.index(one.word), -abs(math.log(one.change or 1)))):
        figures = ["", "", "", ""]
        if verdict.base is not None:
            figures[:2] = wording.number(verdict.base, 4), wording.number(verdict.now, 4)
        if verdict.change is not None:
            figures[2:] = _percent(verdict.change), f"{_percent(verdict.low)} … {_percent(verdict.high)}"
        shown.add_row(verdict.id, *figures, verdict.word, style=STYLES.get(verdict.word))
    return shown


def _percent(ratio: float) -> str:
    """A factor in the usual form: 1.05 is +5.0 %, 3.2 is ×3.2."""
    if ratio > 2 or ratio < 0.5:
        return f"×{ratio:,.2g}" if ratio < 1000 else "×∞"
    return f"{100 * (ratio - 1):+.1f} %"

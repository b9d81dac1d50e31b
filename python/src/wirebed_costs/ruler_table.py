"""The ruler on the terminal and in fixtures/results: both figures of each operation, their ratio, and the spread of
each program."""

from collections.abc import Sequence
from statistics import fmean

from wirebed.bed.exit_codes import FAILED
from wirebed.report import blocks
from wirebed_costs import wording
from wirebed_costs.ruler_pairs import EACH, LONG, MEDIAN, SHARE, RulerPair, judge, spread

COLUMNS = ("", "operation", "by hand ns", "bed ns", "ratio", "95 %", "by hand ±", "bed ±")


def show(pairs: Sequence[RulerPair]) -> int:
    """Prints the table and the limits; 0 when all are met, 1 when not, 2 when nothing was measured."""
    console = blocks.console(140)
    pairs = [pair for pair in pairs if len(pair.ruler) > 1]
    if not pairs:
        console.print("ruler: no two rounds were measured")
        return FAILED
    table = blocks.table()
    for number, name in enumerate(COLUMNS):
        table.add_column(name, justify="left" if number < 2 else "right", overflow="fold")
    for cells in lines(pairs):
        table.add_row(*cells)
    console.print(table)
    for line in measures(pairs):
        console.print(line, soft_wrap=True, highlight=False)
    return 0 if judge(pairs).within_limits else 1


def lines(pairs: Sequence[RulerPair]) -> list[list[str]]:
    """The cells of the table."""
    found = []
    for pair in pairs:
        ratio, both = pair.ratio, (pair.ruler, pair.bed)
        found.append([
            pair.peer, pair.name, *(wording.number(fmean(times), 4) for times in both),
            f"{ratio.value:.3f}", f"{ratio.low:.3f} … {ratio.high:.3f}", *(_percent(spread(times)) for times in both),
        ])  # fmt: skip
    return found


def measures(pairs: Sequence[RulerPair]) -> list[str]:
    """Sentences with each limit and the figure found, and whether all limits are met."""
    verdict = judge(pairs)
    rounds = len(pairs[0].ruler)
    found = [
        f"The median ratio of operations of {LONG:.0f} ns or more is {verdict.median:.3f}; the limit is "
        f"{100 * MEDIAN:.0f} % above or below 1. Over all operations it is {verdict.of_all:.3f}.",
        f"These operations give {verdict.pairs} pairs of figures, one a round in {rounds} rounds. In "
        f"{_percent(verdict.share)} of the pairs the figures differ by at most {100 * EACH:.0f} %, or by no more than "
        f"the hand-written program differs from itself (by hand ±); the limit is {100 * SHARE:.0f} %. In "
        f"{_percent(verdict.plain)} they differ by at most {100 * EACH:.0f} %.",
    ]
    for pair in pairs:
        if pair.at_most:
            found.append(f"{pair.peer}, {pair.name}: the ratio is {pair.ratio.value:.3f}; the limit is {pair.at_most}.")
    found.append("All limits are kept." if verdict.within_limits else "Not all limits are kept.")
    return found


def _percent(part: float) -> str:
    return f"{100 * part:.1f} %" if part < 10 else "–"

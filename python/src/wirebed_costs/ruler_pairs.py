"""The figures of `make bench-ruler`: those of the bed divided by those of the programs written by hand, their limits,
and how the terminal and fixtures/results show them."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from statistics import fmean, median

from wirebed.bed.exit_codes import AS_EXPECTED, FAILED, NOT_WHOLE, UNEXPECTED
from wirebed.report import blocks
from wirebed_costs import others, wording
from wirebed_costs.statistics import Estimate, Ratio

# How far from 1 the median ratio may be, and each ratio without a limit of its own. The median is that of operations of
# so many nanoseconds: shorter ones are as long as the loop around them.
MEDIAN, EACH, LONG = 0.03, 0.08, 100.0
COLUMNS = ("", "operation", "by hand ns", "bed ns", "ratio", "95 %")


@dataclass
class RulerPair:
    """One operation: the nanoseconds that the program written by hand and the bed measured, a figure for each round."""

    peer: str
    task: str
    name: str
    at_most: float | None = None  # the limit of the ratio, where it is another than EACH
    ruler: list[float] = field(default_factory=list)
    bed: list[float] = field(default_factory=list)
    disturbed: list[bool] = field(default_factory=list)  # by round: by other programs; empty in an older result

    @property
    def ratio(self) -> Ratio:
        """Bed / ruler with the 95 % interval of the pairs; a change of the machine that met both is not in it."""
        logarithms = [math.log(bed / ruler) for ruler, bed in zip(self.ruler, self.bed, strict=True)]
        middle = math.exp(fmean(logarithms))
        low, high = Estimate.of([1 + logarithm - fmean(logarithms) for logarithm in logarithms]).interval()
        return Ratio(middle, middle * low, middle * high)

    @property
    def is_long(self) -> bool:
        return fmean(self.ruler) >= LONG

    @property
    def limits(self) -> tuple[float, float]:
        return (0.0, self.at_most) if self.at_most else (1 - EACH, 1 + EACH)

    @property
    def is_over(self) -> bool:
        """Whether the whole interval is beyond a limit."""
        (low, high), ratio = self.limits, self.ratio
        return ratio.low > high or ratio.high < low

    @property
    def is_undecided(self) -> bool:
        """Whether a limit is inside the interval."""
        (low, high), ratio = self.limits, self.ratio
        return not self.is_over and (ratio.low < low or ratio.high > high)


def median_of_long(pairs: Sequence[RulerPair]) -> float:
    return median([pair.ratio.value for pair in pairs if pair.is_long] or [1.0])


def judged(pairs: Sequence[RulerPair]) -> int:
    """AS_EXPECTED when all limits are kept, UNEXPECTED when one is not, NOT_WHOLE when an interval leaves one open."""
    if abs(median_of_long(pairs) - 1) > MEDIAN or any(pair.is_over for pair in pairs):
        return UNEXPECTED
    return NOT_WHOLE if any(pair.is_undecided for pair in pairs) else AS_EXPECTED


def show(pairs: Sequence[RulerPair]) -> int:
    """Prints the table and the limits; the code of `judged`, or FAILED when nothing was measured."""
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
    return judged(pairs)


def lines(pairs: Sequence[RulerPair]) -> list[list[str]]:
    """The cells of the table."""
    rows = []
    for pair in pairs:
        ratio, times = pair.ratio, (wording.number(fmean(times), 4) for times in (pair.ruler, pair.bed))
        interval = f"{ratio.low:.3f} … {ratio.high:.3f}{f' {wording.DISTURBED}' * any(pair.disturbed)}"
        rows.append([pair.peer, pair.name, *times, f"{ratio.value:.3f}", interval])
    return rows


def measures(pairs: Sequence[RulerPair]) -> list[str]:
    """Sentences with each limit and the figure found, and whether all limits are met."""
    sentences = [
        f"The median ratio of operations of {LONG:.0f} ns or more is {median_of_long(pairs):.3f}, over "
        f"{len(pairs[0].ruler)} rounds; the limit is {100 * MEDIAN:.0f} % above or below 1. For the ratio of each "
        f"operation without a limit of its own it is {100 * EACH:.0f} %.",
        *(_of_limits(pair) for pair in pairs if pair.at_most or pair.is_over or pair.is_undecided),
    ]
    code, undecided = judged(pairs), sum(pair.is_undecided for pair in pairs)
    if code == UNEXPECTED:
        sentences.append("Not all limits are kept.")
    if undecided:
        sentences.append(f"{undecided} operations are undecided: a limit is inside the interval of the ratio.")
    if code == AS_EXPECTED:
        sentences.append("All limits are kept.")
    return [*sentences, *_of_others(pairs)]


def _of_limits(pair: RulerPair) -> str:
    ratio, (low, high) = pair.ratio, pair.limits
    limits = f"limit is {pair.at_most}" if pair.at_most else f"limits are {low:g} and {high:g}"
    found = " It is not kept." if pair.is_over else " This is undecided." if pair.is_undecided else ""
    interval = f"{ratio.low:.3f} … {ratio.high:.3f}"
    return f"{pair.peer}, {pair.name}: the ratio is {ratio.value:.3f} ({interval}); the {limits}.{found}"


def _of_others(pairs: Sequence[RulerPair]) -> Iterator[str]:
    """What other programs did to the times."""
    if not all(pair.disturbed for pair in pairs):
        yield "This result does not say how much other programs used of the machine meanwhile."
    elif beside := others.beside([pair.disturbed for pair in pairs], "the ruler"):
        yield wording.sentence(f"{beside} ({wording.DISTURBED})")

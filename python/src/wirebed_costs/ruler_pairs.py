"""The figures of `make bench-ruler`: those of the bed divided by those of the programs written by hand, their limits,
and how the terminal and fixtures/results show them."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from statistics import fmean, median

from wirebed.bed.exit_codes import AS_EXPECTED, FAILED, UNEXPECTED
from wirebed.report import blocks
from wirebed_costs import others, wording
from wirebed_costs.statistics import Estimate, Ratio

# How far from 1 the median ratio and each ratio may be, and the least nanoseconds of an operation for which they count:
# shorter operations are as long as the loop around them.
MEDIAN, EACH, LONG = 0.03, 0.08, 100.0
COLUMNS = ("", "operation", "by hand ns", "bed ns", "ratio", "95 %")


@dataclass
class RulerPair:
    """One operation: the nanoseconds that the program written by hand and the bed measured, a figure for each round."""

    peer: str
    task: str
    name: str
    at_most: float | None = None  # the limit of the ratio of a short operation
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
    def is_over(self) -> bool:
        if self.at_most:
            return self.ratio.value > self.at_most
        return self.is_long and abs(self.ratio.value - 1) > EACH


def median_of_long(pairs: Sequence[RulerPair]) -> float:
    return median([pair.ratio.value for pair in pairs if pair.is_long] or [1.0])


def within_limits(pairs: Sequence[RulerPair]) -> bool:
    return abs(median_of_long(pairs) - 1) <= MEDIAN and not any(pair.is_over for pair in pairs)


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
    return AS_EXPECTED if within_limits(pairs) else UNEXPECTED


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
        f"{len(pairs[0].ruler)} rounds; the limit is {100 * MEDIAN:.0f} % above or below 1, and {100 * EACH:.0f} % for "
        "each of them.",
    ]
    for pair in pairs:
        if pair.at_most or pair.is_over:
            limits = f"limit is {pair.at_most}" if pair.at_most else f"limits are {1 - EACH:g} and {1 + EACH:g}"
            sentences.append(f"{pair.peer}, {pair.name}: the ratio is {pair.ratio.value:.3f}; the {limits}.")
    sentences.append("All limits are kept." if within_limits(pairs) else "Not all limits are kept.")
    return [*sentences, *_of_others(pairs)]


def _of_others(pairs: Sequence[RulerPair]) -> Iterator[str]:
    """What other programs did to the times."""
    if not all(pair.disturbed for pair in pairs):
        yield "This result does not say how much other programs used of the machine meanwhile."
    elif beside := others.beside([pair.disturbed for pair in pairs], "the ruler"):
        yield wording.sentence(f"{beside} ({wording.DISTURBED})")

"""The results for each kind of value between two languages in a format: the readings of its cells.

A cell counts under its own sign. What was read stands beside it, as the differences of the report say; where the
objects of the languages lost it, as those of the codec `none` do.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from wirebed.bed.glob import any_matches
from wirebed.report.cell import Line
from wirebed.report.load import Report
from wirebed.report.phrases import happened, sign
from wirebed.view.outcome import EXACT, IN_PART, SIGNS
from wirebed_page.trip.findings import Objects, Trip, written
from wirebed_page.trip.kinds import Kind
from wirebed_page.trip.languages import Languages
from wirebed_page.trip.quoted import clip
from wirebed_page.trip.sentences import shortest

_RANK = {sign: rank for rank, sign in enumerate(SIGNS)}


@dataclass
class Reading:
    """Cells of one square in which the same was read, or that failed alike. `read` is empty where it was exact."""

    sign: str
    read: str
    entries: tuple[str, ...]
    cells: list[tuple[Line, str]] = field(default_factory=list)

    @property
    def pairs(self) -> set[tuple[str, str]]:
        return {(line.writer, reader) for line, reader in self.cells}


Squares = dict[Trip, dict[int, list[Reading]]]


def squares(report: Report, kinds: Sequence[Kind], languages: Languages) -> Squares:
    """By two languages and a format, and by the number of a kind: its readings, the worst first."""
    of_case = kinds_of_cases(report, kinds)
    objects = Objects(report)
    by_trip: dict[Trip, dict[int, dict[tuple, Reading]]] = defaultdict(lambda: defaultdict(dict))
    for line in written(report):
        if ":" not in line.writer or line.case not in of_case:
            continue
        for number in of_case[line.case]:
            for reader in line.readers:
                trip = Trip(languages.of(line.writer), languages.of(reader), line.format)
                key = (sign(line), _read(line, reader, kinds[number], objects), line.entries)
                square = by_trip[trip][number]
                square.setdefault(key, Reading(*key)).cells.append((line, reader))
    return {
        trip: {number: sorted(square.values(), key=_order) for number, square in sorted(of_kinds.items())}
        for trip, of_kinds in by_trip.items()
    }


def kinds_of_cases(report: Report, kinds: Sequence[Kind]) -> dict[str, list[int]]:
    """The numbers of the kinds that each case holds."""
    names = {line.case for line in report.lines}
    by_name = {name: [at for at, kind in enumerate(kinds) if any_matches(name, kind.cases)] for name in names}
    return {name: numbers for name, numbers in by_name.items() if numbers}


def best(readings: Iterable[Reading]) -> str:
    """The sign of the writer and the reader that lose least: the worst of their cells."""
    of_pairs: dict[tuple[str, str], str] = {}
    for reading in readings:
        for pair in reading.pairs:
            of_pairs[pair] = worst((reading.sign, of_pairs.get(pair, EXACT)))
    return min(of_pairs.values(), key=rank)


def worst(signs: Iterable[str]) -> str:
    return max(signs, key=rank)


def rank(of: str) -> int:
    """0 for the best sign."""
    return _RANK[of]


def _order(reading: Reading) -> tuple:
    return -rank(reading.sign), -len(reading.cells), reading.read


def _read(line: Line, reader: str, kind: Kind, objects: Objects) -> str:
    if sign(line) == EXACT:
        return ""
    differences = line.differences
    if sign(line) == IN_PART:
        differences = tuple(difference for none in objects.of(line, reader) for difference in none.differences)
    if not differences:
        return happened(line)
    there = [difference for difference in differences if difference.path == kind.at]
    difference = shortest(there or differences)
    text = clip(difference.actual if difference.expected != difference.actual else "otherwise")
    return text if there else f"{clip(difference.path)}: {text}" if difference.path else text

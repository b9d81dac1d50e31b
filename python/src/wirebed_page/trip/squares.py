"""The results for each kind of value between two languages in a format: the readings of its cells.

A cell counts by what became of the place of the kind: what its neighbours lost is not its loss. What was read there
stands beside it, as the differences of the report say; where the objects of the languages lost it, as those of the
codec `none` do. A failure is one of the whole value. Where the field of the kind was tried alone with the same writer
and reader, what became of it there counts instead.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import product

from wirebed.bed.codec_id import short
from wirebed.bed.glob import any_matches
from wirebed.cases.field_by_field import name_of
from wirebed.report.cell import Difference, Line
from wirebed.report.load import Report
from wirebed.report.phrases import happened, sign
from wirebed.view.outcome import DIFFERS, EXACT, HARM, IN_PART, OURS, SIGNS
from wirebed_page.trip.findings import Objects, Trip, written
from wirebed_page.trip.kinds import Kind
from wirebed_page.trip.languages import Languages
from wirebed_page.trip.quoted import clip
from wirebed_page.trip.sentences import shortest


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
# The signs of cells in which nothing of the value was read.
FAILURES = SIGNS.keys() - {EXACT, DIFFERS, IN_PART}


class Alone:
    """The cells of fields that were tried alone, since a codec fails at another field of their message."""

    def __init__(self, report: Report):
        self._lines = {
            (line.case, line.writer, reader): line
            for line in written(report)
            if "." in line.case.rpartition("/")[0]
            for reader in line.readers
        }

    def of(self, line: Line, reader: str, at: str) -> Line:
        """The line of the field that the place `at` is in, or the line itself where that has none."""
        field, *_ = re.split(r"[.\[]", at)
        return self._lines.get((name_of(line.case, field), line.writer, reader), line) if field else line


def squares(report: Report, kinds: Sequence[Kind], languages: Languages) -> Squares:
    """By two languages and a format, and by the number of a kind: its readings, the worst first."""
    of_case = kinds_of_cases(report, kinds)
    objects, alone = Objects(report), Alone(report)
    by_trip: dict[Trip, dict[int, dict[tuple, Reading]]] = defaultdict(lambda: defaultdict(dict))
    for line in written(report):
        if ":" not in line.writer or line.case not in of_case:
            continue
        for number, reader in product(of_case[line.case], line.readers):
            kind = kinds[number]
            judged = alone.of(line, reader, kind.at) if sign(line) in FAILURES else line
            trip = Trip(languages.of(line.writer), languages.of(reader), line.format)
            mark, read = _judged(judged, reader, kind, objects)
            key = (mark, read, () if mark == EXACT else judged.entries)
            square = by_trip[trip][number]
            square.setdefault(key, Reading(*key)).cells.append((judged, reader))
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
    """The sign of the writer and the reader that do the least harm: the worst of their cells."""
    return next(iter(by_pairs(readings)))


def best_and_worst(readings: Iterable[Reading]) -> str:
    """`Best: java/gson → python/orjson, exact. Worst: java/gson → python/rapidjson and 2 more pairs, differs.`

    As in a square, what code of this bed refuses is the worst only where nothing else is worse than the best.
    """
    pairs = by_pairs(readings)
    first, *others = pairs
    if not others:
        return f"Best and worst: {_named(pairs[first])}, {SIGNS[first].words}."
    last = ([sign for sign in others if sign != OURS] or others)[-1]
    told = (f"{what}: {_named(pairs[sign])}, {SIGNS[sign].words}." for what, sign in (("Best", first), ("Worst", last)))
    return " ".join(told)


def _named(pairs: Sequence[tuple[str, str]]) -> str:
    (writer, reader), more = pairs[0], len(pairs) - 1
    also = f" and {more} more pair{'s' * (more > 1)}" if more else ""
    return f"{short(writer)} → {short(reader)}{also}"


def by_pairs(readings: Iterable[Reading]) -> dict[str, list[tuple[str, str]]]:
    """Sign -> the pairs of a writer and a reader of whose cells it is the worst; the best sign first."""
    of_pairs: dict[tuple[str, str], str] = {}
    for reading in readings:
        for pair in reading.pairs:
            of_pairs[pair] = worst((reading.sign, of_pairs.get(pair, EXACT)))
    signs = sorted(set(of_pairs.values()), key=HARM.__getitem__)
    return {sign: sorted(pair for pair, of in of_pairs.items() if of == sign) for sign in signs}


def worst(signs: Iterable[str]) -> str:
    """The most harmful of them."""
    return max(signs, key=HARM.__getitem__)


def _order(reading: Reading) -> tuple:
    return -HARM[reading.sign], -len(reading.cells), reading.read


def _judged(line: Line, reader: str, kind: Kind, objects: Objects) -> tuple[str, str]:
    """The sign of the place of a kind in a cell, and what was read there; "" where that is exact."""
    mark = sign(line)
    if mark == EXACT:
        return mark, ""
    if mark in FAILURES:
        return mark, happened(line)
    # What the bytes have kept, the objects of the languages may still have lost.
    by_mark = {DIFFERS: [line] if mark == DIFFERS else [], IN_PART: objects.of(line, reader)}
    for mark, lines in by_mark.items():
        if there := [difference for one in lines for difference in one.differences if _is_of(kind, difference)]:
            return mark, _told(shortest(there), kind)
    every = [difference for lines in by_mark.values() for one in lines for difference in one.differences]
    if any(one.more_differences or not one.differences for lines in by_mark.values() for one in lines) or not every:
        # Not all of the differences are in the report.
        return sign(line), _told(shortest(every), kind) if every else happened(line)
    return EXACT, ""


def _is_of(kind: Kind, difference: Difference) -> bool:
    """Whether a difference is at the place of a kind, in it, or of what it is in."""
    one, other = sorted((kind.at, difference.path), key=len)
    return not one or other == one or other.startswith((f"{one}.", f"{one}["))


def _told(difference: Difference, kind: Kind) -> str:
    text = clip(difference.actual if difference.expected != difference.actual else "otherwise")
    here = not difference.path or difference.path == kind.at
    return text if here else f"{clip(difference.path)}: {text}"

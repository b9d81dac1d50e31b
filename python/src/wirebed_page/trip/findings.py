"""The cells of a run that are not exact, by what pins them: one finding for each entry in each format.

What the objects of the two languages had lost before any bytes has no entry in its format. Its entries are those of the
codec `none` of the writer's and of the reader's objects, with the same case.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from wirebed.bed.codec_id import NONE
from wirebed.report.cell import Line
from wirebed.report.load import Report
from wirebed.report.phrases import sign
from wirebed.state.deviations.entry import TREE
from wirebed.view.outcome import EXACT, IN_PART, NOT_AT_ALL
from wirebed_page.trip.languages import GIVEN, Languages

# All languages, as one side of a pair of them.
ALL = "all"


class Trip(NamedTuple):
    """Between which languages, and in which format."""

    writes: str
    reads: str
    format: str


@dataclass
class Finding:
    """`cells`: the lines with the reader of each cell. `objects`: the lines of `none` that lost it, where the objects
    of the languages did. The entry is empty where none states it."""

    entry: str
    cells: list[tuple[Line, str]] = field(default_factory=list)
    objects: list[Line] = field(default_factory=list)

    @property
    def lines(self) -> list[Line]:
        """Each line once, in their order."""
        return list({id(line): line for line, _ in self.cells}.values())

    @property
    def pairs(self) -> set[tuple[str, str]]:
        return {(line.writer, reader) for line, reader in self.cells}

    @property
    def cases(self) -> list[str]:
        return list(dict.fromkeys(line.case for line, _ in self.cells))


def findings(report: Report, languages: Languages) -> dict[Trip, list[Finding]]:
    """For each two languages, and for all of them, what is not exact, the most cells first."""
    by_trip: dict[Trip, dict[tuple, Finding]] = defaultdict(dict)
    for line, reader, entry, objects in _losses(report):
        writes, reads = languages.of(line.writer), languages.of(reader)
        trips = [Trip(writes, reads, line.format)]
        # Bytes that no codec wrote are found in no program's files, so they count for themselves alone.
        trips += [Trip(ALL, ALL, line.format)] if writes != GIVEN else []
        for trip in trips:
            finding = by_trip[trip].setdefault((entry, bool(objects)), Finding(entry))
            finding.cells.append((line, reader))
            known = {id(row) for row in finding.objects}
            finding.objects += [row for row in objects if id(row) not in known]
    return {trip: sorted(of_trip.values(), key=lambda f: (-len(f.cells), f.entry)) for trip, of_trip in by_trip.items()}


def _losses(report: Report) -> Iterator[tuple[Line, str, str, list[Line]]]:
    """Each cell that is not exact with each entry that pins it, and with the lines of `none` where that entry is."""
    objects = Objects(report)
    for line in written(report):
        mark = sign(line)
        if mark == EXACT:
            continue
        entries = line.entries
        for reader in line.readers:
            lost = objects.lost(line, reader) if not entries and mark in (IN_PART, NOT_AT_ALL) else {}
            for entry in lost or entries or ("",):
                yield line, reader, entry, lost.get(entry, [])


def written(report: Report) -> Iterator[Line]:
    """The lines of bytes of today: goldens were written by earlier versions, `none` has no bytes."""
    return (line for line in report.lines if line.format not in (NONE, TREE) and not line.source)


class Objects:
    """The losses in the objects of the languages, as the cells of `none` state them."""

    def __init__(self, report: Report):
        self._report = report
        self._lines: dict[tuple[str, str], list[Line]] = defaultdict(list)
        for line in report.lines:
            if line.format == NONE and sign(line) != EXACT:
                self._lines[line.writer, line.case].append(line)

    def of(self, line: Line, reader: str) -> list[Line]:
        """The lines of `none` that lost something of the value of a cell, the writer's first."""
        nones = dict.fromkeys(map(self._report.objects_of, (line.writer, reader)))
        return [row for none in nones if none for row in self._lines.get((none, line.case), ())]

    def lost(self, line: Line, reader: str) -> dict[str, list[Line]]:
        """By entry."""
        by_entry: dict[str, list[Line]] = defaultdict(list)
        for row in self.of(line, reader):
            for entry in row.entries or ("",):
                by_entry[entry].append(row)
        return by_entry

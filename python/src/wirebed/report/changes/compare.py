"""The cells of two reports of one suite, held against each other.

A row is one writer's bytes with all its readers; only rows that are not the same in both are looked at cell by cell.
What a library says of a failure is no change: its words may hold anything.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from msgspec.structs import replace

from wirebed.report.cell import Line
from wirebed.report.load import Report
from wirebed.report.phrases import sign
from wirebed.view.outcome import EXACT, HARM, IN_PART, NOT_AT_ALL

# The kinds of change of a cell, the worst first.
FAILS, WORSE, OTHERWISE, BETTER, PASSES, PINNED = "fails", "worse", "otherwise", "better", "passes", "pinned"
_KEPT = {EXACT, IN_PART, NOT_AT_ALL}  # the signs of cells in which the bytes lost nothing


class Key(NamedTuple):
    """The values that identify a row; with a reader they identify a cell."""

    case: str
    leg: str | None
    format: str
    writer: str
    relay: str | None
    source: str | None


@dataclass(frozen=True)
class Changed:
    """A cell, by the line that has it in each run."""

    kind: str
    key: Key  # of its row
    reader: str
    before: Line
    now: Line

    @property
    def format(self) -> str:
        return self.key.format


@dataclass
class Changes:
    """`cells`, and the rows that have other `bytes` or another `value`, each with a line of both runs. `only_before`
    and `only_now` have of each row the lines of the readers that one run alone has."""

    cells: list[Changed] = field(default_factory=list)
    bytes: dict[Key, tuple[Line, Line]] = field(default_factory=dict)
    values: dict[Key, tuple[Line, Line]] = field(default_factory=dict)
    only_before: dict[Key, list[Line]] = field(default_factory=dict)
    only_now: dict[Key, list[Line]] = field(default_factory=dict)

    @property
    def counts(self) -> Counter[str]:
        """Kind of change -> cells."""
        return Counter(cell.kind for cell in self.cells)

    def __bool__(self) -> bool:
        return any((self.cells, self.bytes, self.values, self.only_before, self.only_now))


def compare(before: Report, now: Report) -> Changes:
    changes = Changes()
    older, newer = _rows(before.lines), _rows(now.lines)
    for key, lines in newer.items():
        if key not in older:
            changes.only_now[key] = lines
        elif not _same(older[key], lines):
            _add(changes, key, older[key], lines)
    changes.only_before |= {key: lines for key, lines in older.items() if key not in newer}
    return changes


def _rows(lines: Iterable[Line]) -> dict[Key, list[Line]]:
    rows: dict[Key, list[Line]] = defaultdict(list)
    for line in lines:
        key = Key(line.case, line.leg or None, line.format, line.writer, line.relay or None, line.source or None)
        rows[key].append(line)
    return rows


def _same(before: list[Line], now: list[Line]) -> bool:
    return list(map(_all, before)) == list(map(_all, now))


def _happened(line: Line) -> tuple[object, ...]:
    """The values that say what happened in a cell."""
    how = (line.outcome, line.side, line.stage, line.manner, line.by, line.reject, line.derived, line.lost)
    return *how, line.objects, line.differences, line.more_differences, line.read


def _pinned(line: Line) -> tuple[object, ...]:
    """The entries and the problems of a cell."""
    return line.entries, line.problems


def _bytes(line: Line) -> tuple[str, str]:
    return line.bytes, line.relayed


def _all(line: Line) -> tuple[object, ...]:
    return line.readers, *_happened(line), *_pinned(line), *_bytes(line), line.value


def _add(changes: Changes, key: Key, before: list[Line], now: list[Line]) -> None:
    """Adds what changed in a row."""
    if _bytes(before[0]) != _bytes(now[0]):
        changes.bytes[key] = (before[0], now[0])
    if before[0].value != now[0].value:
        changes.values[key] = (before[0], now[0])
    older, newer = dict(_cells(before)), dict(_cells(now))
    for reader, line in newer.items():
        if reader in older and (kind := _kind(older[reader], line)):
            changes.cells.append(Changed(kind, key, reader, older[reader], line))
    if new := [replace(line, readers=(reader,)) for reader, line in newer.items() if reader not in older]:
        changes.only_now[key] = new
    if gone := [replace(line, readers=(reader,)) for reader, line in older.items() if reader not in newer]:
        changes.only_before[key] = gone


def _cells(lines: Iterable[Line]) -> Iterator[tuple[str, Line]]:
    return ((reader, line) for line in lines for reader in line.readers)


def _kind(before: Line, now: Line) -> str | None:
    if _happened(before) == _happened(now):
        return PINNED if _pinned(before) != _pinned(now) else None
    was, is_now = sign(before), sign(now)
    if (was in _KEPT) != (is_now in _KEPT):
        return FAILS if was in _KEPT else PASSES
    if was == is_now:
        return OTHERWISE
    return WORSE if HARM[is_now] > HARM[was] else BETTER

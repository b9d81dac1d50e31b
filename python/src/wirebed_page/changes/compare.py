"""The cells of two reports of one suite, held against each other.

A row is one writer's bytes with all its readers; only rows that are not the same in both are looked at cell by cell.
What a library says of a failure is no change: its words may hold anything.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from wirebed.report.load import Report
from wirebed.report.phrases import sign
from wirebed.view.outcome import EXACT, IN_PART, NOT_AT_ALL, SIGNS

# What names a row, and with a reader a cell.
ROW = ("case", "leg", "format", "writer", "relay", "source")
# What happened in a cell, and what is said of it.
_HAPPENED = (
    *("outcome", "side", "stage", "manner", "by", "reject", "derived", "lost", "objects"),
    *("differences", "more_differences", "read"),
)
_PINNED = ("entries", "problems")
_BYTES = ("bytes", "relayed")
_ALL = (*_HAPPENED, *_PINNED, *_BYTES, "value")
# The kinds of change of a cell, the worst first.
FAILS, WORSE, OTHERWISE, BETTER, PASSES, PINNED = "fails", "worse", "otherwise", "better", "passes", "pinned"
_KEPT = {EXACT, IN_PART, NOT_AT_ALL}  # the signs of cells in which the bytes lost nothing
_RANK = {one: rank for rank, one in enumerate(SIGNS)}
Key = tuple


@dataclass(frozen=True)
class Changed:
    """A cell, by the line that has it in each run."""

    kind: str
    key: Key  # of its row
    reader: str
    before: dict
    now: dict

    @property
    def format(self) -> str:
        return self.key[ROW.index("format")]


@dataclass
class Changes:
    """`cells`, and the rows that have other `bytes` or another `value`, each with a line of both runs. `only_before`
    and `only_now` have of each row the lines of the readers that one run alone has."""

    cells: list[Changed] = field(default_factory=list)
    bytes: dict[Key, tuple[dict, dict]] = field(default_factory=dict)
    values: dict[Key, tuple[dict, dict]] = field(default_factory=dict)
    only_before: dict[Key, list[dict]] = field(default_factory=dict)
    only_now: dict[Key, list[dict]] = field(default_factory=dict)

    @property
    def counts(self) -> Counter[str]:
        """Kind of change -> cells."""
        return Counter(one.kind for one in self.cells)

    def __bool__(self) -> bool:
        return any((self.cells, self.bytes, self.values, self.only_before, self.only_now))


def compare(before: Report, now: Report) -> Changes:
    found = Changes()
    older, newer = _rows(before.lines), _rows(now.lines)
    for key, lines in newer.items():
        if key not in older:
            found.only_now[key] = lines
        elif not _same(older[key], lines):
            _add(found, key, older[key], lines)
    found.only_before |= {key: lines for key, lines in older.items() if key not in newer}
    return found


def _rows(lines: Iterable[dict]) -> dict[Key, list[dict]]:
    found: dict[Key, list[dict]] = defaultdict(list)
    for line in lines:
        found[tuple(map(line.get, ROW))].append(line)
    return found


def _same(before: list[dict], now: list[dict]) -> bool:
    return len(before) == len(now) and all(
        one["readers"] == other["readers"] and _said(one, _ALL) == _said(other, _ALL)
        for one, other in zip(before, now, strict=True)
    )


def _said(line: dict, keys: Iterable[str]) -> list:
    return list(map(line.get, keys))


def _add(found: Changes, key: Key, before: list[dict], now: list[dict]):
    """Adds what changed in a row."""
    if _said(before[0], _BYTES) != _said(now[0], _BYTES):
        found.bytes[key] = (before[0], now[0])
    if before[0].get("value") != now[0].get("value"):
        found.values[key] = (before[0], now[0])
    older, newer = dict(_cells(before)), dict(_cells(now))
    for reader, line in newer.items():
        if reader in older and (kind := _kind(older[reader], line)):
            found.cells.append(Changed(kind, key, reader, older[reader], line))
    if new := [{**line, "readers": [reader]} for reader, line in newer.items() if reader not in older]:
        found.only_now[key] = new
    if gone := [{**line, "readers": [reader]} for reader, line in older.items() if reader not in newer]:
        found.only_before[key] = gone


def _cells(lines: Iterable[dict]) -> Iterator[tuple[str, dict]]:
    return ((reader, line) for line in lines for reader in line["readers"])


def _kind(before: dict, now: dict) -> str | None:
    if _said(before, _HAPPENED) == _said(now, _HAPPENED):
        return PINNED if _said(before, _PINNED) != _said(now, _PINNED) else None
    was, is_now = sign(before), sign(now)
    if (was in _KEPT) != (is_now in _KEPT):
        return FAILS if was in _KEPT else PASSES
    if was == is_now:
        return OTHERWISE
    return WORSE if _RANK[is_now] > _RANK[was] else BETTER

"""The cells of both sides, held against each other.

A reading is compared for bytes that both sides were given: `reads`. What both sides have written of one value is
compared by its bytes, and where these differ, by what each reader makes of them: `writes`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum

from wirebed.report.cell import Line
from wirebed.report.load import Report
from wirebed.view.outcome import BROKEN, READ, Outcome

READS, WRITES = "reads", "writes"


class Change(IntEnum):
    """The kinds of change, the most harmful first."""

    SILENT = 0  # another value is read, and nobody is told
    BROKEN = 1  # a process ends, or a deadline passes, where there was a value or an error
    REFUSED = 2  # an error, where there was a value
    GONE = 3  # the code that calls the library does not load with it, or does not find what it calls
    BYTES = 4  # other bytes, of which every reader makes the same
    ACCEPTED = 5  # a value, where there was an error
    OTHERWISE = 6  # another kind of error, or at another stage


@dataclass(frozen=True)
class Seen:
    """One change of one cell. `codec` is that of the old side; `other` wrote what it reads, or reads what it writes."""

    change: Change
    way: str
    codec: str
    other: str
    before: Line
    now: Line


@dataclass
class Compared:
    """`asked`: the number of cells that were compared; `answering`: the codecs of the old side that these are of;
    `gone`: why others could not be compared, with their number."""

    seen: list[Seen] = field(default_factory=list)
    asked: int = 0
    answering: set[str] = field(default_factory=set)
    gone: dict[str, int] = field(default_factory=dict)
    unstable: frozenset[str] = frozenset()  # the codecs whose bytes differ by chance

    @property
    def changed(self) -> int:
        """The number of cells."""
        return len({(s.way, s.codec, s.other, s.now.case, s.now.source, s.now.format) for s in self.seen})

    def count(self, codec: str) -> None:
        self.asked += 1
        self.answering.add(codec)

    def leave_out(self, why: str) -> None:
        self.gone[why] = self.gone.get(why, 0) + 1


# The codecs that are compared: one of the old side -> that of the new side.
Codecs = Mapping[str, str]
# Writer -> reader -> the line of a cell, of one value or of given bytes in one format.
_Cells = Mapping[str, Mapping[str, Line]]


def compare(report: Report, codecs: Codecs) -> Compared:
    compared = Compared()
    for cells in values(report):
        for old, new in codecs.items():
            _readings(compared, cells, old, new)
            if old in cells and new in cells:
                _writings(compared, cells, old, new)
    return compared


def values(report: Report) -> Iterator[_Cells]:
    """The cells of each value and of each file of bytes."""
    by_value: dict[tuple[str, str, str], dict[str, dict[str, Line]]] = {}
    for line in report.lines:
        writers = by_value.setdefault((line.case, line.format, line.source), {})
        writers.setdefault(line.writer, {}).update(dict.fromkeys(line.readers, line))
    yield from by_value.values()


def _readings(compared: Compared, cells: _Cells, old: str, new: str) -> None:
    """The same bytes by both sides, once for all writers of them."""
    known = set()
    for writer, readers in cells.items():
        before, now = readers.get(old), readers.get(new)
        if before is None or now is None or not before.bytes or before.bytes in known:
            continue
        known.add(before.bytes)
        _add(compared, READS, old, writer, before, now)


def _writings(compared: Compared, cells: _Cells, old: str, new: str) -> None:
    """The same value written by both sides, and read by all others and by each side."""
    older, newer = cells[old], cells[new]
    before, now = next(iter(older.values())), next(iter(newer.values()))
    if not (before.bytes and now.bytes):
        _add(compared, WRITES, old, "", before, now)
        return
    compared.count(old)
    if before.bytes == now.bytes:
        return
    start = len(compared.seen)
    for reader in older.keys() & newer.keys():
        _add(compared, WRITES, old, reader, older[reader], newer[reader])
    if len(compared.seen) == start:
        compared.seen.append(Seen(Change.BYTES, WRITES, old, "", before, now))


def _add(compared: Compared, way: str, codec: str, other: str, before: Line, now: Line) -> None:
    if before.outcome is Outcome.UNSUPPORTED:
        compared.leave_out(before.reason)
        return
    compared.count(codec)
    change = change_of(before, now)
    if change is not None:
        compared.seen.append(Seen(change, way, codec, other, before, now))


def change_of(before: Line, now: Line) -> Change | None:
    """What changed from one cell to another; nothing where a library has other words for the same."""
    if state(before) == state(now):
        return None
    if now.outcome is Outcome.UNSUPPORTED:
        return Change.GONE
    if now.outcome in BROKEN and before.outcome not in BROKEN:
        return Change.BROKEN
    was, is_now = before.outcome in READ, now.outcome in READ
    if was and is_now:
        return Change.SILENT
    if was or is_now:
        return Change.REFUSED if was else Change.ACCEPTED
    return Change.OTHERWISE


def state(line: Line) -> tuple[str, ...]:
    """What comes of a cell, without the words of the library."""
    if line.outcome in READ:
        return "read", read_by(line)
    if line.outcome in BROKEN:
        return (line.outcome,)
    return line.outcome, line.stage, line.manner, line.by, line.side


def read_by(line: Line) -> str:
    """The name of the view that a reader has seen."""
    return line.read or line.expected or line.value

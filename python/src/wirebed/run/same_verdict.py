"""Whether two verdicts of a work are the same, although some writers give other bytes each time.

Of a cell whose bytes are the same in both, all is compared but addresses in the words of a failure. Of one whose bytes
are others, its outcome, its entries and the kinds of its differences are: a reader may see the order of a map in them.
"""

from collections.abc import Hashable
from dataclasses import replace

import msgspec

from wirebed.report.cell import Line
from wirebed.run.verdict import Tally, Verdict
from wirebed.view.outcome import steady

_Cell = tuple[str, ...]  # case, source, leg, format, writer, relay and reader


def same(kept: Verdict, now: Verdict) -> bool:
    before, after = _cells(kept), _cells(now)
    if kept.written.counts != now.written.counts or before.keys() != after.keys():
        return False
    cells = [(lines, after[cell]) for cell, lines in before.items()]
    if not all(len(lines) == len(others) and all(map(_alike, lines, others)) for lines, others in cells):
        return False
    same_bytes = all(all(map(_same_bytes, lines, others)) for lines, others in cells)
    return _counted(kept.tally, same_bytes) == _counted(now.tally, same_bytes)


def _counted(tally: Tally, same_bytes: bool) -> Tally:
    """Which conditions of entries were needed, and what a failure leaves, may follow from an order, too."""
    if same_bytes:
        return tally
    return Tally(replace(tally.shown, needed=set(), selected=set()), tally.facts, [], tally.goldens)


def _cells(verdict: Verdict) -> dict[_Cell, list[Line]]:
    """The lines about each cell: two sources may have one name."""
    cells: dict[_Cell, list[Line]] = {}
    for text in verdict.written.lines.splitlines():
        line = msgspec.json.decode(text, type=Line)
        for reader in line.readers:
            cell = (line.case, line.source, line.leg, line.format, line.writer, line.relay, reader)
            cells.setdefault(cell, []).append(line)
    return cells


def _alike(kept: Line, now: Line) -> bool:
    if _always(kept) != _always(now):
        return False
    return not _same_bytes(kept, now) or _of_bytes(kept) == _of_bytes(now)


def _same_bytes(kept: Line, now: Line) -> bool:
    return (kept.bytes, kept.relayed) == (now.bytes, now.relayed)


def _always(line: Line) -> Hashable:
    # The first ones are others in another order.
    kinds = frozenset((d.kind, d.by) for d in line.differences) if not line.more_differences else None
    return line.outcome, line.stage, line.manner, line.by, line.side, line.derived, line.entries, line.lost, kinds


def _of_bytes(line: Line) -> Hashable:
    places = frozenset((d.path, d.kind) for d in line.differences)
    return line.value, line.expected, line.read, steady(line.reason), places

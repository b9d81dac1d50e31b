"""The data of the view of changes. Of each kind of change the first are listed; the others are counted."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from wirebed.errors import shown
from wirebed.report.cell import Line
from wirebed.report.changes.compare import Changed, Changes, Key
from wirebed.report.changes.sentence import VERBS
from wirebed.report.changes.surroundings import Surroundings
from wirebed.report.load import Report
from wirebed.report.phrases import sign
from wirebed.report.words import in_line
from wirebed_page.trip.quoted import plain
from wirebed_page.trip.sentences import read_as, shortest

MOST = 2000


def block(changes: Changes, around: Surroundings, before: Report, now: Report, base: Path) -> dict:
    return {
        "suite": now.header.suite,
        "base": shown(base),
        "before": _run(before),
        "now": _run(now),
        "around": {"versions": around.versions, "settings": around.settings, "others": around.others},
        "cells": [_kind(kind, changes) for kind in VERBS if changes.counts[kind]],
        "bytes": _rows(changes.bytes, _bytes),
        "values": _rows(changes.values, lambda pair: []),
        "only_now": _rows(changes.only_now, lambda lines: [_number(lines)], _number),
        "only_before": _rows(changes.only_before, lambda lines: [_number(lines)], _number),
    }


def _run(report: Report) -> dict:
    return {"started": report.header.started, "commit": report.header.commit, "cells": report.footer.cells}


def _kind(kind: str, changes: Changes) -> dict:
    cells = [cell for cell in changes.cells if cell.kind == kind]
    listed = cells[:MOST]
    return {"verbs": VERBS[kind], "number": len(cells), "listed": len(listed), "rows": [_cell(cell) for cell in listed]}


def _cell(cell: Changed) -> list:
    return [cell.key, cell.reader, sign(cell.before), words(cell.before), sign(cell.now), words(cell.now)]


def words(line: Line) -> str:
    """The words for what happened in a cell: `differs: double -0.0 is read as 0.0`."""
    text = in_line(line)
    if line.differences:
        text += f": {plain(read_as(shortest(line.differences)))}"
    if line.entries:
        text += f" [{', '.join(line.entries)}]"
    return text + (", not expected" if line.problems else "")


def _rows(of: Mapping[Key, Sequence[Line]], more: Callable, weight: Callable[..., int] = lambda lines: 1) -> dict:
    """Rows by their keys, each with a reader, of which there is a cell, and with `more` of its lines."""
    listed = list(of.items())[:MOST]
    return {
        "number": sum(map(weight, of.values())),
        "listed": sum(weight(lines) for _, lines in listed),
        "rows": [[key, lines[-1].readers[0], *more(lines)] for key, lines in listed],
    }


def _number(lines: Sequence[Line]) -> int:
    return sum(len(line.readers) for line in lines)


def _bytes(pair: Sequence[Line]) -> list[str]:
    """The names of the bytes of both runs, with their number."""
    return [f"{line.relayed or line.bytes or 'none'}, {line.size or 0:,} bytes" for line in pair]

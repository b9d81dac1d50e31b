"""What changed between two runs, in one sentence."""

from collections.abc import Iterable, Mapping

from wirebed.report.cell import Line
from wirebed.report.changes.compare import BETTER, FAILS, OTHERWISE, PASSES, PINNED, WORSE, Changes, Key
from wirebed.report.changes.surroundings import Surroundings
from wirebed.report.load import Report

# Of a kind of change, what is said of one cell and of several.
VERBS = {
    FAILS: ("newly fails", "newly fail"),
    WORSE: ("is worse than before", "are worse than before"),
    OTHERWISE: ("ends otherwise", "end otherwise"),
    BETTER: ("is better than before", "are better than before"),
    PASSES: ("newly passes", "newly pass"),
    PINNED: ("is pinned otherwise", "are pinned otherwise"),
}


def answer(changes: Changes, around: Surroundings, before: Report) -> str:
    """`3 cells newly fail, 1 newly passes; 12 values have other bytes (interop, since the run of 2026-11-20 10:00).`"""
    parts = [
        _cells_changed(changes.counts),
        _said(len(changes.bytes), "value has other bytes", "values have other bytes"),
        _said(len({key[0] for key in changes.values}), "case has another value", "cases have other values"),
        _said(_cells(changes.only_now), "cell is new", "cells are new"),
        _said(_cells(changes.only_before), "cell is no longer there", "cells are no longer there"),
        _said(len(around.versions), "version differs", "versions differ"),
        _said(len(around.settings), "setting differs", "settings differ"),
    ]
    header = before.header
    since = f"({header.suite}, since the run of {header.started[:16].replace('T', ' ')})"
    return f"{'; '.join(filter(None, parts)) or 'Nothing changed'} {since}."


def _cells_changed(counts: Mapping[str, int]) -> str:
    """`3 cells newly fail, 1 newly passes`; empty where none changed."""
    kinds = [kind for kind in VERBS if counts[kind]]
    nouns = [" cell" if counts[kind] == 1 else " cells" for kind in kinds[:1]] + [""] * len(kinds)
    return ", ".join(
        f"{counts[kind]:,}{noun} {VERBS[kind][counts[kind] > 1]}" for kind, noun in zip(kinds, nouns, strict=False)
    )


def _cells(of: Mapping[Key, Iterable[Line]]) -> int:
    return sum(len(line.readers) for lines in of.values() for line in lines)


def _said(number: int, single: str, many: str) -> str:
    return f"{number:,} {single if number == 1 else many}" if number else ""

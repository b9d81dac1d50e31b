"""`make golden`: what every codec writes of the golden values today is added where it is missing."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Protocol

from wirebed.bed import document
from wirebed.bed.codec_id import base_of, format_of
from wirebed.bed.glob import listed, takes
from wirebed.bed.schema import Schema
from wirebed.cases.case import Case
from wirebed.peers.client import connect
from wirebed.run.taking_part import TakingPart
from wirebed.state.golden.checker import Checker
from wirebed.state.golden.encode import encodings
from wirebed.state.golden.update import update as take_in
from wirebed.view.outcome import Cell
from wirebed.view.spell import path as path_of
from wirebed.view.spell import render

_MOST_TOLD = 5  # unexpected cells of one case
_DIFFERENCES = 3  # of one cell
_LONGEST = 300


@dataclass(frozen=True)
class Batch:
    """The golden cases that one checker knows, and the tree by which they are written."""

    checker: Checker
    cases: list[Case]
    tree: Path


class Source(Protocol):
    """The cases or the samples of a bed (golden_cases.Cases, golden_samples.Samples)."""

    what: str  # "case"
    mark: str  # how one is marked as golden
    repeat: str  # the command that repeats one
    without: frozenset[str]  # the codecs that take no part
    none: str  # what is said besides where nothing is marked
    part: TakingPart
    batches: list[Batch]

    def unexpected(self, format: str | None) -> list[tuple[str, str]]:
        """The cells that are not as expected, as case and text."""


def update(source: Source, accept: str, why: str, glob: str | None, format: str | None) -> int:
    """1 when something stands in the way, else 0."""
    count = sum(len(batch.cases) for batch in source.batches)
    if not count:
        which = f" that matches CASE={glob}" if glob else ""
        print(f"no {source.what}{which} is marked golden ({source.mark})")
        if source.none:
            print(source.none)
        return 0
    blocked = _blocked(source.unexpected(format), source.repeat)
    # A language that cannot compile a tree has one cell, of the case `*`, which is about all cases.
    every = any("*" in name for name in blocked)
    encoded = []
    for batch in source.batches:
        free = [case for case in batch.cases if case.name not in blocked and not every]
        written = encodings(free, partial(connect, batch.tree, source.part.names, source.part.scope))
        taken = (
            e for e in written if base_of(e.codec) not in source.without and takes([format_of(e.codec)], listed(format))
        )
        encoded.append((batch.checker, list(taken)))
    report = take_in(encoded, accept, why)
    document.find_lines("golden", report.refused)
    document.count(added=len(report.added), refused=len(report.refused), blocked=len(blocked))
    for line in (*report.refused, *report.added):
        print(line)
    counts = f"{len(report.added)} added, {len(report.refused)} refused, {len(blocked)} {source.what}s blocked"
    print(f"{count} golden {source.what}s, {sum(len(of_batch) for _, of_batch in encoded)} encodings: {counts}")
    return 1 if report.refused or blocked else 0


def _blocked(unexpected: list[tuple[str, str]], repeat: str) -> set[str]:
    """The cases of which nothing is added, since a cell of theirs is not as expected; prints them with the cells."""
    cases = {case for case, _ in unexpected}
    for name in sorted(cases):
        texts = [text for case, text in unexpected if case == name]
        document.find("golden", "\n".join([f"{name}: nothing is added", *texts[:_MOST_TOLD]]), name=name)
        print(f"{name}: nothing is added while {len(texts)} of its cells are not as expected:")
        for text in texts[:_MOST_TOLD]:
            print(f"    {text[:_LONGEST]}")
        if len(texts) > _MOST_TOLD:
            print(f"    … and {len(texts) - _MOST_TOLD} more: {repeat}'{name.removeprefix('evolution/')}'")
    return cases


def described(cell: Cell, schema: Schema | None) -> str:
    """One cell on one line: what happened, and where."""
    places = []
    for difference in cell.differences[:_DIFFERENCES]:
        of = difference.schema or schema
        place = path_of(difference.place, of) or "(top)"
        places.append(f"{place}: {render(difference.expected, of)} read as {render(difference.actual, of)}")
    why = "; ".join(places) or cell.reason or "; ".join(map(str, cell.problems))
    return " ".join(f"{cell.id}: {cell.outcome.value}: {why}".split())

"""Echo on the page: values sent over real connections and back, and how long that took.

A cell is a client, a transport and a server, with all values of a payload in it. Times are nanoseconds.
"""

from collections import Counter
from dataclasses import asdict
from statistics import median
from typing import Any

from wirebed.bed import Bed
from wirebed.report.load import Report, cells_of, repeat
from wirebed.report.phrases import happened, outcomes, sign
from wirebed.view.outcome import SIGNS
from wirebed_connections import article
from wirebed_connections.load_rows import listed
from wirebed_page import entries, vega
from wirebed_page.interop import codecs
from wirebed_page.pool import Pool
from wirebed_page.runs import Runs
from wirebed_page.section import Card, Section

_OF_CELL = ("case", "leg", "format", "writer", "readers", "reason", "lost", "objects", "sent", "received",
            "differences", "more_differences")  # fmt: skip
_LATENCIES = ("round_trip", "whole")


def section(runs: Runs, bed: Bed) -> Section | None:
    run = runs.echo
    if run is None:
        return None
    report, pinned = run.report, Pool()
    cells = [_cell(line, report, pinned) for line in report.lines]
    block = {
        "legs": list(dict.fromkeys(line["leg"] for line in report.lines)),
        "formats": report.formats,
        "codecs": codecs(report.header),
        "cells": cells,
        "entries": entries.block(pinned.things, runs.deviations),
        "loads": [_load(one) for one in report.loads],
        "source": listed()["article"]["source"],
        "article": [_figure(one) for one in article.figures(report)],
    }
    blocks: dict[str, Any] = {"echo": block}
    if block["article"] or any(one.get("whole") for one in report.loads):
        blocks[vega.BLOCK] = vega.script()
    return Section(_card(report), blocks)


def _card(report: Report) -> Card:
    counts: dict[str, Counter] = {}
    for line in report.lines:
        transport = line["leg"].partition("@")[0]
        counts.setdefault(transport, Counter())[sign(line)] += len(line["readers"])
    rows = {
        transport: [(one.words, one.sign, count[one.sign]) for one in SIGNS.values() if count[one.sign]]
        for transport, count in counts.items()
    }
    timed = sum(bool(one.get("whole")) for one in report.loads)
    cells = sum(len(line["readers"]) for line in report.lines)
    times = f"Rows with times: {timed:,}." if timed else "This run took no times."
    answer = f"Cells: {cells:,}, of which {outcomes(report)}. {times}"
    return Card("Does a value come back over a real connection?", answer, "#/echo", rows)


def _cell(line: dict, report: Report, pinned: Pool) -> dict:
    """A line: one client, with the servers that came to the same outcome, and for each the command that repeats it."""
    return {
        **{name: line[name] for name in _OF_CELL if name in line},
        "sign": sign(line),
        "happened": happened(line),
        "entries": [pinned.number(name) for name in line.get("entries", ())],
        "repeat": [repeat(report, cell) for cell in cells_of(line)],
    }


def _load(one: dict) -> dict:
    """A timed row, its latencies as whole nanoseconds."""
    whole = {part: {name: round(value) for name, value in one[part].items()} for part in _LATENCIES if part in one}
    return {**one, **whole}


def _figure(one: article.Figure) -> dict:
    """The median of the rounds stands beside the published figure, with the least and the greatest."""
    return {**asdict(one), "ours": median(one.ours), "low": min(one.ours), "high": max(one.ours)}

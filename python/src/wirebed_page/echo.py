"""Echo on the page: values sent over real connections and back, and how long that took.

A cell is a client, a transport and a server, with all values of a payload in it. Times are nanoseconds.
"""

from collections import Counter
from dataclasses import asdict
from statistics import median
from typing import Any

from msgspec import to_builtins

from wirebed.bed import Bed
from wirebed.report.cell import Line, cells_of
from wirebed.report.load import Report, repeat
from wirebed.report.of_suites import Load
from wirebed.report.phrases import happened, outcomes, sign
from wirebed.view.outcome import SIGNS
from wirebed_connections import article
from wirebed_connections.load_rows import listed
from wirebed_costs.others import beside, disturbs
from wirebed_page import entries, vega
from wirebed_page.interop import codecs
from wirebed_page.pool import Pool
from wirebed_page.runs import Runs
from wirebed_page.section import Card, Section


def section(runs: Runs, bed: Bed) -> Section | None:
    run = runs.echo
    if run is None:
        return None
    report, pinned = run.report, Pool()
    cells = [_cell(line, report, pinned) for line in report.lines]
    block = {
        "legs": list(dict.fromkeys(line.leg for line in report.lines)),
        "formats": report.formats,
        "codecs": codecs(report.header),
        "cells": cells,
        "entries": entries.block(pinned.things, runs.deviations),
        "loads": [_load(load) for load in report.loads],
        "disturbed": beside([disturbs(load.others) for load in report.loads if load.whole], "this run"),
        "source": listed()["article"]["source"],
        "article": [_figure(figure) for figure in article.figures(report)],
    }
    blocks: dict[str, Any] = {"echo": block}
    if block["article"] or any(load.whole for load in report.loads):
        blocks[vega.BLOCK] = vega.script()
    return Section(_card(report), blocks)


def _card(report: Report) -> Card:
    counts: dict[str, Counter] = {}
    for line in report.lines:
        transport = line.leg.partition("@")[0]
        counts.setdefault(transport, Counter())[sign(line)] += len(line.readers)
    rows = {
        transport: [(sign.words, sign.sign, count[sign.sign]) for sign in SIGNS.values() if count[sign.sign]]
        for transport, count in counts.items()
    }
    timed = sum(bool(load.whole) for load in report.loads)
    cells = sum(len(line.readers) for line in report.lines)
    times = f"Rows with times: {timed:,}." if timed else "This run took no times."
    answer = f"Cells: {cells:,}, of which {outcomes(report)}. {times}"
    return Card("What comes back?", "Does a value come back over a real connection?", answer, "#/echo", rows)


def _cell(line: Line, report: Report, pinned: Pool) -> dict:
    """A line: one client, with the servers that came to the same outcome, and for each the command that repeats it."""
    return {
        "case": line.case,
        "leg": line.leg,
        "format": line.format,
        "writer": line.writer,
        "readers": line.readers,
        **{name: thing for name, thing in _stated(line).items() if thing},
        "sign": sign(line),
        "happened": happened(line),
        "entries": [pinned.number(name) for name in line.entries],
        "repeat": [repeat(report, cell) for cell in cells_of(line)],
    }


def _stated(line: Line) -> dict:
    return {
        "reason": line.reason,
        "lost": line.lost,
        "objects": line.objects,
        "sent": line.sent,
        "received": line.received,
        "differences": line.differences,
        "more_differences": line.more_differences,
    }


def _load(load: Load) -> dict:
    """A timed row, its latencies as whole nanoseconds."""
    latencies = {"round_trip": load.round_trip, "whole": load.whole}
    whole = {part: {name: round(nanos) for name, nanos in of.items()} for part, of in latencies.items() if of}
    # A number that is 0 says something only where there was a measurement.
    counts = {} if load.not_measured else {"throughput": load.throughput, "wrong": load.wrong, "failed": load.failed}
    return {**to_builtins(load), **whole, **counts, "disturbed": any(disturbs(load.others))}


def _figure(figure: article.Figure) -> dict:
    """The median of the rounds stands beside the published figure, with the least and the greatest."""
    return {**asdict(figure), "ours": median(figure.ours), "low": min(figure.ours), "high": max(figure.ours)}

"""A report of `make echo` on the terminal: who echoes with whom, the article's table beside ours, and latencies."""

from collections import Counter
from collections.abc import Iterator
from statistics import median

from rich.console import Console
from rich.markup import escape

from wirebed.bed.codec_id import format_of, short
from wirebed.report import blocks
from wirebed.report.load import Report
from wirebed.report.of_suites import Load
from wirebed.report.phrases import LEGEND, sign, square
from wirebed.report.terminal import problems, unexpected, verdict
from wirebed_connections.article import figures
from wirebed_connections.load_rows import listed
from wirebed_costs.others import beside, disturbs
from wirebed_costs.wording import number

MICRO = 1e-3  # of nanoseconds


def show(report: Report, console: Console):
    matrices(report, console)
    article(report, console)
    latencies(report, console)
    unexpected(report, console)
    problems(report, console)
    console.print(verdict(report), highlight=False)


def matrices(report: Report, console: Console):
    """For each format the clients on the left and the servers above, over all transports and payloads."""
    for format_ in report.formats:
        cells = [cell for cell in report.cells if cell.format == format_]
        servers = sorted({cell.reader for cell in cells})
        table = blocks.table(f"client \\ server of {format_}", *map(short, servers))
        counts: dict[tuple[str, str], Counter] = {}
        for cell in cells:
            count = counts.setdefault((cell.writer, cell.reader), Counter())
            count.update({sign(cell): 1, "cells": 1})
        for client in dict.fromkeys(cell.writer for cell in cells):
            table.add_row(short(client), *(square(counts.get((client, server), Counter())) for server in servers))
        console.print(table)
    values = sum(sum(cell.objects.values()) for cell in report.cells)
    legs = ", ".join(dict.fromkeys(cell.leg for cell in report.cells))
    console.print(f"A square counts cells, one for each transport ({legs}) and payload; {values:,} echoes in all.")
    for line in LEGEND:
        console.print(line, soft_wrap=True, highlight=False)
    console.print()


def article(report: Report, console: Console):
    """Milliseconds for 1000 echoes by serializer and protocol, the published ones and ours, with the spread of ours."""
    table = blocks.table("serializer", "protocol", "address", "published ms", "our transport", "ours ms", "rounds")
    table.columns[1].justify = table.columns[2].justify = table.columns[4].justify = "left"
    for row in article_rows(report):
        table.add_row(*row)
    if not table.row_count:
        return
    source = listed()["article"]["source"]
    console.print(
        f"[bold]1000 Persons echoed[/], the time between client and server alone; published: {escape(source)}"
    )
    console.print(table)


def article_rows(report: Report) -> Iterator[tuple[str, ...]]:
    for figure in figures(report):
        yield (
            figure.serializer, figure.protocol, figure.address, f"{figure.published:,}" if figure.published else "",
            f"{figure.transport} {short(figure.codec)}", number(median(figure.ours), 3),
            f"{number(min(figure.ours), 3)} … {number(max(figure.ours), 3)}",
        )  # fmt: skip


def latencies(report: Report, console: Console):
    """Percentiles of the whole echo, with the work of the client's codec."""
    if timed := [load for load in report.loads if load.whole]:
        _timed(timed, console)
    missing = [load for load in report.loads if load.not_measured]
    for why, count in Counter(load.not_measured for load in missing).items():
        console.print(f"{count} rows were not measured: {escape(why)}", highlight=False)


def _timed(timed: list[Load], console: Console):
    table = blocks.table("codec", "transport", "load", "echoes/s", "p50 µs", "p90", "p99", "p99.9", "max", "bytes")
    for column in table.columns[1:3]:
        column.justify = "left"
    for load in sorted(timed, key=lambda load: (format_of(load.client), load.client, load.transport)):
        table.add_row(*_latency_row(load))
    console.print(
        f"[bold]Latency[/] of an echo of {escape(timed[0].payload)}, with the client's encode and decode. "
        "closed: the next echo begins when the last has ended. open: echoes begin at half of that rate, over 4 "
        "connections, and are counted from when they should begin. bytes: of the value, there and back.",
        soft_wrap=True,
        highlight=False,
    )
    console.print(table)
    if disturbed := beside([disturbs(load.others) for load in timed], "this run"):
        console.print(disturbed, highlight=False)


def _latency_row(load: Load) -> tuple[str, ...]:
    way = load.transport + ("" if load.bind == "127.0.0.1" else f"@{load.bind}")
    figures = (number(MICRO * load.whole[key]) for key in ("p50", "p90", "p99", "p99.9", "max"))
    sizes = f"{load.sent:.0f}+{load.received:.0f}"
    return load.client, way, load.kind, f"{load.throughput:,.0f}", *figures, sizes

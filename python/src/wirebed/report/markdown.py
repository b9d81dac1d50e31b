"""A report of interop as markdown: the summary beside it, and the matrix of fixtures/results/interop.md."""

from collections.abc import Iterable

from wirebed.bed.codec_id import NONE, peer_of, short
from wirebed.bed.exit_codes import MEANINGS
from wirebed.report import machines
from wirebed.report.blocks import markdown_table
from wirebed.report.cell import Cell
from wirebed.report.header import Header
from wirebed.report.load import Report, Table, around, repeat
from wirebed.report.phrases import (
    LEGEND,
    absent,
    failures,
    happened,
    left,
    outcomes,
    said,
    square,
    title,
    unreviewed,
    unstated,
    unstated_title,
)
from wirebed.state.deviations.entry import TREE

_MOST = 200


def matrix(report: Report) -> str:
    """The tables of all formats, as in fixtures/results/interop.md. They change with outcomes and versions alone."""
    parts = []
    parts += absent(report)
    for format in report.formats:
        table = report.table(format)
        if table.counts and format != TREE:
            parts.append(_table(table) if format != NONE else _none_table(table))
    parts.append(f"{report.footer.cells:,} cells: {outcomes(report)}.")
    parts += [f"{unreviewed(report)}."] if unreviewed(report) else []
    parts += [f"Failures: {'; '.join(failures(report))}."] if failures(report) else []
    parts += [f"Left: {'; '.join(left(report))}."] if left(report) else []
    parts.append("\n".join(f"- {line}" for line in LEGEND))
    parts.append(versions(report.header))
    return "\n\n".join(parts) + "\n"


def _table(table: Table) -> str:
    rows = [[short(codec), *(square(table.at(codec, reader)) for reader in table.readers)] for codec in table.writers]
    head = ["writer \\ reader", *map(short, table.readers)]
    return f"**{table.format}**\n\n{markdown_table(head, rows, right=True)}"


def _none_table(table: Table) -> str:
    rows = [[short(codec), square(table.at(codec, codec))] for codec in table.writers]
    heading = "**none** (what a language's own objects hold, no bytes)"
    return f"{heading}\n\n{markdown_table(['codec', 'cases'], rows, right=True)}"


def versions(header: Header) -> str:
    """The versions of the libraries that the project pins. A library that comes with its language has the version of
    the machine, and is left out."""
    runtimes = {peer.peer: {word.rstrip(",") for word in peer.runtime.split()} for peer in header.peers}
    pinned = sorted(
        {
            (codec.library, _pinned(codec.version, of_peer))
            for codec in header.codecs
            if codec.format != NONE and codec.version not in (of_peer := runtimes[peer_of(codec.codec)])
        }
    )
    return "Versions: " + ", ".join(f"{library} {version}" for library, version in pinned) + "."


def _pinned(version: str, runtimes: Iterable[str]) -> str:
    """`4.0.9` of `4.0.9+jdk.17.0.15`, where JAXB's parser comes with the machine's JDK; else as it is."""
    library, _, parser = version.partition("+")
    return library if any(parser.endswith(f".{runtime}") for runtime in runtimes) else version


def summary(report: Report) -> str:
    """The whole report, without times."""
    header, footer = report.header, report.footer
    parts = [f"# {header.suite}: {MEANINGS[footer.exit]}", matrix(report).rstrip()]
    for format in report.formats:
        table = report.table(format, written_now=False)
        if table.counts and format != TREE:
            parts.append("Goldens, vectors and given bytes:\n\n" + _table(table))
    return "\n\n".join(parts + problems(report)) + "\n"


def problems(report: Report) -> list[str]:
    """The faults of the run, as paragraphs."""
    footer, parts = report.footer, list[str]()
    faults = {
        "Not run": footer.missing,
        "Goldens": footer.goldens,
        "Stale deviations": footer.stale,
        "Parts of entries that nothing needs": footer.needless,
        "Entries of the baseline with another number of cells": footer.baseline,
        "Uncovered": footer.uncovered,
        "Left otherwise than the codecs state": footer.left_otherwise,
    }
    for name, lines in faults.items():
        if lines:
            parts.append(f"## {name}\n\n" + "\n".join(f"- {line}" for line in lines))
    if report.unexpected:
        parts.append(f"## {len(report.unexpected)} unexpected")
        parts += ["\n".join(f"- {line}" for line in told)] if (told := machines.lines(report)) else []
        parts += [_cell(report, cell) for cell in report.unexpected[:_MOST]]
    if footer.unstated:
        language = "text" if report.steps else "yaml"
        parts.append(f"{unstated_title(report)}:\n\n```{language}\n{unstated(report)}\n```")
    return parts


def _cell(report: Report, cell: Cell) -> str:
    lines = [f"### `{title(cell)}`: {happened(cell)}", ""]
    if cell.reason:
        lines.append(f"- reason: `{said(cell)}`")
    for difference in cell.differences:
        place = difference.path or "the value"
        lines.append(f"- `{place}` {difference.kind}: expected `{difference.expected}`, read `{difference.actual}`")
    lines += [f"- {name}: {text}" for name, text in around(report, cell)]
    lines += [f"- {problem}" for problem in cell.problems]
    return "\n".join([*lines, f"- `{repeat(report, cell)}`"])

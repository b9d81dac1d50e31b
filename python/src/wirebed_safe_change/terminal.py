"""Prints the findings of OLD= NEW=: one table of the changes, then every harm with its witness."""

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from wirebed.bed.exit_codes import AS_EXPECTED
from wirebed.report import blocks
from wirebed_safe_change import names_summary, summary

_STYLES = {
    "safe": "green",
    "lossy": "yellow",
    "corrupting": "bold red",
    "breaking": "bold red",
    "undeclared": "bold magenta",
    "unknown": "bold red",
    "-": "dim",
}


def show(data: list[dict], console: Console | None = None):
    console = console or blocks.console(width=140)
    header, footer = data[0]["header"], data[-1]["footer"]
    console.print(f"[bold]{escape(header['old'])} -> {escape(header['new'])}[/]", soft_wrap=True)
    for line in summary.source(header):
        console.print(f"[dim]{escape(line)}[/]", soft_wrap=True)
    if named := names_summary.rows(data):
        console.print(_named(named))
    rows = summary.rows(data)
    if rows:
        console.print(_table(header, rows))
    for line in summary.notes(data):
        console.print(escape(line), soft_wrap=True)
    for head, lines, verdict in summary.harms(data):
        console.print(f"\n[{_STYLES[verdict]}]{verdict}[/] [bold]{escape(head)}[/]", soft_wrap=True)
        for line in lines:
            console.print(f"    {escape(line)}", soft_wrap=True)
    for line in summary.troubles(footer):
        console.print(f"\n[bold red]{escape(line)}[/]", soft_wrap=True)
    style = "bold green" if footer["exit"] == AS_EXPECTED else "bold red"
    conclusion, counted = escape(summary.conclusion(footer)), escape(summary.counted(footer))
    console.print(f"\n[{style}]{conclusion}[/]  {counted}", soft_wrap=True)


def _named(rows: list[names_summary.NamedRow]) -> Table:
    table = _headed("name", "change", "verdict")
    for row in rows:
        table.add_row(escape(row.place), escape(row.change), _verdict(row.verdict, row.text))
    return table


def _table(header: dict, rows: list[summary.Row]) -> Table:
    table = _headed(*summary.heads(header))
    message = None
    for row in rows:
        if row.message != message:
            table.add_row(f"[dim]{escape(row.message)}[/]")
            message = row.message
        cells = [f"  {escape(row.field or '(whole message)')}", escape(row.change)]
        cells += [row.format] if len(header["formats"]) > 1 else []
        for key in summary.columns(header):
            cells.append(_verdict(*row.cells.get(key, ("-", ""))))
        table.add_row(*cells)
    return table


def _headed(first: str, *others: str) -> Table:
    table = blocks.table(first)
    for name in others:
        table.add_column(name, overflow="fold")
    return table


def _verdict(verdict: str, text: str) -> str:
    return f"[{_STYLES[verdict]}]{verdict}[/]{escape(': ' + text if text else '')}"

"""What OLD= NEW= found, on the terminal: one table of the changes, then every harm with its witness."""

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from wirebed.evolution.between import named_words, words

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
    if console is None:
        console = Console(emoji=False, highlight=False)
        # A file or a log has no width; a narrow one would only break the table.
        console = console if console.is_terminal else Console(emoji=False, highlight=False, width=140)
    header, footer = data[0]["header"], data[-1]["footer"]
    console.print(f"[bold]{escape(header['old'])} -> {escape(header['new'])}[/]", soft_wrap=True)
    if named := named_words.rows(data):
        console.print(_named(named))
    rows = words.rows(data)
    if rows:
        console.print(_table(header, rows))
    for line in words.notes(data):
        console.print(escape(line), soft_wrap=True)
    for head, lines, verdict in words.harms(data):
        console.print(f"\n[{_STYLES[verdict]}]{verdict}[/] [bold]{escape(head)}[/]", soft_wrap=True)
        for line in lines:
            console.print(f"    {escape(line)}", soft_wrap=True)
    for line in words.troubles(footer):
        console.print(f"\n[bold red]{escape(line)}[/]", soft_wrap=True)
    style = {0: "bold green", 1: "bold red", 3: "bold red"}[footer["exit"]]
    console.print(f"\n[{style}]{escape(words.conclusion(footer))}[/]  {escape(words.counted(footer))}", soft_wrap=True)


def _named(rows: list[named_words.NamedRow]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("name", style="bold", overflow="fold")
    table.add_column("change", overflow="fold")
    table.add_column("verdict", overflow="fold")
    for row in rows:
        told = f"[{_STYLES[row.verdict]}]{row.verdict}[/]{escape(': ' + row.text if row.text else '')}"
        table.add_row(escape(row.place), escape(row.change), told)
    return table


def _table(header: dict, rows: list[words.Row]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("field", style="bold", overflow="fold")
    table.add_column("change", overflow="fold")
    if len(header["formats"]) > 1:
        table.add_column("format")
    for key in words.columns(header):
        table.add_column(words.TITLES[key], overflow="fold")
    message = None
    for row in rows:
        if row.message != message:
            table.add_row(f"[dim]{escape(row.message)}[/]")
            message = row.message
        cells = [f"  {escape(row.field or '(whole message)')}", escape(row.change)]
        cells += [row.format] if len(header["formats"]) > 1 else []
        for key in words.columns(header):
            verdict, text = row.cells.get(key, ("-", ""))
            cells.append(f"[{_STYLES[verdict]}]{verdict}[/]{escape(': ' + text if text else '')}")
        table.add_row(*cells)
    return table

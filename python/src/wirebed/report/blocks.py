"""Parts that several reports have, on the terminal and in markdown."""

from collections.abc import Iterable, Sequence

from rich import box
from rich.console import Console
from rich.table import Table


def console(width: int, **options) -> Console:
    """For a report, in which `:a:` is a field and no picture. A file or a log gets the `width` that its tables need."""
    found = Console(emoji=False, highlight=False, **options)
    if not found.is_terminal:
        found.width = width
    return found


def table(first: str = "", *others: str, title: str | None = None) -> Table:
    """The first column is bold, the others are aligned to the right. Without heads, the caller adds the columns."""
    made = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    if first:
        made.add_column(first, style="bold", overflow="fold")
    for head in others:
        made.add_column(head, justify="right", overflow="fold")
    return made


def timing(console: Console, title: str, made: Table, left_out: Iterable[str]):
    """The indicative timing at the end of a run."""
    console.print(
        f"\n[bold]Indicative timing, {title}[/] (processor time inside the peers, some ms each: no benchmark)"
    )
    console.print(made)
    for line in left_out:
        console.print(line, soft_wrap=True)


def markdown_table(head: Sequence[str], rows: Iterable[Sequence[str]], right: bool = False) -> str:
    """`right`: whether all columns but the first are aligned to the right."""
    lines = ["| " + " | ".join(head) + " |", "|---|" + ("--:|" if right else "---|") * (len(head) - 1)]
    return "\n".join(lines + ["| " + " | ".join(map(_cell, row)) + " |" for row in rows])


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")

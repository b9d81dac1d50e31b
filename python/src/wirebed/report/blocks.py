"""Parts that several reports have, on the terminal and in markdown."""

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

_GAP = 3  # the blanks between two columns of a table


def console(width: int, **options: Any) -> Console:  # those of a Console
    """For a report, in which `:a:` is a field and no picture. COLUMNS or else `width` is for files."""
    made = Console(emoji=False, highlight=False, **options)
    if not made.is_terminal and "COLUMNS" not in os.environ:
        made.width = width
    return made


def table(first: str = "", *others: str, title: str | None = None) -> Table:
    """The first column is bold, the others are aligned to the right. Without heads, the caller adds the columns."""
    made = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    if first:
        made.add_column(first, style="bold", overflow="fold")
    for head in others:
        made.add_column(head, justify="right", overflow="fold")
    return made


def grid(heads: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> Iterator[Table]:
    """Tables of these columns, of which as many stand beside each other as fit; each begins with the first column.

    No head and no cell is broken. Cells can have the markup of rich.
    """
    needs = [
        max(Text.from_markup(text).cell_len for text in column) + _GAP for column in zip(heads, *rows, strict=True)
    ]
    begin = 1
    while begin < len(heads):
        end = begin + 1
        while end < len(heads) and needs[0] + sum(needs[begin : end + 1]) <= width:
            end += 1
        made = table(heads[0], *heads[begin:end])
        for column in made.columns:
            column.no_wrap = True
        for row in rows:
            if any(row[begin:end]):
                made.add_row(row[0], *row[begin:end])
        yield made
        begin = end


def timing(console: Console, title: str, made: Table, left_out: Iterable[str]) -> None:
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

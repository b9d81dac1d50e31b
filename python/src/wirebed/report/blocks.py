"""Parts that several reports have, on the terminal and in markdown."""

from collections.abc import Iterable, Sequence

from rich.console import Console


def console(width: int, **options) -> Console:
    """For a report: `:a:` is a field and no picture. `width`: of a file or a log, where a narrow one breaks tables."""
    found = Console(emoji=False, highlight=False, **options)
    if not found.is_terminal:
        found.width = width
    return found


def markdown_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """The lines of a table; what a cell holds is escaped as far as the table needs it."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return lines + ["| " + " | ".join(map(_cell, row)) + " |" for row in rows]


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")

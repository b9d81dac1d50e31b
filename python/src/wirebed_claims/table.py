"""The verdicts on the terminal, a table for each article."""

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from wirebed_claims import page, words
from wirebed_claims.verdict import FLIPPED, HELD, PUBLISHED_ONLY

_STYLES = {HELD: "green", PUBLISHED_ONLY: "yellow", FLIPPED: "red"}
_MOST = 160  # characters of a figure; claims.jsonl has all


def show(header: dict, rows: list[dict], console: Console):
    for article, title in header["articles"].items():
        table = Table(title=escape(title), title_justify="left", title_style="bold", expand=False)
        for column in ("claim", "verdict", "what was measured", "what changes that"):
            table.add_column(column, overflow="fold")
        for row in (row for row in rows if row["article"] == article):
            table.add_row(*map(escape, _cells(row)), style=_STYLES.get(row["verdict"], ""))
        console.print(table)
    console.print(words.tally(rows), highlight=False)
    for doubt in page.doubts(header):
        console.print(escape(doubt), highlight=False)


def _cells(row: dict) -> tuple[str, str, str, str]:
    verdict = f"{row['verdict']}, near" if row["near"] else row["verdict"]
    return f"{row['claim']}: {row['said']}", verdict, _cut(words.measured(row)), _cut(words.flips(row))


def _cut(text: str) -> str:
    return text if len(text) <= _MOST else text[: _MOST - 1] + "…"

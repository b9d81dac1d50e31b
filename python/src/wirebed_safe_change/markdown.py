"""Writes the findings of OLD= NEW= as markdown that a pull request shows."""

from wirebed.report.blocks import markdown_table
from wirebed_safe_change import names_summary, summary

_SIGNS = {
    "safe": "✅",
    "lossy": "⚠️",
    "corrupting": "❌",
    "breaking": "❌",
    "undeclared": "❓",
    "unknown": "❔",
    "-": "",
}


def text(data: list[dict]) -> str:
    header, footer = data[0]["header"], data[-1]["footer"]
    out = [f"### Schema change: {summary.conclusion(footer)}", "", summary.counted(footer), ""]
    out += [*(f"- {_plain(line)}" for line in summary.source(header)), ""]
    rows = summary.rows(data)
    if rows:
        out += _table(header, rows)
    if named := names_summary.rows(data):
        out += _named(named)
    out += [f"- {_plain(line)}" for line in summary.notes(data)]
    for head, lines, verdict in summary.harms(data):
        out += ["", f"**{_SIGNS[verdict]} {verdict}: {_plain(head)}**", "", "```text", *lines, "```"]
    out += ["", *(f"- ❌ {_plain(line)}" for line in summary.troubles(footer))]
    return "\n".join(out).rstrip() + "\n"


def _table(header: dict, rows: list[summary.Row]) -> list[str]:
    formats = len(header["formats"]) > 1
    lines = []
    for row in rows:
        place = f"{row.message}.{row.field}" if row.field else row.message
        at = f"<br>{_plain(row.at)}" if row.at else ""
        cells = [f"`{place}`{at}", _plain(row.change), *([row.format] if formats else [])]
        lines.append(cells + [_verdict(*row.cells.get(key, ("-", ""))) for key in summary.columns(header)])
    return [markdown_table(summary.heads(header), lines), ""]


def _named(rows: list[names_summary.NamedRow]) -> list[str]:
    cells = [
        [
            f"`{row.place}`" + (f"<br>{_plain(row.at)}" if row.at else ""),
            _plain(row.change),
            _verdict(row.verdict, row.text),
        ]
        for row in rows
    ]
    return [markdown_table(["name", "change", "verdict"], cells), ""]


def _verdict(verdict: str, text: str) -> str:
    return f"{_SIGNS[verdict]} {verdict}" + (f": {_plain(text)}" if text else "")


def _plain(line: str) -> str:
    return line.replace("<", "&lt;").replace("*", "\\*").replace("_", "\\_")

"""What OLD= NEW= found, as markdown that a pull request shows."""

from wirebed.evolution.between import named_words, words

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
    told = [f"### Schema change: {words.conclusion(footer)}", "", words.counted(footer), ""]
    rows = words.rows(data)
    if rows:
        told += _table(header, rows)
    if named := named_words.rows(data):
        told += ["| name | change | verdict |", "| --- | --- | --- |", *(_named(row) for row in named), ""]
    told += [f"- {_plain(line)}" for line in words.notes(data)]
    for head, lines, verdict in words.harms(data):
        told += ["", f"**{_SIGNS[verdict]} {verdict}: {_plain(head)}**", "", "```text", *lines, "```"]
    told += ["", *(f"- ❌ {_plain(line)}" for line in words.troubles(footer))]
    return "\n".join(told).rstrip() + "\n"


def _table(header: dict, rows: list[words.Row]) -> list[str]:
    formats = len(header["formats"]) > 1
    heads = ["field", "change", *(["format"] if formats else []), *(words.TITLES[key] for key in words.columns(header))]
    told = ["| " + " | ".join(heads) + " |", "|" + " --- |" * len(heads)]
    for row in rows:
        place = f"{row.message}.{row.field}" if row.field else row.message
        cells = [f"`{place}`", _cell(row.change), *([row.format] if formats else [])]
        for key in words.columns(header):
            verdict, brief = row.cells.get(key, ("-", ""))
            cells.append(f"{_SIGNS[verdict]} {verdict}" + (f": {_cell(brief)}" if brief else ""))
        told.append("| " + " | ".join(cells) + " |")
    return [*told, ""]


def _named(row: named_words.NamedRow) -> str:
    verdict = f"{_SIGNS[row.verdict]} {row.verdict}" + (f": {_cell(row.text)}" if row.text else "")
    return f"| `{row.place}` | {_cell(row.change)} | {verdict} |"


def _cell(words_: str) -> str:
    return _plain(words_).replace("|", "\\|")


def _plain(line: str) -> str:
    return line.replace("<", "&lt;").replace("*", "\\*").replace("_", "\\_")

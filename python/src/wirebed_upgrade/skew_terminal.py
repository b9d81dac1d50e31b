"""A star of versions on the terminal and as markdown: a line for each row, and what differs, with the versions."""

import textwrap
from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from rich.console import Console
from rich.markup import escape

from wirebed.bed.codec_id import short
from wirebed.report import blocks
from wirebed.report.phrases import number
from wirebed_upgrade.pairs import READS, Change
from wirebed_upgrade.sides import TODAY
from wirebed_upgrade.star import Difference, SkewRow
from wirebed_upgrade.terminal import HEADS
from wirebed_upgrade.terminal import lines as of_finding

_WORDS = {
    Change.SILENT: "silent",
    Change.BROKEN: "broken",
    Change.REFUSED: "refused",
    Change.GONE: "unusable",
    Change.BYTES: "bytes",
    Change.ACCEPTED: "accepted",
    Change.OTHERWISE: "otherwise",
}
_COLUMNS = ("library", "version", "today", "asked", *_WORDS.values(), "the most harmful")
# The most differences of one library that are shown on the terminal; all are in the markdown.
_MOST = 8
# The longest words about the most harmful finding of a row.
_LENGTH = 100


def show(rows: Sequence[SkewRow], found: Sequence[Difference], console: Console) -> None:
    for library, of_library in groupby(found, key=lambda each: each.first.library):
        console.print(f"[bold]{escape(library)}[/]", soft_wrap=True)
        every = list(of_library)
        for difference in every[:_MOST]:
            console.print(f"  {escape(lines(difference)[0])}", soft_wrap=True)
        if len(every) > _MOST:
            console.print(f"  … and {len(every) - _MOST:,} more")
    made = blocks.table(*_COLUMNS)
    made.columns[-1].justify = "left"
    for row in rows:
        made.add_row(*map(escape, cells(row)))
    console.print(made)
    console.print(_summary(rows, found))


def markdown(rows: Sequence[SkewRow], found: Sequence[Difference]) -> str:
    parts = ["# Skew: other versions against those of today", _summary(rows, found)]
    parts.append(blocks.markdown_table(_COLUMNS, map(cells, rows)))
    for library, of_library in groupby(found, key=lambda each: each.first.library):
        parts.append(f"## {library}")
        for difference in of_library:
            first, *others = lines(difference)
            parts.append(f"{first}\n\n```text\n{chr(10).join(others)}\n```")
    return "\n\n".join(parts) + "\n"


def cells(row: SkewRow) -> list[str]:
    """The line of a row; where nothing could be asked, with the reason in place of the findings."""
    kinds = Counter(finding.change for finding in row.findings)
    counts = [str(kinds[change] or "") for change in _WORDS]
    return [row.library, row.version, row.today, f"{row.asked:,}", *counts, _worst(row)]


def _worst(row: SkewRow) -> str:
    gone = row.compared.gone if row.compared is not None and not row.asked else {}
    why = [f"not comparable: {max(gone, key=lambda why: gone[why])}"] if gone else []
    words = [*(shown.head for shown in row.shown[:1]), *why, row.why, "nothing changed" if row.asked else "not asked"]
    return textwrap.shorten(next(filter(None, words)), _LENGTH, placeholder=" …")


def lines(difference: Difference) -> list[str]:
    """What differs and in which versions, then the example of the first of these."""
    change, way, format, codec, cause = difference.key
    what = f"{format}, {short(codec)} {'reads' if way == READS else 'writes'}{f': {cause}' if cause else ''}"
    example = of_finding(difference.shown, difference.first.side.name, TODAY.name)
    return [f"{what} ({_WORDS[change]}): {', '.join(difference.spans())}", HEADS[change], *example]


def _summary(rows: Sequence[SkewRow], found: Sequence[Difference]) -> str:
    asked, unasked = sum(row.asked for row in rows), sum(not row.asked for row in rows)
    more = f" {number(unasked, 'row')} could not be asked." if unasked else ""
    return f"{number(len(rows), 'row')}, {number(asked, 'cell')} asked: {number(len(found), 'difference')}.{more}"

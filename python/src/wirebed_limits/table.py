"""Limits as tables, one for each format: readers down, kinds across."""

from collections.abc import Iterator, Sequence

from wirebed.view.outcome import OURS
from wirebed_limits.ask import STACK, Limit
from wirebed_limits.pins import Key, Pins

LEGEND = f"≥ is read, with no limit up to there   {OURS} the limit of code of this bed   ~ at least, by stack"


def of(found: Pins, kinds: Sequence[str]) -> Iterator[tuple[str, list[str], list[list[str]]]]:
    """Each format with the kinds that it has, and a row for each reader, which begins with its name."""
    for format in dict.fromkeys(key.format for key in sorted(found)):
        readers = dict.fromkeys(key.reader for key in sorted(found) if key.format == format)
        used = [kind for kind in kinds if any((format, reader, kind) in found for reader in readers)]
        rows = [[reader, *(_cell(found.get(Key(format, reader, kind))) for kind in used)] for reader in readers]
        yield format, used, rows


def _cell(limit: Limit | None) -> str:
    if limit is None:
        return ""
    sign = {"": "≥", STACK: "~"}.get(limit.by, "")
    return f"{sign}{limit.reads:,}{OURS if limit.by == 'codec' else ''}"

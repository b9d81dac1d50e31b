"""Goes on after an interrupted run: its samples count, where nothing has changed that a time depends on."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from wirebed.errors import UserError
from wirebed_costs import load_result
from wirebed_costs.rows import BenchRow

# Of a result, what must be the same.
_CONDITIONS = ("bed", "schema", "task_seconds", "commit", "dirty", "machine", "peers")
# And of a row.
_OF_ROW = ("message", "wire", "value", "loses")


def take_over(rows: Iterable[BenchRow], now: Mapping[str, Any], path: Path) -> Mapping[str, Any] | None:
    """Gives rows the samples that the result at `path` has of them, and returns that result. None where there are none:
    that run ended by itself, or was of something else than `now`, a result as far as it is known before its first
    sample."""
    try:
        result = load_result.load(path)
    except UserError:
        return None  # there is none, or it is damaged
    if not result["interrupted"] or now["dirty"] or any(result.get(key) != now[key] for key in _CONDITIONS):
        return None
    if _versions(result) != _versions(now):
        return None
    measured = {row["id"]: row for row in result["rows"]}
    known = [(row, measured[row.id]) for row in rows if row.why is None and row.id in measured]
    same = [(row, before) for row, before in known if all(getattr(row, key) == before.get(key) for key in _OF_ROW)]
    for row, before in same:
        row.samples += before["samples"]
        row.operations += before["operations"]
    return result if same else None


def _versions(result: Mapping[str, Any]) -> dict[str, str]:
    return {codec["codec"]: codec["version"] for codec in result["codecs"]}

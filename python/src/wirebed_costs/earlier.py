"""Goes on after an interrupted run: its samples count, where nothing has changed that a time depends on.

The times of a peer depend on its own program and libraries. If only these changed, the rows of other peers go on."""

from collections.abc import Container, Iterable, Mapping
from pathlib import Path
from typing import Any

from wirebed.errors import UserError
from wirebed_costs import load_result
from wirebed_costs.rows import BenchRow

# Of a result, what must be the same, and how it is called.
_CONDITIONS = {
    "bed": "the bed",
    "quick": "QUICK=",
    "schema": "the schemas",
    "machine": "the machine",
}
# And of a row.
_OF_ROW = ("message", "wire", "value", "loses")


def interrupted(path: Path) -> Mapping[str, Any] | None:
    """The result at `path`, if it is of a run that was interrupted."""
    try:
        result = load_result.load(path)
    except UserError:
        return None  # there is none, or it is damaged
    return result if result["interrupted"] else None


def differences(result: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    """The conditions in which two runs differ, except those of their peers; empty if there are none. `now`: a result as
    far as it is known before its first sample."""
    return ", ".join(words for key, words in _CONDITIONS.items() if result.get(key) != now.get(key))


def changed_peers(result: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, str]:
    """Of the peers of `now` those whose rows begin anew, each with what is not as in `result`."""
    known = versions(result)
    other_library = {codec for codec, version in versions(now).items() if known.get(codec, version) != version}
    changed = {codec.partition(":")[0]: "the version of a library" for codec in sorted(other_library)}
    measured = {peer["peer"] for peer in result["peers"]}
    for peer in now["peers"]:
        if peer["peer"] in measured and peer not in result["peers"]:
            changed[peer["peer"]] = "its benchmark program, its harness or flags"
    return changed


def take_over(rows: Iterable[BenchRow], result: Mapping[str, Any], changed: Container[str]) -> int:
    """Gives rows what was measured of them; returns how many there are. A row of another value has nothing, nor has one
    of a peer that has `changed`."""
    measured = {row["id"]: row for row in result["rows"] if row["peer"] not in changed}
    known = [(row, measured[row.id]) for row in rows if row.why is None and row.id in measured]
    same = [(row, before) for row, before in known if is_same({key: getattr(row, key) for key in _OF_ROW}, before)]
    for row, before in same:
        row.samples += before["samples"]
        row.operations += before["operations"]
        row.left_out = before.get("left_out", 0)
        row.disturbed += before.get("disturbed", [False] * len(before["samples"]))
        if allocated := before["allocated"]:
            row.allocations += [(allocated["bytes"], allocated["count"])] * (1 + allocated["stable"])
        if stacks := before.get("stacks"):
            row.stacks = (stacks["samples"], stacks["own"])
    return len(same)


def is_same(row: Mapping[str, Any], before: Mapping[str, Any]) -> bool:
    """Whether two rows of the same id are of the same value."""
    return all(row.get(key) == before.get(key) for key in _OF_ROW)


def versions(result: Mapping[str, Any]) -> dict[str, str]:
    return {codec["codec"]: codec["version"] for codec in result["codecs"]}

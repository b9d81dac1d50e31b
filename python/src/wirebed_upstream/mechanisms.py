"""The subjects of reproductions: the deviations, and the named reasons, of nature library-bug."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from wirebed.bed.glob import matches
from wirebed.state import deviations
from wirebed.state.deviations import reasons
from wirebed_upstream.reproduction import Library

LIBRARY_BUG = "library-bug"


def natures(fixtures: Path) -> dict[str, str]:
    """Name -> nature. Where a reason and a deviation have one name, one of them of nature library-bug is enough."""
    named = reasons.load(fixtures / "reasons")
    by_name = {entry.name: entry.nature for entry in deviations.load(fixtures / "deviations")}
    for name, reason in named.items():
        if name not in by_name or reason.nature == LIBRARY_BUG:
            by_name[name] = reason.nature
    return by_name


@dataclass(frozen=True)
class Without:
    """The bugs of libraries that no reproduction is about."""

    missing: list[str]  # those of maintained libraries
    left_out: dict[Library, list[str]]  # those of each library that is not maintained


def without(names: dict[str, str], stated: set[str], libraries: Iterable[Library]) -> Without:
    missing = sorted(name for name, nature in names.items() if nature == LIBRARY_BUG and name not in stated)
    left_out = {}
    for library in libraries:
        if library.left_out:
            left_out[library] = [name for name in missing if matches(name, library.left_out)]
            missing = [name for name in missing if name not in left_out[library]]
    return Without(missing, left_out)

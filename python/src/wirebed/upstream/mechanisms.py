"""What a reproduction can be about: the deviations, and the named reasons, of nature library-bug."""

from pathlib import Path

from wirebed import deviations
from wirebed.deviations import reasons

LIBRARY_BUG = "library-bug"


def natures(fixtures: Path) -> dict[str, str]:
    """Name -> nature. Where a reason and a deviation have one name, one of them of nature library-bug is enough."""
    named = reasons.load(fixtures / "reasons")
    found = {entry.name: entry.nature for entry in deviations.load(fixtures / "deviations")}
    for name, reason in named.items():
        if name not in found or reason.nature == LIBRARY_BUG:
            found[name] = reason.nature
    return found


def without(names: dict[str, str], stated: set[str]) -> list[str]:
    """The library's bugs that no reproduction is about."""
    return sorted(name for name, nature in names.items() if nature == LIBRARY_BUG and name not in stated)

"""Where a library comes from: the version that is pinned, the newest release, and how a program runs with either.

A new registry is a class in a file beside this one and a line in command._registries; a new kind of program also needs
its suffix in load.SUFFIXES and its language in show._section.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from wirebed_upstream.reproduction import Library

PRE_RELEASE, YANKED = "pre-release", "yanked"  # why a version is no release


class NotThere(Exception):
    """A version cannot be had on this machine now; the text says why."""


@dataclass(frozen=True)
class Command:
    words: Sequence[str]
    memory: int | None  # megabytes of address space; None where the words have the limit


@dataclass(frozen=True)
class Listed:
    """The releases of a library, in the order of their versions; `left_out`: the others, and why they are none."""

    versions: Sequence[str]
    left_out: Mapping[str, str]


class Registry(Protocol):
    def pinned(self, library: Library) -> str:
        """The version that this repository uses."""

    def newest(self, library: Library) -> str | None:
        """The newest release; None where nobody is asked, NotThere where nobody answers."""

    def command(self, library: Library, version: str, program: Path) -> Command:
        """Runs the program with the version, after what that needs was prepared. NotThere where it cannot be had."""


@runtime_checkable
class Releases(Protocol):
    """A registry that lists what it has."""

    def listed(self, library: Library) -> Listed:
        """NotThere where nobody answers."""

    def key(self, version: str) -> Any:
        """What orders versions."""

    def released(self, library: Library, version: str) -> str:
        """The day of a release, as 2025-04-29, or "" where the registry names none. NotThere where the release is not
        for the runtime of this machine."""

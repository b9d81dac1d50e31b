"""Where a library comes from: the version that is pinned, the newest release, and how a program runs with either.

A new registry is a class in a file beside this one and a line in command._registries; a new kind of program also needs
its suffix in load.SUFFIXES and its language in show._section.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from wirebed_upstream.reproduction import Library


class NotThere(Exception):
    """A version cannot be had on this machine now; the text says why."""


@dataclass(frozen=True)
class Command:
    words: Sequence[str]
    memory: int | None  # megabytes of address space; None where the words have the limit


class Registry(Protocol):
    def pinned(self, library: Library) -> str:
        """The version that this repository uses."""

    def newest(self, library: Library) -> str | None:
        """The newest release; None where nobody is asked, NotThere where nobody answers."""

    def command(self, library: Library, version: str, program: Path) -> Command:
        """Runs the program with the version, after what that needs was prepared. NotThere where it cannot be had."""

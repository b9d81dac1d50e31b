"""What a registry has to know for a run: the pinned version, the newest one, and how a program runs with a version."""

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from wirebed_upstream.reproduction import Library


class NotThere(Exception):
    """A version cannot be had on this machine now; the text says why."""


def once(method):
    """A method that asks once for each of its arguments, also when the answer is NotThere."""

    @functools.wraps(method)
    def asked(self, *arguments):
        answers = self.__dict__.setdefault("_answers", {})
        key = (method.__name__, *arguments)
        if key not in answers:
            try:
                answers[key] = method(self, *arguments)
            except NotThere as why:
                answers[key] = why
        if isinstance(answers[key], NotThere):
            raise NotThere(str(answers[key]))
        return answers[key]

    return asked


@dataclass(frozen=True)
class Command:
    words: Sequence[str]
    memory: int | None  # megabytes of address space; None where the words have the limit


class Registry(Protocol):
    def pinned(self, library: Library) -> str:
        """The version that this repository uses."""

    def newest(self, library: Library) -> str:
        """The newest release; NotThere where the registry cannot be asked or has no answer."""

    def command(self, library: Library, version: str, program: Path) -> Command:
        """What runs the program; prepares what it needs. NotThere where that cannot be had."""

"""Runs one reproduction with the pinned version of its library and with the newest one, and judges what they print."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from wirebed_upstream.limits import limited
from wirebed_upstream.registry import NotThere, Registry
from wirebed_upstream.reproduction import Library, Reproduction


class Newest(StrEnum):
    """What the newest release does."""

    PINNED = "none newer"  # the pinned version is the newest of the registry
    SAME = "the same"
    MENDED = "mended"
    OTHER = "other"
    NOT_THERE = "not resolvable"


@dataclass(frozen=True)
class Result:
    reproduction: Reproduction
    version: str  # the pinned one; empty where there is none
    printed: str
    ran: bool  # whether the program ran to its end with the pinned version
    newest: Newest
    newest_version: str = ""
    newest_printed: str = ""
    why: str = ""  # of what did not run

    @property
    def as_stated(self) -> bool:
        return self.ran and self.reproduction.observed.holds(self.printed)


def run(one: Reproduction, registry: Registry) -> Result:
    try:
        version = registry.pinned(one.library)
        printed, ran = _printed(one.library, one.program, registry, version)
    except NotThere as why:
        return Result(one, "", "", False, Newest.NOT_THERE, why=str(why))
    failed = "" if ran else printed
    try:
        newest = registry.newest(one.library)
        if newest == version:
            return Result(one, version, printed, ran, Newest.PINNED, newest, why=failed)
        newer, whole = _printed(one.library, one.newest, registry, newest)
    except NotThere as why:
        return Result(one, version, printed, ran, Newest.NOT_THERE, why=failed or str(why))
    return Result(one, version, printed, ran, judged(one, newer, whole), newest, newer, failed)


def judged(one: Reproduction, printed: str, whole: bool = True) -> Newest:
    if not whole:
        return Newest.OTHER
    if one.observed.holds(printed):
        return Newest.SAME
    return Newest.MENDED if one.expected.holds(printed) else Newest.OTHER


def _printed(library: Library, program: Path, registry: Registry, version: str) -> tuple[str, bool]:
    """What the program prints, and whether it ended as it should; else its last words."""
    command = registry.command(library, version, program)
    ended = limited(command.words, command.memory)
    return (ended.out.rstrip("\n"), True) if ended.code == 0 else (ended.why, False)

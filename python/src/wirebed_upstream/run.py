"""Runs reproductions with the pinned version of their library and with the newest one, and judges what they print."""

from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from wirebed_upstream.limits import limited
from wirebed_upstream.registry import NotThere, Registry
from wirebed_upstream.reproduction import Library, Reproduction


class Newest(StrEnum):
    """The result of the newest release."""

    PINNED = "none newer"  # the pinned version is the newest of the registry
    INSTALLED = "not looked up"  # the library is what this machine has installed
    SAME = "the same"
    MENDED = "mended"
    OTHER = "other"
    NOT_THERE = "not resolvable"


@dataclass(frozen=True)
class Result:
    reproduction: Reproduction
    version: str = ""  # the pinned one; empty where there is none
    printed: str = ""
    ran: bool = False  # whether the program ran to its end with the pinned version
    newest: Newest = Newest.NOT_THERE
    newest_version: str = ""
    newest_printed: str = ""
    why: str = ""  # of what did not run
    past: str = ""  # what the releases print, where they were asked

    @property
    def as_stated(self) -> bool:
        return self.ran and self.reproduction.observed.holds(self.printed)


def run(library: Library, registry: Registry, chosen: list[Reproduction]) -> list[Result]:
    """The reproductions of one library, whose versions are looked up once."""
    pinned = newest = ""
    try:
        pinned = registry.pinned(library)
        newest = registry.newest(library) or ""
    except NotThere as why:
        results = [_pinned(r, registry, pinned) if pinned else Result(r) for r in chosen]
        return [replace(result, why=result.why or str(why)) for result in results]
    return [_both(reproduction, registry, pinned, newest) for reproduction in chosen]


def _both(reproduction: Reproduction, registry: Registry, pinned: str, newest: str) -> Result:
    result = _pinned(reproduction, registry, pinned)
    if not newest or newest == pinned:
        word = Newest.PINNED if newest else Newest.INSTALLED
        return replace(result, newest=word, newest_version=newest)
    try:
        text, whole = printed(reproduction.library, reproduction.newest, registry, newest)
    except NotThere as why:
        return replace(result, why=result.why or str(why))
    return replace(result, newest=_judged(reproduction, text, whole), newest_version=newest, newest_printed=text)


def _pinned(reproduction: Reproduction, registry: Registry, version: str) -> Result:
    try:
        text, ran = printed(reproduction.library, reproduction.program, registry, version)
    except NotThere as why:
        return Result(reproduction, version, why=str(why))
    return Result(reproduction, version, text, ran, why="" if ran else text)


def _judged(reproduction: Reproduction, printed: str, whole: bool) -> Newest:
    if not whole:
        return Newest.OTHER
    if reproduction.observed.holds(printed):
        return Newest.SAME
    return Newest.MENDED if reproduction.expected.holds(printed) else Newest.OTHER


def printed(library: Library, program: Path, registry: Registry, version: str) -> tuple[str, bool]:
    """Returns the program's output and whether it ended as it should; otherwise its last words."""
    command = registry.command(library, version, program)
    ended = limited(command.words, command.memory)
    return (ended.out.rstrip("\n"), True) if ended.code == 0 else (ended.why, False)

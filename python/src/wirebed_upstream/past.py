"""What a program prints with the releases that a registry has: since when a bug is there, and where it was not."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Protocol

from wirebed_build.progress import Progress
from wirebed_upstream import history, releases, run
from wirebed_upstream.history import Gap, Run
from wirebed_upstream.registry import NotThere, Registry, Releases
from wirebed_upstream.releases import Known
from wirebed_upstream.reproduction import Reproduction

STATED, EXPECTED = "as stated", "as expected"


class _Registry(Registry, Releases, Protocol): ...


@dataclass(frozen=True)
class Past:
    """`runs`: releases that print the same, one after the other. `words`: what those of a letter print. `releases`:
    how many the registry has. `not_run`: why the first of those without a letter did not run."""

    runs: tuple[Run, ...]
    words: Mapping[str, str]
    releases: int
    not_run: str

    def spans(self) -> Iterator[str]:
        """`3.19.6 … 4.33.0 as expected`. Neighbours that print the same are one span, whatever their lines are."""
        for letter, same in groupby(self.runs, key=lambda each: each.letter):
            versions = [version for each in same for version in each.versions]
            span = versions[0] if len(versions) == 1 else f"{versions[0]} … {versions[-1]}"
            yield f"{span} {self.words[letter]}" if letter else f"{span} not run (the first: {self.not_run})"

    def __str__(self) -> str:
        asked = sum(len(each.versions) for each in self.runs)
        return f"{'; '.join(self.spans())} ({asked} of {self.releases} releases were asked)"


def of(reproduction: Reproduction, registry: _Registry, old: str | None, new: str | None, progress: Progress) -> Past:
    """What the releases between two versions print, which are of the coordinates that are pinned. NotThere where the
    registry does not answer."""
    library = replace(reproduction.library, newest="")
    known = releases.between(registry, library, old, new)
    printed: dict[str, str | Gap] = {}
    while wanted := history.wanted(known.versions, _answers(printed)):
        for version in wanted:
            progress.note(f"{reproduction.name} with {version}: {len(printed) + 1} of at most {len(known.versions)}")
            printed[version] = _words(reproduction, known, registry, version)
    letters = history.lettered(known.versions, _answers(printed))
    words = {letters[version]: text for version, text in printed.items() if isinstance(text, str)}
    gaps = [gap.words for gap in printed.values() if isinstance(gap, Gap)]
    runs = history.runs(known.versions, letters)
    return Past(tuple(runs), words, len(known.versions), gaps[0] if gaps else "")


def _answers(printed: Mapping[str, str | Gap]) -> history.Answers:
    return {version: text if isinstance(text, Gap) else {0: hash(text)} for version, text in printed.items()}


def _words(reproduction: Reproduction, known: Known, registry: _Registry, version: str) -> str | Gap:
    if isinstance(day := known.day(version), Gap):
        return day
    try:
        text, ran = run.printed(known.library, reproduction.program, registry, version)
    except NotThere as why:
        return Gap("not there", str(why))
    if not ran:
        return Gap("not run", text)
    if reproduction.observed.holds(text):
        return STATED
    return EXPECTED if reproduction.expected.holds(text) else f"prints {text}"

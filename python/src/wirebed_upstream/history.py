"""The history of a library: what each of its versions answers, and between which versions the answer changes.

History is a tree. A fix is back-ported to the end of an old line, is absent from the first releases of the next one,
and comes again. So the versions are taken by lines, `4.28` of 4.28.0 to 4.28.3. Up to SWEPT versions are all asked; of
more, the first and the last of each line are, and those between them where their answers differ.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

# The cells of a version: what is asked -> what comes of it, both as hashes.
Signature = Mapping[int, int]
SWEPT = 40


@dataclass(frozen=True)
class Gap:
    """A version without an answer, which is no difference."""

    why: str
    words: str = ""


Answer = Signature | Gap
Answers = Mapping[str, Answer]  # of the versions that were asked
_LINE = re.compile(r"\D*(\d+(?:\.\d+)?)")


@dataclass(frozen=True)
class Run:
    """Versions of one line that answer alike, one after the other. `letter`: "" for those without an answer."""

    line: str
    letter: str
    versions: tuple[str, ...]  # those that were asked
    between: int = 0  # the number of those between them that were not


@dataclass(frozen=True)
class Boundary:
    before: str
    after: str
    without: tuple[str, ...] = ()  # the versions between both, which have no answer


def line_of(version: str) -> str:
    matched = _LINE.match(version)
    return matched[1] if matched else version


def lines(versions: Sequence[str]) -> dict[str, list[str]]:
    """Line -> its versions, both in the order of the versions."""
    of_line: dict[str, list[str]] = {}
    for version in versions:
        of_line.setdefault(line_of(version), []).append(version)
    return of_line


def wanted(versions: Sequence[str], answers: Answers) -> list[str]:
    """The versions to ask next; none where the history is known."""
    if len(versions) <= SWEPT:
        return [version for version in versions if version not in answers]
    letters = lettered(versions, answers)
    return [version for line in lines(versions).values() for version in _of_line(line, letters)]


def _of_line(line: Sequence[str], letters: Mapping[str, str]) -> Iterator[str]:
    if ends := [end for end in dict.fromkeys((line[0], line[-1])) if end not in letters]:
        yield from ends
        return
    asked = [at for at, version in enumerate(line) if version in letters]
    for start, end in pairwise(asked):
        if letters[line[start]] != letters[line[end]] and end - start > 1:
            yield line[(start + end) // 2]


def lettered(versions: Sequence[str], answers: Answers) -> dict[str, str]:
    """A letter for each version that was asked, the same for the same answers; "" without one.

    A version may lack some cells, of a codec that does not load. These are no difference.
    """
    known: list[dict[int, int]] = []
    letters: dict[str, str] = {}
    for version in versions:
        answer = answers.get(version)
        if isinstance(answer, Gap):
            letters[version] = ""
        elif answer is not None:
            number = next((at for at, of in enumerate(known) if _agree(of, answer)), len(known))
            known[number:] = [*(known[number:] or [{}])]
            known[number].update(answer)
            letters[version] = _letter(number)
    return letters


def _agree(known: Signature, answer: Signature) -> bool:
    return all(known.get(cell, outcome) == outcome for cell, outcome in answer.items())


def _letter(number: int) -> str:
    """A to Z, then AA, AB, …"""
    more, last = divmod(number, 26)
    return (_letter(more - 1) if more else "") + chr(ord("A") + last)


def runs(versions: Sequence[str], letters: Mapping[str, str]) -> list[Run]:
    """In the order of the versions."""
    made: list[Run] = []
    for line, of_line in lines(versions).items():
        unasked = 0
        for version in of_line:
            if version not in letters:
                unasked += 1
                continue
            last = made[-1] if made else None
            if last is not None and (last.line, last.letter) == (line, letters[version]):
                made[-1] = Run(line, last.letter, (*last.versions, version), last.between + unasked)
            else:
                made.append(Run(line, letters[version], (version,)))
            unasked = 0
    return made


def boundaries(of: Sequence[Run]) -> list[Boundary]:
    """Where one answer follows on another. Between two lines, the last version of the one is held against the first of
    the other."""
    found: list[Boundary] = []
    before, without = None, tuple[str, ...]()
    for run in of:
        if not run.letter:
            without += run.versions
            continue
        if before is not None and before.letter != run.letter:
            found.append(Boundary(before.versions[-1], run.versions[0], without))
        before, without = run, ()
    return found


def sentence(of: Sequence[Run]) -> str:
    """How many intervals there are, and whether an answer comes back after another."""
    answered = [run for run in of if run.letter]
    asked = sum(len(run.versions) for run in answered)
    if not answered:
        return "No version has an answer."
    joined = [answered[0], *(after for before, after in pairwise(answered) if before.letter != after.letter)]
    text = f"{len(joined)} interval{'s' * (len(joined) != 1)} in {asked} version{'s' * (asked != 1)} that answer"
    text = text if asked != 1 else f"{text}s"
    if len(joined) == 1:
        return f"{text}: nothing changed{' between these' if any(run.between for run in answered) else ''}."
    names = [run.letter for run in joined]
    again = [run for at, run in enumerate(joined) if run.letter in names[:at]]
    if not again:
        return f"{text}: the history is monotone, no answer comes back."
    back = ", ".join(f"{run.letter} with {run.versions[0]}" for run in again)
    return f"{text}: the history is not monotone, since an answer comes back: {back}."

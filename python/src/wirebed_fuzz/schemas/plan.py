"""What is asked, in which trees: all pairs from descriptors, some also compiled, and the changes of some each alone."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from wirebed_build.progress import Progress
from wirebed_fuzz.schemas.answers import Answer, differing
from wirebed_fuzz.schemas.ask import PLACE, Asked
from wirebed_fuzz.schemas.pair import Pair
from wirebed_fuzz.schemas.together import Together, comparable, compared, singles

_AT_ONCE = 30  # pairs in a tree that is not compiled: the runner holds all that it observes of a tree


class Difference(NamedTuple):
    """A place of a pair of which descriptors say something else than compiled classes."""

    pair: Pair
    place: str
    described: str
    compiled: str

    def __str__(self) -> str:
        both = (f"from descriptors {self.described}", f"compiled {self.compiled}")
        return f"{self.place}: {'; '.join(both)}"


@dataclass
class Found:
    """`described`, `compiled`: the answers by the names of the pairs. `alone`: those of the single changes, by the
    names of the pairs that have both. `missing`: why this was not the whole run."""

    pairs: Sequence[Pair]
    described: dict[str, Answer] = field(default_factory=dict)
    compiled: dict[str, Answer] = field(default_factory=dict)
    alone: dict[str, list[Answer]] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)
    cells: int = 0

    def take(self, asked: Asked) -> dict[str, Answer]:
        self.cells += asked.cells
        self.missing += [line for line in (*asked.missing, *asked.left_out) if line not in self.missing]
        return asked.answers

    @property
    def undecided(self) -> Iterator[tuple[Pair, str]]:
        for pair in self.pairs:
            for answers in (self.described, self.compiled):
                yield from ((pair, words) for words in answers.get(pair.name, Answer()).undecided)

    @property
    def differences(self) -> Iterator[Difference]:
        for pair in self.pairs:
            if (compiled := self.compiled.get(pair.name)) is not None:
                for each in differing(self.described[pair.name], compiled):
                    yield Difference(pair, *each)

    @property
    def together(self) -> Iterator[Together]:
        for pair in self.pairs:
            if (alone := self.alone.get(pair.name)) is not None:
                yield from compared(pair, self.described[pair.name], alone)


def ask(pairs: Sequence[Pair], compiled: int) -> Found:
    """`compiled`: how many pairs are also asked compiled. These are one tree from descriptors, too."""
    found, steps = Found(pairs), Progress("schemas")
    first, others = pairs[:compiled], pairs[compiled:]
    for number, part in enumerate([first, *_parts(others)] if first else list(_parts(others))):
        found.described |= found.take(Asked(part, PLACE / f"pairs_{number}"))
        steps.note(f"{len(found.described)} of {len(pairs)} pairs are asked from descriptors, {found.cells:,} cells")
    _alone(found, steps)
    if first:
        steps.note(f"{len(first)} pairs are compiled, as two trees")
        found.compiled = found.take(Asked(first, PLACE / "compiled", compiled=True))
    steps.close()
    return found


def _alone(found: Found, steps: Progress) -> None:
    both = [pair for pair in found.pairs if comparable(pair)]
    answers: dict[str, Answer] = {}
    for number, part in enumerate(_parts([single for pair in both for single in singles(pair)])):
        answers |= found.take(Asked(part, PLACE / f"alone_{number}"))
        steps.note(f"{len(answers)} of {2 * len(both)} changes are asked alone, {found.cells:,} cells")
    for pair in both:
        found.alone[pair.name] = [answers[single.name] for single in singles(pair)]


def _parts(pairs: Sequence[Pair]) -> Iterator[Sequence[Pair]]:
    return (pairs[at : at + _AT_ONCE] for at in range(0, len(pairs), _AT_ONCE))

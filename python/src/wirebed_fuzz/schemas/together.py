"""Two changes of different places, made at once, beside the worse of each alone."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from wirebed_fuzz.schemas.answers import NOTHING, Answer, Column, Said
from wirebed_fuzz.schemas.pair import Pair


class Together(NamedTuple):
    """A column in which both changes give another verdict than the worse of each alone."""

    pair: Pair
    column: Column
    both: Said
    alone: Said  # the worse of the two

    @property
    def is_worse(self) -> bool:
        return self.both.rank > self.alone.rank

    def __str__(self) -> str:
        word = "worse" if self.is_worse else "better"
        return f"{self.column}: {word} together: {self.both}; the worse alone: {self.alone}"


def comparable(pair: Pair) -> bool:
    return len(pair.edits) == 2 and pair.apart


def singles(pair: Pair) -> list[Pair]:
    """The pairs with one of the changes each."""
    made = [pair.only([edit], f"{pair.name}_{at}") for at, edit in enumerate(pair.edits)]
    return [each for each in made if each is not None]


def compared(pair: Pair, both: Answer, alone: Sequence[Answer]) -> Iterator[Together]:
    """The columns whose verdict is not the worse of each change alone."""
    here, there = _by_old_name(both), [_by_old_name(answer) for answer in alone]
    for column in sorted({*here, *(each for answer in there for each in answer)}):
        worst = max((answer.get(column, NOTHING) for answer in there), key=lambda said: said.rank)
        said = here.get(column, NOTHING)
        if said.rank != worst.rank:
            yield Together(pair, column, said, worst)


def _by_old_name(answer: Answer) -> dict[Column, Said]:
    """A field that has another name in one of the answers is the same in both: by the name that it has in OLD."""
    found: dict[Column, Said] = {}
    for column, said in answer.columns.items():
        old = column._replace(field=column.field.partition(" -> ")[0])
        found[old] = max(found.get(old, said), said, key=lambda each: each.rank)
    return found

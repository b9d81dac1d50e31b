"""Two changes of different places, made at once, beside the worse of each alone."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from wirebed_fuzz.schemas.answers import NOTHING, Answer, Column, Said
from wirebed_fuzz.schemas.of_declarations import SYNTAX
from wirebed_fuzz.schemas.pair import Pair

# What explains that two changes are not the worse of each alone.
_GONE = "its message is gone, of which the verdict is; nothing is said of the fields that it had"
_GROUP = (
    "C++ writes the fields of a group in ProtoJSON as fields of the message around it (cpp-writes-no-groups-in-json)"
)


class Together(NamedTuple):
    """A column in which both changes give another verdict than the worse of each alone. `why`: the stated property of
    the two changes that explains it."""

    pair: Pair
    column: Column
    both: Said
    alone: Said  # the worse of the two
    why: str

    @property
    def is_worse(self) -> bool:
        return self.both.rank > self.alone.rank

    def __str__(self) -> str:
        word = "worse" if self.is_worse else "better"
        why = f"; since {self.why}" if self.why else ""
        return f"{self.column}: {word} together: {self.both}; the worse alone: {self.alone}{why}"


def comparable(pair: Pair) -> bool:
    """Another syntax changes all places."""
    return len(pair.edits) == 2 and pair.apart and not any(SYNTAX in edit.places for edit in pair.edits)


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
            yield Together(pair, column, said, worst, _why(pair, column, both))


def _why(pair: Pair, column: Column, both: Answer) -> str:
    if ("message", column.message, column.format) in both.names:
        return _GONE
    messages = [file.message(column.message) for file in (pair.old, pair.new)]
    of_groups = any(field.group for message in messages if message is not None for field in message.fields)
    return _GROUP if of_groups and column.format == "protojson" else ""


def _by_old_name(answer: Answer) -> dict[Column, Said]:
    """A field that has another name in one of the answers is the same in both: by the name that it has in OLD."""
    found: dict[Column, Said] = {}
    for column, said in answer.columns.items():
        old = column._replace(field=column.field.partition(" -> ")[0])
        found[old] = max(found.get(old, said), said, key=lambda each: each.rank)
    return found

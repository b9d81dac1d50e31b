"""The inputs that one reader reads as another value, in silence, and another reader of the format refuses."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from wirebed.bed.codec_id import short
from wirebed_sweep.ask import Damaged, Swept
from wirebed_sweep.letters import REFUSED, SILENT


class Example(NamedTuple):
    damaged: Damaged
    at: int  # the byte at which the golden is damaged

    @property
    def data(self) -> bytes:
        return self.damaged.inputs[self.at]


@dataclass
class Total:
    """Of one reader and way. `letters`: how many inputs have each; `disputed`: inputs of which it reads another value,
    and which another reader refuses; `shortest`: of these."""

    letters: Counter[str] = field(default_factory=Counter)
    disputed: int = 0
    shortest: Example | None = None

    @property
    def inputs(self) -> int:
        return self.letters.total()

    def see(self, damaged: Damaged, at: int) -> None:
        self.disputed += 1
        found = Example(damaged, at)
        # No command shows what is read of no bytes.
        if found.data and (self.shortest is None or _size(found) < _size(self.shortest)):
            self.shortest = found


class Name(NamedTuple):
    format: str
    reader: str
    way: str


Totals = Mapping[Name, Total]


def totals(swept: Iterable[Swept]) -> dict[Name, Total]:
    made: dict[Name, Total] = {}
    for each in swept:
        names = {reader: Name(each.damaged.golden.format, short(reader), each.damaged.way) for reader in each.letters}
        for reader, letters in each.letters.items():
            made.setdefault(names[reader], Total()).letters.update(letters)
        for at, column in enumerate(zip(*each.letters.values(), strict=True)):
            if SILENT in column and not REFUSED.isdisjoint(column):
                for reader, letter in zip(each.letters, column, strict=True):
                    if letter == SILENT:
                        made[names[reader]].see(each.damaged, at)
    return made


def _size(example: Example) -> tuple[int, int]:
    """What the shortest one is chosen by: the size of the golden, and the byte."""
    return len(example.damaged.golden.data), example.at

"""The inputs that one reader reads as another value, in silence, and another reader of the format refuses."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from wirebed.bed.codec_id import short
from wirebed_sweep.ask import Damaged, Swept
from wirebed_sweep.letters import REFUSED, SILENT
from wirebed_sweep.pins import Pins


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
        # No command shows what is read of no bytes. To damage a golden costs more than to compare sizes.
        if (self.shortest is None or _size(found) < _size(self.shortest)) and found.data:
            self.shortest = found


class Name(NamedTuple):
    format: str
    reader: str
    way: str


Totals = Mapping[Name, Total]


def totals(swept: Iterable[Swept]) -> dict[Name, Total]:
    made: dict[Name, Total] = {}
    for each in swept:
        letters = {short(reader): row for reader, row in each.letters.items()}
        for total, at in _counted(made, each.damaged.golden.format, each.damaged.way, letters):
            total.see(each.damaged, at)
    return made


def totals_of(pins: Pins) -> dict[Name, Total]:
    """Those of pinned letters, without the goldens themselves."""
    made: dict[Name, Total] = {}
    rows: dict[tuple[str, str, str], dict[str, str]] = {}
    for key, row in pins.items():
        rows.setdefault((key.format, key.golden, key.way), {})[key.reader] = row
    for (format, _, way), letters in rows.items():
        for total, _ in _counted(made, format, way, letters):
            total.disputed += 1
    return made


def _counted(made: dict[Name, Total], format: str, way: str, letters: Mapping[str, str]) -> Iterator[tuple[Total, int]]:
    """Counts the letters of one damaged golden, by reader, and gives each disputed input: the total of who reads
    another value, and the byte."""
    of_readers = [made.setdefault(Name(format, reader, way), Total()) for reader in letters]
    for total, row in zip(of_readers, letters.values(), strict=True):
        total.letters.update(row)
    for at, column in enumerate(zip(*letters.values(), strict=True)):
        if SILENT in column and not REFUSED.isdisjoint(column):
            yield from ((total, at) for total, letter in zip(of_readers, column, strict=True) if letter == SILENT)


def _size(example: Example) -> tuple[int, int]:
    """What the shortest one is chosen by: the size of the golden, and the byte."""
    return len(example.damaged.golden.data), example.at

"""The inputs that one reader reads as another value, in silence, and another reader of the format refuses."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
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
Column = tuple[str, ...]  # what each reader makes of one input


def totals(swept: Iterable[Swept]) -> dict[Name, Total]:
    made: dict[Name, Total] = {}
    for each in swept:
        named = (each.damaged.golden.format, each.damaged.way, map(short, each.letters))
        of_readers, columns = _of_readers(made, *named), list(_columns(each.letters))
        _count(of_readers, Counter(columns))
        for at, column in enumerate(columns):
            for total in _disputed(of_readers, column):
                total.see(each.damaged, at)
    return made


def totals_of(pins: Pins) -> dict[Name, Total]:
    """Those of pinned letters, without the goldens themselves."""
    rows: dict[tuple[str, str, str], dict[str, str]] = {}
    for key, row in pins.items():
        rows.setdefault((key.format, key.golden, key.way), {})[key.reader] = row
    # Of many inputs the readers say the same, so each different column is looked at once.
    counts: dict[tuple[str, str, tuple[str, ...]], Counter[Column]] = defaultdict(Counter)
    for (format, _, way), letters in rows.items():
        counts[format, way, tuple(letters)].update(_columns(letters))
    made: dict[Name, Total] = {}
    for (format, way, readers), columns in counts.items():
        of_readers = _of_readers(made, format, way, readers)
        _count(of_readers, columns)
        for column, number in columns.items():
            for total in _disputed(of_readers, column):
                total.disputed += number
    return made


def _of_readers(made: dict[Name, Total], format: str, way: str, readers: Iterable[str]) -> list[Total]:
    return [made.setdefault(Name(format, reader, way), Total()) for reader in readers]


def _columns(letters: Mapping[str, str]) -> Iterator[Column]:
    return zip(*letters.values(), strict=True)


def _count(of_readers: Sequence[Total], columns: Mapping[Column, int]) -> None:
    for column, number in columns.items():
        for total, letter in zip(of_readers, column, strict=True):
            total.letters[letter] += number


def _disputed(of_readers: Sequence[Total], column: Column) -> Iterator[Total]:
    """The totals of who reads an input as another value, where another reader refuses it."""
    if SILENT in column and not REFUSED.isdisjoint(column):
        yield from (total for total, letter in zip(of_readers, column, strict=True) if letter == SILENT)


def _size(example: Example) -> tuple[int, int]:
    """What the shortest one is chosen by: the size of the golden, and the byte."""
    return len(example.damaged.golden.data), example.at

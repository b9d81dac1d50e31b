"""The inputs of one format: those to begin with, and those that were kept since readers made something new of them."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from wirebed.bed.schema import Schema
from wirebed.cases.byte_source import ByteSource
from wirebed.cases.prng import SplitMix64
from wirebed_fuzz.broken.damage import WAYS
from wirebed_fuzz.broken.spans import Span, spans

LARGEST = 4096  # bytes of an input
_MOST_KEPT = 4096
_MOST_ALIKE = 64  # parts with one label that stand for each other


class Input(NamedTuple):
    source: ByteSource
    spans: list[Span]


class Damaged(NamedTuple):
    """`way`: how it was damaged last. `label`: of which part."""

    source: ByteSource
    way: str
    label: str


@dataclass
class Corpus:
    """`first`: undamaged. `kept`: of the damaged ones, the first of each vector."""

    schema: Schema
    random: SplitMix64
    first: list[Input] = field(default_factory=list)
    kept: list[Input] = field(default_factory=list)
    alike: dict[str, list[bytes]] = field(default_factory=lambda: defaultdict(list))
    seen: set[object] = field(default_factory=set)
    drawn: int = 0

    def begin(self, sources: Iterable[ByteSource]) -> None:
        for source in sources:
            if 0 < len(source.data) <= LARGEST and (source.message, source.data) not in self.seen:
                self.seen.add((source.message, source.data))
                self.first.append(self._input(source))

    def keep(self, of: Damaged, vector: object) -> bool:
        """Whether the vector is new for this way. Then later inputs are made of this one, too."""
        if (of.way, vector) in self.seen:
            return False
        self.seen.add((of.way, vector))
        source = of.source
        if 0 < len(source.data) <= LARGEST and len(self.kept) < _MOST_KEPT:
            self.kept.append(self._input(source))
        return True

    def draw(self, count: int) -> Iterator[Damaged]:
        for _ in range(count):
            of = self.kept if self.kept and self.random.below(2) else self.first
            source, parts = self.random.choice(of)
            at = self.random.choice(parts)
            name = self.random.choice([*WAYS])
            data = WAYS[name](self.random, source.data, at, parts, self.random.choice(self.alike[at.label]))
            if data != source.data and len(data) <= LARGEST:
                self.drawn += 1
                yield Damaged(replace(source, name=f"broken {self.drawn}", data=data, case=None), name, at.label)

    def _input(self, source: ByteSource) -> Input:
        found = spans(source, self.schema)
        for span in found:
            known = self.alike[span.label]
            if len(known) < _MOST_ALIKE:
                known.append(span.of(source.data))
            else:
                known[self.random.below(_MOST_ALIKE)] = span.of(source.data)
        return Input(source, found)

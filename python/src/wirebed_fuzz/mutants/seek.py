"""Looks for a planted fault: a round of random values, some damaged goldens, and so on until the time is over.

What is also shown without the fault does not count: what shows something is asked again without it.
"""

import itertools
import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from wirebed import cases
from wirebed.cases.byte_source import ByteSource
from wirebed.cases.case import Case
from wirebed.run import Build, Peers, Selection, outcomes
from wirebed.state.row import Row
from wirebed.suites.interop.suite import suite
from wirebed_fuzz import finds, rounds
from wirebed_fuzz.finds import Find
from wirebed_fuzz.mutants.broken import Broken, Byte
from wirebed_fuzz.mutants.mutant import Mutant
from wirebed_fuzz.mutants.planting import Planting
from wirebed_fuzz.mutants.shared import FORMATS, SHAPES

FUZZ, SWEEP = "fuzz", "sweep"


class Drawn(NamedTuple):
    """A random value in which a fault shows, and a cell. `shape`: as in shared.py."""

    find: Find
    case: Case
    shape: str
    writer: str
    reader: str


class Hit(NamedTuple):
    shown: Drawn | Byte
    seconds: float


@dataclass(frozen=True)
class Seeker:
    build: Build
    peers: Peers
    planting: Planting
    broken: Broken
    seed: int
    by: Collection[str] = (FUZZ, SWEEP)  # what seeks

    def seek(self, mutant: Mutant, seconds: float) -> Hit | None:
        """At least one round is asked, and after each the time is looked at."""
        started = time.monotonic()
        for asked in self._rounds(mutant):
            shown = next((each for each in asked if each is not None), None)
            passed = time.monotonic() - started
            if shown is not None:
                return Hit(shown, passed)
            if passed >= seconds:
                break
        return None

    def _rounds(self, mutant: Mutant) -> Iterator[Iterator[Drawn | Byte | None]]:
        """What random values show in their shapes, then what some damaged goldens show."""
        goldens = self.broken.parts(mutant) if SWEEP in self.by else iter(())
        if FUZZ not in self.by:
            yield from (iter([self.broken.shown(mutant, part)]) for part in goldens)
            return
        for number in itertools.count():
            drawn = cases.drawn(self.build.schema, self.seed + number, rounds.VALUES)
            yield itertools.chain(
                (self._drawn(mutant, shape, drawn, number) for shape in SHAPES),
                (self.broken.shown(mutant, part) for part in itertools.islice(goldens, 1)),
            )

    def _drawn(self, mutant: Mutant, shape: str, drawn: Sequence[Case], number: int) -> Drawn | None:
        """A value of one round and shape that shows the fault."""
        selection, shaped = selection_of(mutant), {each.name: each for each in self._shaped(mutant, shape, drawn)}
        if not shaped:
            return None
        # Other bytes of the same meaning are of the values as they were drawn.
        sources = [] if shape or not mutant.reads else list(self._sources(selection, drawn, number))

        def ask() -> list[tuple[Find, str, str, str]]:
            found: list[tuple[Find, str, str, str]] = []

            def take(row: Row) -> None:
                found.extend((f, row.name, cell.id.writer, cell.id.reader) for f, cell in finds.of_row(row))

            outcomes(suite(self.build, self.peers, selection, shaped.values(), sources), take)
            return found

        new = self.planting.only_with(mutant, ask)
        if not new:
            return None
        # The value with the shortest view is shrunk in the fewest steps.
        find, name, writer, reader = min(new, key=lambda each: len(shaped[each[1]].view))
        return Drawn(find, shaped[name], shape, writer, reader)

    def _shaped(self, mutant: Mutant, shape: str, drawn: Iterable[Case]) -> Iterator[Case]:
        """The values themselves; in formats that carry identity, also those that another shape changes."""
        if not shape:
            yield from drawn
        elif mutant.format in FORMATS:
            for case in drawn:
                if (data := SHAPES[shape](case.view)) != case.view:
                    yield shaped_case(case, shape, data)

    def _sources(self, selection: Selection, drawn: Sequence[Case], number: int) -> Iterator[ByteSource]:
        for at, case in enumerate(drawn):
            yield from rounds.spellings(self.build, selection, case, rounds.value_of(self.build, case), at + number)


def selection_of(mutant: Mutant) -> Selection:
    if mutant.reads:
        return Selection(format=mutant.format, reader=mutant.codec)
    return Selection(format=mutant.format, writer=mutant.codec)


def shaped_case(case: Case, shape: str, data: bytes) -> Case:
    """With this view, under a name of its own."""
    return replace(case, name=f"{case.name}_{shape}", build=lambda: data)

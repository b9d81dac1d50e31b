"""Asks random values in rounds until the time is over. Each round draws some values of each message by its own seed."""

import itertools
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from google.protobuf.message import Message

from wirebed import cases
from wirebed.cases import random_cases
from wirebed.cases.byte_source import ByteSource
from wirebed.cases.case import Case
from wirebed.run import Build, Peers, Selection, outcomes
from wirebed.state.row import Row
from wirebed.suites.interop.suite import suite
from wirebed_build import interrupt
from wirebed_build.progress import Progress
from wirebed_fuzz import finds, same
from wirebed_fuzz.figures import Figures
from wirebed_fuzz.finds import Find, Seen
from wirebed_fuzz.held import Counted

VALUES = 2  # of each message in a round


@dataclass
class Found:
    """`rounds`: their seeds follow on each other."""

    figures: Figures = field(default_factory=Figures)
    held: Counted = field(default_factory=Counted)
    finds: dict[Find, Seen] = field(default_factory=dict)
    rounds: int = 0

    def see(self, row: Row) -> None:
        self.figures.see(row)
        for find, cell in finds.of_row(row):
            assert isinstance(row.case, Case), "a random value is a case"
            self.finds.setdefault(find, Seen()).add(row.case, len(row.value), cell)

    def listed(self) -> Sequence[tuple[Find, Seen]]:
        """The finds, those of the most cells first."""
        return sorted(self.finds.items(), key=lambda item: (-item[1].cells, item[0]))

    def join(self, other: "Found") -> None:
        """Adds rounds that follow on these."""
        self.figures.join(other.figures)
        self.held.join(other.held)
        for find, seen in other.finds.items():
            self.finds.setdefault(find, Seen()).join(seen)
        self.rounds += other.rounds


def asked(answers: Callable[[Iterator[int]], Iterator[Found]], seconds: float, found: Found) -> None:
    """Adds what rounds show until the time is over; at least one. `answers`: what each shows, by their numbers."""
    end = time.monotonic() + seconds
    numbers = itertools.takewhile(lambda number: not number or time.monotonic() < end, itertools.count())
    with Progress("fuzz", seconds) as bar:
        for shown in answers(numbers):
            with interrupt.deferred():
                found.join(shown)
            cells, missed = found.figures.whole
            done = min(seconds, seconds - (end - time.monotonic()))
            bar.draw(f"round {found.rounds}", done, f"{cells:,} cells, {missed:,} not predicted")


def ask(build: Build, peers: Peers, selection: Selection, first: bool) -> Found:
    """What the values of a round show, which are drawn by the seed of `selection`. `first`: of the run."""
    found = Found(rounds=1)
    drawn = [c for c in cases.drawn(build.schema, selection.seed, VALUES) if selection.takes_case(c.name)]
    if not first and not drawn:
        return found  # CASE= may name a value of the first round
    sources: list[ByteSource] = []
    for number, case in enumerate(drawn):
        value = value_of(build, case)
        found.held.see(value)
        sources += spellings(build, selection, case, value, number + selection.seed)
    outcomes(suite(build, peers, replace(selection, values=VALUES), drawn, sources), found.see)
    return found


def spellings(build: Build, selection: Selection, case: Case, value: Message, number: int) -> Iterator[ByteSource]:
    """In each format other bytes of the same meaning: one spelling of each way, `number` chooses which."""
    for format in filter(selection.takes_format, same.WRITERS):
        by_way: dict[str, list[bytes]] = {}
        for way, data in same.spelled(format, value, build.schema):
            by_way.setdefault(way, []).append(data)
        for way, every in by_way.items():
            yield source(case, format, way, case.name, every[number % len(every)])


def source(case: Case, format: str, way: str, name: str, data: bytes) -> ByteSource:
    """Bytes in which readers should see the value of the case. What is known of the writer holds for them, too."""
    return ByteSource(
        finds.named(way, name), format, case.message, data, case, writer=same.WRITERS[format], expect=case.view
    )


def value_of(build: Build, case: Case) -> Message:
    """The random value of a case, as a message."""
    return random_cases.value(build.schema, case.message, *drawn_by(case))


def drawn_by(case: Case) -> tuple[int, int]:
    """The seed and the number of a random value."""
    assert isinstance(case.meaning, dict), "it was drawn"
    seed, number = case.meaning["random"]
    return seed, number

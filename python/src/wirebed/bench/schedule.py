"""What to measure next: slices of a round, and what they take.

A round measures every row once. It is cut into slices, some rows of one program each, in a seeded order of its own in
which the languages take turns: whatever happens to the machine meanwhile happens to all of them, and a run that ends
early has measured every row about equally often. JMH and pyperf give each row of a slice a process of its own; Google
Benchmark measures all of them in one, in random order, and the next round puts each row among others.
"""

import json
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from wirebed import files
from wirebed.bench import harness
from wirebed.bench.harness import BYTES, COLD, WARM
from wirebed.bench.rows import Row

# Seconds that a slice should take: it is what an interruption loses, and the smallest thing the budget is spent on.
SLICE = 10.0
# memcpy hardly varies, and there are many of it: it takes part in every third round, in which it is measured last.
MEMCPY_EVERY = 3
# How much of what is known of the costs the latest slice decides.
_LATEST = 0.5
# Which rows come first when there is no time for all.
_RANK = {"copy": 0, "memcpy": 2}


@dataclass(frozen=True)
class Slice:
    peer: str
    mode: str
    rows: tuple[Row, ...]

    @property
    def tasks(self) -> list[str]:
        return [row.task for row in self.rows]


class Costs:
    """Seconds that a task takes, by program, mode and what is asked for; learnt from what slices took."""

    def __init__(self, harnesses: dict[str, str], seconds: float, memory: Path | None = None):
        self._harnesses = {peer: harness.named(name) for peer, name in harnesses.items()}
        self._seconds, self._memory = seconds, memory
        try:
            self._known: dict[str, float] = json.loads(memory.read_bytes()) if memory else {}
        except (OSError, ValueError):
            self._known = {}

    def of(self, peer: str, mode: str, rows: int = 1) -> float:
        known = self._known.get(self._key(peer, mode))
        if known is None:
            known = self._harnesses[peer].SECONDS[mode] + (2 * self._seconds if mode == WARM else 0)
        return known * rows

    def counts(self, peer: str) -> bool:
        """Whether allocations come with the times."""
        return self._harnesses[peer].COUNTS

    def slice(self, one: Slice) -> float:
        return self.of(one.peer, one.mode, len(one.rows))

    def all(self, slices: Iterable[Slice]) -> float:
        return sum(map(self.slice, slices))

    def learn(self, one: Slice, seconds: float) -> None:
        key, took = self._key(one.peer, one.mode), seconds / len(one.rows)
        known = self._known.get(key)
        self._known[key] = took if known is None else known + _LATEST * (took - known)

    def save(self) -> None:
        if self._memory is not None:
            files.write(self._memory, json.dumps(self._known, indent=1))

    def _key(self, peer: str, mode: str) -> str:
        return f"{peer} {mode} {self._seconds:g}" if mode == WARM else f"{peer} {mode}"


def round_of(number: int, rows: Sequence[Row], costs: Costs, seed: int) -> list[Slice]:
    """The slices of a round, from 0, in their order."""
    main = [row for row in rows if row.operation != "memcpy"]
    copied = [row for row in rows if row.operation == "memcpy"] if number % MEMCPY_EVERY == 0 else []
    order = random.Random(seed * 1000 + number)
    return [*_interleaved(main, costs, order), *_interleaved(copied, costs, order)]


def in_order(rows: Sequence[Row], costs: Costs) -> list[Slice]:
    """A round that will not be ended: the copies, then one operation on one value after the other, in all languages."""
    groups: dict[tuple, list[Row]] = {}
    for row in rows:
        groups.setdefault((_RANK.get(row.operation, 1), row.case, row.kind), []).append(row)
    ordered = sorted(groups.items(), key=lambda group: group[0][0])
    return [one for _, group in ordered for one in _interleaved(group, costs, None)]


def allocations(rows: Sequence[Row], costs: Costs) -> list[Slice]:
    """What is still to be measured in bytes: each warm row twice, to see whether it is the same each time."""
    wanted = [
        row
        for row in rows
        if not row.cold and row.operation != "memcpy" and len(row.allocations) < 2 and not costs.counts(row.peer)
    ]
    return list(_interleaved(wanted, costs, None, BYTES))


def _interleaved(
    rows: Sequence[Row], costs: Costs, order: random.Random | None, mode: str | None = None
) -> list[Slice]:
    """Slices of all programs, spread evenly over the whole; shuffled, where an order is given."""
    placed = []
    for key, some in _by_program(rows, mode).items():
        if order is not None:
            order.shuffle(some)
        slices = list(_cut(*key, some, costs))
        shift = order.random() if order is not None else 0.5
        placed += [((index + shift) / len(slices), key, one) for index, one in enumerate(slices)]
    return [one for _, _, one in sorted(placed, key=lambda place: place[:2])]


def _by_program(rows: Sequence[Row], mode: str | None) -> dict[tuple[str, str], list[Row]]:
    found: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        found.setdefault((row.peer, mode or (COLD if row.cold else WARM)), []).append(row)
    return found


def _cut(peer: str, mode: str, rows: Sequence[Row], costs: Costs) -> Iterator[Slice]:
    """Pieces of about equal length, each of which takes about SLICE seconds."""
    pieces = max(1, round(costs.of(peer, mode, len(rows)) / SLICE))
    for index in range(pieces):
        some = rows[len(rows) * index // pieces : len(rows) * (index + 1) // pieces]
        if some:
            yield Slice(peer, mode, tuple(some))

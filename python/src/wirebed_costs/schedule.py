"""Divides a round into slices, and estimates how long they take.

A round measures every row once, except that memcpy has only the first few. It is cut into slices of rows of one
program, in a random order with a seed, in which the languages take turns. So a disturbance of the machine meets all
languages, and an interrupted run has measured every row about equally often. JMH and pyperf give each row of a slice a
process of its own; Google Benchmark measures all of them in one process, in random order, and the next round puts each
row among others.
"""

import json
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from wirebed.bed import files
from wirebed_costs import harness_output
from wirebed_costs.harness_output import BYTES, COLD, STACKS, WARM
from wirebed_costs.rows import BenchRow
from wirebed_costs.statistics import ENOUGH_PROCESSES

# Seconds that a slice should take, which an interruption loses.
SLICE = 10.0
# Seconds for which the stacks of a task are sampled.
STACK_SECONDS = 1.0
# The weight of the latest slice in the known costs.
_LATEST = 0.5
# The order of rows when there is no time for all.
_RANK = {"copy": 0, "memcpy": 2}


@dataclass(frozen=True)
class Slice:
    peer: str
    mode: str
    rows: tuple[BenchRow, ...]

    @property
    def tasks(self) -> list[str]:
        return [row.task for row in self.rows]


class Costs:
    """Seconds that a task takes, by program, mode and seconds of measurement; learnt from earlier slices."""

    def __init__(self, harnesses: dict[str, str], seconds: float, memory: Path | None = None):
        self._harnesses = {peer: harness_output.named(name) for peer, name in harnesses.items()}
        self._seconds, self._memory = seconds, memory
        try:
            self._known: dict[str, float] = json.loads(memory.read_bytes()) if memory else {}
        except (OSError, ValueError):
            self._known = {}

    def of(self, peer: str, mode: str, rows: int = 1) -> float:
        known = self._known.get(self._key(peer, mode))
        if known is None:
            measured = {WARM: 2 * self._seconds, STACKS: STACK_SECONDS}
            known = self._harnesses[peer].SECONDS[mode] + measured.get(mode, 0)
        return known * rows

    def counts(self, peer: str) -> bool:
        """Whether the harness counts allocations while it takes times."""
        return self._harnesses[peer].COUNTS

    def slice(self, part: Slice) -> float:
        return self.of(part.peer, part.mode, len(part.rows))

    def all(self, slices: Iterable[Slice]) -> float:
        return sum(map(self.slice, slices))

    def learn(self, part: Slice, seconds: float):
        key, took = self._key(part.peer, part.mode), seconds / len(part.rows)
        known = self._known.get(key)
        self._known[key] = took if known is None else known + _LATEST * (took - known)

    def save(self):
        if self._memory is not None:
            files.write(self._memory, json.dumps(self._known, indent=1))

    def _key(self, peer: str, mode: str) -> str:
        return f"{peer} {mode} {self._seconds:g}" if mode == WARM else f"{peer} {mode}"


def round_of(number: int, rows: Sequence[BenchRow], costs: Costs, seed: int, begun: int = 0) -> list[Slice]:
    """The slices of a round in their order; the first round has the number 0. `begun`: how many rounds there were in
    earlier runs, whose rows came together otherwise.

    There are many rows of memcpy, which hardly vary: they have as many processes as an interval needs and no more, each
    at the end of a round."""
    main = [row for row in rows if row.operation != "memcpy"]
    copied = [row for row in rows if row.operation == "memcpy" and len(row.samples) < ENOUGH_PROCESSES]
    order = random.Random(seed * 1000 + begun + number)
    return [*_interleaved(main, costs, order), *_interleaved(copied, costs, order)]


def in_order(rows: Sequence[BenchRow], costs: Costs) -> list[Slice]:
    """A round for which there is not enough time: first the copies, then each benchmark on each value in all languages
    before the next."""
    groups: dict[tuple, list[BenchRow]] = {}
    for row in rows:
        groups.setdefault((_RANK.get(row.operation, 1), row.case, row.benchmark), []).append(row)
    ordered = sorted(groups.items(), key=lambda group: group[0][0])
    return [part for _, group in ordered for part in _interleaved(group, costs, None)]


def allocations(rows: Sequence[BenchRow], costs: Costs) -> list[Slice]:
    """Slices for allocations that are still to be measured: each warm row twice, to see whether they are stable."""
    wanted = [
        row
        for row in rows
        if not row.cold and row.operation != "memcpy" and len(row.allocations) < 2 and not costs.counts(row.peer)
    ]
    return list(_interleaved(wanted, costs, None, BYTES))


def stacks(rows: Sequence[BenchRow], costs: Costs) -> list[Slice]:
    """Slices for stacks that are still to be sampled: those of each warm row of a codec, once."""
    wanted = [row for row in rows if row.codec and not row.cold and row.stacks is None]
    return list(_interleaved(wanted, costs, None, STACKS))


def _interleaved(
    rows: Sequence[BenchRow], costs: Costs, order: random.Random | None, mode: str | None = None
) -> list[Slice]:
    """Slices of all programs, each program's spread evenly over the round; shuffled where `order` is given."""
    placed = []
    for key, group in _by_program(rows, mode).items():
        if order is not None:
            order.shuffle(group)
        slices = list(_cut(*key, group, costs))
        shift = order.random() if order is not None else 0.5
        placed += [((index + shift) / len(slices), key, part) for index, part in enumerate(slices)]
    return [part for _, _, part in sorted(placed, key=lambda place: place[:2])]


def _by_program(rows: Sequence[BenchRow], mode: str | None) -> dict[tuple[str, str], list[BenchRow]]:
    by_program: dict[tuple[str, str], list[BenchRow]] = {}
    for row in rows:
        by_program.setdefault((row.peer, mode or (COLD if row.cold else WARM)), []).append(row)
    return by_program


def _cut(peer: str, mode: str, rows: Sequence[BenchRow], costs: Costs) -> Iterator[Slice]:
    """Slices of about equal length that take about SLICE seconds each."""
    pieces = max(1, round(costs.of(peer, mode, len(rows)) / SLICE))
    for index in range(pieces):
        cut = rows[len(rows) * index // pieces : len(rows) * (index + 1) // pieces]
        if cut:
            yield Slice(peer, mode, tuple(cut))

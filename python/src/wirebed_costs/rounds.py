"""Measures round after round until the budget is spent, all rounds are done, or the user stops it."""

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from wirebed.errors import UserError
from wirebed_costs import harness_output, program, schedule
from wirebed_costs.harness_output import BYTES, STACKS
from wirebed_costs.others import MOST, Others
from wirebed_costs.program import Program
from wirebed_costs.rows import BenchRow
from wirebed_costs.schedule import Costs, Slice
from wirebed_costs.statistics import ENOUGH_PROCESSES

# A slice is ended after this multiple of its expected time, but not before two minutes. The expected time is that of an
# average row, and the slowest takes 0.3 s for an operation, of which a harness makes dozens.
PATIENCE, LEAST_PATIENCE = 6.0, 120.0
# The expected time of a slice is multiplied by this before it is compared with the time left.
SLACK = 1.15


class Rounds:
    """`deadline`: the end of the budget, as time.monotonic(); `most`: how many rounds, None for as many as fit."""

    def __init__(
        self,
        programs: Mapping[str, Program],
        rows: Sequence[BenchRow],
        costs: Costs,
        seconds: float,
        deadline: float,
        most: int | None = None,
        seed: int = 1,
        stacks: bool = False,
        show: Callable[..., None] = lambda *_, **__: None,
        clock: Callable[[], float] = time.monotonic,
    ):
        self.programs, self.costs, self.seconds = programs, costs, seconds
        self.rows = [row for row in rows if row.why is None]
        self.deadline, self.most, self.seed, self.stacks = deadline, most, seed, stacks
        self.show, self.clock = show, clock
        self.by_task = {row.task: row for row in self.rows}
        self.done = 0  # whole rounds
        self.short = False  # whether the budget does not suffice for one round
        self.unsampled: dict[str, str] = {}  # task -> why there are no stacks of it

    @property
    def left(self) -> float:
        return self.deadline - self.clock()

    def expected(self, rounds: int = 1) -> float:
        """Seconds that the first rounds take, with the allocations and stacks that are measured between them."""
        times = (schedule.round_of(number, self._behind(), self.costs, self.seed) for number in range(rounds))
        allocations = schedule.allocations(self.rows, self.costs)
        sampled = self._to_sample() if self.stacks and rounds >= ENOUGH_PROCESSES else []
        return sum(map(self.costs.all, times)) + min(rounds, 2) * self.costs.all(allocations) + self.costs.all(sampled)

    def run(self) -> bool:
        """Measures all rounds; True when the user stopped it. The rows have what was measured until then."""
        try:
            self._run()
        except KeyboardInterrupt:
            return True
        finally:
            self.costs.save()
        return False

    def _run(self):
        self._stacks()  # of an earlier run, which may have been interrupted before they were sampled
        self.short = self.expected() * SLACK > self.left
        begun = max((len(row.samples) + row.left_out for row in self.rows), default=0)
        while self.rows and (self.most is None or self.done < self.most):
            if self.short:
                slices = schedule.in_order(sorted(self.rows, key=lambda row: len(row.samples)), self.costs)
            else:
                slices = schedule.round_of(self.done, self._behind(), self.costs, self.seed, begun)
            whole = self._measure(slices, self.done)
            self.short = False
            self._allocations(self.done)
            if not whole:
                return
            self.done += 1
            self._stacks()

    def _behind(self) -> list[BenchRow]:
        """The rows that have no interval yet while others have one, or more processes: an earlier run measured these.
        All rows where there is no such row."""
        processes = {row.task: len(row.samples) + row.left_out for row in self._alive()}
        enough = min(ENOUGH_PROCESSES, max(processes.values(), default=0))
        return [row for row in self.rows if processes[row.task] < enough] or self.rows

    def _stacks(self):
        """Samples the stacks that are missing. The times come first: with fewer processes they have no interval."""
        if self.stacks and all(len(row.samples) >= ENOUGH_PROCESSES for row in self._alive() if row.codec):
            self._measure(self._to_sample(), max(0, self.done - 1))

    def _allocations(self, number: int):
        """Measures allocations after the first and the second round."""
        if number < 2:
            measured = [row for row in self._alive() if row.samples]
            self._measure(schedule.allocations(measured, self.costs), number)

    def _measure(self, slices: Sequence[Slice], number: int) -> bool:
        """Measures slices; False when some did not fit into the budget. A round that is too long for the budget ends
        with the first slice that does not fit; in other rounds later slices may still fit."""
        whole = True
        for index, part in enumerate(slices):
            if self.costs.slice(part) * SLACK > self.left:
                whole = False
                if self.short:
                    break
                continue
            self.show(part, number, slices[index:], self)
            self._one(part)
        return whole

    def _one(self, part: Slice):
        tasks = [task for task in part.tasks if self.by_task[task].why is None]
        started = self.clock()
        failed = self._leave_unsampled if part.mode == STACKS else self._refuse
        program.each(lambda chosen: self._start(part, chosen), tasks, failed)
        if tasks:
            self.costs.learn(Slice(part.peer, part.mode, tuple(self.by_task[t] for t in tasks)), self.clock() - started)

    def _start(self, part: Slice, tasks: Sequence[str]):
        here = self.programs[part.peer]
        limit = max(LEAST_PATIENCE, PATIENCE * self.costs.of(part.peer, part.mode, len(tasks)))
        seconds = {BYTES: None, STACKS: schedule.STACK_SECONDS}.get(part.mode, self.seconds)
        others = Others()
        out = here.run(part.mode, tasks, limit, seconds)
        disturbed = others.cores >= MOST
        for sample in self._read(here, part.mode, out):
            row = self.by_task.get(sample.task)
            if row is None or sample.task not in tasks:
                raise UserError(f"{here.name}: a result for {sample.task!r}, which was not asked for", out)
            if sample.stacks is not None:
                row.stacks = sample.stacks
            if sample.values and part.mode != BYTES:
                row.samples.append(sample.values)
                row.operations.append(sample.operations)
                row.disturbed.append(disturbed)
            if sample.allocated is not None and not row.cold:
                row.allocations.append(sample.allocated)

    def _read(self, here: Program, mode: str, out: Path) -> list[harness_output.Measurement]:
        of_mode = {BYTES: harness_output.allocations, STACKS: harness_output.stacks}
        return of_mode.get(mode, harness_output.named(here.harness).read)(out)

    def _refuse(self, task: str, why: str):
        """Refuses a row and drops its measurements; the run goes on."""
        row = self.by_task[task]
        row.why = f"the benchmark program {why}"
        row.samples, row.operations, row.disturbed, row.allocations = [], [], [], []

    def _leave_unsampled(self, task: str, why: str):
        """Leaves a row without stacks. Its times do not depend on them."""
        self.unsampled[task] = f"the benchmark program {why}"

    def _to_sample(self) -> list[Slice]:
        """What is still to be sampled. A program that has failed for some tasks is asked no more."""
        failed = Counter(self.by_task[task].peer for task in self.unsampled)
        rows = [row for row in self.rows if failed[row.peer] < program.HOPELESS and row.task not in self.unsampled]
        return schedule.stacks(rows, self.costs)

    def _alive(self) -> list[BenchRow]:
        self.rows = [row for row in self.rows if row.why is None]
        return self.rows

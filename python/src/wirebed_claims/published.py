"""Runs the programs of the articles as their articles published them, one process at a time, within a budget.

The most important processes of the plan come first. The result holds what was measured when the time is over or the
user stops the run. A later run measures only what it does not hold, and once more what other programs disturbed: a
measurement stays as long as the classes of the programs, the libraries, the runtime and the setting are the same.
"""

import datetime
import hashlib
import json
import os
import time
from collections.abc import Sequence
from functools import cached_property
from itertools import groupby
from pathlib import Path

from wirebed.bed.folders import Bed
from wirebed.bed.machine import machine
from wirebed.errors import UserError
from wirebed_build.languages import discovery
from wirebed_build.languages.peer_yaml import Peer, fill
from wirebed_build.progress import Progress
from wirebed_build.trees import ensure
from wirebed_build.trees.fingerprint import FileHashes, contents
from wirebed_claims import published_process, published_result, published_runtime
from wirebed_claims.published_plan import Plan, Planned, load_plan
from wirebed_claims.published_process import Failed
from wirebed_claims.published_result import RESULT, Failure, Measurement
from wirebed_costs.lock import exclusive
from wirebed_costs.others import Others
from wirebed_costs.result import conditions, system_load

# Seconds after which a process is ended, which takes at most half a minute on two cores that are free.
LIMIT = 600.0
# Seconds between two results that are written on the way.
EVERY = 20.0


def run_published(
    bed: Bed, budget: float, bar: Progress, plan: Plan | None = None, path: Path = RESULT, switched: bool = True
) -> Path:
    """Measures what there are `budget` seconds for, after the build; returns the path of the result. `switched`: also
    what only switches ask for."""
    plan = plan or load_plan()
    with exclusive():
        tree = ensure(bed, [plan.peer], programs=("published",))
        _Run(_program(plan.peer), tree, plan, path).measure(time.monotonic() + budget, bar, switched)
    return path


def _program(peer: str) -> Peer:
    (*_, last) = discovery.discover([peer])
    program = last.program("published")
    if program is None:
        why = last.no_program("published")
        raise UserError(f"the programs of the articles cannot run: {why}", last.folder / "peer.yaml")
    return program


class _Run:
    def __init__(self, program: Peer, tree: Path, plan: Plan, path: Path):
        self.program, self.tree, self.plan, self.path = program, tree, plan, path
        self.switch = program.data["switch"]  # the name of the switch that chooses the runtime
        self.runtimes = published_runtime.runtimes(program)
        # Without the variables that change how a program of the language runs: the words of `run:` alone say that.
        self.environment = {name: value for name, value in os.environ.items() if f"${name}" not in program.toolchain}
        self.begun = {"started": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"), **conditions()}
        self.has_measured = False
        self.load, self.written = system_load(), time.monotonic()
        self.keys = {self._key(planned): planned for planned in plan.processes}  # in the order of the plan
        self.lines, self.last = self._of_last_run()

    def _key(self, planned: Planned) -> str:
        """The key of a process: a digest of all that it is made of."""
        words = [*planned.words(self.switch), str(planned.number)]
        runtime = published_runtime.named(self.runtimes, planned.switches.get(self.switch))
        return hashlib.sha256("\0".join([*self._build, runtime.pins, *words]).encode()).hexdigest()[:32]

    @cached_property
    def _build(self) -> list[str]:
        """Lines of all contents that a process loads, whatever its setting, and of the machine."""
        hashes = FileHashes()
        texts = [*(text for step in self.program.steps for text in step.outputs), *self.program.loads]
        lines = [line for text in texts for line in contents(self.program, text, hashes, self.tree)]
        hashes.save()
        return [*lines, json.dumps(self.program.data["run"]), json.dumps(machine())]

    def _of_last_run(self) -> tuple[dict[str, list[Measurement | Failure]], dict]:
        """The times of the last result for this plan, by key, and its header; both are empty without such times."""
        lines: dict[str, list[Measurement | Failure]] = {}
        try:
            for line in published_result.load_published(self.path):
                if line.key in self.keys:
                    lines.setdefault(line.key, []).append(line)
            return lines, published_result.load_header(self.path) if lines else {}
        except UserError:
            return {}, {}  # there is none, or it is of another version, or damaged

    def measure(self, ends: float, bar: Progress, switched: bool):
        """`ends`: the monotonic time after which nothing begins."""
        wanted = {key: planned for key, planned in self.keys.items() if switched or not planned.is_switched}
        # What others disturb in this run is not measured twice: first come all processes without a switch.
        again = {key for key, one in wanted.items() if one.is_switched is switched and self._is_disturbed(key)}
        missing = [planned for key, planned in wanted.items() if key not in self.lines or key in again]
        if len(missing) < len(wanted):
            bar.note(f"{len(wanted) - len(missing)} of {len(wanted)} processes were measured before")
        if not missing and self.path.exists():
            return  # the result keeps its date
        interrupted = True
        try:
            skipped = sum(self._part(part, list(runs), ends, bar) for part, runs in groupby(missing, lambda p: p.part))
            interrupted = False
        finally:
            self._write(interrupted)
        if skipped:
            bar.note(f"there was no time for {skipped} processes")

    def _is_disturbed(self, key: str) -> bool:
        return any(isinstance(line, Measurement) and line.disturbed for line in self.lines.get(key, ()))

    def _part(self, part: str, processes: Sequence[Planned], ends: float, bar: Progress) -> int:
        """Returns how many of its processes there was no time for."""
        skipped = 0
        with bar.step(part, f"{len(processes)} processes,") as show:
            for number, planned in enumerate(processes):
                left = ends - time.monotonic()
                if planned.seconds > left:
                    skipped += 1
                    continue
                show(f"{planned.name}, {int(left) // 60}:{int(left) % 60:02d} left", number, len(processes))
                self._process(planned, min(LIMIT, max(left, 2 * planned.seconds)), bar)
        return skipped

    def _process(self, planned: Planned, limit: float, bar: Progress):
        key = self._key(planned)
        try:
            self.lines[key] = [*self._measured(planned, key, limit)]
            self.has_measured = True
        except Failed as why:
            self.lines[key] = [Failure(key, planned.name, str(why))]
            bar.note(f"{planned.name}: {why}")
        if time.monotonic() - self.written >= EVERY:
            self._write(interrupted=True)

    def _measured(self, entry: Planned, key: str, limit: float) -> list[Measurement]:
        runtime = published_runtime.named(self.runtimes, entry.switches.get(self.switch))
        program = str(runtime.program())
        run = [program if word == "{runtime}" else fill(str(word), self.tree) for word in self.program.data["run"]]
        others = Others()
        lines = published_process.run([*run, *entry.words(self.switch)], key, limit, self.environment)
        of_process = {
            "key": key,
            "number": entry.number,
            "changed": frozenset(entry.switches),
            "others": others.cores,
        }
        return published_process.measurements(lines, {self.switch: runtime.name}, of_process)

    def _write(self, interrupted: bool):
        self.written = time.monotonic()
        lines = [line for key in self.keys for line in self.lines.get(key, ())]
        measured = [line for line in lines if isinstance(line, Measurement)]
        # A run that measures nothing, for want of time or since all fails, leaves the result its date and commit.
        begun = self.begun if self.has_measured else {**self.begun, **self.last}
        header = {
            **{key: begun[key] for key in self.begun},
            "load": [self.load, system_load()],
            "interrupted": interrupted,
            "planned": len(self.plan.processes),
            "measured": len({measurement.key for measurement in measured}),
            "runtimes": sorted({measurement.runtime for measurement in measured}),
            "libraries": sorted({measurement.library for measurement in measured}),
        }
        published_result.write(self.path, header, lines)

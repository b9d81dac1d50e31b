"""Runs the programs of the articles as their articles published them, one process at a time, within a budget.

The most important processes of the plan come first. The result holds what was measured when the time is over or the
user stops the run. A later run measures only what it does not hold: a measurement stays as long as the classes of the
programs, the libraries, the runtime and the setting are the same.
"""

import datetime
import hashlib
import json
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from pathlib import Path

from wirebed.bed import Bed
from wirebed.bed.glob import matches
from wirebed.bed.machine import machine
from wirebed.errors import UserError, no_match
from wirebed_build.languages import peer_yaml
from wirebed_build.languages.peer_yaml import Peer, fill
from wirebed_build.progress import Progress
from wirebed_build.trees import ensure
from wirebed_build.trees.fingerprint import FileHashes, contents
from wirebed_claims import published_process, published_result, published_runtime
from wirebed_claims.published_plan import Plan, Planned, load_plan
from wirebed_claims.published_process import Failed
from wirebed_claims.published_result import RESULT, Failure, Measurement
from wirebed_claims.published_runtime import NoRuntime, Runtime
from wirebed_costs.command import exclusive
from wirebed_costs.others import Others
from wirebed_costs.result import conditions, system_load

# Seconds after which a process is ended, which takes at most half a minute on two cores that are free.
LIMIT = 600.0
# Seconds between two results that are written on the way.
EVERY = 20.0


def run_published(
    bed: Bed,
    budget: float,
    only: str | None = None,
    keep: bool = True,
    progress: Progress | None = None,
    plan: Plan | None = None,
    path: Path = RESULT,
) -> Path:
    """Measures what there are `budget` seconds for, after the build; returns the path of the result.

    `only`: a glob of `program system switch=value …`. Not `keep`: everything is measured again.
    """
    plan = plan or load_plan()
    chosen = [one for one in plan.processes if not only or matches(one.name, only)]
    if not chosen:
        raise no_match("only", only or "", sorted({one.name for one in plan.processes}))
    with exclusive():
        tree = ensure(bed, [plan.peer], programs=("published",))
        run = _Run(_program(plan.peer), tree, plan, path)
        run.take_last()
        with progress or Progress("published", silent=(KeyboardInterrupt,)) as bar:
            run.measure(chosen, keep, time.monotonic() + budget, bar)
    return path


def _program(peer: str) -> Peer:
    (*_, found) = peer_yaml.discover([peer])
    if (why := found.no_program("published")) is not None:
        raise UserError(f"the programs of the articles cannot run: {why}", found.folder / "peer.yaml")
    return found.program("published")


@dataclass
class _Run:
    program: Peer
    tree: Path
    plan: Plan
    path: Path

    def __post_init__(self):
        self.found: dict[str, list[Measurement | Failure]] = {}  # by key
        self.started = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        self.load = system_load()
        self.others = Others()
        self.others_before = 0.0  # cores that others used when the measurements that stay were made
        self.written = time.monotonic()

    # What a process is made of.

    @cached_property
    def runtimes(self) -> dict[str, Runtime]:
        return published_runtime.runtimes(self.program)

    @property
    def switch(self) -> str:
        """The name of the switch that chooses the runtime."""
        return self.program.data["switch"]

    def runtime(self, one: Planned) -> Runtime:
        return published_runtime.named(self.runtimes, one.switches.get(self.switch))

    @cached_property
    def _build(self) -> list[str]:
        """Lines of all contents that a process loads, whatever its setting, and of the machine."""
        hashes = FileHashes()
        made = [text for step in self.program.steps for text in step.outputs]
        found = [
            line for text in (*made, *self.program.loads) for line in contents(self.program, text, hashes, self.tree)
        ]
        hashes.save()
        return [*found, json.dumps(self.program.data["run"]), json.dumps(machine())]

    def key(self, one: Planned) -> str:
        words = [*one.words(self.switch), str(one.number)]
        parts = "\0".join([*self._build, self.runtime(one).pins, *words])
        return hashlib.sha256(parts.encode()).hexdigest()[:32]

    @cached_property
    def _environment(self) -> dict[str, str]:
        """Without the variables that change how a program of the language runs: the words of `run:` alone say that."""
        return {name: value for name, value in os.environ.items() if f"${name}" not in self.program.toolchain}

    # The run.

    def take_last(self):
        """Takes what the last result has of this plan."""
        wanted = {self.key(one) for one in self.plan.processes}
        for one in self._last():
            if one.key in wanted and isinstance(one, Measurement):
                self.found.setdefault(one.key, []).append(one)
        if self.found:
            self.others_before = published_result.load_header(self.path).get("others", 0.0)

    def _last(self) -> Sequence[Measurement | Failure]:
        try:
            return published_result.load_all(self.path)
        except UserError:
            return ()  # none, of another version, or damaged

    def measure(self, chosen: Sequence[Planned], keep: bool, ends: float, bar: Progress):
        """`ends`: the monotonic time after which nothing begins."""
        missing = [one for one in chosen if not keep or self.key(one) not in self.found]
        if len(missing) < len(chosen):
            bar.note(f"{len(chosen) - len(missing)} of {len(chosen)} processes were measured before")
        if not missing and self.path.exists():
            return  # the result keeps its date
        interrupted, skipped = True, 0
        try:
            for part, some in groupby(missing, lambda one: one.part):
                some = list(some)
                if all(one.seconds > ends - time.monotonic() for one in some):
                    skipped += len(some)
                else:
                    skipped += self._part(part, some, ends, bar)
            interrupted = False
        finally:
            self._write(interrupted)
        if skipped:
            bar.note(f"there was no time for {skipped} processes")

    def _part(self, part: str, some: Sequence[Planned], ends: float, bar: Progress) -> int:
        """Returns how many of its processes there was no time for."""
        skipped = 0
        with bar.step(part, f"{len(some)} processes,") as show:
            for number, one in enumerate(some):
                left = ends - time.monotonic()
                if one.seconds > left:
                    skipped += 1
                    continue
                show(f"{one.name}, {int(left) // 60}:{int(left) % 60:02d} left", number, len(some))
                self._one(one, min(LIMIT, max(left, 2 * one.seconds)), bar)
        return skipped

    def _one(self, one: Planned, limit: float, bar: Progress):
        key = self.key(one)
        try:
            self.found[key] = self._measured(one, key, limit)
        except (Failed, NoRuntime) as why:
            self.found[key] = [Failure(key, one.name, str(why))]
            bar.note(f"{one.name}: {why}")
        if time.monotonic() - self.written >= EVERY:
            self._write(interrupted=True)

    def _measured(self, one: Planned, key: str, limit: float) -> list[Measurement]:
        runtime = self.runtime(one)
        places = {"{runtime}": str(runtime.program())}
        run = [places.get(word) or fill(str(word), self.tree) for word in self.program.data["run"]]
        log = published_process.LOGS / f"{key}.log"
        load = system_load()
        lines = published_process.run([*run, *one.words(self.switch)], log, limit, self._environment)
        of_process = {"key": key, "number": one.number, "changed": frozenset(one.switches), "load": load}
        return published_process.measurements(lines, {self.switch: runtime.name}, **of_process)

    def _write(self, interrupted: bool):
        """In the order of the plan."""
        self.written = time.monotonic()
        keys = [key for key in dict.fromkeys(map(self.key, self.plan.processes)) if key in self.found]
        every = [one for key in keys for one in self.found[key]]
        header = {
            "started": self.started,
            **conditions(),
            "load": [self.load, system_load()],
            "others": max(self.others.cores, self.others_before),
            "interrupted": interrupted,
            "planned": len(self.plan.processes),
            "measured": sum(isinstance(self.found[key][0], Measurement) for key in keys),
            "runtimes": sorted({one.runtime for one in every if isinstance(one, Measurement)}),
            "libraries": sorted({one.library for one in every if isinstance(one, Measurement)}),
        }
        published_result.write(self.path, header, every)

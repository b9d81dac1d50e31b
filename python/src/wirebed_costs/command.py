"""`make bench`: builds, verifies, measures, writes the result and shows it."""

import datetime
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wirebed import cases
from wirebed.bed import BUILD, Bed
from wirebed.bed.codec_id import NONE
from wirebed.bed.exit_codes import AS_EXPECTED, INTERRUPTED, NOT_WHOLE
from wirebed.bed.folders import reports_of
from wirebed.bed.minutes import minutes_of
from wirebed.bed.schema import Schema
from wirebed.errors import UserError
from wirebed.peers import asked, discover
from wirebed.peers.asked import Side
from wirebed.peers.client import CodecClient
from wirebed.peers.codecs import CodecRef, codecs_of
from wirebed.run import Build, Peers, Suite
from wirebed.run.leg import NOW
from wirebed.run.taking_part import EVERYBODY, TakingPart, taking_part
from wirebed.suites.interop import suite as interop
from wirebed_build.languages import discovery, peer_yaml
from wirebed_build.trees import ensure
from wirebed_costs import (
    code,
    earlier,
    load_result,
    pinned_figures,
    published,
    result,
    rows,
    schedule,
    sizes,
    table,
    tasks,
    verify,
    workloads,
)
from wirebed_costs.lock import exclusive
from wirebed_costs.others import Others
from wirebed_costs.probe import probe
from wirebed_costs.program import Program
from wirebed_costs.progress import BenchProgress
from wirebed_costs.rounds import Rounds

MINUTES, QUICK_MINUTES = 95.0, 2.6
# Seconds to measure a task in a process: the first of these with which ROUNDS rounds fit into the budget.
SECONDS, QUICK_SECONDS = (1.0, 0.5, 0.25), 0.1
ROUNDS = 3


@dataclass(frozen=True)
class BenchOptions:
    """BENCH=, CODEC=, MESSAGE=, BUDGET= and QUICK= of make. `times_only`: no stacks are sampled. `rounds`: the
    most that are measured; `task_seconds`: how long each task is measured in a process."""

    bench: str | None = None
    codec: str | None = None
    message: str | None = None
    budget: str | None = None
    quick: bool = False
    times_only: bool = False
    rounds: int | None = None
    task_seconds: float | None = None

    @property
    def sides(self) -> list[Side]:
        """The codecs that are measured; none where the bytes of all others are read as well."""
        chosen = rows.RowSelection(self.bench, self.codec)
        foreign = any(chosen.takes(f"{operation} foreign") for operation in rows.READING)
        if not self.codec or foreign:
            return []
        return [Side(self.codec, lambda codec: chosen.names(codec.id))]

    @property
    def filters(self) -> dict[str, str]:
        """What chooses a part of the rows of each value."""
        return {name: globs for name, globs in (("CODEC", self.codec), ("BENCH", self.bench)) if globs}

    @property
    def minutes(self) -> float:
        if self.quick:
            if self.budget:
                raise UserError(f"BUDGET={self.budget}: QUICK=1 has its own, under 3 minutes; leave out one of them")
            return QUICK_MINUTES
        return minutes_of(self.budget, MINUTES)


def main(bed: Bed, options: BenchOptions) -> int:
    """0; 1 when a figure without a clock is not that of the fixture; 130 when the user stopped it."""
    minutes, begun = options.minutes, result.system_load()
    with exclusive():  # a run must not build while another one measures
        part = taking_part(bed, sides=options.sides)
        tree = ensure(bed, part.here, programs=("bench",))
        return _main(bed, options, tree, minutes, begun, part)


def _main(bed: Bed, options: BenchOptions, tree: Path, minutes: float, begun: float, part: TakingPart) -> int:
    started, now = time.monotonic(), datetime.datetime.now(datetime.UTC)
    conditions, others = result.conditions(), Others()
    run = _Run(bed, tree, options, started + 60 * minutes, part)
    newest = reports_of(bed.name) / load_result.NEWEST.name
    with BenchProgress(60 * minutes) as progress:
        record = run.prepare(progress)
        record |= {"bed": bed.name, "quick": options.quick, "filters": options.filters, **conditions}
        before = run.go_on(newest, record, progress)
        rounds = run.rounds(progress, options.task_seconds or before.get("task_seconds"))
        interrupted = run.measure(rounds, progress)
    if not any(row.samples for row in run.rows):  # the previous result is worth more than an empty one
        if interrupted:
            raise KeyboardInterrupt
        raise UserError(f"no row was measured in the budget of {minutes:g} minutes; give a larger BUDGET=")
    record |= {
        "result": 1,
        "budget_minutes": minutes,
        "started": now.isoformat(timespec="seconds"),
        "task_seconds": rounds.seconds,
        "seconds": round(time.monotonic() - started + before.get("seconds", 0), 1),
        "interrupted": interrupted,
        "load": [max(begun, before.get("load", [0])[0]), result.system_load()],
        "others": max(others.cores, before.get("others", 0)),
        **run.result(rounds),
    }
    path = result.write(record)
    table.show(record, path)
    if changed := published.changed_programs(record):
        print(changed)
    code = pinned_figures.report(record, bed) or (NOT_WHOLE if record["not_reached"] else AS_EXPECTED)
    return INTERRUPTED if interrupted else code


class _Run:
    def __init__(self, bed: Bed, tree, options: BenchOptions, deadline: float, part: TakingPart = EVERYBODY):
        self.part, self.names = part, part.here
        self.bed, self.tree, self.options, self.deadline = bed, tree, options, deadline
        self.schema = Schema.load(tree)
        folder = BUILD / "bench" / bed.name
        programs = filter(None, (peer.program("bench") for peer in self._peers()))
        self.programs = {program.name: program for program in (Program(peer, tree, folder) for peer in programs)}
        self.refused: list[dict] = []  # peers that are not measured
        self.rows: list[rows.BenchRow] = []

    def go_on(self, newest: Path, record: Mapping[str, Any], progress: BenchProgress) -> Mapping[str, Any]:
        """The interrupted result whose samples the rows have now; empty where they have none."""
        before = earlier.interrupted(newest)
        if before is None:
            return {}
        seconds = self.options.task_seconds
        other_seconds = "the time of a task" if seconds and before["task_seconds"] != seconds else ""
        if differs := earlier.differences(before, record) or other_seconds:
            progress.note(f"begins anew: {differs} is not as in the run that was interrupted")
            return {}
        changed = earlier.changed_peers(before, record)
        for peer, what in changed.items():
            progress.note(f"{peer} begins anew, since {what} changed after the run that was interrupted")
        if not earlier.take_over(self.rows, before, changed):
            return {}
        progress.note(f"goes on after the run of {before['started']}, which was interrupted; its samples count")
        return before

    def prepare(self, progress: BenchProgress) -> dict[str, Any]:
        """Does everything before the first measurement; returns the part of the result that is known by then."""
        known = cases.load(self.bed, self.schema)
        everything = workloads.load(self.bed, self.schema, known, self.options.message)
        chosen = workloads.select(everything, self.options.message, self.options.quick)
        selection = rows.RowSelection(self.options.bench, self.options.codec)
        with Peers.of_tree(self.tree, discover(names=self.names), self.bed.name, scope=self.part.scope) as peers:
            selection.check(codecs_of(peers.pool.introductions()))
            asked.remember(peers.pool.introductions(), self.part.names)
            progress.note(f"verifying {len(chosen)} workloads: {', '.join(work.case.name for work in chosen[:8])}")
            build = Build.of(self.bed, {NOW.reader: self.schema})
            suite = interop.suite(build, peers, cases=verify.cases_of(chosen, known))
            verified = verify.verify(suite, chosen)
            self._leave_out(suite)
            self.rows = rows.of(suite.codecs, chosen, verified, self._copiers(), selection)
            client = CodecClient(peers.pool, self.schema)
            record: dict[str, Any] = {
                "schema": self.schema.digest[:16],
                "peers": result.peers(self.programs, suite.introductions, self.tree),
                "values": workloads.identity([*chosen, *workloads.sized(everything, self.options.message)]),
                "sizes": sizes.of(client, self._sized(client.codecs, everything)),
            }
            codecs = client.codecs
        self._probe(progress)
        record["codecs"] = result.codecs(self.rows, record["sizes"], codecs)
        record["code"] = code.of([codec["codec"] for codec in record["codecs"]]) if self.bed.own else []
        return record

    def _peers(self) -> list[peer_yaml.Peer]:
        return [peer for peer in discovery.discover() if self.names is None or peer.name in self.names]

    def _leave_out(self, suite: Suite):
        """Refuses the peers that have no program or do not support the schema."""
        missing = {peer.name: peer.no_program("bench") for peer in self._peers()}
        why = {name: missing.get(name) for name in suite.introductions if name not in self.programs}
        why |= suite.peers.pool.unsupported
        for name in [name for name in self.programs if name not in suite.introductions]:
            del self.programs[name]
        for name, program in list(self.programs.items()):
            words = self.tree / program.peer.name / "unsupported"
            if words.exists():
                why[name] = f"its benchmark program: {words.read_text().strip()}"
                del self.programs[name]
        self.refused = [{"id": name, "why": words} for name, words in sorted(why.items())]

    def _copiers(self) -> dict[str, str]:
        """Peer -> the first peer of its language, which measures the copies for all of them."""
        first: dict[str, str] = {}
        by_need = sorted(self.programs.values(), key=lambda program: (len(program.peer.needs), program.name))
        for program in by_need:
            first.setdefault(program.peer.data["language"], program.name)
        return {program.name: first[program.peer.data["language"]] for program in by_need}

    def _sized(self, codecs: list[CodecRef], everything: list[workloads.Workload]) -> list[tuple]:
        """The cases and codecs whose bytes are counted: those with a row, and the workloads that are not timed."""
        have = {(row.codec, row.case) for row in self.rows if row.why is None}
        messages = {row.message for row in self.rows}
        extra = set() if self.options.quick else set(workloads.sized(everything, self.options.message))
        return [
            (workload.case, codec)
            for workload in everything
            for codec in codecs
            if codec.encodes and codec.format != NONE and codec.peer in self.programs
            and ((codec.id, workload.case.name) in have or (workload in extra and workload.case.message in messages))
        ]  # fmt: skip

    def _probe(self, progress: BenchProgress):
        for name, program in self.programs.items():
            mine = [row for row in self.rows if row.peer == name and row.why is None]
            tasks.write(mine, program.tasks)
        progress.note(f"probing {sum(row.why is None for row in self.rows)} rows")
        probe(self.programs, self.rows)
        if all(row.why is not None for row in self.rows):
            reasons = "".join(f"\n  {row.id}: {row.why}" for row in self.rows[:10])
            raise UserError(f"no row is left: each was refused{reasons}")

    def rounds(self, progress: BenchProgress, seconds: float | None = None) -> Rounds:
        """The rounds. `seconds`: the time for each task; else the longest that leaves room for several of them."""
        quick = self.options.quick
        harnesses = {name: program.harness for name, program in self.programs.items()}
        memory = BUILD / "bench" / "costs.json"
        for each in (seconds,) if seconds else (QUICK_SECONDS,) if quick else SECONDS:
            costs = schedule.Costs(harnesses, each, memory)
            rounds = Rounds(
                self.programs,
                self.rows,
                costs,
                each,
                self.deadline,
                1 if quick else self.options.rounds,
                stacks=not (quick or self.options.times_only),
                show=progress.show,
            )
            if rounds.expected(ROUNDS) <= rounds.left:
                break
        return rounds

    def measure(self, rounds: Rounds, progress: BenchProgress) -> bool:
        needed, left = rounds.expected() / 60, rounds.left / 60
        progress.note(f"{len(rounds.rows)} rows: a round takes about {needed:.1f} minutes, {left:.1f} are left")
        if needed > left:
            more = f"make bench BUDGET={MINUTES:.0f} gives them time" if self.options.quick else "give a larger BUDGET="
            progress.note(
                f"that may not be enough for every row; {more}, or narrow it down: "
                "CODEC='java/*', MESSAGE=Stock, BENCH=encode"
            )
        return rounds.run()

    def result(self, rounds: Rounds) -> dict:
        measured = [row for row in self.rows if row.samples]
        refused = [{"id": row.id, "why": row.why} for row in self.rows if row.why is not None]
        return {
            "rows": [result.of_row(row) for row in measured],
            "refused": self.refused + refused,
            "unsampled": [{"id": rounds.by_task[task].id, "why": why} for task, why in rounds.unsampled.items()],
            "not_reached": [row.id for row in self.rows if row.why is None and not row.samples],
        }

"""Rows and programs for the tests of the runner's part: `made_rows` have no value and no bytes."""

import sys
from dataclasses import dataclass, field
from pathlib import Path

from wirebed_protocol import bench_pb2

from wirebed_build.languages.peer_yaml import Peer
from wirebed_costs.program import Failed, Program
from wirebed_costs.rows import BenchRow

FAKE = Path(__file__).with_name("fake_program.py")
LANGUAGES = {"cpp": "C++", "java": "Java", "python": "Python"}


def made_rows(
    peers=("cpp", "java", "python"), codecs=2, cases=("Stock/a", "Testobject/b"), memcpys=1
) -> list[BenchRow]:
    """Encode and decode of some codecs on some cases, a copy for each case, and some memcpy."""
    rows = []
    for peer in peers:
        for case in cases:
            message = f"t.{case.partition('/')[0]}"
            rows += [
                BenchRow(peer, operation, f"{peer}:json/{number}", case, message, wire=10 + number)
                for number in range(codecs)
                for operation in ("encode", "decode")
            ]
            rows.append(BenchRow(peer, "copy", None, case, message))
        rows += [BenchRow(peer, "memcpy", data=bytes(10 + number), wire=10 + number) for number in range(memcpys)]
    for number, row in enumerate(rows):
        row.task = f"r{number}"
    return rows


def fake_program(folder: Path, rows: list[BenchRow], name: str = "cpp", *misbehaviours: str) -> Program:
    """fake_program.py with a file of tasks for these rows."""
    run = [sys.executable, str(FAKE), *misbehaviours]
    data = {"name": f"{name}-bench", "language": LANGUAGES[name], "harness": "google_benchmark", "version": "1"}
    program = Program(Peer(folder, {**data, "run": run}), folder, folder / "out")
    tasks = bench_pb2.BenchTasks(tasks=[bench_pb2.BenchTask(id=row.task) for row in rows])
    program.folder.mkdir(parents=True, exist_ok=True)
    program.tasks.write_bytes(tasks.SerializeToString())
    return program


@dataclass
class Clock:
    now: float = 0.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Instant:
    """Takes the place of a Program where time is what is tested: it needs so many seconds of a clock for each task."""

    name: str
    folder: Path
    clock: Clock
    seconds: float = 1.0
    stop_at: float = float("inf")  # the user presses Ctrl-C then
    starts: list[tuple[str, int]] = field(default_factory=list)
    harness: str = "google_benchmark"
    sampled: bool = True  # whether it can sample stacks

    def run(self, mode, only, limit, seconds=None) -> Path:
        import json

        self.starts.append((mode, len(only)))
        self.clock.now += self.seconds * len(only)
        if self.clock.now >= self.stop_at:
            raise KeyboardInterrupt
        if self.seconds * len(only) > limit:
            raise Failed("no end")
        if mode == "stacks" and not self.sampled:
            raise Failed("ended with exit code 2: no stacks")
        out = self.folder / f"{self.name}.{mode}"
        if mode == "stacks":
            out.write_text("".join(json.dumps({"id": task, "samples": 500, "own": 40}) + "\n" for task in only))
        elif mode == "bytes":
            out.write_text("".join(json.dumps({"id": task, "bytes": 8.0, "count": 1.0}) + "\n" for task in only))
        else:
            times = [
                {"name": task, "run_type": "iteration", "iterations": 10, "time_unit": "us", "cpu_time": 1.5}
                for task in only
            ]
            out.write_text(json.dumps({"benchmarks": times}))
        return out

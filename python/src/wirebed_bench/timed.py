"""Warm and cold operations under pyperf: a worker process of pyperf's for each task, and one result file.

The manager gives each worker a file with its one task. A worker that measures warm operations finds out by itself how
many make a value: pyperf would start another process to calibrate that, and a third to calibrate it again.
"""

from __future__ import annotations

import tempfile
import time
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

import pyperf
from wirebed_protocol import bench_pb2

from wirebed_bench.operations import Operation, Operations, Task

MODULE = ("-P", "-m", "wirebed_bench")
# Values of one process. Each is the mean of as many operations as go into its share of the seconds.
VALUES = 10
WARMUPS = 2
COLD_OPERATIONS = 1000

Loop = Callable[[int], float]


def runner(options: Callable[[pyperf.Runner], None], arguments: list[str]) -> tuple[pyperf.Runner, Namespace]:
    """pyperf's runner with this program's own options beside pyperf's."""
    made = pyperf.Runner(processes=1, loops=1, program_args=MODULE, add_cmdline_args=_tell_worker)
    options(made)
    return made, made.parse_args(arguments)


def _tell_worker(command: list[str], given: Namespace) -> None:
    # The last of two options counts: to the worker its task is the first one, and the only one.
    command += ["--worker-task=0", given.tree, "--tasks", given.tasks, "--mode", given.mode]
    command += ["--out", given.out, "--seconds", str(given.seconds)]


def manage(runner: pyperf.Runner, tasks: list[Task]) -> pyperf.BenchmarkSuite:
    """Every task in a worker process of its own. RuntimeError when one fails; it has said why."""
    arguments = runner.args
    arguments.quiet = True
    benchmarks = []
    with tempfile.TemporaryDirectory(prefix="wirebed-bench-") as folder:
        one = Path(folder) / "task"
        arguments.tasks = str(one)
        for task in tasks:
            one.write_bytes(bench_pb2.BenchTasks(tasks=[task]).SerializeToString())
            benchmarks.append(runner.bench_time_func(task.id, None))
    return pyperf.BenchmarkSuite(benchmarks)


def work(runner: pyperf.Runner, operations: Operations, task: Task) -> None:
    """What a worker does; pyperf sends the values to the manager."""
    loop = loop_of(operations.of(task))
    if runner.args.mode == "cold":
        runner.args.loops, runner.args.values, runner.args.warmups = COLD_OPERATIONS, 1, 0
    else:
        runner.args.loops, runner.args.values, runner.args.warmups = plan(loop, runner.args.seconds)
    runner.bench_time_func(task.id, loop)


def loop_of(operation: Operation) -> Loop:
    """As tight as pyperf's own: local names, and one clock reading before and after."""

    def loop(loops: int) -> float:
        call, argument, clock = operation.call, operation.argument, time.perf_counter
        rounds = range(loops)
        start = clock()
        for _ in rounds:
            call(argument)
        return clock() - start

    return loop


def plan(loop: Loop, seconds: float) -> tuple[int, int, int]:
    """How many operations a value has, how many values there are, and how many before them do not count."""
    share = seconds / VALUES
    loops = 1
    took = loop(1)
    if took < share:
        # The first one has made what the others find made.
        took = loop(1)
    while took < share / 4:
        loops *= 2
        took = loop(loops)
    if loops == 1:
        # So slow that a value is one operation.
        loops = max(1, round(share / took))
        return loops, max(1, min(VALUES, round(seconds / (took * loops)))), 1 if took < seconds else 0
    return round(loops * share / took), VALUES, WARMUPS

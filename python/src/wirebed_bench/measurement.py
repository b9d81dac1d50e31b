"""Measures warm and cold operations under pyperf: one worker process for each task, and one result file.

The manager gives each worker a file with its one task. A worker that measures warm operations calibrates itself: pyperf
would start another process to calibrate that number, and a third one to calibrate it again.
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
# The number of values of one process. Each value is the mean of the operations that fit into its share of the seconds.
VALUES = 10
WARMUPS = 2
COLD_OPERATIONS = 1000

Loop = Callable[[int], float]


def runner(options: Callable[[pyperf.Runner], None], arguments: list[str]) -> tuple[pyperf.Runner, Namespace]:
    """pyperf's runner with the options of pyperf and of this program."""
    made = pyperf.Runner(processes=1, loops=1, program_args=MODULE, add_cmdline_args=_worker_arguments)
    options(made)
    return made, made.parse_args(arguments)


def _worker_arguments(command: list[str], options: Namespace) -> None:
    # The last of two equal options counts: the worker sees its task as the first and only one.
    command += ["--worker-task=0", options.tree, "--tasks", options.tasks, "--mode", options.mode]
    command += ["--out", options.out, "--seconds", str(options.seconds)]


def manage(runner: pyperf.Runner, tasks: list[Task]) -> pyperf.BenchmarkSuite:
    """Runs every task in its own worker process. It raises RuntimeError when one fails, which has printed why."""
    arguments = runner.args
    arguments.quiet = True
    benchmarks = []
    with tempfile.TemporaryDirectory(prefix="wirebed-bench-") as folder:
        file = Path(folder) / "task"
        arguments.tasks = str(file)
        for task in tasks:
            file.write_bytes(bench_pb2.BenchTasks(tasks=[task]).SerializeToString())
            benchmarks.append(runner.bench_time_func(task.id, None))
    return pyperf.BenchmarkSuite(benchmarks)


def work(runner: pyperf.Runner, operations: Operations, task: Task) -> None:
    """Measures in a worker; pyperf sends the values to the manager."""
    loop = loop_of(operations.of(task))
    if runner.args.mode == "cold":
        runner.args.loops, runner.args.values, runner.args.warmups = COLD_OPERATIONS, 1, 0
    else:
        runner.args.loops, runner.args.values, runner.args.warmups = plan(loop, runner.args.seconds)
    runner.bench_time_func(task.id, loop)


def loop_of(operation: Operation) -> Loop:
    """A loop as tight as pyperf's own: local names, and one clock reading before and one after."""

    def loop(loops: int) -> float:
        call, argument, clock = operation.call, operation.argument, time.perf_counter
        rounds = range(loops)
        start = clock()
        for _ in rounds:
            call(argument)
        return clock() - start

    return loop


def plan(loop: Loop, seconds: float) -> tuple[int, int, int]:
    """The number of operations in a value, the number of values, and the number of warm-up values before them."""
    share = seconds / VALUES
    loops = 1
    took = loop(1)
    if took < share:
        # The first operation has filled the caches that later ones use, so it is measured again.
        took = loop(1)
    while took < share / 4:
        loops *= 2
        took = loop(loops)
    if loops == 1:
        # The operation is so slow that a value may consist of a single one.
        loops = max(1, round(share / took))
        return loops, max(1, min(VALUES, round(seconds / (took * loops)))), 1 if took < seconds else 0
    return round(loops * share / took), VALUES, WARMUPS

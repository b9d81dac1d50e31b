"""Samples the stacks of operations with py-spy, and counts those in code of this bed that is between the benchmark and
the library.

py-spy reads the stacks of another process, with the frames of C code. A profiler inside of it would slow down calls of
Python and not those of C.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import FunctionType
from typing import Any

from wirebed_protocol import bench_pb2

from wirebed_bench.measurement import Loop, loop_of
from wirebed_bench.operations import Operations, Task
from wirebed_peer.codecs import codec_class
from wirebed_peer.tree import Tree

RATE = 500  # samples a second
# A loop of operations takes at least as many seconds: no clock is read in between.
LOOP = 0.01
_MARK = "task "  # begins the name of the function that repeats a task
_FILE = re.compile(r" \((.*?)(?::\d+)?\)$")
_SOURCES = Path(__file__).parents[1]
# What works for its caller: the benchmark itself, and the plain classes.
_NEITHER = ("wirebed_bench", "plain")


def sampled(tree: str, tasks: Sequence[Task], seconds: float) -> Iterator[dict[str, Any]]:
    """How many `samples` each task has, and how many of them are in `own` code. It raises RuntimeError when there are
    none."""
    with tempfile.TemporaryDirectory(prefix="wirebed-bench-") as folder:
        file, out = Path(folder) / "tasks", Path(folder) / "stacks"
        file.write_bytes(bench_pb2.BenchTasks(tasks=tasks).SerializeToString())
        spy = [str(Path(sys.executable).with_name("py-spy")), "record", "--native", "--full-filenames"]
        spy += ["--format", "raw", "--rate", str(RATE), "--output", str(out), "--"]
        program = [sys.executable, "-P", "-m", "wirebed_bench.stacks", tree, str(file), str(seconds)]
        ran = subprocess.run([*spy, *program], capture_output=True, text=True, check=False)
        lines = out.read_text(encoding="utf-8").splitlines() if out.exists() else []
        counts = _counts(lines, _roots(tree), {task.id: _packages(task) for task in tasks})
    for task in tasks:
        if ran.returncode or not counts[task.id, True] + counts[task.id, False]:
            last = (ran.stderr.strip().splitlines() or [f"exit code {ran.returncode}"])[-1]
            raise RuntimeError(f"py-spy has no stacks of {task.id}: {last}")
        yield {
            "id": task.id,
            "samples": counts[task.id, True] + counts[task.id, False],
            "own": counts[task.id, True],
        }


def _roots(tree: str) -> list[str]:
    """The folders of this bed's modules: its sources, and what templates made for peers and for benchmarks."""
    return [str(_SOURCES), *(f"{tree}/plain/{name}" for name in ("python", "python-bench"))]


def _packages(task: Task) -> tuple[str, ...]:
    return codec_class(task.codec).library_packages


def _counts(
    lines: Sequence[str], roots: Sequence[str], packages: dict[str, tuple[str, ...]]
) -> Counter[tuple[str, bool]]:
    """The samples by task, and whether they are in own code. A line has frames, the innermost last, and a number."""
    counts: Counter[tuple[str, bool]] = Counter()
    for line in lines:
        stack, _, number = line.rpartition(" ")
        before, mark, inside = stack.partition(f";{_MARK}")
        if mark:
            task, *frames = inside.split(";")
            name = task.partition(" ")[0]
            counts[name, _is_own(frames, roots, packages[name])] += int(number)
    return counts


def _is_own(frames: Sequence[str], roots: Sequence[str], packages: tuple[str, ...]) -> bool:
    """Whether code of this bed is more inward on the stack than the library. Python itself and the plain classes work
    for their callers, and what a task is given back is freed by the loop."""
    for frame in reversed(frames):
        file = _FILE.search(frame)
        path = file[1] if file else ""
        module = _module(path, roots)
        if module is None and any(_is_in(path, package) for package in packages):
            return False
        if module is not None and not _begins(module, _NEITHER):
            return not _begins(module, packages)
    return False


def _module(path: str, roots: Sequence[str]) -> str | None:
    """The module of a file of this bed; None of any other."""
    for root in roots:
        if path.startswith(f"{root}/"):
            return path.removeprefix(f"{root}/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    return None


def _is_in(path: str, package: str) -> bool:
    """Whether a file is of a package: its module, its extension, or its source in C, such as `./Modules/_pickle.c`."""
    name = package.replace(".", "/")
    return any(f"/{name}{end}" in path or path.startswith(f"{name}{end}") for end in "/.")


def _begins(module: str, packages: Sequence[str]) -> bool:
    return any(module == package or module.startswith(f"{package}.") for package in packages)


def _repeat(operations: Operations, task: Task, seconds: float) -> None:
    loop, number = _named(loop_of(operations.of(task)), task.id), 1
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        if loop(number) < LOOP:
            number *= 2


def _named(loop: Loop, task: str) -> Loop:
    """The same function under the name of its task, which stacks show."""
    assert isinstance(loop, FunctionType)
    name = f"{_MARK}{task}"
    code = loop.__code__.replace(co_name=name, co_qualname=name)
    return FunctionType(code, loop.__globals__, name, loop.__defaults__, loop.__closure__)


def main(tree: str, tasks: str, seconds: str) -> None:
    """The process that py-spy starts and samples."""
    operations = Operations(Tree(Path(tree)))
    for task in bench_pb2.BenchTasks.FromString(Path(tasks).read_bytes()).tasks:
        _repeat(operations, task, float(seconds))


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Starts the program as the runner does: its modes, its files, its exit codes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from importlib import metadata
from pathlib import Path

import pyperf
import pytest
from wirebed_protocol import bench_pb2

from wirebed_bench import measurement
from wirebed_bench.allocated import allocated
from wirebed_bench.operations import Operation, Operations, Task
from wirebed_build.languages import peer_yaml
from wirebed_peer.tree import Tree

TaskOf = Callable[..., Task]
ROOT = Path(__file__).resolve().parents[4]


class Program:
    def __init__(self, tree: Tree, folder: Path) -> None:
        self.tree, self.tasks, self.out = tree, folder / "tasks", folder / "out"

    def command(self, mode: str, *more: str) -> list[str]:
        given = ["--tasks", str(self.tasks), "--mode", mode, "--out", str(self.out), *more]
        return [sys.executable, "-P", "-m", "wirebed_bench", str(self.tree.folder), *given]

    def run(self, mode: str, *more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(self.command(mode, *more), capture_output=True, text=True, timeout=120, check=False)


@pytest.fixture
def program(bench_tree: Tree, task_of: TaskOf, tmp_path: Path) -> Program:
    made = Program(bench_tree, tmp_path)
    tasks = [
        task_of(bench_pb2.ENCODE, "protobuf/upb", id="encode"),
        task_of(bench_pb2.DECODE, "raw/struct", writer="raw/struct", id="decode"),
        task_of(bench_pb2.COPY, "", id="copy"),
        task_of(bench_pb2.POPULATE, "raw/struct", id="populate"),
    ]
    made.tasks.write_bytes(bench_pb2.BenchTasks(tasks=tasks).SerializeToString())
    return made


def test_warm(program: Program) -> None:
    done = program.run("warm", "--only", "copy,encode", "--seconds", "0.05")
    assert done.returncode == 0, done.stderr
    copy, encode = pyperf.BenchmarkSuite.load(str(program.out)).get_benchmarks()
    assert (copy.get_name(), encode.get_name()) == ("copy", "encode")
    assert len(copy.get_runs()) == 1
    assert len(copy.get_values()) == measurement.VALUES
    assert copy.get_total_loops() > 1
    assert 0 < copy.mean() < 0.001


def test_cold(program: Program) -> None:
    assert program.run("cold", "--only", "decode").returncode == 0
    (decode,) = pyperf.BenchmarkSuite.load(str(program.out)).get_benchmarks()
    (run,) = decode.get_runs()
    assert (decode.get_total_loops(), len(run.values), len(run.warmups)) == (1000, 1, 0)


def test_probe_and_bytes(program: Program) -> None:
    assert program.run("probe").returncode == 0
    lines = [json.loads(line) for line in program.out.read_text().splitlines()]
    assert [line["id"] for line in lines] == ["encode", "decode", "copy", "populate"]
    assert ["kept" in line for line in lines] == [True, True, True, False]
    assert program.run("bytes", "--only", "copy").returncode == 0
    # A Testobject of three attributes. The other value has the same shape, in text and numbers.
    assert json.loads(program.out.read_text()) == {"id": "copy", "bytes": 56.0, "count": 1.0}


def test_stacks_say_how_much_is_own_code(program: Program, task_of: TaskOf) -> None:
    """pickle.dumps is all that its codec calls to write, and reading begins with a check of each instruction. All
    of a layout is code of this bed, and so is what fills a message."""
    tasks = [
        task_of(bench_pb2.ENCODE, "pickle/stdlib", "interop.Stock", id="write"),
        task_of(bench_pb2.DECODE, "pickle/stdlib", "interop.Stock", writer="pickle/stdlib", id="read"),
        task_of(bench_pb2.ENCODE, "raw/struct", "interop.Stock", id="layout"),
        task_of(bench_pb2.POPULATE, "protobuf/upb", "interop.Stock", id="populate"),
    ]
    program.tasks.write_bytes(bench_pb2.BenchTasks(tasks=tasks).SerializeToString())
    done = program.run("stacks", "--seconds", "0.5")
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in program.out.read_text().splitlines()]
    assert [line["id"] for line in lines] == ["write", "read", "layout", "populate"]
    assert all(line["samples"] > 20 for line in lines)
    write, read, layout, populate = (line["own"] / line["samples"] for line in lines)
    assert write < 0.2 < read < layout
    assert 0.03 < populate < layout


@pytest.mark.parametrize(
    ("mode", "more", "words"),
    [
        ("probe", ["--only", "nothing"], "has no task nothing"),
        ("warm", ["--only", "populate"], "its objects are the plain objects"),
        ("bytes", ["--only", "populate"], "its objects are the plain objects"),
        ("lukewarm", [], "invalid choice"),
    ],
)
def test_a_failure_says_why_and_leaves_no_file(program: Program, mode: str, more: list[str], words: str) -> None:
    done = program.run(mode, *more)
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert not program.out.exists()


def test_no_tasks(program: Program) -> None:
    program.tasks.write_bytes(b"\xff")
    assert "is no wirebed.BenchTasks" in program.run("probe").stderr
    program.tasks.unlink()
    assert "No such file" in program.run("warm").stderr


def test_interrupted(program: Program) -> None:
    """Ctrl-C reaches all processes of the terminal."""
    started = subprocess.Popen(
        program.command("warm", "--seconds", "60"), stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    time.sleep(2)
    os.killpg(started.pid, signal.SIGINT)
    _, said = started.communicate(timeout=30)
    assert started.returncode == 130
    assert "interrupted" in said and "Traceback" not in said
    assert not program.out.exists()


@pytest.mark.parametrize(
    ("operation", "expected"),
    [
        (1e-7, (1_000_000, measurement.VALUES, measurement.WARMUPS)),
        (1e-3, (100, measurement.VALUES, measurement.WARMUPS)),
        (0.03, (3, measurement.VALUES, 1)),
        (0.3, (1, 3, 1)),
        (7.0, (1, 1, 0)),
    ],
)
def test_a_slow_operation_is_done_few_times(operation: float, expected: tuple[int, int, int]) -> None:
    assert measurement.plan(lambda loops: loops * operation, 1.0) == expected


def test_what_is_allocated(operations: Operations, task_of: TaskOf) -> None:
    assert allocated(Operation(bytearray, 100_000, ""), 0) == pytest.approx((100_000, 2), rel=0.01)
    assert allocated(Operation(len, "abc", ""), 0) == (0, 0)

    def calls(_: None) -> None:
        """A frame does not count as an allocation, though tracing makes Python allocate it."""
        len("abc")

    assert allocated(Operation(calls, None, ""), 0) == (0, 0)


def test_the_version_of_the_harness() -> None:
    assert peer_yaml.load(ROOT / "python" / "peer.yaml").program("bench").data["version"] == metadata.version("pyperf")

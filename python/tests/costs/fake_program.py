"""A benchmark program that measures nothing: it speaks the contract of proto/wirebed/README.md, or misbehaves.

Usage: fake_program.py [MISBEHAVIOUR...] -- what the runner says. A misbehaviour is a word, or `word:TASK`: `crash`,
`hang`, `silent` (no result), `child` (a child that hangs); in the probe `refuse`, `mute` (nothing said) and `empty`
(nothing written).
Every task takes its number in nanoseconds: r7 takes 7.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path

from wirebed_protocol import bench_pb2

SPLIT = sys.argv.index("--tasks")
ASKED = sys.argv[1:SPLIT]
arguments = argparse.ArgumentParser()
for name in ("--tasks", "--mode", "--out", "--only", "--seconds"):
    arguments.add_argument(name)
given = arguments.parse_args(sys.argv[SPLIT:])


def asked(word: str, task: str) -> bool:
    return word in ASKED or f"{word}:{task}" in ASKED


def line(task: str) -> dict:
    if given.mode == "bytes":
        return {"id": task, "bytes": 64.0, "count": 2.0}
    if asked("refuse", task):
        return {"id": task, "refused": "this library keeps nothing more"}
    return {"id": task, "kept": "a mapper", **({"bytes": 0} if asked("empty", task) else {})}


tasks = [task.id for task in bench_pb2.BenchTasks.FromString(Path(given.tasks).read_bytes()).tasks]
chosen = given.only.split(",") if given.only else tasks
assert set(chosen) <= set(tasks), chosen
for task in chosen:
    if asked("child", task):
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        Path(given.out).with_name("child").write_text(str(child.pid))
    if asked("hang", task) or asked("child", task):
        Path(given.out).with_name("begun").touch()
        time.sleep(600)
    if asked("crash", task):
        print("there is no such class: Nowhere", file=sys.stderr, flush=True)
        os._exit(2)
    if asked("silent", task):
        sys.exit(0)
if given.mode in ("probe", "bytes"):
    text = "".join(json.dumps(line(task)) + "\n" for task in chosen if not asked("mute", task))
else:
    benchmarks = [
        {"name": f"{task}/min_time:0.1", "run_type": "iteration", "iterations": 100, "time_unit": "ns",
         "cpu_time": float(task[1:]) + repetition / 10}
        for task in chosen for repetition in range(2)
    ]  # fmt: skip
    text = json.dumps({"benchmarks": benchmarks})
Path(given.out).write_text(text)

"""The command line: reads tasks, and writes a result of pyperf or lines of JSON, according to the mode."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from google.protobuf.message import DecodeError
from wirebed_protocol import bench_pb2

from wirebed_bench.operations import Operations, Task
from wirebed_bench.probe import probe
from wirebed_peer.refusal import Refusal, Unsupported
from wirebed_peer.tree import Tree

MODES = ("probe", "warm", "cold", "bytes", "stacks")


class InvalidRequest(Exception):
    """The input cannot be used."""


def main(arguments: list[str]) -> int:
    """Returns 0, or 2 after writing a reason to stderr."""
    try:
        known, _ = _add_options(argparse.ArgumentParser(add_help=False)).parse_known_args(arguments)
        if known.mode in ("warm", "cold"):
            return _timed(arguments)
        options = _add_options(argparse.ArgumentParser("wirebed_bench")).parse_args(arguments)
        lines = list(_LINES[options.mode](options))
        _write(options.out, "".join(f"{json.dumps(line)}\n" for line in lines))
        return 0
    except (InvalidRequest, Unsupported, Refusal, OSError) as error:
        print(f"wirebed_bench: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("wirebed_bench: interrupted", file=sys.stderr)
        return 130


def _add_options(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    parser.add_argument("tree", help="folder of a built schema tree")
    parser.add_argument("--tasks", required=True, metavar="FILE", help="a wirebed.BenchTasks")
    parser.add_argument("--mode", required=True, choices=MODES)
    parser.add_argument("--out", required=True, metavar="FILE", help="written whole at the end, or not at all")
    parser.add_argument("--only", default="", metavar="ID,ID…", help="of the tasks only these")
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each task is measured, warm")
    return parser


def _timed(arguments: list[str]) -> int:
    from wirebed_bench import measurement

    def add(made: Any) -> None:
        _add_options(made.argparser)

    runner, options = measurement.runner(add, arguments)
    tasks = _tasks(options)
    if options.worker:
        measurement.work(runner, _operations(options), tasks[0])
        return 0
    try:
        suite = measurement.manage(runner, tasks)
    except RuntimeError as error:
        raise InvalidRequest(str(error)) from None
    except SystemExit:
        # This is how pyperf ends after Ctrl-C.
        raise KeyboardInterrupt from None
    partial = f"{options.out}.new"
    suite.dump(partial, replace=True)
    os.replace(partial, options.out)
    return 0


def _probed(options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    operations = _operations(options)
    for task in _tasks(options):
        yield probe(operations, task)


def _allocated(options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    from wirebed_bench.allocated import allocated

    operations = _operations(options)
    for task in _tasks(options):
        total, count = allocated(operations.of(task), max(len(task.view), len(task.wire)))
        yield {"id": task.id, "bytes": total, "count": count}


def _sampled(options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    from wirebed_bench import stacks

    try:
        yield from stacks.sampled(options.tree, _tasks(options), options.seconds)
    except RuntimeError as error:
        raise InvalidRequest(str(error)) from None


_LINES = {"probe": _probed, "bytes": _allocated, "stacks": _sampled}


def _operations(options: argparse.Namespace) -> Operations:
    return Operations(Tree(Path(options.tree)))


def _tasks(options: argparse.Namespace) -> list[Task]:
    try:
        tasks = bench_pb2.BenchTasks.FromString(Path(options.tasks).read_bytes()).tasks
    except DecodeError:
        raise InvalidRequest(f"{options.tasks} is no wirebed.BenchTasks") from None
    wanted = [name for name in options.only.split(",") if name]
    by_id = {task.id: task for task in tasks}
    unknown = [name for name in wanted if name not in by_id]
    if unknown:
        raise InvalidRequest(f"{options.tasks} has no task {', '.join(unknown)}")
    return [by_id[name] for name in wanted] if wanted else list(tasks)


def _write(path: str, text: str) -> None:
    Path(f"{path}.new").write_text(text, encoding="utf-8")
    os.replace(f"{path}.new", path)

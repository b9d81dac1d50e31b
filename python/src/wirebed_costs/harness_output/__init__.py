"""Reads the results of the languages' standard harnesses. There is a module for each, which `harness:` in peer.yaml
names. It has

read      the samples of a result file of the modes warm and cold
COUNTS    whether the harness counts allocations while it takes times; else the program has the mode `bytes`
SECONDS   the time of a task beyond the measurement itself, in each mode of the program, until it is known from a run
"""

import importlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

from wirebed.errors import UserError

WARM, COLD, BYTES, STACKS = "warm", "cold", "bytes", "stacks"


@dataclass
class Measurement:
    """The measurements of one process for one task."""

    task: str
    values: list[float]  # nanoseconds per operation, one for each iteration
    operations: int  # how many were measured
    # Bytes and, where the tool counts it, number of the allocations of one operation.
    allocated: tuple[float, float | None] | None = field(default=None)
    # How many stacks were sampled, and how many of them are in code of this bed.
    stacks: tuple[int, int] | None = field(default=None)


def named(name: str) -> ModuleType:
    """harness/<name>.py; UserError when there is none."""
    try:
        return importlib.import_module(f"{__name__}.{name}")
    except ModuleNotFoundError:
        known = sorted(path.stem for path in Path(__file__).parent.glob("[a-z]*.py"))
        raise UserError(f"`harness: {name}` of a peer.yaml is none of {', '.join(known)}") from None


def load(path: Path) -> Any:
    try:
        return json.loads(path.read_bytes())
    except (OSError, ValueError) as error:
        raise UserError(f"no result of a harness: {error}", path) from error


def allocations(path: Path) -> list[Measurement]:
    """The JSON lines of mode `bytes`: {"id": …, "bytes": 123.0, "count": 4.0}."""
    return _lines(path, BYTES, lambda line: {"allocated": (float(line["bytes"]), line.get("count"))})


def stacks(path: Path) -> list[Measurement]:
    """The JSON lines of mode `stacks`: {"id": …, "samples": 500, "own": 400}."""
    return _lines(path, STACKS, lambda line: {"stacks": (int(line["samples"]), int(line["own"]))})


def _lines(path: Path, mode: str, read: Callable[[dict], dict[str, Any]]) -> list[Measurement]:
    try:
        lines = [json.loads(line) for line in path.read_text().splitlines() if line.strip()]
        return [Measurement(line["id"], [], 0, **read(line)) for line in lines]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UserError(f"no JSON lines of {mode}: {error!r}", path) from error

"""What is known of each language's standard harness, and how its results are read. One file a harness: `harness:` in
peer.yaml names it. Each has

read      reads what it wrote in the modes warm and cold
COUNTS    whether it counts what is allocated while it takes times; else a program has the mode `bytes`
SECONDS   that a task takes beside those that are asked for, in each mode, until it is known
"""

import importlib
import json
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

from wirebed.errors import UserError

WARM, COLD, BYTES = "warm", "cold", "bytes"


@dataclass
class Sample:
    """What one process measured of one task."""

    task: str
    values: list[float]  # nanoseconds an operation, one an iteration
    operations: int  # how many were measured
    # Bytes and, where the tool counts them, allocations of one operation.
    allocated: tuple[float, float | None] | None = field(default=None)


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


def allocations(path: Path) -> list[Sample]:
    """The JSON lines of mode `bytes`: {"id": …, "bytes": 123.0, "count": 4.0}."""
    try:
        lines = [json.loads(line) for line in path.read_text().splitlines() if line.strip()]
        return [Sample(one["id"], [], 0, (float(one["bytes"]), one.get("count"))) for one in lines]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UserError(f"no JSON lines of bytes: {error!r}", path) from error

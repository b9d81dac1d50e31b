"""Writes the result file of a run: every raw sample and the conditions of the run (`load` reads it).

build/report/bench.json is the newest result. All results are in build/report/bench/, named by their start.
"""

import csv
import io
import json
import os
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from wirebed.bed import ROOT, files
from wirebed.bed.folders import reports_of
from wirebed.bed.machine import commit, machine
from wirebed.peers.codecs import CodecRef
from wirebed_build.trees import identity
from wirebed_costs import columns, load_result
from wirebed_costs.others import counted
from wirebed_costs.program import Program
from wirebed_costs.rows import BenchRow

# Allocations that differ by fewer bytes are the same: some tools divide by the number of operations.
STABLE_BYTES = 0.5
# What a row has of each process.
_OF_PROCESSES = ("samples", "operations", "disturbed")
_CPU = Path("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")


def conditions() -> dict[str, Any]:
    """The machine, and the commit of the sources."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    governor = _CPU.read_text().strip() if _CPU.exists() else None
    changed = subprocess.run(
        ["git", "-C", str(ROOT), "status", "--porcelain"], capture_output=True, text=True, check=False
    )
    return {
        "commit": commit(ROOT),
        "dirty": bool(changed.stdout.strip()),
        "machine": {**machine(), "memory": memory, "governor": governor},
    }


def system_load() -> float:
    return round(os.getloadavg()[0], 2)


def peers(programs: Mapping[str, Program], introductions: Mapping, tree: Path) -> list[dict[str, Any]]:
    built = identity.of_programs({name: program.peer for name, program in programs.items()}, tree)
    return [
        {
            "peer": program.name,
            "language": program.peer.data["language"],
            "runtime": introductions[program.name].runtime,
            "harness": program.harness,
            "version": str(program.peer.data["version"]),
            "flags": str(program.peer.data.get("flags", "")),
            "program": built[program.name],
        }
        for program in programs.values()
    ]


def codecs(rows: Iterable[BenchRow], sizes: Iterable[dict], known: Iterable[CodecRef]) -> list[dict[str, Any]]:
    """The codecs that have rows or sizes, with what the library's user keeps between operations."""
    refs = {codec.id: codec for codec in known}
    kept: dict[str, dict[str, None]] = {size["codec"]: {} for size in sizes}
    for row in rows:
        if row.codec is not None:
            words = kept.setdefault(row.codec, {})
            if row.kept:
                words[f"reused: {row.kept}" if row.reused else row.kept] = None
    return [
        {"codec": codec, "version": refs[codec].version, "model": refs[codec].model, "kept": "; ".join(words)}
        for codec, words in sorted(kept.items())
    ]


def of_row(row: BenchRow) -> dict[str, Any]:
    numbers = counted(row.disturbed)
    return {
        "id": row.id,
        "peer": row.peer,
        "codec": row.codec,
        "case": row.case,
        "message": row.message,
        "operation": row.operation,
        "reused": row.reused,
        "cold": row.cold,
        "written_by": row.written_by,
        "wire": row.wire,
        "value": row.value,
        "loses": row.loses,
        **{name: [getattr(row, name)[number] for number in numbers] for name in _OF_PROCESSES},
        "left_out": row.left_out + len(row.samples) - len(numbers),
        "allocated": _allocated(row),
        "stacks": dict(zip(("samples", "own"), row.stacks, strict=True)) if row.stacks else None,
    }


def _allocated(row: BenchRow) -> dict[str, Any] | None:
    """The last measurement; `stable` when there were at least two and all are the same."""
    if not row.allocations:
        return None
    every = [bytes_ for bytes_, _ in row.allocations]
    stable = len(every) > 1 and max(every) - min(every) < STABLE_BYTES
    return {"bytes": every[-1], "count": row.allocations[-1][1], "stable": stable}


def write(result: dict[str, Any]) -> Path:
    """Writes the result as JSON to both places and as CSV; returns the path of the newest."""
    text = json.dumps(result, ensure_ascii=False)
    folder = reports_of(result["bed"])
    newest = folder / load_result.NEWEST.name
    for path in (folder / "bench" / f"{result['started'].replace(':', '')}.json", newest):
        files.write(path, text)
    table = io.StringIO(newline="")
    lines = csv.DictWriter(table, columns.CSV)
    lines.writeheader()
    lines.writerows(map(columns.line, result["rows"]))
    files.write(newest.with_suffix(".csv"), table.getvalue())
    return newest

"""The results that claims are decided from: those that are there and fit, else runs of the commands that make them.

A result fits when it is of this bed, of this machine and of the versions that run today. What does not fit is made
anew, within the budget, or is missing.
"""

import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from wirebed.bed import REPORTS, Bed
from wirebed.bed.machine import machine
from wirebed.errors import UserError, shown
from wirebed.report.load import load
from wirebed.report.of_today import header_of, is_of_today
from wirebed_build.progress import Progress
from wirebed_build.trees.process import log_path, run_own
from wirebed_claims.published import run_published
from wirebed_claims.results import Results
from wirebed_costs import load_result

# The timed results of claims are apart from those that a user made by `make bench` and `make echo`.
FOLDER = REPORTS / "claims"
# BENCH= of all rows but those on foreign bytes.
_OWN_BYTES = "*[!n]"


@dataclass(frozen=True)
class Source:
    """A result: its file, the command that makes it, the minutes that this may take, and whether what is there fits."""

    name: str
    path: Path
    command: tuple[str, ...]
    minutes: float
    fits: Callable[[Path], bool]


def sources(bind: str | None) -> list[Source]:
    """The results in the order in which they are made; `bind`: BIND= of the echo."""
    bench = FOLDER / "bench.json"
    switched = FOLDER / "switched" / "bench.json"
    return [
        Source("interop", REPORTS / "interop.jsonl", ("interop",), 4, lambda path: is_of_today(path, "interop")),
        Source(
            "evolution", REPORTS / "evolution.jsonl", ("evolution",), 4, lambda path: is_of_today(path, "evolution")
        ),
        Source("bench", bench, _bench("claims", 6), 7, _bench_fits),
        Source("switches", switched, (*_bench("claims-switches", 5), "--bench", _OWN_BYTES), 6, _bench_fits),
        Source("echo", FOLDER / "echo.jsonl", _echo(bind, 4), 8, lambda path: _echo_fits(path, bind)),
    ]


def _bench(group: str, minutes: int) -> tuple[str, ...]:
    return ("bench", "--message", group, "--budget", str(minutes))


def _echo(bind: str | None, minutes: int) -> tuple[str, ...]:
    return ("echo", "--budget", str(minutes), *(("--bind", bind) if bind else ()))


def gather(bed: Bed, bind: str | None, budget: float, progress: Progress) -> Results:
    """The results; `budget` in seconds. What there is no time for stays missing."""
    ends, found = time.monotonic() + budget, {}
    for source in sources(bind):
        if not source.fits(source.path) and ends - time.monotonic() >= 60 * source.minutes:
            with progress.step(f"{source.name}: wirebed {' '.join(source.command)}"):
                _make(source)
        if source.fits(source.path):
            found[source.name] = source.path
        else:
            progress.note(f"{source.name}: missing; BUDGET= of {source.minutes:.0f} more minutes makes it")
    # It measures only what its result does not hold yet, the most important first.
    left = max(0.0, ends - time.monotonic())
    return Results({**found, "published": run_published(bed, left, progress=progress)})


def _make(source: Source):
    log = log_path("claims", source.name)
    log.parent.mkdir(parents=True, exist_ok=True)
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith("WIREBED_") or name == "WIREBED_CACHE"
    }
    with log.open("wb") as output:
        # The exit code does not matter here: it is 1 where a cell is unexpected, and the report is whole all the same.
        env = {**kept, "WIREBED_REPORTS": str(source.path.parent)}
        run_own([sys.argv[0], *source.command], stdout=output, stderr=output, env=env)
    if not source.path.exists():
        raise UserError(f"`wirebed {' '.join(source.command)}` wrote no {shown(source.path)}", log)


def _versions(header: dict) -> dict[str, str]:
    return {one["codec"]: one["version"] for one in header["codecs"]}


def _today() -> dict[str, str]:
    header = header_of(REPORTS / "interop.jsonl")
    return _versions(header) if header else {}


def _bench_fits(path: Path) -> bool:
    try:
        result = load_result.load(path)
    except UserError:
        return False
    versions, today = _versions(result), _today()
    ours = result["machine"]["cpu"] == machine()["cpu"] and not result["interrupted"]
    return ours and all(today.get(codec) == version for codec, version in versions.items())


def _echo_fits(path: Path, bind: str | None) -> bool:
    try:
        header = load(path).header
    except UserError:
        return False  # none, damaged, or of a run that did not end
    addressed = {"bind": bind} if bind else {}
    versions, today = _versions(header), _today()
    ours = header["machine"]["cpu"] == machine()["cpu"] and header["filters"] in (addressed, {"bind": "*"})
    # An echo program has codecs of its own, which no run of interop has.
    return ours and all(today.get(codec, version) == version for codec, version in versions.items())

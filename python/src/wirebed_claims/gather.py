"""The results that claims are decided from: those that are there and fit, else runs of the commands that make them.

A timed result fits when it is of what would be measured today (wirebed_claims.today), a report when its run began with
the files of today. What does not fit is made anew, within the budget, or is missing.
"""

import os
import shlex
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from wirebed.bed.folders import REPORTS, Bed
from wirebed.errors import UserError, shown
from wirebed.report.of_today import is_of_today
from wirebed.suites.trees import trees_of
from wirebed_build.progress import Progress
from wirebed_build.trees.process import log_path, run_own
from wirebed_claims import echoes, second_stage, today, user_code
from wirebed_claims.bench_stage import TIMES
from wirebed_claims.claim import Article, Switch
from wirebed_claims.published import run_published
from wirebed_claims.published_result import RESULT
from wirebed_claims.results import Results
from wirebed_claims.stage import Stage
from wirebed_connections.payloads import Persons
from wirebed_costs.lock import exclusive

# The timed results of claims are apart from those that a user made by `make bench` and `make echo`.
FOLDER = REPORTS / "claims"
# How long a row is measured in a process. Its start and warm-up take four seconds, and verdicts need many processes.
TASK_SECONDS = "0.25"
# BENCH= of the rows that claims are decided by, and of those that a switch asks for.
_PLAIN = "encode,decode"
_SWITCHED = "encode cold,decode cold,encode reused,decode reused,populate,convert"


@dataclass(frozen=True)
class Source:
    """A result: its file, the command that makes it, the minutes that this may take, and whether what is there fits."""

    name: str
    path: Path
    command: Sequence[str]
    minutes: float
    fits: Callable[[Path], bool]
    # What fits and is not whole counts, until there is time to make it anew.
    is_whole: Callable[[Path], bool] = Path.exists


def sources(bind: str | None) -> list[Source]:
    """The results in the order in which they are made; `bind`: BIND= of the echo, whose time is for each address."""
    trees = partial(trees_of, bed=Bed.open())
    echo = _echo({"budget": str(12 if bind else 6), **echoes.choice(bind)})
    return [
        *(
            Source(suite, REPORTS / f"{suite}.jsonl", [suite], 4, partial(is_of_today, suite=suite, trees=trees))
            for suite in ("interop", "evolution")
        ),
        _bench("bench", "claims", 24, _PLAIN),
        Source(
            "echo",
            FOLDER / "echo.jsonl",
            echo,
            16 if bind else 10,
            partial(today.echo_fits, bind=bind),
            today.has_enough_rounds,
        ),
    ]


def switched() -> list[Source]:
    """The results of `make bench` that only switches ask for."""
    return [
        _bench("switches", "claims-switches", 16, _SWITCHED),
        _bench("values", "claims-values", 9, _PLAIN),
    ]


def with_persons(articles: Sequence[Article]) -> list[Source]:
    """The echo of each switch that sets the random Persons."""
    switches = {one.echo: one for article in articles for claim in article.claims for one in claim.switches}
    return [_of_persons(switch, switch.persons) for switch in switches.values() if switch.persons]


def _of_persons(switch: Switch, persons: Persons) -> Source:
    variables = (variable.partition("=") for variable in persons.variables)
    options = {"budget": "3", **echoes.OF_PERSONS, **{name.lower(): number for name, _, number in variables}}
    fits = partial(today.echo_fits, bind=None, persons=persons)
    path = FOLDER / "persons" / switch.name / "echo.jsonl"
    return Source(switch.echo, path, _echo(options), 4, fits, today.has_enough_rounds)


def _echo(options: Mapping[str, str]) -> list[str]:
    return ["echo", *(word for name, text in options.items() for word in (f"--{name.replace('_', '-')}", text))]


def _bench(name: str, group: str, minutes: int, benchmarks: str) -> Source:
    """A result of `make bench` of a group of its workloads, which is measured for so many minutes after the build."""
    chosen = ("--message", group, "--bench", benchmarks)
    command = [*TIMES, *chosen, "--budget", str(minutes), "--task-seconds", TASK_SECONDS]
    path = FOLDER / ("" if name == "bench" else name) / "bench.json"
    fits = partial(today.bench_fits, group=group, benchmarks=benchmarks)
    return Source(name, path, command, minutes + 1, fits, today.has_enough_processes)


def gather(articles: Sequence[Article], bed: Bed, bind: str | None, budget: float, progress: Progress) -> Results:
    """The results; `budget` in seconds. What there is no time for stays missing. A claim rests on the first sources and
    on the articles' own setting, so what would decide more comes after these, and switches come last."""
    ends = time.monotonic() + budget
    paths = {source.name: source.path for source in sources(bind) if _made(source, ends, progress)}

    def published(switched: bool) -> Path:
        """It measures only what its result does not hold yet, the most important first."""
        return run_published(bed, max(0.0, ends - time.monotonic()), progress, switched=switched)

    paths["published"] = published(switched=False)
    code = user_code.count()
    second = _second_stage(articles, Results(paths, user_code=code), ends, progress)
    published(switched=True)
    more = [*with_persons(articles), *switched()]
    paths |= {source.name: source.path for source in more if _made(source, ends, progress)}
    return Results(paths, second, code)


def set_aside():
    """Moves the times that are kept into a folder that has the time in its name, so that all are measured anew."""
    with exclusive():
        FOLDER.mkdir(parents=True, exist_ok=True)
        if RESULT.exists():
            RESULT.rename(FOLDER / RESULT.name)
        before = FOLDER.with_name(f"{FOLDER.name}-{time.strftime('%Y-%m-%dT%H%M%S')}")
        FOLDER.rename(before)
    print(f"claims: the kept times are in {shown(before)}")


def _second_stage(articles: Sequence[Article], first: Results, ends: float, progress: Progress) -> dict[str, Path]:
    """The results of the second stage by claim, with those that there is time to make."""
    paths: dict[str, Path] = {}
    for stage in second_stage.stages(articles, first):
        path = FOLDER / "second" / stage.claim / stage.file
        name, fits = f"second stage of {stage.claim}", partial(_is_of_stage, stage, first.paths[stage.of])
        if not fits(path):
            path.unlink(missing_ok=True)  # an interrupted one would go on, with more processes than planned
        try:
            made = _made(Source(name, path, stage.words, stage.minutes + 1, fits), ends, progress)
        except UserError as error:
            progress.note(f"{name}: {error}")  # the first stage counts without it
        else:
            paths |= {stage.claim: path} if made else {}
    return paths


def _is_of_stage(stage: Stage, first: Path, path: Path) -> bool:
    try:
        return stage.is_measured_by(stage.read(path), stage.read(first))
    except UserError:
        return False


def _made(source: Source, ends: float, progress: Progress) -> bool:
    """Whether there is a result that fits, which is made where there is time for it."""
    is_there = source.fits(source.path) and source.is_whole(source.path)
    why = f"missing; BUDGET= of {source.minutes:.0f} more minutes makes it"
    if not is_there and ends - time.monotonic() >= 60 * source.minutes:
        with progress.step(f"{source.name}: wirebed {shlex.join(source.command)}"):
            code, log = _make(source)
        why = f"missing; its run ended with exit code {code}, and what it wrote does not count: {shown(log)}"
    fits = source.fits(source.path)
    if not fits:
        progress.note(f"{source.name}: {why}")
    return fits


def _make(source: Source) -> tuple[int, Path]:
    """The exit code and the output of the command."""
    log = log_path("claims", source.name)
    log.parent.mkdir(parents=True, exist_ok=True)
    kept = {key: text for key, text in os.environ.items() if not key.startswith("WIREBED_") or key == "WIREBED_CACHE"}
    with log.open("wb") as output:
        env = {**kept, "WIREBED_REPORTS": str(source.path.parent)}
        # It is 1 where a cell is unexpected, and the report is whole all the same.
        code = run_own([sys.argv[0], *source.command], stdout=output, stderr=output, env=env)
    if not source.path.exists():
        raise UserError(f"`wirebed {shlex.join(source.command)}` wrote no {shown(source.path)}", log)
    return code, log

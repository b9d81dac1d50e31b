"""`wirebed evolution`: builds the trees of all versions, runs and judges every step, and reports."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from wirebed.bed import REPORTS, Bed
from wirebed.cases import check
from wirebed.errors import no_match
from wirebed.peers import discover
from wirebed.report import Report
from wirebed.run.peers import Keep
from wirebed.suites.evolution.expect import SUITE
from wirebed.suites.evolution.load_step import cases_of
from wirebed.suites.evolution.plan import Selection
from wirebed.suites.evolution.runner import VARIANTS
from wirebed.suites.evolution.suite import runner, suite
from wirebed.suites.evolution.trees import stage, step_names
from wirebed.suites.evolution.variants import load_variants


def main(
    bed: Bed,
    step: str | None = None,
    format: str | None = None,
    leg: str | None = None,
    writer: str | None = None,
    reader: str | None = None,
    keep: Keep | None = None,
) -> int:
    """Returns the exit code. `keep`: as for Peers."""
    selection = Selection(step=step, format=format, leg=leg, writer=writer, reader=reader)
    return run(bed, selection, REPORTS / f"{SUITE}.jsonl", lambda report, path: show(report, bed, path), keep)


def run(
    bed: Bed, selection: Selection, path: Path, show: Callable[[Report, Path], None], keep: Keep | None = None
) -> int:
    """As `main`; `path` gets the report, and `show` writes its views."""
    from wirebed.peers import asked
    from wirebed.run.execute import execute
    from wirebed_build.trees import state

    begun, sides = time.monotonic(), selection.sides_of(load_variants(VARIANTS).values())
    names = asked.peers(sides)
    folders, _, steps, entries = prepare(bed, selection, asked.here(names))
    with runner(bed, folders, discover(names=names), keep) as versions:
        if selection.full:
            # Of every codec some kept answers are executed again.
            versions.pool.start_all()
        prepared = suite(bed, versions, steps, entries, selection, build=state(stage(bed).values()))
        asked.remember(versions.pool.introductions(), sides)
        return execute(prepared, path, show, begun)


def prepare(bed: Bed, selection: Selection | None = None, peers: Sequence[str] | None = None) -> tuple:
    """The built tree and the schema of each version, the steps, their expectations; `peers`: only these are built."""
    from wirebed_build.trees import ensure_tree

    schemas, steps, entries = load_steps(bed, selection)
    # A text that does not parse is reported before the compilers start.
    check(case for step in steps for case in cases_of(step))
    folders = {version: ensure_tree(tree, peers) for version, tree in stage(bed).items()}
    return folders, schemas, steps, entries


def load_steps(bed: Bed, selection: Selection | None = None) -> tuple:
    """Schemas, steps and expectations. No compiler is needed, so mistakes are reported before anything is built."""
    from wirebed.bed.schema import Schema
    from wirebed.suites.evolution.load import load
    from wirebed_build.trees import ensure_tree

    schemas = {version: Schema.load(ensure_tree(tree, [])) for version, tree in stage(bed).items()}
    return schemas, *load(bed, schemas, _chosen(bed, selection or Selection()))


def _chosen(bed: Bed, selection: Selection) -> Callable[[str], bool] | None:
    """A function that chooses steps by name; a glob without a match is an error."""
    names = step_names(bed)
    if selection.step and not any(map(selection.takes_step, names)):
        raise no_match("STEP", selection.step, names)
    return selection.takes_step if selection.step else None


def show(report: Report, bed: Bed, path: Path) -> None:
    """The views of a report: terminal, markdown, JUnit XML."""
    from wirebed.bed import files
    from wirebed.report import blocks, junit
    from wirebed.suites.evolution import buf_verdicts, markdown, terminal
    from wirebed.suites.evolution.predict import effects, predict
    from wirebed.suites.evolution.worst import by_leg

    worst = by_leg(report.lines)
    # The verdicts of buf are those that the bed has checked in.
    prediction = predict(report.steps, effects(report, worst), buf_verdicts.load(bed))
    files.write(path.with_suffix(".md"), markdown.summary(report, worst, prediction))
    junit.write(report, path.with_suffix(".xml"))
    terminal.show(report, worst, prediction, blocks.console(170))

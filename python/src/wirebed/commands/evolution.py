"""`wirebed evolution`: builds the trees of all versions, runs and judges every step, and reports."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from wirebed.bed import Bed
from wirebed.bed.schema import Schema
from wirebed.cases import check
from wirebed.commands import since
from wirebed.errors import no_match
from wirebed.peers import PeerSpec, discover
from wirebed.peers.scope import Scope
from wirebed.report import Report
from wirebed.run import Build
from wirebed.run.peers import Keep
from wirebed.run.taking_part import taking_part
from wirebed.state.deviations import Entry
from wirebed.suites.evolution.expect import SUITE
from wirebed.suites.evolution.goldens import Goldens
from wirebed.suites.evolution.load_step import cases_of
from wirebed.suites.evolution.model import Step
from wirebed.suites.evolution.plan import Selection, formats_with_bytes, names_of
from wirebed.suites.evolution.runner import VARIANTS, Runner
from wirebed.suites.evolution.suite import suite
from wirebed.suites.evolution.trees import stage, step_names
from wirebed.suites.evolution.variants import load_variants


def main(
    bed: Bed,
    step: str | None = None,
    format: str | None = None,
    leg: str | None = None,
    writer: str | None = None,
    reader: str | None = None,
    language: str | None = None,
    keep: Keep | None = None,
    base: str | None = None,
) -> int:
    """Returns the exit code. `keep`: as for Peers."""
    selection = Selection(step=step, format=format, leg=leg, writer=writer, reader=reader, language=language)
    if base:
        return since.Since(base, SUITE, selection, keep, run).judge(bed)
    return run(bed, selection, bed.reports / f"{SUITE}.jsonl", partial(show, bed), keep)


def run(
    bed: Bed, selection: Selection, path: Path, show: Callable[[Report, Path], None], keep: Keep | None = None
) -> int:
    """As `main`; `path` gets the report, and `show` writes its views."""
    from wirebed.peers import asked
    from wirebed.run.execute import execute

    begun, variants = time.monotonic(), load_variants(VARIANTS).values()
    part = taking_part(bed, selection, names_of(variants), partial(formats_with_bytes, variants=variants))
    built = prepare(bed, selection, part.here)
    with built.runner(discover(names=part.names), keep, part.scope) as versions:
        build = Build.of(bed, built.schemas, stage(bed).values())
        goldens = Goldens(bed, built.schemas, built.steps)
        prepared = suite(build, versions, built.steps, built.entries, selection, goldens)
        asked.remember(versions.pool.introductions(), part.names)
        return execute(prepared, path, show, begun)


@dataclass(frozen=True)
class BuiltSteps:
    """The steps of a bed and what is expected of them, and the trees and schemas that they are built into."""

    bed: str  # the name of the bed
    trees: Mapping[str, Path]  # by version
    schemas: Mapping[str, Schema]
    steps: Sequence[Step]
    entries: Sequence[Entry]

    def runner(
        self, specs: Iterable[PeerSpec] | None = None, keep: Keep | None = None, scope: Scope | None = None
    ) -> Runner:
        """The processes of all versions."""
        return Runner(self.trees, specs, f"{self.bed}-{SUITE}", self.schemas, keep=keep, scope=scope)


def prepare(bed: Bed, selection: Selection | None = None, peers: Sequence[str] | None = None) -> BuiltSteps:
    """Loads the steps and builds their trees; `peers`: only these are built."""
    from wirebed_build.trees import ensure_tree

    schemas, steps, entries = load_steps(bed, selection)
    # A text that does not parse is reported before the compilers start.
    check(case for step in steps for case in cases_of(step))
    folders = {version: ensure_tree(tree, peers) for version, tree in stage(bed).items()}
    return BuiltSteps(bed.name, folders, schemas, steps, entries)


def load_steps(bed: Bed, selection: Selection | None = None) -> tuple[dict[str, Schema], list[Step], list[Entry]]:
    """Schemas, steps and expectations. No compiler is needed, so mistakes are reported before anything is built."""
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


def show(bed: Bed, report: Report, path: Path) -> None:
    """The views of a report: terminal, markdown, JUnit XML."""
    from wirebed.report import blocks, views
    from wirebed.report.steps import buf_verdicts
    from wirebed.report.steps.predict import effects, predict
    from wirebed.report.steps.step_verdict import by_leg
    from wirebed.suites.evolution import markdown, terminal

    worst = by_leg(report.lines)
    # The verdicts of buf are those that the bed has checked in.
    prediction = predict(report.steps, effects(report, worst), buf_verdicts.load(bed))
    views.write(report, path, markdown.summary(report, worst, prediction))
    terminal.show(report, worst, prediction, blocks.console(170))

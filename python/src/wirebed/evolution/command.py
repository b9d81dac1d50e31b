"""`wirebed evolution`: builds the trees of all versions, runs every step, judges it, reports it."""

import sys
import time
from pathlib import Path

from wirebed.bed import BUILD, ROOT, Bed
from wirebed.evolution.expect import SUITE
from wirebed.evolution.plan import Selection, nothing
from wirebed.evolution.session import EvolutionSession
from wirebed.evolution.trees import stage, step_names


def main(bed: Bed, step=None, format=None, leg=None, writer=None, reader=None) -> int:
    """The exit code: 0 as expected, 1 unexpected, 2 (raised as UserError) harness, 3 not all ran."""
    from wirebed.evolution.load import load

    from wirebed.build import ensure_tree
    from wirebed.schema import Schema

    selection = Selection(step, format, leg, writer, reader)
    trees = stage(bed)
    # Schemas need no compiler: what is wrong with a step is told before anything is built.
    folders = {version: ensure_tree(tree, []) for version, tree in trees.items()}
    schemas = {version: Schema.load(folder) for version, folder in folders.items()}
    steps, entries = load(bed, schemas, _chosen(bed, selection))
    for tree in trees.values():
        ensure_tree(tree)
    with EvolutionSession(bed, folders, ROOT) as session:
        session.prepare_steps(steps, entries, selection)
        return execute(session)


def _chosen(bed: Bed, selection: Selection):
    """The steps that are read at all; a glob that matches none is told before anything else."""
    names = step_names(bed)
    if selection.step and not any(map(selection.takes_step, names)):
        raise nothing("STEP", selection.step, names)
    return selection.takes_step if selection.step else None


def execute(session: EvolutionSession, path: Path | None = None) -> int:
    """Runs and reports what a session has prepared."""
    from wirebed.report import load

    path = path or BUILD / "report" / f"{SUITE}.jsonl"
    started = time.monotonic()
    try:
        code = session.run(path, started)
    except KeyboardInterrupt:
        session.abandon()
        print(f"\ninterrupted; what had run is in {path}, without a footer", file=sys.stderr)
        return 130
    show(load(path), session.bed, path)
    return code


def show(report, bed: Bed, path: Path) -> None:
    """The views of a report: terminal, markdown, JUnit XML, and the lines to paste as a file."""
    from wirebed.evolution import markdown, terminal
    from wirebed.report import junit

    path.with_suffix(".suggested.yaml").write_text(report.footer["suggested"], encoding="utf-8")
    markdown.write(report, path.with_suffix(".md"), bed)
    junit.write(report, path.with_suffix(".xml"))
    terminal.show(report, bed=bed)

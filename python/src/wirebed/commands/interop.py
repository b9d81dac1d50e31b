"""`wirebed interop`: builds what is needed, runs the matrix, judges it, reports it."""

from collections.abc import Callable, Iterable
from pathlib import Path

from wirebed.bed import ROOT, Bed
from wirebed.bed import settings as bed_settings
from wirebed.bed.schema import Schema
from wirebed.commands import since
from wirebed.errors import unknown
from wirebed.peers import discover
from wirebed.peers.codecs import MESSAGE, CodecRef
from wirebed.report import Report
from wirebed.run import Build, Peers, Selection, Suite
from wirebed.run.leg import NOW
from wirebed.run.peers import Keep
from wirebed.run.taking_part import taking_part
from wirebed.state.roster import Roster
from wirebed.suites.interop.plan import InteropPlan
from wirebed.suites.interop.suite import SUITE, suite


def main(bed: Bed, selection: Selection | None = None, keep: Keep | None = None, base: str | None = None) -> int:
    """The exit code: 0 as expected, 1 unexpected, 2 (raised as UserError) harness, 3 not all ran."""
    selection = selection or Selection()
    if selection.values:
        keep = None  # what was drawn once is asked no second time
    if base:
        return since.Since(base, SUITE, selection, keep, run).judge(bed)
    return run(bed, selection, bed.reports / f"{SUITE}.jsonl", show, keep)


def run(
    bed: Bed, selection: Selection, path: Path, show: Callable[[Report, Path], None], keep: Keep | None = None
) -> int:
    """Like `main`, with the report in `path`; `show` makes its views. `keep`: as for Peers."""
    from wirebed.peers import asked
    from wirebed.run.execute import execute
    from wirebed_build.trees import ensure
    from wirebed_build.trees.tree import Tree

    part = taking_part(bed, selection)
    tree = ensure(bed, part.here)
    with Peers.of_tree(tree, discover(names=part.names), bed.name, keep, part.scope) as peers:
        build = Build.of(bed, {NOW.reader: Schema.load(tree)}, [Tree.of_bed(bed)])
        prepared = of_bed(bed, build, peers, selection)
        check_settings(bed, prepared.codecs)
        asked.remember(peers.pool.introductions(), part.names)
        return execute(prepared, path, show)


def check_settings(bed: Bed, codecs: Iterable[CodecRef]) -> None:
    """Raises UserError where `field_by_field:` names no codec of plain objects; a filter may have left out its peer."""
    models = {codec.id: codec.model for codec in codecs}
    settings = bed_settings.load(bed)
    known = [member.codec for member in Roster.load(ROOT / "fixtures" / "roster.yaml").members]
    known += [mapper.codec for mapper in settings.mappers]
    for codec, messages in settings.field_by_field.items():
        if codec not in known:
            raise messages.key_error(unknown("codec", codec, known).message)
        if models.get(codec) == MESSAGE:
            raise messages.key_error(f"{codec} has messages of protobuf, which hold one field alone without this")


def of_bed(bed: Bed, build: Build, peers: Peers, selection: Selection) -> Suite[InteropPlan]:
    """The suite with all of a bed: its cases and values of classes, the bytes of its goldens and vectors, the golden
    checker; with random values, these alone.
    """
    from wirebed import cases
    from wirebed.cases import vectors
    from wirebed.cases.java_types import case as java_types
    from wirebed.state.golden import Checker

    schema = build.schema
    if selection.values:
        return suite(build, peers, selection, cases.drawn(schema, selection.seed, selection.values))
    own = cases.with_fields(bed, schema, selection.takes_case)
    cases.check(case for case in own if selection.takes_case(case.name))
    goldens = Checker(bed, schema, own)
    # A CASE= that takes nothing is reported by the plan, which knows all cases and sources.
    sources = [*goldens.sources(selection.takes_case), *vectors.sources(bed, schema)]
    shows_left = bed_settings.load(bed).shows_left
    return suite(build, peers, selection, own, sources, goldens, java_types.load(bed), shows_left)


def show(report: Report, path: Path) -> None:
    """The views of a report: terminal, markdown, JUnit XML."""
    from wirebed.report import blocks, markdown, terminal, views

    views.write(report, path, markdown.summary(report))
    terminal.show(report, blocks.console(180))

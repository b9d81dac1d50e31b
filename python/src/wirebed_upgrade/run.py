"""A run of interop with generations beside today's peers, of which only the answers matter."""

from dataclasses import dataclass, replace
from pathlib import Path

from wirebed.bed import Bed
from wirebed.bed.schema import Schema
from wirebed.cases.case import Case
from wirebed.commands import interop
from wirebed.report import Report
from wirebed.run import Build, Peers, Selection
from wirebed.run.execute import execute
from wirebed.run.leg import NOW
from wirebed.run.suite import AnySuite, Ending
from wirebed.state.deviations.entry import Entry
from wirebed.state.row import Row
from wirebed.suites.interop.suite import SUITE
from wirebed_build.trees.tree import Tree


@dataclass(frozen=True)
class Ran:
    """`entries`: those of which the cells of the report may have some."""

    report: Report
    cases: dict[str, Case]
    entries: list[Entry]


def run(bed: Bed, selection: Selection, peers: Peers, tree: Path, path: Path) -> Ran:
    """What the roster, goldens and baseline say of a bed is not the question.

    `peers`: entered; `path`: of the report."""
    reports: list[Report] = []
    build = Build.of(bed, {NOW.reader: Schema.load(tree)}, [Tree.of_bed(bed)])
    suite = interop.of_bed(bed, build, peers, selection)
    entries = build.entries_of([SUITE], peers.pool)
    compared: AnySuite = replace(
        suite, name=path.stem, unstated=_Silent(), rostered=lambda: ([], suite.plan.cells),
        goldens=None, baseline=None, leaving=None, ending=Ending, head={},
    )  # fmt: skip
    execute(compared, path, lambda report, _: reports.append(report))
    return Ran(reports[0], {case.name: case for case in suite.plan.cases}, entries)


class _Silent:
    """Nothing is to be stated of the cells of an upgrade."""

    def see(self, row: Row) -> None:
        pass

    def text(self) -> str:
        return ""

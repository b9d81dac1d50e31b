"""`wirebed echo`: builds the echo programs, echoes every value over every connection, takes times, reports."""

import time
from pathlib import Path

from wirebed.bed import Bed
from wirebed.bed.schema import Schema
from wirebed.errors import UserError
from wirebed.peers import asked
from wirebed.report import Report
from wirebed.run import Build
from wirebed.run.execute import execute
from wirebed.run.leg import NOW
from wirebed.run.taking_part import taking_part
from wirebed_build.trees import ensure, ensure_schema, identity
from wirebed_build.trees.tree import Tree
from wirebed_connections import payloads
from wirebed_connections.loads import Effort
from wirebed_connections.payloads import Persons
from wirebed_connections.plan import Selection
from wirebed_connections.programs import available
from wirebed_connections.suite import SUITE, check, offering, started, suite


def main(bed: Bed, selection: Selection, persons: Persons, full: bool, port: str | None, effort: Effort | None) -> int:
    """The exit code: 0 as expected, 1 unexpected, 2 (raised as UserError) harness, 3 not all ran. `effort`: of the
    times, or None without these."""
    first, begun = _port(port), time.monotonic()
    scope = taking_part(bed).scope
    check(selection, scope)
    schema = Schema.load(ensure_schema(bed))
    chosen = payloads.of(bed, schema, selection.case, persons, full)
    names = asked.named(selection.sides, None if scope.whole else offering(scope))
    tree = ensure(bed, asked.here(names), programs=(SUITE,))
    programs = available(tree, names)
    with started(bed, tree, programs, first, scope=scope) as (peers, servers):
        build, variables = Build.of(bed, {NOW.reader: schema}, [Tree.of_bed(bed)]), persons.variables
        built = identity.of_programs({one.name: one.program for one in programs}, tree)
        head = {"programs": built, "values": payloads.identity(chosen)}
        prepared = suite(build, peers, servers, chosen, selection, effort, [*variables, *["FULL=1"] * full], head)
        return execute(prepared, bed.reports / f"{SUITE}.jsonl", show, begun)


def show(report: Report, path: Path):
    """The views of a report: terminal and JUnit XML."""
    from wirebed.report import blocks, views
    from wirebed_connections import terminal

    views.write(report, path)
    terminal.show(report, blocks.console(180))


def _port(text: str | None) -> int:
    if not text:
        return 0
    if not text.isascii() or not text.isdigit() or not 1024 <= int(text) <= 65_000:
        raise UserError(f"PORT={text}: say the first port of the listeners, from 1024 to 65000")
    return int(text)

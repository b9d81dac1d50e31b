"""Every reader is asked for exactly the bytes of its cells, and for equal bytes once in the whole run."""

from collections import Counter

from wirebed.bed import ROOT, Bed
from wirebed.bed.codec_id import NONE
from wirebed.bed.schema import Schema
from wirebed.commands.interop import of_bed
from wirebed.peers import discover
from wirebed.run import Build, Peers, Selection
from wirebed.run.drive import drive
from wirebed.run.leg import NOW
from wirebed.suites.interop.plan import InteropPlan
from wirebed_build.trees import ensure

# Messages with many goldens, and with vectors: bytes that a writer of the run writes again, and bytes of nobody.
CASES = "[STF]*"


def test_readers_of_the_repository_are_asked_for_the_bytes_of_their_cells_once():
    bed = Bed.open()
    tree = ensure(bed, ["python"])
    specs = [spec for spec in discover(ROOT) if spec.name == "python"]
    asked, encoded, rows = Counter(), Counter(), []

    def observe(job):
        for column in job.columns:
            options = frozenset(column.options.items())
            for value in column.values:
                if column.action == "decode":
                    asked[column.codec, column.message, options, value] += 1
                else:
                    encoded[column.codec, column.message, options, value] += 1

    with Peers.of_tree(tree, specs, bed.name) as peers:
        build = Build.of(bed, {NOW.reader: Schema.load(tree)})
        plan = of_bed(bed, build, peers, Selection(case=CASES)).plan
        drive(plan.works, peers.pool, lambda work, of_work: rows.extend(of_work), observe)
        needed = _needed(plan, rows)
    of_bytes = {question for question in asked if not question[0].startswith(NONE)}
    assert of_bytes == needed
    assert set(asked.values()) == set(encoded.values()) == {1}
    # Many cells share an answer: of goldens and of other writers with the same bytes.
    cells = sum(len(row.readers) for row in rows if row.format != NONE and row.data is not None)
    assert len(needed) < 0.8 * cells


def _needed(plan: InteropPlan, rows: list) -> set:
    """Codec, message, options and bytes of each cell that has bytes."""
    routes = {
        (route.name, route.source, route.format.name, route.writer_id): route
        for work in plan.works
        for route in work.routes
    }
    found = set()
    for row in rows:
        if row.format == NONE or row.data is None:
            continue
        route = routes[row.name, row.source, row.format, row.writer]
        case = route.case if route.given is None else route.given
        options = case.options.get(row.format, {}) if route.given is None else case.options
        key = case.message, frozenset(options.items()), row.data
        found.update((reader.partition(":")[2], *key) for reader in row.readers)
    return found

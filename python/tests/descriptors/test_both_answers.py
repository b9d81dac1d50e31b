"""What messages made from descriptors answer on all steps of the suite, beside what compiled classes answer.

It compiles the trees of `make evolution`, which takes minutes where these are not built.
"""

import pytest

from wirebed.bed import Bed
from wirebed.bed.codec_id import NONE
from wirebed.commands.evolution import load_steps
from wirebed.peers import discover
from wirebed.peers.kept import Keep
from wirebed.report.steps.verdicts import EQUAL, of_failure
from wirebed.suites.evolution.legs import LEGS
from wirebed.suites.evolution.plan import Selection
from wirebed.suites.evolution.runner import Runner
from wirebed.suites.evolution.trees import stage
from wirebed.view import spell
from wirebed.view.outcome import Outcome, word
from wirebed_build.trees import ensure_descriptors, ensure_tree
from wirebed_safe_change import descriptors


class Answers:
    """One of the two answers, in all formats that both give."""

    def __init__(self, compiled: bool):
        bed = Bed.open()
        _, steps, _ = load_steps(bed)
        ensure = ensure_tree if compiled else ensure_descriptors
        names = [spec.name for spec in discover(compiled=False)]
        trees = {version: ensure(tree, names) for version, tree in stage(bed).items()}
        self.cells: dict[tuple, tuple] = {}  # cell -> its severity, and what is told of it
        # What `make evolution` has executed is not executed again.
        keep = Keep() if compiled else None
        with Runner(trees, discover(names=names, compiled=compiled), keep=keep) as runner:
            self.codecs = runner.codecs.all
            self.schemas = runner.schemas
            for format_ in descriptors.formats():
                if format_ != NONE:
                    planned, executed = runner.run(steps, Selection(format=format_), take=self._take)
                    assert planned == executed > 10_000

    def _take(self, rows):
        for row in rows:
            for one in row.each():
                key = (row.name, row.format, row.leg, row.writer, row.relay, one.reader)
                self.cells[key] = self._told(row.leg, one.cell)

    def _told(self, leg: str, cell) -> tuple:
        if cell is None or cell.outcome is Outcome.EQUAL:
            return EQUAL, "equal"
        if cell.outcome is not Outcome.DIFFERS:
            return of_failure(cell.outcome, cell.stage), f"{cell.outcome.value} {cell.stage}"
        schema = self.schemas[LEGS[leg].reader]
        places = [
            (word(found.kind), spell.path(found.place, getattr(found, "schema", None) or schema))
            for found in cell.differences
        ]
        return max(found.kind for found in cell.differences), sorted(places)


@pytest.fixture(scope="module")
def both() -> tuple[Answers, Answers]:
    """From compiled classes, and from descriptors."""
    return Answers(compiled=True), Answers(compiled=False)


def test_the_roster_names_who_answers_from_descriptors(both):
    assert descriptors.roster().missing(both[1].codecs) == []


def test_both_answer_the_same_but_where_the_known_differences_say_so(both):
    compiled, dynamic = (one.cells for one in both)
    assert compiled.keys() == dynamic.keys()
    unknown = [
        f"{' '.join(filter(None, cell))}: compiled {compiled[cell]}, from descriptors {dynamic[cell]}"
        for cell in compiled
        if compiled[cell] != dynamic[cell] and not _known(cell)
    ]
    assert unknown == []


def test_each_known_difference_shows(both):
    compiled, dynamic = (one.cells for one in both)
    differing = [cell for cell in compiled if compiled[cell] != dynamic[cell]]
    for one in descriptors.known():
        shown = {cell[0] for cell in differing if one.codec in cell[4:]}
        assert [sample for sample in one.samples if sample not in shown] == [], one.name


def test_descriptors_never_answer_milder(both):
    """So what is safe from descriptors is safe."""
    compiled, dynamic = (one.cells for one in both)
    assert [cell for cell in compiled if dynamic[cell][0] < compiled[cell][0]] == []


def _known(cell: tuple) -> bool:
    return any(cell[0] in one.samples and one.codec in cell[4:] for one in descriptors.known())

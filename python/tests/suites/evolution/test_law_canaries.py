"""Each law is as narrow as it has to be: what is changed in it turns a run red, with its file and line.

The cells of one whole run are held against the laws, each of which is changed in turn.
"""

import dataclasses
import os
from collections.abc import Iterator

import pytest

from wirebed.bed import Bed
from wirebed.commands.evolution import prepare
from wirebed.peers import discover
from wirebed.peers.kept import Keep
from wirebed.run import Build
from wirebed.state.deviations.entry import Entry
from wirebed.state.deviations.selectors import Pair, PairIndex
from wirebed.state.row import Row
from wirebed.suites.evolution.expect import Expectations
from wirebed.suites.evolution.legs import LEGS
from wirebed.suites.evolution.suite import suite
from wirebed.suites.evolution.trees import stage
from wirebed.view.outcome import Kind, Outcome

pytestmark = pytest.mark.skipif(os.environ.get("WIREBED_LONG") != "1", reason="a whole run of evolution: LONG=1")


@dataclasses.dataclass
class Run:
    """The rows of a whole run before any entry is looked at, and the matcher of all its entries."""

    rows: list[Row]
    matcher: Expectations

    def problems(self, row: Row, *changed: Entry) -> list[str]:
        """What is wrong in a row when an entry is changed."""
        by_name = {entry.name: entry for entry in changed}
        entries = [by_name.get(entry.name, entry) for entry in self.matcher.entries]
        matcher = Expectations(
            entries, self.versions, self.matcher.schemas, [row.name.partition("/")[0]], self.matcher.objects,
            self.matcher.speakers,
        )  # fmt: skip
        again = _copy(row)
        matcher.judge(again)
        return [str(problem) for cell in again.cells for problem in cell.problems]

    versions: dict[str, str] = dataclasses.field(default_factory=dict)


def _copy(row: Row) -> Row:
    cells = [r.cell and dataclasses.replace(r.cell, problems=[], entries=[]) for r in row.readings]
    readings = [dataclasses.replace(r, cell=cell) for r, cell in zip(row.readings, cells, strict=True)]
    return dataclasses.replace(row, readings=readings)


@pytest.fixture(scope="module")
def run() -> Run:
    bed, rows = Bed.open(), []
    built = prepare(bed)
    with built.runner(discover(), Keep(False, False)) as runner:
        build = Build.of(bed, built.schemas, stage(bed).values())
        made = suite(build, runner, built.steps, built.entries)
        runner.run(built.steps, take=rows.extend)
        return Run([_copy(row) for row in rows], made.matcher, made.versions)


def laws(run: Run) -> list[Entry]:
    return [entry for entry in run.matcher.entries if entry.place is not None and "/laws/" in str(entry.place[0])]


def taken(run: Run, entry: Entry) -> Iterator[tuple[Row, str]]:
    """The rows and readers that an entry is about."""
    index, known = PairIndex([entry], run.versions), {}
    for row in run.rows:
        if row.places is None or (LEGS[row.leg].given and not entry.legs):
            continue
        for reader in row.readers:
            pair = Pair(row.format, row.writer, reader, row.leg, row.relay)
            if pair not in known:
                known[pair] = bool(index.bits(pair))
            if known[pair] and entry.takes_case(row.name, row.places.message, row.places):
                yield row, reader


def widened(law: Entry) -> Iterator[tuple[str, Entry]]:
    """The law without one condition, and for one codec more."""
    for key, weaker in law.value.weaker if law.value is not None else ():
        yield f"without {key}", dataclasses.replace(law, value=weaker)
    for selector in ("writers", "readers", "others", "relays"):
        if getattr(law, selector) not in ((), ("*",)):
            yield f"all {selector}", dataclasses.replace(law, **{selector: ("*",)})


def changed(law: Entry) -> Entry:
    """The law with another outcome, or another kind."""
    if law.outcome is not Outcome.DIFFERS:
        other = Outcome.REJECTED if law.outcome is not Outcome.REJECTED else Outcome.REFUSED
        return dataclasses.replace(law, outcome=other)
    return dataclasses.replace(law, kind=Kind.STALE if law.kind is not Kind.STALE else Kind.DROPPED, reads=None)


def test_a_law_that_is_wider_is_red(run):
    green = []
    for law in laws(run):
        own = {(id(row), reader) for row, reader in taken(run, law)}
        for what, wider in widened(law):
            more = (row for row, reader in taken(run, wider) if (id(row), reader) not in own)
            row = next(more, None)
            if row is None or not any(law.where in problem for problem in run.problems(row, wider)):
                green.append(f"{law.where} `{law.name}` {what}")
    assert green == []


def test_a_law_with_another_outcome_is_red(run):
    green = []
    for law in laws(run):
        row, _ = next(taken(run, law))
        if not run.problems(row, changed(law)):
            green.append(f"{law.where} `{law.name}`")
    assert green == []

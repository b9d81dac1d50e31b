"""With the real Java peer: what goes wrong on purpose in an expectation turns the run red."""

import dataclasses

import pytest

from wirebed.bed import Bed
from wirebed.bed.schema import Schema
from wirebed.cases.java_types.case import load
from wirebed.peers import discover
from wirebed.run import Build, Peers, Selection
from wirebed.run import outcomes as run_outcomes
from wirebed.run.leg import NOW
from wirebed.state.deviations import Matcher
from wirebed.state.deviations.read_value import ReadValue
from wirebed.state.deviations.speakers import Speakers
from wirebed.state.deviations.stated import Stated
from wirebed.suites.interop.suite import SUITE, suite
from wirebed_build.trees import ensure

CHOSEN = Selection(case="javatypes.HoldsParent/child", format="json", reader="java/gson")


@pytest.fixture(scope="module")
def tree():
    return ensure(Bed.open(), ["java"])


def outcomes(tree, change=lambda entry: entry):
    """The unexpected cells of a run with changed entries."""
    bed = Bed.open()
    with Peers.of_tree(tree, discover(names=["java"]), bed.name) as peers:
        build = Build.of(bed, {NOW.reader: Schema.load(tree)})
        made = suite(build, peers, CHOSEN, java_types=load(bed))
        changed = filter(None, (change(entry) for entry in build.entries_of([SUITE], peers.pool)))
        matcher = Matcher(changed, made.versions, "interop", Stated(Speakers(made.codecs)))
        cells = run_outcomes(dataclasses.replace(made, matcher=matcher))
        return [cell.problems for cell in cells], made.plan.cells


def test_the_entries_of_the_bed_state_all(tree):
    assert outcomes(tree) == ([], 2)


def test_without_its_entry_a_lost_subclass_is_red(tree):
    found, _ = outcomes(tree, lambda entry: None if entry.name.startswith("json-type-by-field") else entry)
    assert len(found) == 2
    assert all("no entry states that held is reinterpreted" in str(problems[0]) for problems in found)


def test_an_entry_that_reads_another_class_is_red(tree):
    def change(entry):
        is_it = entry.name.startswith("json-type-by-field")
        return dataclasses.replace(entry, reads=ReadValue(lambda *_: False)) if is_it else entry

    found, _ = outcomes(tree, change)
    assert len(found) == 2

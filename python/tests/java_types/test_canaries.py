"""With the real Java peer: what goes wrong on purpose in an expectation turns the run red."""

import dataclasses

import pytest

from wirebed.bed import ROOT, Bed
from wirebed.bed.schema import Schema
from wirebed.cases.java_types.case import load
from wirebed.peers import discover
from wirebed.run import Selection
from wirebed.suites.interop.session import InteropSession
from wirebed_build.trees import ensure

CHOSEN = Selection(case="javatypes.HoldsParent/child", format="json", reader="java/gson")


@pytest.fixture(scope="module")
def tree():
    return ensure(Bed.open(), ["java"])


def outcomes(tree, change=lambda entry: entry):
    """The unexpected cells of a run with changed entries."""

    class Changed(InteropSession):
        def own_entries(self):
            changed = (change(entry) for entry in super().own_entries())
            return [entry for entry in changed if entry is not None]

    bed = Bed.open()
    with Changed(bed, tree, ROOT, discover(names=["java"])) as session:
        session.prepare(Schema.load(tree), CHOSEN, java_types=load(bed))
        return [cell.problems for cell in session.outcomes()], session.plan.cells


def test_the_entries_of_the_bed_state_all(tree):
    assert outcomes(tree) == ([], 2)


def test_without_its_entry_a_lost_subclass_is_red(tree):
    found, _ = outcomes(tree, lambda entry: None if entry.name.startswith("json-type-by-field") else entry)
    assert len(found) == 2
    assert all("no entry states that held is reinterpreted" in str(problems[0]) for problems in found)


def test_an_entry_that_reads_another_class_is_red(tree):
    class Nothing:
        def explains(self, *_):
            return False

    def change(entry):
        is_it = entry.name.startswith("json-type-by-field")
        return dataclasses.replace(entry, reads=Nothing()) if is_it else entry

    found, _ = outcomes(tree, change)
    assert len(found) == 2

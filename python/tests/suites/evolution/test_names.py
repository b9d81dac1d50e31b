"""The names of several changes, one after the other."""

import pytest

from wirebed.peers.codecs import Codecs
from wirebed.run.questions import Questions
from wirebed.suites.evolution.model import Names, Step
from wirebed.suites.evolution.values import StepValues


def test_a_rename_in_the_second_change_is_not_forgotten():
    both = Names().then(Names({"p.M.note": "p.M.remark"}))
    assert both.renamed == {"p.M.note": "p.M.remark"}
    assert both.back().renamed == {"p.M.remark": "p.M.note"}


def test_a_field_that_is_renamed_twice_has_the_last_name():
    both = Names({"p.M.a": "p.M.b"}).then(Names({"p.M.b": "p.M.c"}))
    assert both.renamed == {"p.M.a": "p.M.c"}


def test_a_field_of_a_message_that_is_renamed_later():
    first, second = Names({"p.Inner.a": "p.Inner.b"}), Names({"p.Inner": "p.Outer"})
    assert first.then(second).renamed == {"p.Inner.a": "p.Outer.b", "p.Inner": "p.Outer"}


def test_a_field_of_a_message_that_was_renamed_before():
    first, second = Names({"p.Inner": "p.Outer"}), Names({"p.Outer.a": "p.Outer.b"})
    assert first.then(second).renamed == {"p.Inner": "p.Outer", "p.Inner.a": "p.Outer.b"}


def test_a_name_that_was_free_for_another_field_is_that_of_the_other():
    """v1 has `a`, which v2 calls `b`; v2 has a new `a`, which v3 calls `c`."""
    both = Names({"p.M.a": "p.M.b"}).then(Names({"p.M.a": "p.M.c"}))
    assert (both.renamed, both.apart) == ({"p.M.a": "p.M.b"}, {"p.M.c"})


def test_what_either_change_says_is_apart_is_apart():
    first, second = Names({"p.M.a": "p.M.b"}, frozenset({"p.M.x"})), Names(apart=frozenset({"p.M.b"}))
    assert first.then(second).apart == {"p.M.x", "p.M.b", "p.M.a"}


@pytest.mark.parametrize(("source", "target", "old", "new"), [("v1", "v3", "a", "c"), ("v3", "v1", "c", "a")])
def test_values_that_skip_a_version_have_the_names_of_both_changes(source, target, old, new):
    changes = Names({"p.M.a": "p.M.b"}), Names({"p.M.b": "p.M.c"})
    versions = ("v1", "v2", "v3")
    step = Step("s", "a field is renamed twice", versions, dict.fromkeys(versions, "p.M"), changes)
    values = StepValues(step, dict.fromkeys(versions), Codecs(()), Questions())
    assert values.migrator(source, target).same.names.renamed == {f"p.M.{old}": f"p.M.{new}"}

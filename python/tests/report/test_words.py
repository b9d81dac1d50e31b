"""What a cell means in words: each fact of a line is said, and what is not so is not said."""

import pytest
import typed

from wirebed.report import words
from wirebed.report.cell import Difference
from wirebed.view.outcome import OUTCOMES, SIGNS, Outcome
from wirebed_safe_change.meanings import MEANINGS

CELL = {"case": "M/one", "format": "json", "writer": "java:json/one", "reader": "py:json/two"}
FAILED = {"stage": "parse", "manner": "typed", "by": "library"}
NARROWED = {"path": "real", "type": "double", "kind": "narrowed", "expected": "1.5", "actual": "1"}


def said(**line) -> dict[str, str]:
    return dict(words.statements(typed.cell(**CELL | line)))


def test_an_exact_cell_says_so_twice():
    assert said(outcome="equal") == {
        "Equal": "yes: the reader has all of the case that the objects of the two languages hold",
        "Exact": "yes: the reader has what the case says",
    }


def test_what_the_bytes_lost_and_what_the_objects_lost_are_told_apart():
    by_objects = said(outcome="equal", lost=["narrowed"])
    assert by_objects["Equal"].startswith("yes") and by_objects["Exact"].endswith(
        "by the objects of the languages alone"
    )
    by_bytes = said(outcome="differs", lost=["narrowed"], differences=[NARROWED], more_differences=2)
    assert by_bytes["Equal"].endswith("the bytes lost something at 3 places (narrowed)")
    assert "languages" not in by_bytes["Exact"]
    without_bytes = said(outcome="differs", format="none", lost=["narrowed"])
    assert set(without_bytes) == {"Exact"} and "there are no bytes" in without_bytes["Exact"]


@pytest.mark.parametrize(
    ("line", "who"),
    [
        ({"outcome": "rejected"}, "the reader rejected the bytes"),
        ({"outcome": "refused"}, "the writer refused the value"),
        ({"outcome": "rejected", "side": "relay"}, "the relay rejected the bytes"),
    ],
)
def test_a_failure_says_who_failed_when_and_how(line, who):
    found = said(**FAILED, **line)
    assert found["How"] == f"{who} when it read them"
    assert found["Manner"] == "typed: an error that is documented for it, raised by the library"
    assert found["Equal"] == "no: nothing arrived"


@pytest.mark.parametrize(
    ("line", "end"),
    [
        ({"outcome": "rejected", "derived": True}, "it does"),
        ({"outcome": "rejected"}, "it rejects them otherwise"),
        ({"outcome": "equal"}, "it does not reject them"),
    ],
)
def test_bytes_that_are_to_be_rejected(line, end):
    assert said(reject=True, **line)["Expected"] == f"{words.TO_REJECT}: {end}"


def test_of_a_leg_only_what_it_says_of_the_change():
    assert said(leg="forward", outcome="equal") == {}
    assert set(said(leg="forward", outcome="equal", source="x", derived=True)) == {"Derived", "Golden"}


@pytest.mark.parametrize(
    ("left", "text"),
    [
        ({"what": "output", "size": 3, "data": "a"}, "half-written, 3 bytes"),
        ({"what": "object", "size": 9, "data": "a"}, "half-filled: a view of 9 bytes"),
        ({"what": "object", "size": 9}, "half-filled: a view of 9 bytes, too long to show"),
        ({"what": "object", "size": 0}, "half-filled: without a view, since a part of it is not of its type"),
    ],
)
def test_what_a_failure_leaves(left, text):
    assert said(outcome="rejected", **FAILED, left=left)["Left"] == text


def test_in_a_line():
    assert words.in_line(typed.cell(**CELL, outcome="equal", lost=["narrowed"])) == "equal, not exact (narrowed)"
    rejected = typed.cell(**CELL, outcome="rejected", **FAILED)
    assert words.in_line(rejected) == "rejected at parse (typed, by the library)"
    assert words.difference(Difference(**NARROWED)) == "real (double) narrowed: expected 1.5, read 1"


def test_every_outcome_has_a_sign_and_every_failure_a_meaning():
    assert set(OUTCOMES) == set(Outcome)
    assert all(one.sign in SIGNS for one in OUTCOMES.values())
    failures = set(Outcome) - {Outcome.EQUAL, Outcome.DIFFERS, Outcome.UNSUPPORTED}
    assert all(MEANINGS[outcome.value] == OUTCOMES[outcome].means for outcome in failures)

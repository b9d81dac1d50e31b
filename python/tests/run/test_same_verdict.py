"""Which verdicts of a work are the same: a change of anything but the bytes of an unstable writer counts."""

import msgspec
import pytest

from wirebed.report.jsonl import Counts, Written
from wirebed.run.same_verdict import same
from wirebed.run.verdict import Tally, Verdict
from wirebed.state.baseline.judge import Counted
from wirebed.state.deviations.selectors import Pair
from wirebed.state.deviations.shown import Shown
from wirebed.view.outcome import CellId

DIFFERENCE = {"path": "map", "kind": "dropped", "type": "string", "expected": "1", "actual": "2"}
LINE = {
    "case": "M/map",
    "format": "json",
    "writer": "one:json/fake",
    "readers": ["one:json/fake", "two:json/fake"],
    "outcome": "differs",
    "entries": ["drops"],
    "differences": [DIFFERENCE],
    "read": "beef",
    "value": "cafe",
    "bytes": "0001",
}


def verdict(shown: str = "drops", cells: int = 2, **changes) -> Verdict:
    lines = msgspec.json.encode(LINE | changes) + b"\n"
    pairs = {shown: {Pair("json", "one:json/fake", "two:json/fake")}}
    return Verdict(Written(lines, b"", Counts(cells=cells)), Tally(Shown(pairs), Counted(), [], {}))


@pytest.mark.parametrize(
    "changes",
    [
        {"outcome": "equal"},
        {"entries": []},
        {"differences": [DIFFERENCE | {"kind": "narrowed"}]},
        {"differences": [DIFFERENCE | {"by": "codec"}]},
        {"lost": ["dropped"]},
        {"manner": "typed"},
        {"readers": ["one:json/fake"]},
        {"shown": "another"},
        {"cells": 3},
    ],
)
@pytest.mark.parametrize("data", ["0001", "0002"])
def test_what_is_judged_counts_whatever_was_written(changes, data):
    assert not same(verdict(), verdict(bytes=data, **changes))


@pytest.mark.parametrize("changes", [{"read": "dead"}, {"reason": "no"}, {"differences": [DIFFERENCE | {"path": "b"}]}])
def test_what_was_read_counts_where_the_same_was_written(changes):
    assert not same(verdict(), verdict(**changes))
    assert same(verdict(), verdict(bytes="0002", **changes))


@pytest.mark.parametrize("changes", [{}, {"kept": ["one:json/fake"]}, {"bytes": "0002", "size": 5}])
def test_the_same(changes):
    assert same(verdict(), verdict(**changes))


def test_an_address_is_no_word_of_a_failure():
    assert same(verdict(reason="of M@1a2b3c4d"), verdict(reason="of M@4d3c2b1a"))


def test_a_condition_that_was_needed_counts_where_the_same_was_written():
    needed = verdict()
    needed.tally.shown.needed.add(("drops", "type"))
    assert not same(verdict(), needed)
    assert same(verdict(bytes="0002"), needed)


def test_what_a_failure_leaves_counts_where_the_same_was_written():
    leaves = verdict()
    leaves.tally.left.append(("object", "one:json/fake", 1, CellId("M/map", "json", "one:json/fake", "one:json/fake")))
    assert not same(verdict(), leaves)
    assert same(verdict(bytes="0002"), leaves)

"""`read: by-position`: cells are held against what their bytes give. A codec that reads otherwise turns a run red."""

import pytest
from steps import REASON, told

from wirebed.errors import UserError

# What the law `position-decides` of this repository says of all steps, as an expectation of one.
ENTRY = f"expect:\n  - {{{REASON}, read: by-position, by: [codec, library]}}\n"
JOINED = """change: two int32 become one int64
samples:
  v1: {both: 'a: 7 b: 1', zero: ''}
  v2: {big: 'a: 4294967301'}
migration: {apart: [M.a]}
"""
ADDED = """change: a field is added
samples:
  v1: {one: 'a: 1'}
  v2: {both: 'a: 1 b: 2'}
"""
ONE, TWO = "message M { int32 a = 1; }\n", "message M { int32 a = 1; int32 b = 2; }\n"


@pytest.fixture
def joined(steps):
    steps.step("joined", JOINED, v1=TWO, v2="message M { int64 a = 1; }\n")
    return steps


@pytest.fixture
def added(steps):
    steps.step("added", ADDED, v1=ONE, v2=TWO)
    return steps


def problems(steps, wrong: str = "", **globs) -> str:
    code, report = steps.run(wrong, format="raw", **globs)
    assert code == bool(told(report))
    return "\n".join(told(report))


@pytest.mark.parametrize(("expect", "name"), [("", "position-decides"), (ENTRY, "joined:7")], ids=["law", "own"])
def test_one_entry_states_all_differences_and_rejections(joined, expect, name):
    joined.step("joined", JOINED + expect)
    code, report = joined.run(format="raw")
    assert (code, told(report)) == (0, [])
    kinds = {(d.path, d.kind) for cell in report.cells for d in cell.differences}
    assert {("a", "reinterpreted"), ("b", "preserved")} <= kinds
    assert {name for cell in report.cells for name in cell.entries} == {name}


def test_a_field_that_is_added_is_beyond_the_bytes(added):
    code, report = added.run(format="raw")
    assert (code, told(report)) == (0, [])
    assert {cell.outcome for cell in report.cells} == {"rejected"}


def test_a_reader_of_another_value(joined):
    assert "v1.both backward: by position, a is 4294967303; the codec read 4294967304" in problems(joined, "one-more")


def test_a_relay_that_writes_another_value(joined):
    found = problems(joined, "one-more", leg="relay-new")
    assert "v1.both relay-new: by position, a is 4294967303; the codec wrote 4294967304" in found


def test_a_reader_that_takes_what_it_ought_to_reject(added):
    found = problems(added, "tolerant")
    assert "v2.both forward: by position, the bytes have to be rejected: 4 bytes are left" in found
    assert "v2.both relay-old: by position, the relay has to reject: 4 bytes are left" in found


def test_no_further_entry_and_no_baseline_states_a_contradiction(added):
    code, report = added.run("tolerant", format="raw")
    assert code == 1 and report.unexpected and not report.footer.unstated


def test_a_value_that_is_wrong_and_equal(steps):
    """The oracle also judges the cells in which nothing seems to differ."""
    steps.step("same", ADDED.replace(" b: 2", ""), v1=ONE, v2="message M { uint32 a = 1; }\n")
    assert problems(steps) == ""
    assert "v1.one backward: by position, a is 1; the codec read 2" in problems(steps, "one-more")


def test_another_entry_about_the_same_cell(joined):
    more = f"  - {{{REASON}, format: raw, leg: backward, sample: v1.both, kind: reinterpreted, path: a, by: codec}}\n"
    joined.step("joined", JOINED + ENTRY + more)
    assert "more than one entry states it" in problems(joined, leg="backward")
    joined.step("joined", JOINED + ENTRY + ENTRY.removeprefix("expect:\n"))
    assert "more than one entry states it" in problems(joined, leg="backward")


def test_an_expectation_stands_for_the_law(joined):
    """In a bed of one's own, also where what it says is not shown."""
    other, kept = (
        f"  - {{{REASON}, format: raw, leg: backward, sample: v1.both, kind: {kind}, by: [codec, library]}}\n"
        for kind in ("reinterpreted", "preserved")
    )
    joined.step("joined", f"{JOINED}expect:\n{other}{kept}")
    assert problems(joined, leg="backward") == ""
    joined.step("joined", f"{JOINED}expect:\n{other}")
    assert "no entry states that b is preserved" in problems(joined, leg="backward")
    joined.step("joined", f"{JOINED}expect:\n{other.replace('both', 'zero')}")
    assert "but the cell is equal" in problems(joined, leg="backward")


def test_the_law_states_a_failure_of_which_an_expectation_says_nothing(added):
    own = f"expect:\n  - {{{REASON}, leg: forward, sample: v2.both, kind: dropped, path: b}}\n"
    added.step("added", ADDED + own)
    code, report = added.run(format="raw", leg="forward")
    assert (code, told(report)) == (0, [])
    assert {name for cell in report.cells for name in cell.entries} == {"position-decides"}


MISTAKES = {
    "read: by-position": "read: by-name",
    ", read: by-position": ", read: by-position, sample: v1.both",
    f"{REASON}, ": "",
}


@pytest.mark.parametrize("old", MISTAKES)
def test_mistakes(joined, old):
    joined.step("joined", JOINED + ENTRY.replace(old, MISTAKES[old]))
    with pytest.raises(UserError, match=r"`by-name` is none of by-position|unknown key `sample`|there is no `why:`"):
        joined.run(format="raw")

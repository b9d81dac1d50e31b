"""The bugs that do most harm change a value that a codec has written, and tell nobody."""

import dataclasses

import pytest
from trip_reports import GOOD, GSON, MORE, OTHER, difference, differs, rejected, report

from wirebed.bed import Bed
from wirebed.state.deviations import of_bed
from wirebed.view.outcome import Kind, Outcome
from wirebed_page.bugs import NATURE, bugs
from wirebed_page.harms import harm, most_harmful

BED = Bed.open()
ANY = next(entry for entry in of_bed(BED, BED.root) if entry.nature == NATURE)


def entry(name: str, kind: Kind | None, reason: str = "It is cut. Always.", outcome: Outcome = Outcome.DIFFERS):
    return dataclasses.replace(ANY, name=name, outcome=outcome, kind=kind, reason=reason, path=(), versions=())


def harmful(*lines, **entries):
    return most_harmful(bugs(report(*lines), entries))


def told(*lines, **entries):
    (bug,) = harmful(*lines, **entries)
    return harm(bug, {})


def test_the_worst_kind_comes_first_and_each_reason_once():
    entries = {
        "loss": entry("loss", Kind.DROPPED, "one"),
        "cut": entry("cut", Kind.NARROWED, "two"),
        "cut-again": entry("cut-again", Kind.NARROWED, "two"),
        "refusal": entry("refusal", None, "three", Outcome.REJECTED),
    }
    lines = [
        differs("A/a", GSON, OTHER, MORE, entry="loss"),
        differs("A/b", GSON, OTHER, MORE, entry="cut"),
        differs("A/c", GSON, OTHER, entry="cut-again"),
        rejected("A/d", GSON, OTHER, MORE, entry="refusal"),
    ]
    assert [bug.entry.name for bug in harmful(*lines, **entries)] == ["cut", "loss"]


@pytest.mark.parametrize("line", [
    differs("A/a", "bytes", OTHER, reject=True),
    differs("A/a", "bytes", OTHER),
    differs("A/a", GSON, OTHER, reject=True),
])  # fmt: skip
def test_bytes_that_nobody_wrote_or_that_are_to_be_rejected_are_no_value_that_is_changed(line):
    loss = entry("loss", Kind.REINTERPRETED)
    assert harmful(line, loss=loss) == []
    changed = told(line, differs("A/b", GSON, MORE), loss=loss)
    assert "1 cell shows it" in changed.what and changed.link.endswith("/A%2Fb")


def test_the_cells_that_change_a_value_decide_which_is_worse():
    entries = {name: entry(name, Kind.NARROWED, name) for name in ("given", "written")}
    lines = [
        differs("A/a", "bytes", OTHER, MORE, GOOD, entry="given", reject=True),
        differs("A/b", GSON, OTHER, entry="given"),
        differs("A/c", GSON, OTHER, MORE, entry="written"),
    ]
    assert [bug.entry.name for bug in harmful(*lines, **entries)] == ["written", "given"]


def test_a_value_stands_there_as_it_was_written_and_as_it_was_read():
    lines = [
        differs("A/a", GSON, OTHER, differences=[difference("far.away", "123456", "123")]),
        differs("A/b", GSON, MORE, differences=[difference("real", "1.5", "1")]),
    ]
    changed = told(*lines, loss=entry("loss", Kind.NARROWED))
    assert changed.what == "It is cut. double 1.5, for example, is read as 1; 2 cells show it."
    assert changed.link.endswith("/A%2Fb")


@pytest.mark.parametrize("differences", [[], [difference("list", "list of 2", "list of 2")]])
def test_a_report_that_does_not_show_the_value_has_none_in_the_sentence(differences):
    changed = told(differs("A/a", GSON, OTHER, differences=differences), loss=entry("loss", None))
    assert changed.what == "It is cut. 1 cell shows it."

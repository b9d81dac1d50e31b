"""The list of bugs has what entries call one, with the codecs that they name, and no other loss."""

import dataclasses

from trip_reports import GOOD, GSON, MORE, OTHER, differs, rejected, report

from wirebed.bed import Bed
from wirebed.state.deviations import of_bed, reasons
from wirebed.view.outcome import Kind, Outcome
from wirebed_page.bug_reports import BugReports
from wirebed_page.bugs import NATURE, bugs, most_harmful

BED = Bed.open()
ANY = next(entry for entry in of_bed(BED, BED.root) if entry.nature == NATURE)


def entry(name="loss", nature=NATURE):
    return dataclasses.replace(ANY, name=name, nature=nature)


def found(*lines, **entries):
    return [(bug.codecs, bug.entry.name, len(bug.cells)) for bug in bugs(report(*lines), entries)]


def test_a_bug_stands_with_the_codecs_that_all_its_cells_have():
    lines = [differs("A/a", GSON, OTHER, MORE), differs("A/b", GSON, OTHER)]
    assert found(*lines, loss=entry()) == [([GSON], "loss", 3)]
    assert found(differs("A/a", GSON, OTHER), loss=entry()) == [([GSON, OTHER], "loss", 1)]


def test_else_with_the_fewer_of_its_writers_and_readers():
    lines = [differs("A/a", GSON, OTHER, MORE, GOOD), differs("A/a", GOOD, OTHER, MORE, GOOD)]
    assert found(*lines, loss=entry()) == [([GOOD, GSON], "loss", 6)]


def test_given_bytes_are_no_codec():
    lines = [rejected("A/a", "bytes", OTHER), differs("A/b", GSON, MORE), differs("A/b", GOOD, MORE)]
    known = {"refusal": entry("refusal"), "loss": entry()}
    assert found(*lines, **known) == [([MORE], "loss", 2), ([OTHER], "refusal", 1)]


def test_the_most_harmful_change_a_value_and_tell_nobody():
    stated = {
        "loss": (Outcome.DIFFERS, Kind.DROPPED, "one"),
        "cut": (Outcome.DIFFERS, Kind.NARROWED, "two"),
        "cut-again": (Outcome.DIFFERS, Kind.NARROWED, "two"),
        "refusal": (Outcome.REJECTED, None, "three"),
    }
    entries = {
        name: dataclasses.replace(entry(name), outcome=outcome, kind=kind, reason=reason)
        for name, (outcome, kind, reason) in stated.items()
    }
    lines = [
        differs("A/a", GSON, OTHER, MORE, entry="loss"),
        differs("A/b", GSON, OTHER, MORE, entry="cut"),
        differs("A/c", GSON, OTHER, entry="cut-again"),
        rejected("A/d", GSON, OTHER, MORE, entry="refusal"),
    ]
    assert [bug.entry.name for bug in most_harmful(bugs(report(*lines), entries))] == ["cut", "loss"]


def test_what_is_no_bug_or_no_longer_stated_is_left_out():
    line = differs("A/a", GSON, OTHER)
    assert found(line, loss=entry(nature="by-design")) == []
    assert found(line) == []


def test_a_bug_has_the_reports_of_its_entry_and_of_its_reason():
    known = {one.name: one for one in of_bed(BED, BED.root)}
    (found,) = BugReports().of(known["gson-takes-two-to-63-for-a-long"], ["java/gson json 2.15.0"])
    assert found["name"] == "gson-long-two-to-63" and found["library"] == "maven:com.google.code.gson:gson"
    assert (BED.root / found["program"]).read_text(encoding="utf-8") in found["text"]
    assert "- seen with: java/gson json 2.15.0\n" in found["text"] and not found["same_reason"]
    reason = reasons.load(BED.root / "fixtures/reasons")["gregorian-calendar-is-julian"]
    of_reason = BugReports().of(dataclasses.replace(entry("another"), reason=reason.reason), ["java/jackson json 2"])
    assert all(one["same_reason"] and "seen with" not in one["text"] for one in of_reason)
    assert {one["name"] for one in of_reason} >= {"gson-julian-date"}
    assert BugReports().of(dataclasses.replace(entry("another"), reason="of nothing"), []) == []

"""The list of bugs has what entries call one, with the codecs whose bug it is, and no other loss."""

import dataclasses
from types import SimpleNamespace

import pytest
from packaging.specifiers import SpecifierSet
from trip_reports import GOOD, GSON, MORE, OTHER, differs, rejected, report

from wirebed.bed import Bed
from wirebed.state.deviations import of_bed, reasons
from wirebed_page.bug import NATURE, Bug
from wirebed_page.bug_reports import BugReports
from wirebed_page.bugs import bugs, section
from wirebed_page.bugs_elsewhere import elsewhere
from wirebed_page.whose import Whose, whose

BED = Bed.open()
ANY = next(entry for entry in of_bed(BED, BED.root) if entry.nature == NATURE)
VERSIONS = {GSON: "2.15.0", OTHER: "1", MORE: "3"}


def entry(name="loss", nature=NATURE, of=()):
    return dataclasses.replace(ANY, name=name, nature=nature, versions=tuple((glob, SpecifierSet()) for glob in of))


def found(*lines, **entries):
    return [(bug.whose.codecs, bug.entry.name, len(bug.cells)) for bug in bugs(report(*lines), entries)]


@pytest.mark.parametrize("glob", [OTHER, "python/other", "python"])
def test_a_bug_is_of_the_codecs_that_the_versions_of_its_entry_name(glob):
    cells = [(GSON, OTHER), (GOOD, OTHER)]
    assert whose(entry(of=[glob]), cells) == Whose([OTHER], [])
    assert whose(entry(of=[glob]), cells[:1]) == Whose([OTHER], [])


@pytest.mark.parametrize("of", [(), (GSON, OTHER), (MORE,)])
def test_neither_side_is_blamed_where_they_name_both_or_none(of):
    assert whose(entry(of=of), [(GSON, OTHER)]) == Whose([], [(GSON, OTHER)])
    # That one codec is in all cells does not say that it is the one.
    assert whose(entry(), [(GSON, OTHER), (GOOD, OTHER)]) == Whose([], [(GOOD, OTHER), (GSON, OTHER)])


@pytest.mark.parametrize("alone", [(GSON, GSON), ("bytes", GSON), (GOOD, GSON)])
def test_what_a_cell_of_one_codec_shows_explains_the_others(alone):
    assert whose(entry(of=[GSON, OTHER]), [(GSON, OTHER), alone]) == Whose([GSON], [])
    assert whose(entry(of=[GSON, OTHER]), [(MORE, OTHER), alone]) == Whose(sorted([GSON, OTHER]), [])
    assert whose(entry(), [(MORE, OTHER), ("bytes", GSON)]) == Whose([GSON], [(MORE, OTHER)])


def test_a_bug_is_listed_with_the_version_of_its_codec_and_one_of_either_side_as_such():
    cells = [(differs("A/a", GSON, OTHER, MORE), OTHER), (differs("A/a", GSON, OTHER, MORE), MORE)]
    of_gson, of_either = Bug(entry(of=[GSON]), cells), Bug(entry(), cells)
    assert of_gson.who(VERSIONS) == of_gson.seen_with(VERSIONS) == ["java/gson json 2.15.0"]
    way = "values from java/gson json 2.15.0 to cpp/more json 3 and python/other json 1"
    assert of_either.who(VERSIONS) == [f"{way} (which side is at fault is not stated)"]
    # The report for a maintainer says with which library alone the bug shows.
    assert of_either.seen_with(VERSIONS) == [way]


def test_bugs_are_listed_by_their_codecs_and_those_of_either_side_last():
    lines = [
        rejected("A/a", "bytes", OTHER),
        differs("A/b", GSON, MORE, GOOD, entry="either"),
        differs("A/c", GSON, MORE, GOOD),
        differs("A/c", GOOD, MORE),
    ]
    known = {"refusal": entry("refusal"), "loss": entry(of=[MORE, GOOD]), "either": entry("either")}
    assert found(*lines, **known) == [
        ([MORE, GOOD], "loss", 3),
        ([OTHER], "refusal", 1),
        ([], "either", 2),
    ]


def test_the_card_counts_bugs_and_those_of_either_side():
    every = {one.name: one for one in of_bed(BED, BED.root)}
    more = f"{len(elsewhere(every, {}, BugReports()))} bugs more are known, which no cell of interop shows."

    def answer(*lines, **known):
        runs = SimpleNamespace(interop=SimpleNamespace(report=report(*lines)), deviations=every | known)
        return section(runs, BED).card.answer.removesuffix(f" {more}")

    known = {"loss": entry(of=[GSON]), "refusal": entry("refusal")}
    assert answer(differs("A/a", GSON, OTHER), **known) == "This run shows 1 bug of 1 codec, in 1 cell."
    assert answer(differs("A/a", GSON, OTHER, MORE), rejected("A/b", GOOD, OTHER), **known) == (
        "This run shows 2 bugs of 1 codec, in 3 cells. Which side is at fault is not stated for 1 bug."
    )


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


def test_bugs_that_no_entry_of_interop_states_are_listed_by_their_reasons():
    every = {one.name: one for one in of_bed(BED, BED.root)}
    blocks = {one["entry"]: one for one in elsewhere(every, {"java:xml/xstream": "1.4.21"}, BugReports())}
    skips = blocks["xstream-base64-skips"]
    assert skips["codecs"] == ["java/xstream xml 1.4.21"] and (skips["cells"], skips["cell"]) == (0, None)
    assert [one["name"] for one in skips["reports"]] == ["xstream-base64-skips"] and not skips["reports"][0][
        "same_reason"
    ]
    used = {one.reason for one in every.values()}
    known = reasons.load(BED.root / "fixtures/reasons")
    assert not [name for name in blocks if known[name].reason in used or known[name].nature != NATURE]
    assert "upb-reads-another-path-beside-a-map" not in blocks, "none of its codecs ran"

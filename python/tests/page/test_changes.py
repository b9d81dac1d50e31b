"""What changed between two runs: no more and no less than their reports say."""

import copy

import pytest
from trip_reports import GOOD, GSON, MORE, OTHER, codec, difference, differs, equal, rejected, report, write

from wirebed.bed import Bed
from wirebed.errors import UserError
from wirebed.report.changes import surroundings
from wirebed.report.changes.compare import compare
from wirebed.report.changes.sentence import answer
from wirebed_page import changes
from wirebed_page.changes import block
from wirebed_page.runs import Runs

SINCE = "(interop, since the run of 2026-11-23 07:00)."


def said(before, now) -> str:
    return answer(compare(before, now), surroundings.of(before, now), before)


def test_a_run_and_itself():
    made = report(equal("A/a", GOOD, OTHER), differs("A/b", GOOD, OTHER), rejected("A/c", GOOD, OTHER))
    assert not compare(made, copy.deepcopy(made))
    assert said(made, copy.deepcopy(made)) == f"Nothing changed {SINCE}"


def test_one_cell_newly_fails():
    before = report(equal("A/a", GOOD, OTHER, MORE))
    now = report(equal("A/a", GOOD, MORE), rejected("A/a", GOOD, OTHER))
    (changed,) = compare(before, now).cells
    assert (changed.kind, changed.reader, changed.key[0]) == ("fails", OTHER, "A/a")
    assert said(before, now) == f"1 cell newly fails {SINCE}"
    assert said(now, before) == f"1 cell newly passes {SINCE}"


@pytest.mark.parametrize(
    ("before", "now", "kind"),
    [
        (equal("A/a", GOOD, OTHER), differs("A/a", GOOD, OTHER), "fails"),
        (equal("A/a", GOOD, OTHER), equal("A/a", GOOD, OTHER, lost=["narrowed"]), "worse"),
        (rejected("A/a", GOOD, OTHER), differs("A/a", GOOD, OTHER), "worse"),  # and nobody is told
        (differs("A/a", GOOD, OTHER), rejected("A/a", GOOD, OTHER), "better"),
        (rejected("A/a", GOOD, OTHER), rejected("A/a", GOOD, OTHER, manner="untyped"), "otherwise"),
        (
            differs("A/a", GOOD, OTHER),
            differs("A/a", GOOD, OTHER, differences=[difference("field", "-0.0", "1.0")]),
            "otherwise",
        ),
        (differs("A/a", GOOD, OTHER), differs("A/a", GOOD, OTHER, entry="another"), "pinned"),
        (differs("A/a", GOOD, OTHER), differs("A/a", GOOD, OTHER, problems=["not stated"]), "pinned"),
        # Bytes that are to be rejected, and now are not.
        (
            rejected("A/a", "bytes", OTHER, derived=True, reject=True),
            differs("A/a", "bytes", OTHER, reject=True),
            "fails",
        ),
    ],
)
def test_kinds_of_change(before, now, kind):
    assert [one.kind for one in compare(report(before), report(now)).cells] == [kind]


def test_what_is_no_change():
    before = report(rejected("A/a", GOOD, OTHER, MORE, reason="at 12", kept=[OTHER]))
    now = report(rejected("A/a", GOOD, MORE, OTHER, reason="at 13", run=[]))
    assert not compare(before, now)


def test_other_bytes_and_another_value():
    before = report(equal("A/a", GOOD, OTHER, MORE, bytes="01", value="v"), equal("A/b", GOOD, OTHER, value="v"))
    now = report(equal("A/a", GOOD, OTHER, MORE, bytes="02", value="v"), equal("A/b", GOOD, OTHER, value="w"))
    found = compare(before, now)
    assert [key[0] for key in found.bytes] == ["A/a"] and [key[0] for key in found.values] == ["A/b"]
    assert said(before, now) == f"1 value has other bytes; 1 case has another value {SINCE}"


def test_cells_of_one_run_alone():
    before = report(equal("A/a", GOOD, OTHER, MORE), equal("A/b", GOOD, OTHER))
    now = report(equal("A/a", GOOD, OTHER, GSON, GOOD))
    assert said(before, now) == f"2 cells are new; 2 cells are no longer there {SINCE}"


def test_legs_and_relays_are_told_apart():
    before = report(equal("s/a", GOOD, OTHER, leg="one", relay=MORE), equal("s/a", GOOD, OTHER, leg="one", relay=GSON))
    now = report(equal("s/a", GOOD, OTHER, leg="one", relay=MORE), differs("s/a", GOOD, OTHER, leg="one", relay=GSON))
    assert [one.key[4] for one in compare(before, now).cells] == [GSON]


def test_versions_settings_and_the_machine():
    line = equal("A/a", GOOD, OTHER)
    setting = {"role": "option", "name": "big", "value": "1", "why": ""}
    before = report(line, codecs=[codec(GOOD, settings=[setting]), codec(OTHER)])
    now = report(
        line,
        codecs=[codec(GOOD, "2", settings=[{**setting, "value": "2"}]), codec(MORE)],
        machine={"cpu": "one", "cores": 4, "system": "Linux"},
        filters={"case": "A/*"},
    )
    around = surroundings.of(before, now)
    assert around.versions == [
        ("java/good (json)", "1", "2"),
        ("python/other (json)", "1", "none"),
        ("cpp/more (json)", "none", "1"),
    ]
    assert around.settings == [("java/good (json): option big", "1", "2")]
    assert around.others == [("cores", "2", "4"), ("filters", "none", "case=A/*")]
    assert said(before, now) == f"3 versions differ; 1 setting differs {SINCE}"


def test_the_block_lists_the_first_of_many(monkeypatch):
    monkeypatch.setattr(block, "MOST", 2)
    before = report(*(equal(f"A/{number}", GOOD, OTHER) for number in range(5)))
    now = report(*(rejected(f"A/{number}", GOOD, OTHER) for number in range(5)))
    data = block.block(compare(before, now), surroundings.of(before, now), before, now, Bed.open().root)
    (fails,) = data["cells"]
    assert (fails["number"], fails["listed"], len(fails["rows"])) == (5, 2, 2)
    key, reader, sign_before, words_before, sign_now, words_now = fails["rows"][0]
    assert (key[0], reader) == ("A/0", OTHER)
    assert (sign_before, words_before, sign_now) == ("=", "equal", "✗")
    assert words_now == "rejected at parse (typed, by the library) [refusal]"


def test_words_of_a_cell():
    line = differs("A/a", GOOD, OTHER, problems=["not stated"])
    assert block.words(line) == "differs: double -0.0 is read as 0.0 [loss], not expected"


# From files.


def runs(folder, before, now) -> Runs:
    write(folder / "interop.jsonl", now)
    return Runs(Bed.open(), folder, write(folder / "older.jsonl", before))


def test_the_section_of_two_files(tmp_path):
    before, now = report(equal("A/a", GOOD, OTHER)), report(rejected("A/a", GOOD, OTHER))
    section = changes.section(runs(tmp_path, before, now), Bed.open())
    assert section.card.answer == f"1 cell newly fails {SINCE}"
    assert section.card.rows == {"json": [("newly fail", "✗", 1)]}
    assert section.blocks["changes"]["suite"] == "interop"


def test_without_an_older_run_there_is_nothing_to_say(tmp_path):
    assert changes.section(Runs(Bed.open(), tmp_path), Bed.open()) is None


@pytest.mark.parametrize(
    ("header", "error"),
    [
        ({"bed": "mine-123"}, "is of the bed mine-123"),
        ({"suite": "claims"}, "this one is of claims"),
        ({"suite": "evolution"}, "There is no result of evolution"),
    ],
)
def test_a_report_of_something_else(tmp_path, header, error):
    made = runs(tmp_path, report(**header), report())
    with pytest.raises(UserError, match=error) as caught:
        changes.section(made, Bed.open())
    assert caught.value.path == tmp_path / "older.jsonl"


@pytest.mark.parametrize("text", ["", "5\n", "{\n", '{"header": {}}\n'])
def test_a_damaged_report(tmp_path, text):
    made = runs(tmp_path, report(), report())
    made.base.write_text(text)
    with pytest.raises(UserError) as caught:
        changes.section(made, Bed.open())
    assert caught.value.path == made.base


def test_a_report_that_is_not_there(tmp_path):
    made = runs(tmp_path, report(), report())
    made.base.unlink()
    with pytest.raises(UserError, match="BASE= is an older report") as caught:
        changes.section(made, Bed.open())
    assert caught.value.path == made.base

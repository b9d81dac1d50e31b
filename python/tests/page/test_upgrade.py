"""An upgrade on the page: what upgrade.json says of it, and no view without this file."""

from dataclasses import replace

import pytest

from wirebed.bed import Bed
from wirebed_page import upgrade
from wirebed_page.runs import Runs
from wirebed_upgrade.answer import Answer, read
from wirebed_upgrade.cost import Cost, Costs
from wirebed_upgrade.pairs import Change
from wirebed_upgrade.rollout import RollOut, Way
from wirebed_upgrade.witness import Shown

SILENT = Shown(
    change="SILENT",
    head="json, java/gson reads: double: narrowed (1 cell, 1 case)",
    cell="Numbers/one, written by java/jackson",
    rows=[("bytes", "1.5", "1.5"), ("real", "1.5", "1")],
    repeat="make why CASE=Numbers/one",
)
BYTES = replace(SILENT, change="BYTES", head="json, java/gson writes (2 cells, 2 cases)", rows=[("bytes", "1", "1.0")])
ANSWER = Answer(
    bed="interop",
    started="2026-01-02T03:04:05+00:00",
    commit="0" * 40,
    old="gson 2.10.1",
    new="today",
    asked=40,
    changed=3,
    gone={"no such method": 5},
    unstable=[],
    findings=[SILENT, BYTES],
    formats={"json": RollOut(Way(10, 1), Way(8)), "protojson": RollOut(Way(2, 0, 1), Way())},
    versions=[("java~gson-2.10.1:json/gson", "2.10.1", "2.13.2")],
    costs=Costs((Cost("java~gson-2.10.1:json/gson", "decode", "M/a", (1000,) * 7, (3000,) * 7),), ("WARNING: Unsafe",)),
)


def section(folder, answer: Answer = ANSWER):
    answer.write(folder / "upgrade.json")
    return upgrade.section(Runs(Bed.open(), folder), Bed.open())


def test_a_file_has_the_whole_answer(tmp_path):
    ANSWER.write(tmp_path / "upgrade.json")
    assert read(tmp_path / "upgrade.json") == ANSWER


def test_the_block_has_the_findings_by_kind_the_roll_out_and_the_counts(tmp_path):
    block = section(tmp_path).blocks["upgrade"]
    first, second = block["kinds"]
    assert "in silence" in first["head"] and "Other bytes" in second["head"]
    assert (first["findings"], second["findings"]) == ([SILENT], [BYTES])
    assert block["formats"] == [
        ["json", "10: 1 differ in silence, 0 refused", "8 as before"],
        ["protojson", "2: 0 differ in silence, 1 refused", "not asked"],
    ]
    said, counted, _, why = block["summary"]
    assert said.startswith("Rolling forward changes 1 value in silence and meets 1 refusal, of 12 readings")
    assert counted == "3 of 40 asked cells changed, 5 not comparable; 2 findings."
    assert why == "not comparable, 5 cells: no such method"
    assert [lines for _, lines in map(dict.values, block["beside"])] == [
        ["json, java/gson decodes M/a: 1.00 µs → 3.00 µs, 3.00 × (3.00 to 3.00)"],
        ["WARNING: Unsafe"],
    ]


def test_the_card_counts_the_readings_in_both_directions(tmp_path):
    card = section(tmp_path).card
    assert card.answer == "gson 2.10.1 → today: 3 of 40 asked cells changed."
    assert card.rows == {
        "rolling forward": [("readings as before", "=", 10), ("differ in silence", "≠", 1), ("are refused", "✗", 1)],
        "rolling back": [("readings as before", "=", 8)],
    }


def test_every_kind_of_change_is_shown_the_most_harmful_first(tmp_path):
    findings = [replace(SILENT, change=change.name) for change in reversed(Change)]
    kinds = section(tmp_path, replace(ANSWER, findings=findings)).blocks["upgrade"]["kinds"]
    assert [finding.change for kind in kinds for finding in kind["findings"]] == [change.name for change in Change]


def test_without_an_upgrade_there_is_no_view_and_nothing_is_missing(tmp_path):
    runs = Runs(Bed.open(), tmp_path)
    assert upgrade.section(runs, Bed.open()) is None and runs.missing == {}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "cannot be read"),
        ('{"bed": "interop"}', "cannot be read"),
        (None, "is of the bed mine-123, not of interop"),
    ],
)
def test_what_is_damaged_or_of_another_bed_is_told(tmp_path, text, says):
    replace(ANSWER, bed="mine-123").write(tmp_path / "upgrade.json")
    if text is not None:
        (tmp_path / "upgrade.json").write_text(text)
    runs = Runs(Bed.open(), tmp_path)
    assert upgrade.section(runs, Bed.open()) is None and says in runs.missing["upgrade"]

"""An upgrade on the page: what upgrade.json says of it, and no view without this file."""

from dataclasses import replace

import pytest
from made_up import BYTES, SILENT, UPGRADE

from wirebed.bed import Bed
from wirebed_page import upgrade
from wirebed_page.runs import Runs
from wirebed_upgrade.answer import Answer, read
from wirebed_upgrade.pairs import Change


def section(folder, answer: Answer = UPGRADE):
    answer.write(folder / "upgrade.json")
    return upgrade.section(Runs(Bed.open(), folder), Bed.open())


def test_a_file_has_the_whole_answer(tmp_path):
    UPGRADE.write(tmp_path / "upgrade.json")
    assert read(tmp_path / "upgrade.json") == UPGRADE


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
        "rolling forward": [("as before", "=", 10), ("differ in silence", "≠", 1), ("are refused", "✗", 1)],
        "rolling back": [("as before", "=", 8)],
    }


def test_every_kind_of_change_is_shown_the_most_harmful_first(tmp_path):
    findings = [replace(SILENT, change=change.name) for change in reversed(Change)]
    kinds = section(tmp_path, replace(UPGRADE, findings=findings)).blocks["upgrade"]["kinds"]
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
    replace(UPGRADE, bed="mine-123").write(tmp_path / "upgrade.json")
    if text is not None:
        (tmp_path / "upgrade.json").write_text(text)
    runs = Runs(Bed.open(), tmp_path)
    assert upgrade.section(runs, Bed.open()) is None and says in runs.missing["upgrade"]

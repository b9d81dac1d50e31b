"""A run goes on after an interrupted one where its times are of the same, and begins anew where they are not."""

import json

import noisy_results
import pytest

from wirebed_costs import earlier
from wirebed_costs.result import of_row
from wirebed_costs.rows import BenchRow

CODEC, CASE = "java:json/gson", "Stock/article_hessian"
IDS = [f"java json/gson {CASE} {operation}" for operation in ("encode", "decode")]


@pytest.fixture
def rows():
    made = [BenchRow("java", one, CODEC, CASE, "interop.Stock", wire=50) for one in ("encode", "decode")]
    assert [row.id for row in made] == IDS
    return made


@pytest.fixture
def interrupted(tmp_path, rows):
    allocated = {"bytes": 64.0, "count": 2.0, "stable": True}
    measured = noisy_results.row("encode", codec=CODEC, processes=2, value=rows[0].value, allocated=allocated)
    about = {"schema": "0", "others": 0.0}
    result = noisy_results.result([measured], interrupted=True, dirty=False, **about)
    (tmp_path / "bench.json").write_text(json.dumps(result))
    return result


def test_what_an_interrupted_run_has_measured_counts(rows, interrupted, tmp_path):
    assert earlier.interrupted(tmp_path / "bench.json") == interrupted
    assert earlier.differences(interrupted, interrupted) == "" and earlier.changed_peers(interrupted, interrupted) == {}
    assert earlier.take_over(rows, interrupted, {}) == 1
    assert rows[0].samples == interrupted["rows"][0]["samples"] and rows[0].operations == [1000, 1000]
    assert of_row(rows[0])["allocated"] == {"bytes": 64.0, "count": 2.0, "stable": True}
    assert rows[1].samples == []


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"schema": "1", "quick": True}, "QUICK=, the schemas"),
        ({"bed": "mine"}, "the bed"),
        ({"machine": {"cpu": "another"}}, "the machine"),
    ],
    ids=lambda given: given if isinstance(given, str) else "",
)
def test_what_has_changed_is_named(interrupted, changed, words):
    assert earlier.differences(interrupted, interrupted | changed) == words


@pytest.mark.parametrize(
    ("part", "changed", "words"),
    [
        ("peers", {"program": "another"}, "its benchmark program, its harness or flags"),
        ("codecs", {"version": "2"}, "the version of a library"),
    ],
)
def test_the_rows_of_a_peer_that_has_changed_begin_anew_alone(rows, interrupted, part, changed, words):
    first, *others = interrupted[part]
    now = interrupted | {part: [first | changed, *others]}
    assert earlier.changed_peers(interrupted, now) == {"java": words}
    assert earlier.take_over(rows, interrupted, {"cpp"}) == 1
    assert earlier.take_over(rows, interrupted, {"java"}) == 0


def test_a_peer_that_was_not_measured_has_not_changed(interrupted):
    before = interrupted | {"peers": [one for one in interrupted["peers"] if one["peer"] == "java"]}
    assert earlier.changed_peers(before, interrupted) == {}


def test_a_commit_that_changes_no_program_changes_no_time(interrupted):
    assert earlier.differences(interrupted, interrupted | {"commit": "1" * 40, "dirty": True}) == ""


@pytest.mark.parametrize("changed", [{"wire": 51}, {"message": "interop.Other"}, {"view": b"another"}, {"loses": "x"}])
def test_a_row_of_another_value_has_no_samples(rows, interrupted, changed):
    for key, value in changed.items():
        setattr(rows[0], key, value)
    assert earlier.take_over(rows, interrupted, {}) == 0
    assert not any(row.samples for row in rows)


def test_the_order_of_what_is_read_is_that_of_the_same_value(rows):
    values = []
    for data in (b"1a2b", b"2b1a", b"1a2c"):
        rows[1].data = data
        values.append(rows[1].value)
    assert values[0] == values[1] != values[2]


@pytest.mark.parametrize("text", [None, "{", "whole"])
def test_a_run_that_ended_by_itself_and_a_damaged_result_are_not_gone_on_from(interrupted, tmp_path, text):
    path = tmp_path / "bench.json"
    if text is None:
        path.unlink()
    else:
        path.write_text(json.dumps(interrupted | {"interrupted": False}) if text == "whole" else text)
    assert earlier.interrupted(path) is None

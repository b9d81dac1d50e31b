"""A run goes on after an interrupted one where its times are of the same, and begins anew where they are not."""

import json

import noisy_results
import pytest

from wirebed_costs import earlier
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
    measured = noisy_results.row("encode", codec=CODEC, processes=2, value=rows[0].value)
    about = {"schema": "0", "task_seconds": 0.25, "others": 0.0}
    result = noisy_results.result([measured], interrupted=True, dirty=False, **about)
    (tmp_path / "bench.json").write_text(json.dumps(result))
    return result


def test_the_samples_of_an_interrupted_run_count(rows, interrupted, tmp_path):
    assert earlier.take_over(rows, interrupted, tmp_path / "bench.json") == interrupted
    assert rows[0].samples == interrupted["rows"][0]["samples"] and rows[0].operations == [1000, 1000]
    assert rows[1].samples == []


@pytest.mark.parametrize(
    "other",
    [
        {"commit": "1" * 40},
        {"dirty": True},
        {"schema": "1"},
        {"task_seconds": 1.0},
        {"bed": "mine"},
        {"machine": {"cpu": "another"}},
        {"peers": []},
        {"codecs": [{"codec": CODEC, "version": "2"}]},
    ],
    ids=lambda other: next(iter(other)),
)
def test_what_has_changed_begins_anew(rows, interrupted, tmp_path, other):
    assert earlier.take_over(rows, interrupted | other, tmp_path / "bench.json") is None
    assert not any(row.samples for row in rows)


@pytest.mark.parametrize("other", [{"wire": 51}, {"message": "interop.Other"}, {"view": b"another"}, {"loses": "x"}])
def test_a_row_of_another_value_has_no_samples_and_then_nothing_goes_on(rows, interrupted, tmp_path, other):
    for key, value in other.items():
        setattr(rows[0], key, value)
    assert earlier.take_over(rows, interrupted, tmp_path / "bench.json") is None
    assert not any(row.samples for row in rows)


@pytest.mark.parametrize("text", [None, "{", "whole"])
def test_a_run_that_ended_by_itself_and_a_damaged_result_count_no_more(rows, interrupted, tmp_path, text):
    path = tmp_path / "bench.json"
    if text is None:
        path.unlink()
    else:
        path.write_text(json.dumps(interrupted | {"interrupted": False}) if text == "whole" else text)
    assert earlier.take_over(rows, interrupted, path) is None

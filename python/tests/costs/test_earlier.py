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
    made = [BenchRow("java", operation, CODEC, CASE, "interop.Stock") for operation in ("encode", "decode")]
    assert [row.id for row in made] == IDS
    return made


@pytest.fixture
def interrupted(tmp_path):
    measured = noisy_results.row("encode", codec=CODEC, processes=2)
    result = noisy_results.result([measured], interrupted=True, dirty=False, others=0.0)
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
        {"quick": True},
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


@pytest.mark.parametrize("text", [None, "{", "whole"])
def test_a_run_that_ended_by_itself_and_a_damaged_result_count_no_more(rows, interrupted, tmp_path, text):
    path = tmp_path / "bench.json"
    if text is None:
        path.unlink()
    else:
        path.write_text(json.dumps(interrupted | {"interrupted": False}) if text == "whole" else text)
    assert earlier.take_over(rows, interrupted, path) is None

"""What the harnesses write, as they wrote it (recorded/), becomes nanoseconds an operation, one sample a process."""

from pathlib import Path

import pytest

from wirebed.errors import UserError
from wirebed_costs import harness_output

RECORDED = Path(__file__).with_name("recorded")


def read(name: str, mode: str) -> dict[str, harness_output.Measurement]:
    found = harness_output.named(name).read(RECORDED / f"{name}-{mode}.json")
    assert len(found) == len({sample.task for sample in found})
    return {sample.task: sample for sample in found}


def test_jmh():
    samples = read("jmh", "warm")
    assert list(samples) == ["r18", "r19"]
    assert [round(value) for value in samples["r18"].values] == [2417, 2000, 1947, 2495, 2020]
    # What fits into five iterations of 20 ms.
    assert samples["r18"].operations == pytest.approx(5 * 20e6 / 2165, rel=0.02)
    assert samples["r18"].allocated is None


def test_a_shot_of_jmh_is_a_thousand_operations():
    sample = read("jmh", "cold")["r18"]
    assert (sample.values, sample.operations) == ([63641.008], 1000)


def test_jmh_counts_allocations():
    assert read("jmh", "bytes")["r18"].allocated == (pytest.approx(410.007, abs=0.001), None)


def test_google_benchmark():
    samples = read("google_benchmark", "warm")
    assert [round(value) for value in samples["r0"].values] == [185, 204, 244]
    assert samples["r0"].operations == 3 * 64831
    assert read("google_benchmark", "cold")["r1"].values == [pytest.approx(626.242, abs=0.001)]


def test_pyperf():
    samples = read("pyperf", "warm")
    assert [round(value) for value in samples["r60"].values][:3] == [498, 3080, 491]
    assert samples["r60"].operations == 15660
    cold = read("pyperf", "cold")["r61"]
    assert ([round(value) for value in cold.values], cold.operations) == ([572], 1000)


def test_lines_of_allocations():
    samples = {one.task: one.allocated for one in harness_output.allocations(RECORDED / "bytes.jsonl")}
    assert samples == {"r0": (323.0, 1.0), "r1": (944.0, 23.0)}


def test_lines_of_stacks(tmp_path):
    path = tmp_path / "stacks"
    path.write_text('{"id": "r0", "samples": 500, "own": 40}\n')
    assert [(one.task, one.stacks) for one in harness_output.stacks(path)] == [("r0", (500, 40))]


def test_an_invalid_harness_result_is_an_error_with_its_file(tmp_path):
    path = tmp_path / "x.json"
    path.write_text("Exception in thread")
    for read_ in (harness_output.named("jmh").read, harness_output.allocations, harness_output.stacks):
        with pytest.raises(UserError, match=r"x\.json: no "):
            read_(path)
    with pytest.raises(UserError, match="`harness: criterion` of a peer.yaml is none of google_benchmark, jmh, pyperf"):
        harness_output.named("criterion")


def test_each_harness_has_the_seconds_of_its_modes():
    for name in ("google_benchmark", "jmh", "pyperf"):
        one = harness_output.named(name)
        # What counts allocations beside the times is never asked for them alone.
        counted = set() if one.COUNTS else {harness_output.BYTES}
        assert set(one.SECONDS) == {harness_output.WARM, harness_output.COLD, harness_output.STACKS} | counted

"""The verdicts: the same build compared with itself is seldom called different, a real change is found."""

import json
import random

import noisy_results
import pytest
from rich.console import Console

from wirebed_costs import compare_table
from wirebed_costs.compare import ALPHA, compare

CASES = [f"Stock/c{number}" for number in range(20)]


def run(seed: int, change: float = 1.0, drift: float = 1.0, processes: int = 4) -> dict:
    """A made run of 60 decodes and 40 copies: `change` is that of the first decode, `drift` that of all rows."""
    noise = random.Random(seed)
    rows = []
    for number, case in enumerate(CASES):
        for operation, codec in (("copy", None), ("memcpy", None), *(("decode", f"java:json/c{k}") for k in range(3))):
            mean = 100 * (number + 1) * drift
            if (case, codec) == (CASES[0], "java:json/c0"):
                mean *= change
            seeds = noise.randrange(1 << 30)
            rows.append(
                noisy_results.row(
                    operation, case, codec, mean, seeds, processes=processes, between=noise.uniform(0, 0.04)
                )
            )
    return noisy_results.result(rows)


def words(comparison) -> list[str]:
    return [verdict.word for verdict in comparison.verdicts]


@pytest.mark.parametrize("processes", [2, 3, 5])
def test_the_same_build_is_called_different_as_seldom_as_alpha_says(processes):
    different = rows = 0
    for seed in range(12):
        found = words(compare(run(seed, processes=processes), run(1000 + seed, processes=processes)))
        different += found.count("slower") + found.count("faster")
        rows += len(found)
    assert rows == 12 * 5 * len(CASES) and different <= ALPHA * rows


def test_a_row_that_became_20_percent_slower_is_found():
    found = [compare(run(seed, processes=5), run(~seed, 1.2, processes=5)) for seed in range(10)]
    first = [comparison.verdicts[2] for comparison in found]
    assert [verdict.id for verdict in first] == ["java json/c0 Stock/c0 decode"] * 10
    assert sum(verdict.word == "slower" for verdict in first) >= 9
    assert all(
        comparison.exit_code == 1 for comparison, verdict in zip(found, first, strict=True) if verdict.word == "slower"
    )


def test_a_faster_row_is_no_failure():
    comparison = compare(run(1), run(2, change=0.5))
    assert comparison.verdicts[2].word == "faster" and comparison.exit_code == 0


def test_a_change_of_the_machine_shows_in_the_rows_that_no_codec_touches():
    comparison = compare(run(1), run(2, drift=1.3))
    assert comparison.untouched == {"Java": pytest.approx(1.3, rel=0.01)}
    assert words(comparison).count("slower") > 90


def test_two_runs_that_agree_are_the_same():
    rows = [
        noisy_results.row(case=case, processes=6, between=0.003, within=0.003, seed=seed)
        for seed, case in enumerate(CASES)
    ]
    controls = [noisy_results.row("copy", case, None, between=0.003, within=0.003) for case in CASES]
    again = [
        noisy_results.row(case=case, processes=6, between=0.003, within=0.003, seed=~seed)
        for seed, case in enumerate(CASES)
    ]
    assert set(words(compare(noisy_results.result(rows + controls), noisy_results.result(again + controls)))) == {
        "same"
    }


def test_one_process_decides_nothing():
    base, now = (noisy_results.result([noisy_results.row(mean=mean, processes=1)]) for mean in (100, 200))
    comparison = compare(base, now)
    (verdict,) = comparison.verdicts
    assert verdict.word == "unclear" and verdict.why.startswith("one process")
    assert comparison.exit_code == 3


def test_new_and_gone():
    a, b = noisy_results.row(case="Stock/a"), noisy_results.row(case="Stock/b")
    comparison = compare(noisy_results.result([a]), noisy_results.result([b]))
    assert sorted(words(comparison)) == ["gone", "new"] and comparison.exit_code == 3


def test_another_machine_is_not_compared():
    comparison = compare(
        noisy_results.result([noisy_results.row()]),
        noisy_results.result([noisy_results.row()], machine={**noisy_results.MACHINE, "cpu": "other"}),
    )
    (verdict,) = comparison.verdicts
    assert (verdict.word, verdict.why) == ("not comparable", "another machine: cpu a processor, now other")
    assert comparison.exit_code == 3


def test_other_flags_concern_their_peer_alone():
    rows = [noisy_results.row(), noisy_results.row(peer="cpp", codec="cpp:protobuf/libprotobuf")]
    base, now = noisy_results.result(rows), noisy_results.result(rows)
    now["peers"][1]["flags"] = "-O3"
    assert words(compare(base, now)) == ["same", "not comparable"]


def test_other_changes_are_reported():
    base, now = (
        noisy_results.result([noisy_results.row(wire=50)]),
        noisy_results.result([noisy_results.row(wire=51)], dirty=True),
    )
    now["codecs"][0]["version"] = "2"
    notes = compare(base, now).notes
    assert notes == [
        "java:protobuf/protobuf-java: 1, now 2",
        "other bytes in 1 rows: java protobuf/protobuf-java Stock/article_hessian decode 50 to 51",
        "the new result is dirty",
    ]


def test_the_table_names_the_slower_row_first(tmp_path):
    console = Console(width=200, record=True)
    compare_table.show(compare(run(1), run(2, change=1.5)), console)
    text = console.export_text()
    rows = [line.strip() for line in text.splitlines() if line.startswith(" java ")]
    assert rows[0].startswith("java json/c0 Stock/c0 decode") and rows[0].endswith("slower")
    assert "rows of Java that no codec touches: " in text and "1 slower" in text
    for name, result in (("a", run(1)), ("b", run(2, change=1.5))):
        (tmp_path / name).write_text(json.dumps(result))
    assert compare_table.main(str(tmp_path / "a"), str(tmp_path / "b")) == 1

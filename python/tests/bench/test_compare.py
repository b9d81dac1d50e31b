"""The verdicts: the same build compared with itself is called different hardly ever, a real change is found."""

import json
import math
import random

import noisy_results
import pytest
from rich.console import Console

from wirebed_costs import compare_table
from wirebed_costs.compare import Drift, compare
from wirebed_costs.pooled import MOST_WEIGHT, Prior

CASES = [f"Stock/c{number}" for number in range(20)]


def run(seed: int, change: float = 1.0, drift: float = 1.0, scatter: float = 0.01, processes: int = 4) -> dict:
    """A made run of 60 decodes and 40 controls: `change` is that of the first decode, `drift` that of all rows, and
    `scatter` what moves each row from one run to the next, whatever its processes agree upon."""
    noise = random.Random(seed)
    rows = []
    for number, case in enumerate(CASES):
        for operation, codec in (("copy", None), ("memcpy", None), *(("decode", f"java:json/c{k}") for k in range(3))):
            mean = 100 * (number + 1) * drift * noise.lognormvariate(0, scatter)
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
@pytest.mark.parametrize("scatter", [0.0, 0.02])
def test_the_same_build_is_hardly_ever_called_different(processes, scatter):
    different = rows = 0
    for seed in range(12):
        base = run(seed, scatter=scatter, processes=processes)
        now = run(1000 + seed, drift=1.07, scatter=scatter, processes=processes)
        found = words(compare(base, now))
        different += found.count("slower") + found.count("faster")
        rows += len(found)
    assert rows == 12 * 5 * len(CASES) and different <= 3


def test_a_row_that_became_20_percent_slower_is_found():
    found = [compare(run(seed, processes=5), run(~seed, 1.2, drift=0.95, processes=5)) for seed in range(10)]
    first = [comparison.verdicts[2] for comparison in found]
    assert [verdict.id for verdict in first] == ["java json/c0 Stock/c0 decode"] * 10
    assert sum(verdict.word == "slower" for verdict in first) >= 9
    assert all(
        comparison.exit_code == 1 for comparison, verdict in zip(found, first, strict=True) if verdict.word == "slower"
    )


def test_a_faster_row_is_no_failure():
    comparison = compare(run(1), run(2, change=0.5))
    assert comparison.verdicts[2].word == "faster" and comparison.exit_code == 0


def test_a_change_of_all_rows_is_attributed_to_the_machine():
    comparison = compare(run(1), run(2, drift=1.3))
    assert comparison.drift["Java"].common == pytest.approx(math.log(1.3), abs=0.01)
    assert comparison.drift["Java"].controls == 40
    assert not {"slower", "faster"} & set(words(comparison))


def test_variances_are_moderated_by_other_rows():
    noise = random.Random(1)
    of_rows = [(sum(noise.gauss(0, 0.02) ** 2 for _ in range(4)) / 4, 4.0) for _ in range(200)]
    prior = Prior.of(of_rows)
    assert prior.variance == pytest.approx(0.02**2, rel=0.15) and prior.weight == MOST_WEIGHT
    variance, freedom = prior.moderated(1e-9, 4.0)
    assert variance == pytest.approx(0.75 * prior.variance, rel=0.01) and freedom == 16
    assert Prior.of(of_rows[:5]).moderated(0.5, 4.0) == (0.5, 4.0)
    unlike = Prior.of([(10.0 ** -(number % 6), 4.0) for number in range(200)])
    assert unlike.weight < 1


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
    (verdict,) = compare(base, now).verdicts
    assert verdict.word == "unclear" and verdict.why.startswith("one process")


def test_without_controls_the_least_effect_is_larger():
    assert Drift.of([]).least > Drift.of([0.0] * 10).least


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
    assert "drift of Java" in text and "1 slower" in text
    for name, result in (("a", run(1)), ("b", run(2, change=1.5))):
        (tmp_path / name).write_text(json.dumps(result))
    assert compare_table.main(str(tmp_path / "a"), str(tmp_path / "b")) == 1

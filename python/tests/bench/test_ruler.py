"""The ruler's arithmetic: ratios of pairs, the tools' own spread, and what is within the measures."""

import random

import pytest

from wirebed.state.roster import Roster
from wirebed_costs import fixture, ruler_table
from wirebed_costs.ruler_pairs import EACH, RulerPair, judge, spread


def pair(
    ratio: float = 1.0, noise: float = 0.01, base: float = 1000, rounds: int = 20, seed: int = 1, **more
) -> RulerPair:
    made = random.Random(seed)
    machine = [made.lognormvariate(0, 0.2) for _ in range(rounds)]  # what meets both tools
    return RulerPair(
        "java", "ruler-1", "an operation", **more,
        ruler=[base * one * made.lognormvariate(0, noise) for one in machine],
        bed=[base * ratio * one * made.lognormvariate(0, noise) for one in machine],
    )  # fmt: skip


def test_the_ratio_is_that_of_the_pairs():
    found = [pair(1.05, seed=seed).ratio for seed in range(200)]
    assert 180 <= sum(one.low <= 1.05 <= one.high for one in found) <= 198
    assert all(one.high - one.low < 0.03 for one in found)


def test_the_spread_is_that_of_one_round_to_the_next():
    assert spread([100, 110, 100, 110]) == pytest.approx(0.0953, abs=1e-3)
    assert spread([5.0, 5.0, 5.0]) == 0


def steady(ratio: float, **more) -> RulerPair:
    """Rounds that agree with each other."""
    return RulerPair("cpp", "ruler-2", "another", ruler=[1000.0] * 5, bed=[1000.0 * ratio] * 5, **more)


def test_a_bed_without_overhead_meets_the_limits():
    assert judge([steady(1.0), steady(1.02), pair(1.01)]).within_limits


@pytest.mark.parametrize("ratio", [0.9, 1.1])
def test_a_bed_that_measures_something_else_does_not_meet_the_limits(ratio):
    verdict = judge([steady(1.0), steady(1.0), steady(ratio)])
    assert verdict.median == 1 and verdict.share == pytest.approx(2 / 3) and not verdict.within_limits


def test_a_small_deviation_of_all_pairs_does_not_meet_the_limits():
    assert not judge([steady(1.05)] * 12).within_limits


def test_a_pair_may_differ_by_the_spread_of_the_program_written_by_hand():
    wild = RulerPair("java", "ruler-1", "wild", ruler=[100, 130] * 5, bed=[120, 100] * 5)
    pairs = [steady(1.0)] * 3 + [wild]
    verdict = judge(pairs)
    assert wild.allowed > 0.2 and (verdict.share, verdict.plain) == (1, 0.6)
    told = ruler_table.measures(pairs)[1]
    assert "25 pairs" in told and "In 100.0 % of" in told and told.endswith("In 60.0 % they differ by at most 8 %.")


def test_the_spread_of_the_bed_does_not_count():
    wild = RulerPair("java", "ruler-1", "wild", ruler=[1000.0] * 10, bed=[850.0, 1150.0] * 5)
    verdict = judge([steady(1.0)] * 3 + [wild])
    assert (wild.allowed, verdict.share) == (EACH, 0.6) and not verdict.within_limits


def test_short_operations_are_shown_and_have_no_limits():
    short = RulerPair("java", "ruler-1", "short", ruler=[10.0] * 5, bed=[12.0] * 5)
    verdict = judge([steady(1.0), short, short])
    assert verdict.within_limits and verdict.median == 1 and verdict.of_all == pytest.approx(1.2)


def test_an_operation_may_have_a_limit_of_its_own():
    verdict = judge([steady(1.0), steady(1.0), steady(1.07, at_most=1.05)])
    assert [one.name for one in verdict.over] == ["another"] and not verdict.within_limits


def test_the_table_says_whether_all_limits_are_met(capsys):
    assert ruler_table.show([steady(1.0), pair(1.0)]) == 0
    assert ruler_table.show([steady(1.2)]) == 1
    assert ruler_table.show([RulerPair("java", "ruler-1", "interrupted", ruler=[1.0], bed=[1.0])]) == 2
    out = capsys.readouterr().out
    assert "All limits are kept." in out and "Not all limits are kept." in out and "no two rounds" in out


def test_the_fixture_names_existing_codecs_and_cases():
    roster = {member.codec for member in Roster.load(fixture.FOLDER.parent / "roster.yaml").members}
    for peer, entries in fixture.read("ruler", "java", "cpp", "python").items():
        assert len(entries) == 4
        for entry in entries:
            assert entry.get("codec") is None or f"{peer}:{entry['codec']}" in roster
            assert list((fixture.FOLDER.parent / "cases").glob(f"{entry['case']}.*"))
            assert entry["operation"] not in ("decode", "convert") or entry["wire"] in roster

"""The ruler's arithmetic: ratios of pairs, and what is within the limits."""

import math
import random
import re
from types import SimpleNamespace

import pytest

from wirebed.bed import ROOT
from wirebed.bed.exit_codes import AS_EXPECTED, NOT_WHOLE, UNEXPECTED
from wirebed.state.roster import Roster
from wirebed_costs import fixture, ruler, wording
from wirebed_costs.ruler_pairs import RulerPair, judged, lines, measures, median_of_long, show
from wirebed_costs.statistics import quantile


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


def steady(ratio: float, **more) -> RulerPair:
    """Rounds that agree with each other."""
    return RulerPair("cpp", "ruler-2", "another", ruler=[1000.0] * 5, bed=[1000.0 * ratio] * 5, **more)


def test_a_bed_without_overhead_meets_the_limits():
    assert judged([steady(1.0), steady(1.02), pair(1.01)]) == AS_EXPECTED


@pytest.mark.parametrize("ratio", [0.9, 1.1])
def test_a_bed_that_measures_something_else_does_not_meet_the_limits(ratio):
    pairs = [steady(1.0), steady(1.0), steady(ratio)]
    assert median_of_long(pairs) == 1 and judged(pairs) == UNEXPECTED
    told = f"the ratio is {ratio:.3f} ({ratio:.3f} … {ratio:.3f}); the limits are 0.92 and 1.08. It is not kept."
    assert f"cpp, another: {told}" in measures(pairs)


def test_a_small_deviation_of_all_pairs_does_not_meet_the_limits():
    assert judged([steady(1.05)] * 12) == UNEXPECTED


def test_short_operations_have_limits_too_and_do_not_count_for_the_median():
    short = RulerPair("java", "ruler-1", "short", ruler=[10.0] * 5, bed=[12.0] * 5)
    pairs = [steady(1.0), short, short]
    assert judged(pairs) == UNEXPECTED and median_of_long(pairs) == 1
    short.at_most = 1.3
    assert judged(pairs) == AS_EXPECTED


@pytest.mark.parametrize("limit", [0.92, 1.08, 2.0])
@pytest.mark.parametrize("ends", [(0.99, 1.01), (1.01, 1.03), (0.97, 0.99)])
def test_the_interval_is_judged_and_one_with_a_limit_inside_is_undecided(limit, ends):
    """The interval ends at these multiples of a limit."""
    at_most = {"at_most": 2.0} if limit == 2.0 else {}
    found = between(*(limit * end for end in ends), **at_most)
    inside = ends[0] < 1 < ends[1]
    beyond = not inside and (ends[0] > 1) == (limit > 1)
    assert (found.is_undecided, found.is_over) == (inside, beyond)
    expected = NOT_WHOLE if inside else UNEXPECTED if beyond else AS_EXPECTED
    others = [steady(1.0)] * 2
    assert judged([*others, found]) == expected
    text = " ".join(measures([*others, found]))
    assert [words in text for words in ("1 operations are undecided", "Not all limits", "All limits are kept")] == [
        expected == code for code in (NOT_WHOLE, UNEXPECTED, AS_EXPECTED)
    ]


def between(low: float, high: float, **more) -> RulerPair:
    """A pair of three rounds with this interval."""
    middle, reach = math.sqrt(low * high), math.log(high / low) / 2
    far = reach / quantile(2) * math.sqrt(3)
    found = RulerPair(
        "java", "ruler-1", "an operation", ruler=[1000.0] * 3, **more,
        bed=[1000.0 * middle * math.exp(way * far) for way in (-1, 0, 1)],
    )  # fmt: skip
    assert (found.ratio.low, found.ratio.high) == pytest.approx((low, high))
    return found


def test_an_operation_may_have_a_limit_of_its_own():
    pairs = [steady(1.0), steady(1.0), steady(1.07, at_most=1.05)]
    assert [one.is_over for one in pairs] == [False, False, True] and judged(pairs) == UNEXPECTED


def test_the_table_says_whether_all_limits_are_met(capsys):
    assert show([steady(1.0), pair(1.0)]) == 0
    assert show([steady(1.2)]) == 1
    assert show([RulerPair("java", "ruler-1", "interrupted", ruler=[1.0], bed=[1.0])]) == 2
    out = capsys.readouterr().out
    assert "All limits are kept." in out and "Not all limits are kept." in out and "no two rounds" in out


def test_rounds_that_other_programs_disturbed_are_marked_and_counted():
    quiet, other = steady(1.0, disturbed=[False] * 5), steady(1.01, disturbed=[False, True, *[False] * 3])
    assert not any("rogram" in sentence for sentence in measures([quiet]))
    told = measures([quiet, other])[-1]
    assert told == "Other programs disturbed 1 of the 2 rows of the ruler: their times are unreliable (†)."
    assert [wording.DISTURBED in cells[-1] for cells in lines([quiet, other])] == [False, True]


def test_a_result_that_knows_of_no_other_programs_says_so():
    assert "does not say how much other programs used" in measures([steady(1.0)])[-1]


def test_each_round_says_whether_other_programs_disturbed_it(monkeypatch):
    cores = iter([0.0, 1.0])
    monkeypatch.setattr(ruler, "Others", lambda: SimpleNamespace(cores=next(cores)))
    monkeypatch.setattr(ruler, "_figures", lambda program, by_hand, tasks: dict.fromkeys(tasks, 10.0))
    one, another = (RulerPair(peer, "ruler-1", "an operation") for peer in ("java", "cpp"))
    for _ in range(2):
        ruler._measure(SimpleNamespace(name="java"), [one, another], first_by_hand=True)
    assert one.disturbed == [False, True] and another.disturbed == []


@pytest.mark.parametrize(
    ("peer", "sources"),
    [("cpp", "bench/ruler.cc"), ("java", "bench/ruler/ruler/*.java"), ("python", "bench/ruler.py")],
)
def test_each_operation_is_written_by_hand(peer, sources):
    text = "".join(path.read_text() for path in (ROOT / peer).glob(sources))
    count = len(fixture.read("ruler", peer)[peer])
    assert sorted(re.findall(r'"(ruler-\d+)"', text)) == [f"ruler-{number}" for number in range(1, count + 1)]


def test_the_fixture_names_existing_codecs_and_cases():
    roster = {member.codec for member in Roster.load(fixture.FOLDER.parent / "roster.yaml").members}
    for peer, entries in fixture.read("ruler", "java", "cpp", "python").items():
        for entry in entries:
            assert entry.get("codec") is None or f"{peer}:{entry['codec']}" in roster
            assert list((fixture.FOLDER.parent / "cases").glob(f"{entry['case']}.*"))
            assert entry["operation"] not in ("decode", "convert") or entry["wire"] in roster

"""What intervals decide: every word of a verdict, and two runs that differ by noise do not contradict each other."""

import math
import random

import pytest

from wirebed_claims.bounds import Bounds
from wirebed_claims.decision import Answer, Decision, conjunction
from wirebed_claims.lines import needs
from wirebed_claims.load import load
from wirebed_claims.protocols import BENCH, PUBLISHED
from wirebed_claims.quantity import Interval, Quantity
from wirebed_claims.verdict import (
    HELD,
    IN_DIRECTION,
    NOT_MEASURED,
    PUBLISHED_ONLY,
    REFUTED,
    UNDECIDED,
    Verdict,
)

ARTICLE = load()[0]
RATIO = (Quantity("time", "serialize", "a"), Quantity("time", "serialize", "b"))
WITHIN = Bounds(2.5, 6, True, "between 2.5 and 6")
BELOW = Bounds(-math.inf, math.nextafter(0.8, 0), True, "below 0.8")
ORDER = Bounds(math.nextafter(1, 2), math.inf, True, "above 1")
OUTSIDE = Bounds(0.9, 1.1, False, "below 0.9 or above 1.1")
YES, DIRECTION, NO = Answer.YES, Answer.IN_DIRECTION, Answer.NO


def figure(low: float, high: float, processes: float = 5) -> Interval:
    return Interval(math.sqrt(low * high), low, high, processes)


def decision(bounds: Bounds, low: float, high: float, processes: float = 5) -> Decision:
    return bounds.decision(figure(low, high, processes), "", "a / b", RATIO)


@pytest.mark.parametrize(
    ("bounds", "low", "high", "possible"),
    [
        (WITHIN, 3, 5, {YES}),
        (WITHIN, 6.8, 7.5, {DIRECTION}),
        (WITHIN, 0.3, 0.5, {NO}),
        (WITHIN, 0.9, 1.04, {NO}),
        (WITHIN, 5, 7, {YES, DIRECTION}),
        (WITHIN, 0.95, 1.2, {DIRECTION, NO}),
        (WITHIN, 0.9, 3, {YES, DIRECTION, NO}),
        (WITHIN, 6.1, 6.2, {YES, DIRECTION}),  # closer than 5 %
        (BELOW, 0.5, 0.6, {YES}),
        (BELOW, 0.86, 0.9, {DIRECTION}),
        (BELOW, 1.2, 1.3, {NO}),
        (ORDER, 1.1, 1.2, {YES}),
        (ORDER, 1.02, 1.03, {YES, NO}),
        (ORDER, 0.5, 2, {YES, NO}),
        (ORDER, 0.5, 0.6, {NO}),
        (OUTSIDE, 1.3, 1.4, {YES}),
        (OUTSIDE, 0.97, 1.03, {NO}),
        (OUTSIDE, 1.0, 1.3, {YES, NO}),
    ],
)
def test_an_interval_leaves_what_it_cannot_exclude(bounds, low, high, possible):
    found = decision(bounds, low, high)
    assert found.possible == possible
    assert (found.needs == 0) == (len(possible) == 1)


def test_two_processes_decide_nothing_and_exact_figures_everything():
    assert decision(WITHIN, 3, 5, 2).possible == {YES, DIRECTION, NO} and decision(WITHIN, 3, 5, 2).needs == 3
    assert [decision(ORDER, ratio, ratio, math.inf).answer for ratio in (1.001, 1.0, 0.999)] == [YES, NO, NO]


def test_one_figure_has_no_direction():
    assert WITHIN.decision(figure(7, 8), "", "", RATIO[:1]).possible == {NO}


def test_the_least_part_decides_whatever_the_others_are():
    parts = {
        "yes": decision(WITHIN, 3, 5),
        "direction": decision(WITHIN, 7, 8),
        "no": decision(WITHIN, 0.3, 0.5),
        "open": decision(WITHIN, 5, 7),
        "missing": Decision.without("nothing"),
    }
    expected = {
        "yes": YES, "yes direction": DIRECTION, "yes direction no": NO, "open no": NO, "missing no": NO,
        "open direction": DIRECTION, "open yes": None, "missing open": None,
    }  # fmt: skip
    found = {names: conjunction(parts[name] for name in names.split()) for names in expected}
    assert {names: one.answer for names, one in found.items()} == expected
    assert found["missing open"].missing and not found["open yes"].missing


def test_a_part_whose_answer_changes_nothing_is_not_why_it_is_open():
    """The second would need more processes than there can be, but the first is never better than in direction."""
    parts = [decision(WITHIN, 7, 8), decision(WITHIN, 5.9, 6.1), decision(WITHIN, 0.9, 1.3)]
    found = conjunction(parts)
    assert found.possible == {DIRECTION, NO} and found.figure == parts[2].figure
    assert found.open_parts == (parts[2],)


def word(bench: Decision, published: Decision | None) -> str:
    decisions = {BENCH: bench} | ({PUBLISHED: published} if published else {})
    return Verdict(ARTICLE, ARTICLE.claims[0], decisions).word


KINDS = {
    "yes": decision(WITHIN, 3, 5),
    "direction": decision(WITHIN, 7, 8),
    "no": decision(WITHIN, 0.3, 0.5),
    "yes or direction": decision(WITHIN, 5, 7),
    "direction or no": decision(WITHIN, 0.95, 1.2),
    "anything": decision(WITHIN, 0.9, 7),
    "missing": Decision.without("nothing"),
}


@pytest.mark.parametrize(
    ("bench", "published", "expected"),
    [
        ("yes", "no", HELD),
        ("yes", "missing", HELD),
        ("yes", None, HELD),
        ("direction", "yes", IN_DIRECTION),
        ("direction", "anything", IN_DIRECTION),
        ("no", None, REFUTED),
        ("no", "no", REFUTED),
        ("no", "direction", REFUTED),
        ("no", "direction or no", REFUTED),
        ("no", "yes", PUBLISHED_ONLY),
        ("no", "yes or direction", UNDECIDED),
        ("no", "missing", NOT_MEASURED),
        ("yes or direction", "yes", UNDECIDED),
        ("direction or no", "no", UNDECIDED),
        ("anything", "missing", UNDECIDED),
        ("missing", "yes", NOT_MEASURED),
        ("missing", None, NOT_MEASURED),
    ],
)
def test_both_protocols_make_the_word(bench, published, expected):
    assert word(KINDS[bench], KINDS[published] if published else None) == expected


@pytest.mark.parametrize("bounds", [WITHIN, BELOW, ORDER, OUTSIDE])
def test_two_runs_whose_intervals_hold_the_truth_do_not_contradict_each_other(bounds):
    """A quiet run and a loaded one: the intervals of the latter are wide, and decide little."""
    dice, undecided = random.Random(1), 0
    for _ in range(2000):
        truths = [math.exp(dice.uniform(-2.5, 2.5)) for _ in range(2)]
        words = set()
        for width in (0.03, 1.5):
            run = []
            for truth in truths:
                below, above = dice.uniform(0, width), dice.uniform(0, width)
                run.append(decision(bounds, truth * math.exp(-below), truth * math.exp(above)))
            words.add(word(*run))
        undecided += UNDECIDED in words
        assert len(words - {UNDECIDED}) < 2, truths
    assert undecided


@pytest.mark.parametrize("bounds", [WITHIN, BELOW, ORDER, OUTSIDE])
def test_two_figures_that_differ_by_less_than_five_percent_do_not_contradict_each_other(bounds):
    """However narrow their intervals are, since runs differ by more than an interval says."""
    for step in range(-1000, 1000):
        ratio = math.exp(step / 400)
        answers = [decision(bounds, one, one * 1.001).possible for one in (ratio, ratio * 1.045)]
        assert answers[0] & answers[1], ratio


def test_the_number_of_processes_follows_from_half_the_interval_and_the_distance():
    narrow, wide = decision(WITHIN, 4, 6.5), decision(WITHIN, 2.6, 10)
    assert 5 < narrow.needs < wide.needs < math.inf
    half = math.log(6.5 / 4) / 2
    # With as many processes the interval would end before the boundary, by the root of their number alone.
    assert half * math.sqrt(5 / (2 * narrow.needs)) < math.log(6 / narrow.figure.mean)
    assert needs(narrow) == f"about {narrow.needs} processes instead of 5 would decide it"


def test_no_number_of_processes_decides_what_is_at_the_boundary():
    at = decision(WITHIN, 5.9, 6.1)
    assert math.isinf(at.needs) and "no number of processes" in needs(at)


def test_two_processes_say_nothing_of_how_many_would_decide():
    assert needs(decision(WITHIN, 3, 7, 2)) == (
        "a figure needs 3 processes that no other program disturbed, and this one has 2"
    )


def test_half_and_twice_are_equally_far_from_a_boundary():
    half, twice = (decision(ORDER, mean, mean).margin for mean in (0.5, 2))
    assert half == pytest.approx(twice) == pytest.approx(math.log(2))


def test_an_exact_quotient_that_is_not_1_does_not_look_like_1():
    assert Interval(1.00125, 1.00125, 1.00125).shown() == "1.00125"
    assert Interval(1, 1, 1).shown() == "1"

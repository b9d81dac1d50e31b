"""Means and ratios: the process is the unit, the interval holds the truth as often as it claims."""

import math
import random

import noisy_results
import pytest

from wirebed_costs import statistics
from wirebed_costs.statistics import Estimate


def test_a_process_is_one_observation():
    row = noisy_results.row(samples=[[100.0] * 50, [110.0] * 50, [105.0] * 50])
    summary = statistics.summarize(row)
    assert (summary.n_processes, summary.n_values, summary.basis) == (3, 150, "processes")
    assert summary.mean == pytest.approx(105) and summary.median == 105
    # Three observations 100, 105, 110, not 150: t(2) × 2.75 % = 11.8 %.
    assert summary.high / summary.mean == pytest.approx(math.exp(4.3027 * 5 / 105 / math.sqrt(3)), rel=1e-4)
    assert summary.wide


@pytest.mark.parametrize(("processes", "basis"), [(1, "one process"), (2, "two processes"), (3, "processes")])
def test_the_basis_names_too_few_processes(processes, basis):
    assert statistics.summarize(noisy_results.row(processes=processes)).basis == basis


def test_a_single_value_has_no_interval():
    summary = statistics.summarize(noisy_results.row(samples=[[7.0]]))
    assert (summary.low, summary.high, summary.wide) == (0, math.inf, True)


def test_a_row_without_samples_is_an_error():
    with pytest.raises(ValueError, match="decode has no samples"):
        statistics.summarize(noisy_results.row(samples=[[], []]))


def test_the_interval_holds_the_mean_in_95_of_100():
    held = 0
    for seed in range(1000):
        summary = statistics.summarize(noisy_results.row(mean=100, seed=seed, processes=4, between=0.05))
        held += summary.low <= 100 * math.exp(0.05**2 / 2) <= summary.high
    assert 930 <= held <= 970


def test_the_interval_of_a_ratio_holds_it_in_95_of_100():
    held = 0
    for seed in range(1000):
        above, below = (
            noisy_results.row(mean=300, seed=seed, between=0.05),
            noisy_results.row(mean=100, seed=~seed, between=0.02),
        )
        found = statistics.ratio(above, below)
        held += found.low <= 3 * math.exp((0.05**2 - 0.02**2) / 2) <= found.high
    assert 930 <= held <= 980


def test_the_interval_of_a_sum_holds_it_in_95_of_100():
    """Where the parts are as long as each other, it is narrower than the sum of their intervals."""
    held, narrower = 0, 0
    for seed in range(1000):
        parts = [statistics.observed(noisy_results.row(mean=50, seed=2 * seed + part)) for part in (0, 1)]
        low, high = statistics.total(parts).interval()
        held += low <= 100 <= high
        narrower += high - low < sum(end[1] - end[0] for end in (part.interval() for part in parts))
    assert 930 <= held <= 975 and narrower > 900


def test_a_sum_of_one_part_is_that_part():
    part = statistics.observed(noisy_results.row())
    assert statistics.total([part]).interval() == pytest.approx(part.interval())


def test_rows_of_the_same_rounds_are_pairs():
    """A round of a slow machine makes both slow. Their ratio holds the truth as often, and in a narrower interval."""
    held, narrower = 0, 0
    for seed in range(1000):
        chance = random.Random(seed)
        slow = [chance.gauss(0, 0.2) for _ in range(4)]
        above, below = (
            {number: mean * math.exp(slowness + chance.gauss(0, 0.05)) for number, slowness in enumerate(slow)}
            for mean in (300, 100)
        )
        _, low, high = statistics.quotient(Estimate.of_rounds(above), Estimate.of_rounds(below))
        held += low <= 3 <= high
        apart = statistics.quotient(Estimate.of(list(above.values())), Estimate.of(list(below.values())))
        narrower += math.log(high / low) < math.log(apart[2] / apart[1]) / 1.5
    assert 930 <= held <= 975 and narrower > 900


def test_rounds_that_only_one_row_has_are_no_pairs():
    above, below = Estimate.of_rounds({0: 9.0, 1: 10.0, 2: 11.0}), Estimate.of_rounds({2: 5.0, 3: 6.0, 4: 7.0})
    apart = Estimate.of([9.0, 10.0, 11.0]), Estimate.of([5.0, 6.0, 7.0])
    assert statistics.quotient(above, below) == statistics.quotient(*apart)


def test_equal_samples_have_a_ratio_without_width():
    row = noisy_results.row(samples=[[5.0], [5.0], [5.0]])
    assert statistics.ratio(row, row) == statistics.Ratio(1, 1, 1)


@pytest.mark.parametrize(
    ("freedom", "errors"), [(1, 12.7062), (1.5, 6.0167), (2, 4.3027), (4, 2.7764), (10, 2.2281), (100, 1.9840)]
)
def test_the_interval_is_that_of_students_t(freedom, errors):
    assert statistics.quantile(freedom) == pytest.approx(errors, rel=1e-4)


def test_p_is_that_of_welchs_test():
    """A difference of 2.7764 errors has 5 % with the 4 degrees of freedom of both together."""
    error = 0.01
    below, above = statistics.Estimate(100, error, 2), statistics.Estimate(100, error, 2)
    assert statistics.p_value(above, below) == 1
    above = statistics.Estimate(100 * math.exp(2.7764 * error * math.sqrt(2)), error, 2)
    assert statistics.p_value(above, below) == statistics.p_value(below, above) == pytest.approx(0.05, rel=1e-3)
    exact = statistics.Estimate(5, 0.0, 2)
    assert statistics.p_value(exact, exact) == 1 and statistics.p_value(exact, statistics.Estimate(6, 0.0, 2)) == 0


def test_references_are_of_the_same_language_value_and_length():
    copy, other = noisy_results.row("copy", codec=None), noisy_results.row("copy", codec=None, peer="cpp")
    memcpy = noisy_results.row("memcpy", codec=None, wire=50)
    row, longer = noisy_results.row(wire=50), noisy_results.row(wire=51, case="Stock/other")
    references = statistics.References(noisy_results.result([copy, other, memcpy, row, longer]))
    assert references.copy(row) is copy and references.memcpy(row) is memcpy
    assert references.copy(longer) is None and references.memcpy(longer) is None

"""Times over the lengths of a workload: groups of neighbours, each with a geometric mean in every process."""

import claim_results as made
import pytest

from wirebed_claims.load import load
from wirebed_claims.protocols import BENCH, PUBLISHED, Protocol
from wirebed_claims.quantity import Missing, Quantity

(S0,) = [article for article in load() if article.id == "s0"]
LENGTHS = range(100, 1100, 100)
TIME = Quantity("time", "serialize", "java", "target")


def measured(folder, systems=("java",)):
    """A time of 10 nanoseconds for each element, and a percent more or less in other processes."""
    return made.results(
        folder,
        measurements=[
            one
            for system in systems
            for n in LENGTHS
            for one in made.measurement("target_object", system, "serialize", 1000 * n, n=n, bytes=190 + 9 * n)
        ],
    )


@pytest.fixture
def protocol(tmp_path):
    return Protocol(PUBLISHED, measured(tmp_path), S0)


def test_a_time_has_as_many_groups_as_the_bench_has_lengths(protocol):
    assert protocol.groups(TIME) == [(100, 200, 300), (400, 500, 600), (700, 800, 900, 1000)]
    assert Protocol(BENCH, protocol.results, S0).groups(TIME) == [(100,), (1000,), (10000,)]


def test_bytes_have_every_length_and_a_mean_has_one_group(protocol):
    assert protocol.groups(Quantity("bytes", "encoding", "java", "target")) == [(n,) for n in LENGTHS]
    assert protocol.groups(Quantity("time", "serialize", "java", "target", over="mean")) == [tuple(LENGTHS)]


def test_a_process_is_one_observation_whatever_the_lengths(protocol):
    found = protocol.estimate(TIME.at(100, 400))
    assert found.mean == pytest.approx(200_000, rel=1e-4)
    assert (found.processes, found.freedom) == (3, 2)
    assert found.error == pytest.approx(protocol.estimate(TIME.at(100)).error, rel=1e-4)


def test_a_process_that_lacks_a_length_is_none(protocol):
    with pytest.raises(Missing, match="no serialize of java"):
        protocol.estimate(TIME.at(100, 150))


def test_independent_rows_are_more_precise_together(tmp_path):
    cases = [f"TargetObject/shared_{n}" for n in (100, 1000, 10000)]
    rows = [made.row("java:java-serial/jdk", case, "encode", 10.0**at) for at, case in enumerate(cases, 1)]
    protocol = Protocol(BENCH, made.results(tmp_path, rows=rows), S0)
    one, all_lengths = (protocol.estimate(TIME.at(*lengths)) for lengths in ((100,), (100, 1000, 10000)))
    assert all_lengths.mean == pytest.approx(100, rel=1e-4) and all_lengths.processes == 3
    assert all_lengths.error == pytest.approx(one.error / 3**0.5)

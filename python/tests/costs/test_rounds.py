"""Measuring within a budget: balanced, never overdrawn, interrupted without loss; who fails costs a row."""

from types import SimpleNamespace

import pytest
from programs import Clock, Instant, fake_program, made_rows

from wirebed_costs import result
from wirebed_costs.rounds import Rounds
from wirebed_costs.schedule import Costs

PEERS = {"cpp": 0.2, "java": 3.0, "python": 1.0}
HARNESSES = dict.fromkeys(PEERS, "google_benchmark")


@pytest.fixture
def measure(tmp_path):
    """measure(budget) -> rounds that were run, and the programs."""

    def run(budget: float, rows=None, most=None, stacks=False, **program):
        clock, rows = Clock(), rows or made_rows(codecs=6)
        programs = {name: Instant(name, tmp_path, clock, seconds, **program) for name, seconds in PEERS.items()}
        costs = Costs(HARNESSES, 0.5)
        rounds = Rounds(programs, rows, costs, 0.5, budget, most, stacks=stacks, clock=clock)
        rounds.interrupted = rounds.run()
        return rounds, programs

    return run


def counts(rounds) -> list[int]:
    return [len(row.samples) for row in rounds.rows if row.operation != "memcpy"]


def test_the_budget_is_spent_and_not_overdrawn(measure):
    rounds, _ = measure(1000)
    assert not rounds.interrupted
    assert rounds.done >= 2
    assert 850 < rounds.clock.now <= 1000


def test_every_row_is_measured_about_equally_often(measure):
    rounds, _ = measure(1000)
    assert max(counts(rounds)) - min(counts(rounds)) <= 1
    assert min(counts(rounds)) == rounds.done


@pytest.mark.parametrize("when", [100, 400, 777])
def test_an_interrupted_run_keeps_balanced_data(measure, when):
    rounds, _ = measure(10_000, stop_at=when)
    assert rounds.interrupted
    assert max(counts(rounds)) - min(counts(rounds)) <= 1
    assert sum(counts(rounds)) > 0


def test_a_budget_below_one_round_measures_a_part_that_can_be_compared(measure):
    rows = made_rows(codecs=20, cases=("A/a", "B/b", "C/c"))
    rounds, _ = measure(200, rows)
    measured = {(row.operation, row.case, row.peer) for row in rows if row.samples and row.codec}
    groups = {(operation, case) for operation, case, _ in measured}
    assert 0 < len(groups) < 6
    # Whatever was begun before the last has all languages in it.
    whole = [group for group in groups if {(*group, peer) for peer in PEERS} <= measured]
    assert len(whole) >= len(groups) - 1 > 0
    assert {row.peer for row in rows if row.operation == "copy" and row.samples} == set(PEERS)
    assert rounds.clock.now <= 200


def test_what_an_interrupted_run_did_not_reach_comes_first_when_it_goes_on(measure):
    rows = made_rows(codecs=20, cases=("A/a", "B/b", "C/c"))
    for _ in range(4):
        measure(200, rows)
    counted = [len(row.samples) for row in rows if row.codec]
    assert min(counted) >= 1 and max(counted) - min(counted) <= 2


def test_memcpy_has_three_processes_also_where_a_run_goes_on(measure):
    rows = made_rows(codecs=6)
    for most in (1, 3):
        measure(100_000, rows, most=most)
    assert {(row.operation == "memcpy", len(row.samples)) for row in rows} == {(True, 3), (False, 4)}


def test_as_many_rounds_as_asked_for(measure):
    rounds, _ = measure(100_000, most=1)
    assert set(counts(rounds)) == {1}


def test_allocations_are_measured_twice_and_samples_are_nanoseconds(measure):
    rounds, programs = measure(100_000, most=3)
    row = rounds.rows[0]
    assert row.samples == [[1500.0]] * 3
    assert row.operations == [10] * 3
    assert row.allocations == [(8.0, 1.0)] * 2
    assert {mode for mode, _ in programs["java"].starts} == {"warm", "bytes"}


def test_the_stacks_of_each_row_of_a_codec_are_sampled_once(measure):
    rounds, programs = measure(100_000, most=3, stacks=True)
    assert {row.stacks for row in rounds.rows if row.codec} == {(500, 40)}
    assert {row.stacks for row in rounds.rows if not row.codec} == {None}
    assert sum(tasks for mode, tasks in programs["java"].starts if mode == "stacks") == 24
    assert rounds.unsampled == {}


def test_rows_without_stacks_keep_their_times(measure):
    asked = []
    for most in (3, 4):
        rounds, programs = measure(100_000, most=most, stacks=True, sampled=False)
        asked.append([sum(mode == "stacks" for mode, _ in program.starts) for program in programs.values()])
    assert asked[0] == asked[1], "a program that cannot sample is asked in one round"
    assert {row.stacks for row in rounds.rows} == {None}
    assert set(counts(rounds)) == {4}
    assert set(rounds.unsampled.values()) == {"the benchmark program ended with exit code 2: no stacks"}


def test_a_run_that_goes_on_samples_the_stacks_that_are_missing_before_another_round(measure):
    rounds, _ = measure(100_000, most=3)
    again, _ = measure(150, rounds.rows, stacks=True)
    assert {row.stacks for row in again.rows if row.codec} == {(500, 40)}
    assert again.done == 0


def test_rows_that_have_no_interval_yet_come_first(measure):
    rounds, _ = measure(100_000, most=3)
    for row in rounds.rows:
        if row.peer == "cpp":
            row.samples, row.operations, row.disturbed = [], [], []
    again, programs = measure(100_000, rounds.rows, most=3)
    assert set(counts(again)) == {3}
    assert programs["cpp"].starts and not programs["java"].starts and not programs["python"].starts


def test_times_come_before_stacks(measure):
    rounds, _ = measure(100_000, most=2, stacks=True)
    assert {row.stacks for row in rounds.rows} == {None}


@pytest.mark.parametrize(
    ("busy", "counted"),
    [((), [0, 1, 2, 3]), ((0,), [1, 2, 3]), ((0, 2), [0, 1, 2, 3]), ((0, 1, 2, 3), [0, 1, 2, 3])],
    ids=str,
)
def test_a_process_that_others_disturb_counts_only_where_too_few_are_left(monkeypatch, tmp_path, busy, counted):
    cores = iter(0.5 if number in busy else 0.1 for number in range(4))
    monkeypatch.setattr("wirebed_costs.rounds.Others", lambda: SimpleNamespace(cores=next(cores)))
    row, clock = made_rows(peers=("cpp",), codecs=1)[0], Clock()
    row.allocations = [(8.0, 1.0)] * 2  # so that each round has one slice
    programs = {"cpp": Instant("cpp", tmp_path, clock)}
    Rounds(programs, [row], Costs(HARNESSES, 0.5), 0.5, 1000, 4, clock=clock).run()
    line = result.of_row(row)
    assert (len(line["samples"]), line["left_out"]) == (len(counted), 4 - len(counted))
    assert line["disturbed"] == [number in busy for number in counted]


def test_a_row_that_crashes_costs_that_row(tmp_path):
    rows = made_rows(peers=("cpp",), codecs=4)
    program = fake_program(tmp_path, rows, "cpp", "crash:r3")
    rounds = Rounds({"cpp": program}, rows, Costs({"cpp": "google_benchmark"}, 0.1), 0.1, 1e9, 1, clock=lambda: 0.0)
    assert not rounds.run()
    assert rows[3].samples == []
    assert rows[3].why.startswith("the benchmark program ended with exit code 2: there is no such class: Nowhere; ")
    assert [len(row.samples) for row in rows] == [0 if row is rows[3] else 1 for row in rows]


def test_a_program_that_always_fails_is_given_up(tmp_path):
    rows = made_rows(peers=("cpp",), codecs=8)
    program = fake_program(tmp_path, rows, "cpp", "silent")
    rounds = Rounds({"cpp": program}, rows, Costs({"cpp": "google_benchmark"}, 0.1), 0.1, 1e9, 1, clock=lambda: 0.0)
    rounds.run()
    assert all("wrote no result" in row.why for row in rows)

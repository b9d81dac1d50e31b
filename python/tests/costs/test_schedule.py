"""The order of what is measured: every row once a round, the languages in turns, no round like the one before."""

from programs import made_rows

from wirebed_costs.harness_output import COLD
from wirebed_costs.schedule import SLICE, Costs, Slice, allocations, in_order, round_of

HARNESSES = {"cpp": "google_benchmark", "java": "jmh", "python": "pyperf"}


def costs(seconds: float = 0.5) -> Costs:
    return Costs(HARNESSES, seconds)


def many():
    return made_rows(codecs=20, cases=("A/a", "B/b", "C/c", "D/d"))


def test_a_round_has_every_row_once():
    rows = many()
    measured = [row for one in round_of(0, rows, costs(), 1) for row in one.rows]
    assert sorted(map(id, measured)) == sorted(map(id, rows))


def test_rounds_differ_from_each_other_and_a_seed_repeats_them():
    rows = many()
    first, again, second = (
        [row.id for one in round_of(number, rows, costs(), 7) for row in one.rows if row.operation != "memcpy"]
        for number in (0, 0, 1)
    )
    assert first == again
    assert sorted(first) == sorted(second)
    assert first != second


def test_languages_take_turns():
    slices = [one.peer for one in round_of(0, many(), costs(), 1) if one.rows[0].operation != "memcpy"]
    java = [index for index, peer in enumerate(slices) if peer == "java"]
    assert len(java) > 10
    # Nowhere more than three of them without another in between, as would be if one language came after the other.
    runs = "".join("j" if peer == "java" else "-" for peer in slices).split("-")
    assert max(map(len, runs)) <= len(java) // 3
    assert {"cpp", "python"} <= set(slices[: len(slices) // 2])


def test_a_slice_takes_about_as_long_as_it_should():
    for one in round_of(0, many(), costs(), 1):
        assert costs().slice(one) < 1.6 * SLICE


def test_memcpy_takes_part_until_it_has_three_processes_and_is_last():
    rows = many()
    for number in range(5):
        last = [one.rows[0].operation == "memcpy" for one in round_of(number, rows, costs(), 1)]
        assert any(last) == (number < 3) and last == sorted(last)
        for row in rows:
            row.samples.append([1.0])


def test_a_round_without_enough_time_measures_one_benchmark_after_the_other():
    seen = [{(row.operation, row.case) for row in one.rows} for one in in_order(many(), costs()) if one.rows[0].codec]
    assert all(len(group) == 1 for group in seen)
    order = list(dict.fromkeys(next(iter(group)) for group in seen))
    # Each group comes once: all languages have had it before the next begins.
    assert [next(iter(group)) for group in seen] == sorted((next(iter(group)) for group in seen), key=order.index)


def test_cold_rows_are_slices_of_their_own():
    rows = made_rows()
    rows[0].cold = True
    modes = {one.mode for one in round_of(0, rows, costs(), 1) if rows[0] in one.rows}
    assert modes == {"cold"}
    assert all(rows[0] not in one.rows for one in allocations(rows, costs()))


def test_allocations_are_measured_twice():
    rows = made_rows()
    rows[0].allocations = [(8.0, None), (8.0, None)]
    asked = [row for one in allocations(rows, costs()) for row in one.rows]
    assert rows[0] not in asked
    assert rows[1] in asked
    # JMH counts them whenever it takes a time.
    assert {row.peer for row in asked} == {"cpp", "python"}


def test_the_expected_time_of_an_unknown_task():
    assert costs(0.5).of("java", "warm", 4) == 4 * (2.8 + 2 * 0.5)
    assert costs(0.5).of("python", "cold") == costs(1.0).of("python", "cold") == 0.5
    assert [costs().counts(peer) for peer in HARNESSES] == [False, True, False]


def test_costs_are_learnt_and_saved(tmp_path):
    rows, memory = made_rows(), tmp_path / "costs.json"
    one = Slice("java", "warm", tuple(rows[:4]))
    known = Costs(HARNESSES, 0.5, memory)
    before = known.slice(one)
    known.learn(one, 4 * 9.0)
    assert known.slice(one) == 36.0 != before
    known.learn(one, 4 * 11.0)
    assert known.slice(one) == 40.0
    known.save()
    assert Costs(HARNESSES, 0.5, memory).slice(one) == 40.0
    assert Costs(HARNESSES, 1.0, memory).slice(one) != 40.0
    assert Costs(HARNESSES, 0.5, memory).of("java", COLD) != 10.0

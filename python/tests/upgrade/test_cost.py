"""A cost is told where each round shows it, and a line on stderr where the new side alone has it."""

import pytest

from wirebed_upgrade import cost
from wirebed_upgrade.cost import Cost, Costs


@pytest.mark.parametrize(
    "new, told",
    [((200, 210, 220), True), ((200, 210, 199), False), ((50, 40, 45), True), ((50, 40, 51), False)],
    ids=["slower", "once less than twice", "faster", "once more than half"],
)
def test_a_factor_counts_when_each_round_shows_it(new, told):
    one = Cost("java:json/gson", "encode", "Numbers/one", (100, 100, 100), new)
    assert Costs((one,)).told == ([one] if told else [])


def test_the_worst_comes_first_with_its_interval():
    costs = [Cost("x:json/x", "decode", "M/a", (100, 100, 100), new) for new in ((200, 300, 400), (500, 600, 500))]
    assert [(each.factor, each.interval) for each in Costs(tuple(costs)).told] == [(5, (5, 6)), (3, (2, 4))]


def test_lines_that_differ_in_numbers_alone_are_the_same(tmp_path):
    (tmp_path / "old.log").write_text("at 10:15 a warning\n")
    (tmp_path / "new.log").write_text("at 10:16 a warning\n\nWARNING: sun.misc.Unsafe is deprecated\n")
    assert list(cost.new_lines(tmp_path, "old", "new")) == ["WARNING: sun.misc.Unsafe is deprecated"]
    assert list(cost.new_lines(tmp_path, "new", "none")) == []

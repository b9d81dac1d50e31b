"""Numbers for things."""

from wirebed_page.pool import NONE, Pool


def test_a_thing_keeps_its_first_number():
    pool = Pool(["a"])
    assert pool.numbers(["b", "a", None, "b", "c"]) == [1, 0, NONE, 1, 2]
    assert pool.number("b") == 1 and pool.number(None) == NONE
    assert pool.things == ["a", "b", "c"] and len(pool) == 3


def test_nothing_is_no_thing():
    pool = Pool()
    assert pool.number(None) == NONE
    assert None not in pool and pool.things == []
    assert "a" not in pool and pool.number("a") == 0 and "a" in pool


def test_tuples_are_things_too():
    pool = Pool()
    assert pool.numbers([("a", 1), ("a", 2), ("a", 1)]) == [0, 1, 0]

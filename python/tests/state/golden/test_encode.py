"""Encoding twice: the second time maps and sets are filled in another order, and nothing else differs."""

from __future__ import annotations

from wirebed import view
from wirebed.state.golden.encode import reordered


def writer_of(build) -> bytes:
    out = view.ViewWriter()
    build(out)
    return out.finish()


def sample(keys: list[int], elements: list[int]) -> bytes:
    """A record with an integer, a map of lists and a set, in the order that is given."""

    def build(out):
        out.record("t.M")
        out.field(1)
        out.integer(7)
        out.field(2)
        out.map(len(keys))
        for key in keys:
            out.integer(key)
            out.list(2)
            out.text("m")
            out.integer(key)
        out.field(3)
        out.set(len(elements))
        for element in elements:
            out.integer(element)
        out.field(4)
        out.record("t.Empty")
        out.end()
        out.end()

    return writer_of(build)


def test_maps_and_sets_are_reversed():
    assert reordered(sample([1, 2, 3], [4, 5]), 1) == sample([3, 2, 1], [5, 4])


def test_every_turn_is_another():
    turns = [reordered(sample([1, 2, 3], [4, 5]), turn) for turn in range(6)]
    assert turns[0] == sample([1, 2, 3], [4, 5]) and turns[2] == sample([2, 3, 1], [5, 4])
    assert len(set(turns)) == 6


def test_other_values_stay():
    lists = writer_of(lambda out: (out.list(2), out.text("zm"), out.list(0)))
    assert reordered(lists, 1) == lists


def test_shared_objects_stay():
    def build(out):
        out.list(3)
        out.record("t.M")
        out.end()
        out.set(2)
        out.integer(1)
        out.integer(2)
        out.same_as(5)

    assert reordered(writer_of(build), 1) == writer_of(build)

"""What a run makes of a baseline: it removes what is gone, and accepts only what somebody names."""

import pytest

from wirebed.errors import UserError
from wirebed.state.baseline import BaselineEntry, Fact, FactCount
from wirebed.state.deviations.reasons import Reason
from wirebed_baseline.update import check, updated

A, B, C = (Fact("json", "java/gson", "python/msgspec", "differs", "narrowed", field=f"t.M.{name}") for name in "abc")
OLD = {A: BaselineEntry(A, 4), B: BaselineEntry(B, 2)}
REVIEWED = Reason("r", "a", "by-design")


def cells(update):
    return {fact: entry.cells for fact, entry in update.entries.items()}


def test_numbers_fall_and_entries_go():
    update = updated(OLD, [FactCount(A, 1), FactCount(B, 0)])
    assert cells(update) == {A: 1} and (update.plus, update.minus, update.refused) == (0, 5, [])


def test_pruning_accepts_nothing():
    update = updated(OLD, [FactCount(A, 1), FactCount(B, 5), FactCount(C, 7)])
    assert cells(update) == {A: 1, B: 2} and (update.plus, update.minus) == (0, 3)
    assert update.refused == [FactCount(B, 3), FactCount(C, 7)]


def test_what_a_run_could_not_show_stays():
    assert cells(updated(OLD, [FactCount(A, 4)])) == {A: 4, B: 2}


@pytest.mark.parametrize(
    ("accept", "taken", "plus"),
    [
        (C.name, {A: 1, B: 2, C: 7}, 7),
        ("json:java/gson:*:t.M.[bc]", {A: 1, B: 5, C: 7}, 10),
        ("json:java/gson:*:t.M.b", {A: 1, B: 5}, 3),
    ],
)
def test_what_is_new_is_accepted_by_name(accept, taken, plus):
    update = updated(OLD, [FactCount(A, 1), FactCount(B, 5), FactCount(C, 7)], accept)
    assert cells(update) == taken and (update.plus, update.minus) == (plus, 3)


def test_everything_new_is_accepted_when_somebody_says_so():
    update = updated(OLD, [FactCount(A, 1), FactCount(B, 5), FactCount(C, 7)], accept_new=True)
    assert cells(update) == {A: 1, B: 5, C: 7} and (update.plus, update.minus, update.refused) == (10, 3, [])


def test_an_entry_with_a_reason_takes_more_cells_by_its_name_alone():
    old = {A: BaselineEntry(A, 4, REVIEWED), B: BaselineEntry(B, 2)}
    standing = [FactCount(A, 6), FactCount(B, 3)]
    update = updated(old, standing, accept_new=True)
    assert cells(update) == {A: 4, B: 3} and update.refused == [FactCount(A, 2)]
    update = updated(old, standing, A.name)
    assert cells(update) == {A: 6, B: 2} and update.entries[A].reason == REVIEWED


def test_a_name_that_takes_nothing_new_is_an_error():
    check(C.name, OLD, [FactCount(A, 4), FactCount(C, 1)])
    with pytest.raises(UserError, match="ACCEPT=json:java/gson:python/msgspec:narrowed:t.M.a matches nothing"):
        check(A.name, OLD, [FactCount(A, 3), FactCount(C, 1)])

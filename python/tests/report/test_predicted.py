"""The shares of the cells of random values that the entries state."""

import pytest
import typed

from wirebed.report import phrases

RED = {"problems": ["no entry states it"]}
LINE = {"case": "M/random_1_0000", "format": "json", "writer": "java:json/a", "readers": ["java:json/a"]}


def predicted(*lines, **outcomes) -> str:
    footer = {"cells": sum(outcomes.values()), "outcomes": outcomes}
    return phrases.predicted(typed.report({}, [typed.line(**LINE | line) for line in lines], footer))


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ([], "100.00 % of 1,000 cells, 100.00 % of the 10 unequal ones"),
        ([{"outcome": "differs", **RED}], "99.90 % of 1,000 cells, 90.00 % of the 10 unequal ones"),
        # An entry states a difference, and there is none.
        ([{"outcome": "equal", **RED}], "99.90 % of 1,000 cells, 100.00 % of the 10 unequal ones"),
        (
            [{"outcome": "differs", **RED, "readers": ["a", "b"]}],
            "99.80 % of 1,000 cells, 80.00 % of the 10 unequal ones",
        ),
    ],
)
def test_the_shares_are_of_all_cells_and_of_the_unequal_ones(lines, words):
    assert predicted(*lines, equal=990, differs=10) == words


def test_without_unequal_cells_nothing_is_divided():
    assert predicted(equal=3) == "100.00 % of 3 cells, 100.00 % of the 0 unequal ones"

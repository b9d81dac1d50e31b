"""Sizes as bytes = a + b·n, exactly."""

from fractions import Fraction

import pytest

from wirebed_claims import closed_form
from wirebed_claims.closed_form import Line, line


def test_a_line_goes_through_every_size():
    assert line({100: 1090, 200: 1990, 300: 2890}) == Line(Fraction(190), Fraction(9), (100, 200, 300))


@pytest.mark.parametrize("sizes", [{100: 1090, 200: 1991, 300: 2890}, {100: 1090}])
def test_one_byte_beside_it_is_no_line(sizes):
    assert line(sizes) is None


def test_where_two_lines_cross():
    one, other = Line(Fraction(190), Fraction(9), ()), Line(Fraction(0), Fraction(14), ())
    assert closed_form.crossover(one, other) == 38
    assert closed_form.crossover(one, one) is None

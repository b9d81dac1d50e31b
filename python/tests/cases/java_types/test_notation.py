"""Bare values as texts, and texts as bare values."""

import pytest

from wirebed.cases.java_types.notation import BadText, fields, normal, parse
from wirebed.view.parse import parse as parse_view


@pytest.mark.parametrize(
    "said",
    [
        "5", "-128", "5L", "-9223372036854775808L", "1.5", "1e+300", "NaN", "-Infinity", "true", "null",
        '"a \\"quoted\\" text"', '"\\uffff"', 'binary "00ff"', "date -1",
        "[]", "[1, 2L, null]", "java.util.ArrayList [1]", 'int[][] [int[] [1, 2], int[] []]', '"[int" [1]',
        "{}", '{"b" = 1, "a" = 2}', 'java.util.TreeMap/java.util.Collections$ReverseComparator {"a" = 1}',
        "javatypes.Child (inherited: 1, own: 2)", "javatypes.Child ()", 'C ("Parent.f": [D (x: null)], f: {1 = C ()})',
    ],
)  # fmt: skip
def test_a_text_is_its_own_spelling(said):
    assert normal(said) == said.replace('"Parent.f"', "Parent.f")


@pytest.mark.parametrize("one, other", [("5", "5L"), ("5", "5.0"), ("[]", "{}"), ("C ()", "C []"), ("A [1]", "[1]")])
def test_other_values_have_other_views(one, other):
    assert parse(one) != parse(other)


@pytest.mark.parametrize(
    "said", ["", "[1", "1 2", "C (x 1)", "{1, 2}", "x", 'binary "0"', "date x", "1.2.3", "(", "[,]"]
)
def test_what_is_no_value(said):
    with pytest.raises(BadText):
        parse(said)


def test_nesting_is_bounded():
    with pytest.raises(BadText, match="deeply"):
        parse("[" * 1000)


def test_the_fields_of_an_object_and_of_a_map():
    assert fields(parse_view(parse('C (a: 1, b: "x")'))) == {"a": "1", "b": '"x"'}
    assert fields(parse_view(parse('{"a" = 1}'))) == {"a": "1"}


def test_a_field_that_was_read_twice_is_shown_twice():
    assert fields(parse_view(parse("C (a: 2, a: 1)"))) == {"a": "2, 1"}


def test_a_value_that_is_no_object_is_one_field():
    assert fields(parse_view(parse("[1]"))) == {"value": "[1]"}

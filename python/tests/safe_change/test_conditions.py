"""For which values something happens, in words."""

import pytest
from schemas import schema

from wirebed_safe_change.boundary_values import Value, scalars, values_of
from wirebed_safe_change.value_words import condition, simplest

FIELDS = schema(
    "enum E { ZERO = 0; ONE = 1; TWO = 2; } message N { int32 a = 1; }"
    "message M { int32 i = 1; int64 l = 2; optional int64 o = 3; bytes b = 4; repeated int32 r = 5; double d = 6;"
    "  map<int64, int32> m = 7; E e = 8; N n = 9; string s = 10; fixed32 f = 11; repeated N rn = 12; }"
).message("p.M")


def told(name: str, harms) -> str:
    """The condition when exactly the values for which `harms` holds are harmed."""
    field = FIELDS.fields_by_name[name]
    values = [value for value, _ in values_of(None, field)]
    return condition([v for v in values if harms(v)], [v for v in values if not harms(v)], field)


@pytest.mark.parametrize(
    ("field", "harms", "words"),
    [
        ("l", lambda v: v.scalar > 2**31 - 1, "values above 2147483647"),
        ("l", lambda v: not -(2**31) <= v.scalar < 2**31, "values below -2147483648 or above 2147483647"),
        ("i", lambda v: v.scalar < 0, "negative values"),
        ("f", lambda v: v.scalar > 2**31 - 1, "values above 2147483647"),
        ("i", lambda v: True, "any value but the default"),
        ("o", lambda v: True, "any value"),
        ("o", lambda v: v.scalar == 0, "set to 0, its default"),
        ("i", lambda v: v.scalar not in (0, 1), "values below 0 or above 1"),
        ("b", lambda v: b"\xff" in v.scalar, "bytes that are not valid UTF-8"),
        ("e", lambda v: v.scalar == 2, "TWO (2)"),
        ("s", lambda v: v.scalar == "7", '"7"'),
        ("r", lambda v: v.count > 1, "more than one element"),
        ("r", lambda v: True, "any element"),
        ("r", lambda v: v.twice, "an element twice"),
        ("r", lambda v: v.count == 1 and v.scalar > 127, "elements: values above 127"),
        ("m", lambda v: v.count == 1 and v.part == "key" and v.scalar >= 2**31, "keys above 2147483647"),
        ("m", lambda v: v.count == 2, "keys 5 and 4294967301, which become one"),
        ("m", lambda v: True, "any entry"),
        ("d", lambda v: v.scalar != v.scalar, "nan"),
    ],
)
def test_words(field, harms, words):
    assert told(field, harms) == words


def test_absent():
    field = FIELDS.fields_by_name["o"]
    assert condition([Value("absent", absent=True)], [Value("1", 1)], field) == "absent"


def test_the_witness_is_the_simplest():
    values = [Value(str(n), n) for n in (4294967301, 2147483648, -2147483649)]
    assert simplest(values).scalar == 2147483648
    assert simplest([Value("two", None, 2), Value("[7]", 7, 1)]).count == 1


def test_boundaries_of_the_neighbour_types_are_among_the_values():
    assert {2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**32 + 5, 2**53 + 1, 2**63 - 1, -(2**63)} <= set(
        scalars(FIELDS.fields_by_name["l"])
    )

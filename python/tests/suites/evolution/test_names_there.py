"""Conditions on names and defaults, by which formats of text are read, and on how protobuf writes a field."""

import pytest
from schemas import Pair, value

from wirebed.state.deviations.condition import condition
from wirebed.suites.evolution.change_places import ChangePlaces
from wirebed.suites.evolution.shape_pairs import ShapePairs

PAIR = Pair(
    "message M { optional E color = 1; string word = 2; string left = 3; optional int32 shown = 4; int32 plain = 5;"
    " repeated int32 many = 6; I inner = 7; } message I { string left = 1; } enum E { ZERO = 0; RED = 1; BLUE = 2; }",
    'message M { reserved 3; reserved "left"; optional E color = 1; E word = 2; optional int32 shown = 4;'
    " fixed32 plain = 5; int32 many = 6; I inner = 7; } message I {} enum E { ZERO = 0; RED = 3; }",
)


@pytest.mark.parametrize(
    ("data", "text", "expected"),
    [
        ({"name-there": "none", "type": "enum"}, "color: BLUE", ["color"]),
        ({"name-there": "another"}, "color: RED", ["color"]),
        ({"name-there": "same"}, "color: ZERO", ["color"]),
        ({"name-there": "none"}, 'word: "GREEN"', ["word"]),
        ({"name-there": "none"}, 'word: "RED"', []),
        ({"name-there": "none", "written": True}, 'left: "GREEN" plain: 2', []),
        ({"reserved": True}, 'left: "a" inner {left: "a"} shown: 1', ["left"]),
        ({"written": True, "type": "int32", "at": ["field", "list"]}, "shown: 0", ["shown"]),
        ({"written": True, "type": "int32", "at": ["field", "list"]}, "plain: 1 many: 0", ["plain", "many"]),
        ({"written": False, "at": "field", "type": "int32"}, "shown: 0", ["plain"]),
        ({"changed": {"same-number": "wire-type"}, "at": "field"}, "shown: 1 plain: 1", ["word", "plain"]),
        ({"changed": {"same-number": "wire-type"}, "at": "list"}, "many: 1", ["many"]),
    ],
)
def test_the_places_for_which_a_condition_holds(data, text, expected):
    view = value(PAIR.old, text)
    places = ChangePlaces(view, "p.M", ShapePairs(PAIR.up.same), PAIR.up.migrate(view), PAIR.new)
    assert [place.path for place in condition(data).places(places)] == expected

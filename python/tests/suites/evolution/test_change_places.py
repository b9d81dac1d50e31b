"""Conditions on a value and on what the other version declares for it."""

import pytest
from schemas import Pair, value

from wirebed.state.deviations.condition import condition
from wirebed.suites.evolution.change_places import ChangePlaces
from wirebed.suites.evolution.model import Names
from wirebed.suites.evolution.shape_pairs import ShapePairs
from wirebed.view.compare import Found, compare

PAIR = Pair(
    "message M { int64 wide = 1; string text = 2; int32 gone = 3; repeated int32 many = 4; optional E color = 5;"
    " I inner = 6; string old_name = 7; map<string, int32> counts = 8; string digits = 10; string word = 11;"
    " optional int64 position = 12; }"
    "message I { int32 x = 1; } enum E { ZERO = 0; RED = 1; BLUE = 2; }",
    "message M { int32 wide = 1; bytes text = 3; int32 many = 4; optional E color = 5; I inner = 6;"
    " string new_name = 7; map<string, string> counts = 8; bool added = 9; int32 digits = 10; E word = 11;"
    " optional E position = 12; }"
    "message I { repeated int32 x = 1; } enum E { ZERO = 0; RED = 1; }",
    Names(renamed={"p.M.old_name": "p.M.new_name"}),
)


def places(text: str) -> ChangePlaces:
    view = value(PAIR.old, text)
    return ChangePlaces(view, "p.M", ShapePairs(PAIR.up.same), PAIR.up.migrate(view), PAIR.new)


@pytest.mark.parametrize(
    ("data", "text", "expected"),
    [
        ({"becomes": {"type": "int32", "fits": False}}, "wide: 4294967296", ["wide"]),
        ({"becomes": {"type": "int32", "fits": False}}, "wide: 1", []),
        ({"becomes": {"type": "int32", "fits": True}}, "wide: 1", ["wide"]),
        ({"becomes": "none"}, "gone: 1", ["gone"]),
        ({"becomes": "none", "same-number": {"type": "bytes"}}, "gone: 1", ["gone"]),
        ({"same-name": {"type": "bytes"}}, 'text: "a"', ["text"]),
        ({"same-number": "none", "kind": "string"}, 'text: "a"', ["text"]),
        ({"changed": "name"}, 'old_name: "a"', ["old_name"]),
        ({"changed": ["name", "kind"]}, 'old_name: "a"', []),
        ({"changed": {"same-number": "kind"}, "kind": "integer"}, "gone: 1", ["gone"]),
        ({"kind": "list", "becomes": {"at": "field"}}, "many: [1, 2]", ["many"]),
        ({"at": "element", "becomes": {"at": "field"}}, "many: [1, 2]", ["many[0]", "many[1]"]),
        ({"at": "value", "becomes": {"kind": "string"}}, 'counts {key: "a" value: 1}', ['counts["a"]']),
        ({"becomes": {"unnamed": True}, "kind": "enum"}, "color: BLUE", ["color"]),
        ({"becomes": {"unnamed": True}, "kind": "enum"}, "color: RED", []),
        ({"becomes": {"unnamed": True}, "kind": "integer"}, "position: 4294967297", ["position"]),
        ({"unknown-constant": True}, 'color: BLUE word: "BLUE"', ["color", "word"]),
        ({"unknown-constant": True}, 'color: RED word: "RED"', []),
        ({"becomes": {"fits": False}, "kind": "string"}, 'digits: "4294967296"', ["digits"]),
        ({"becomes": {"fits": False}, "kind": "string"}, 'digits: "many"', []),
        ({"becomes": {"at": "list"}}, "inner {x: 1}", ["inner.x"]),
        ({"absent": True, "becomes": {"type": "int32"}, "type": "int32"}, "", []),
        ({"absent": True, "changed": "kind", "kind": "list"}, "wide: 1", []),
        ({"absent": True, "kind": "enum"}, "wide: 1", ["color"]),
        ({"absent": [True, False], "kind": "enum"}, "color: RED", ["color"]),
        ({"added": True, "kind": "bool"}, "wide: 1", ["added"]),
        ({"kind": "bool", "absent": True}, "wide: 1", []),
        ({"any": [{"added": True, "kind": "bool"}, {"absent": True, "kind": "enum"}]}, "", ["added", "color"]),
    ],
)
def test_the_places_for_which_a_condition_holds(data, text, expected):
    value_places = places(text)
    assert [place.path for place in condition(data).places(value_places)] == expected


def test_a_difference_is_at_the_place_that_its_value_comes_from():
    read = places('old_name: "a" inner {x: 1}')
    differences = compare(
        read.migrated.view, value(PAIR.new, 'new_name: "b" inner {x: 2} added: true'), schema=PAIR.new
    )
    paths = {place.path for place in map(read.place, differences) if place is not None}
    assert paths == {"old_name", "inner.x", "added"}


def test_a_value_without_a_field_is_at_its_own_place():
    read = places("gone: 1")
    (unseen,) = read.migrated.unseen
    gone = next(place for place in read.places if place.path == "gone")
    assert gone.node is not None and gone.node.steps() == unseen
    assert read.place(Found(None, gone.node, None, gone.node, PAIR.old)) is gone


def test_the_speaker_is_known_by_the_type_that_the_reader_declares():
    read = places('text: "a"')
    (difference,) = compare(read.migrated.view, value(PAIR.new, 'text: "b"'), schema=PAIR.new)
    assert read.place(difference).shape.types == ("string",)
    assert read.read_place(difference).shape.types == ("bytes",)

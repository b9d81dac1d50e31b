"""What a reader finds at the references of a Java stream whose writer numbers enum constants as javaobj-py3 does."""

import pytest

from wirebed.bed import Bed
from wirebed.bed.schema import Schema
from wirebed.state.deviations.condition import ConditionError, condition
from wirebed.state.deviations.enum_handles import FINDS, REFERENCES
from wirebed.state.deviations.places import ValuePlaces
from wirebed.view import of_message
from wirebed_build.trees import ensure

PROTO = """
syntax = "proto3";
package h;
enum Size { SMALL = 0; LARGE = 1; }
enum Color { RED = 0; BLUE = 1; }
message Sizes { repeated Size sizes = 1; string text = 2; repeated string words = 3; }
message Both { Size first = 1; Color second = 2; }
message Maps { map<string, Size> a = 1; repeated int32 b = 2; repeated int32 c = 3; }
"""


@pytest.fixture(scope="module")
def schema(tmp_path_factory):
    folder = tmp_path_factory.mktemp("handles")
    (folder / "proto").mkdir()
    (folder / "proto" / "h.proto").write_text(PROTO)
    return Schema.load(ensure(Bed.open(str(folder)), []))


@pytest.mark.parametrize(
    ("message", "fields", "expected"),
    [
        ("Sizes", {}, {}),
        ("Sizes", {"sizes": ["SMALL"], "text": "a"}, {}),
        # The class is referred to by the number of the first constant, which is that of the class for a reader.
        ("Sizes", {"sizes": ["SMALL", "LARGE"]}, {}),
        ("Sizes", {"sizes": ["SMALL", "SMALL"]}, {"name same": ["sizes[1]"]}),
        # LARGE has no number of its own, so its name has one less than for a reader, who finds the constant there.
        ("Sizes", {"sizes": ["SMALL", "LARGE", "LARGE"]}, {"name constant": ["sizes[2]"]}),
        # What is written behind LARGE has one less, too: for a reader, that of a is the number of LARGE's name.
        ("Sizes", {"sizes": ["SMALL", "LARGE"], "text": "a", "words": ["a"]}, {"text text": ["words[0]"]}),
        # java.lang.Enum is the third of what the writer has numbered, and the constant for a reader.
        ("Both", {}, {"parent constant": ["second"]}),
        ("Maps", {"a": {"x": "SMALL", "y": "SMALL"}}, {"name same": ['a["y"]'], "class constant": ["c"]}),
        ("Maps", {"b": [1, 2], "c": [3]}, {}),
    ],
)
def test_what_is_found(schema, message, fields, expected):
    value = ValuePlaces(of_message(schema.message_class(f"h.{message}")(**fields)), schema, f"h.{message}")
    found = {}
    for reference in REFERENCES:
        for word in FINDS.split() if reference in ("parent", "name", "text") else FINDS.split()[1:]:
            places = condition({"enum-handles": {reference: word}}).places(value)
            if paths := [place.path for place in places]:
                found[f"{reference} {word}"] = paths
    assert found == expected


def test_a_reference_that_there_is_not(schema):
    with pytest.raises(ConditionError, match="one or more of class, parent"):
        condition({"enum-handles": {"object": "same"}})
    with pytest.raises(ConditionError, match="list is none of same"):
        condition({"enum-handles": {"class": "list"}})

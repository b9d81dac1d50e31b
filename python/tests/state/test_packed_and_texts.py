"""Conditions and functions about what an Any packs, and about texts: invalid ones, long ones, and lists of them."""

import pytest

from wirebed.bed import Bed
from wirebed.bed.schema import Schema
from wirebed.state.deviations.condition import ConditionError, condition
from wirebed.state.deviations.functions import FUNCTIONS
from wirebed.state.deviations.places import ValuePlaces
from wirebed.state.deviations.read_value import read_value
from wirebed.view import grammar as g
from wirebed.view import of_message
from wirebed_build.trees import ensure

PROTO = """
syntax = "proto2";
package p;
import "google/protobuf/any.proto";
message Holds {
  optional google.protobuf.Any any = 1;
  optional string text = 2;
  map<string, int32> by_key = 3;
  repeated string texts = 4;
  optional Holds self = 5;
}
message Needs { required int32 number = 1; optional string text = 2; }
"""


@pytest.fixture(scope="module")
def schema(tmp_path_factory):
    folder = tmp_path_factory.mktemp("packed")
    (folder / "proto").mkdir()
    (folder / "proto" / "p.proto").write_text(PROTO)
    return Schema.load(ensure(Bed.open(str(folder)), []))


def holding(schema, data, name="p.Needs"):
    message = schema.message_class("p.Holds")()
    message.any.type_url, message.any.value = f"x/{name}", data
    return ValuePlaces(of_message(message), schema, "p.Holds")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\x08\x01", set()),
        (b"\x08", {"broken", "ends-after-a-tag"}),
        (b"\x08\x01\x12", {"broken"}),
        (b"", {"incomplete"}),
        (b"\x08\x01\x18\x05", {"unknown-fields"}),
        (b"\x12\x01a\x08\x01", {"another-order"}),
        (b"\x08\x01\x12\x02a\xff", {"invalid-text"}),
    ],
)
def test_the_faults_of_what_an_any_packs(schema, data, words):
    every = (
        "broken",
        "ends-after-a-tag",
        "incomplete",
        "unknown-fields",
        "another-order",
        "invalid-text",
        "unknown-type",
    )
    assert {word for word in every if condition({"packs": word}).somewhere(holding(schema, data))} == words
    # An Any in an Any has them, too.
    outer = holding(schema, b"\x0a\x09x/p.Needs\x12" + bytes([len(data)]) + data, "google.protobuf.Any")
    assert all(condition({"packs": word}).somewhere(outer) for word in words)


def test_a_type_that_the_schema_lacks(schema):
    assert condition({"packs": "unknown-type"}).somewhere(holding(schema, b"", "p.Nothing"))
    with pytest.raises(ConditionError, match="damaged is none of unknown-type broken"):
        condition({"packs": "damaged"})


def test_a_condition_on_what_an_any_packs(schema):
    where = condition({"packs": {"at": "root", "type": "p.Needs", "contains": {"field": "number", "is": 1}}})
    assert [place.path for place in where.places(holding(schema, b"\x08\x01"))] == ["any"]
    assert not where.somewhere(holding(schema, b"\x08\x02"))


@pytest.mark.parametrize(
    ("reads", "written", "read"),
    [
        ("known", b"\x12\x01a\x18\x05\x08\x01", b"\x08\x01\x12\x01a"),
        ({"replace": {"[\udc80-\udcff]": "?"}}, b"\x12\x02a\xff", b"\x12\x02a?"),
        ({"bytes": "python"}, b"\x12\x02a\xff", b"\x12\x08b'a\\xff'"),
    ],
)
def test_what_an_any_packs_is_written_again(schema, reads, written, read):
    explains = read_value({"packed": reads}).explains
    before, after = (_value_of(holding(schema, data)) for data in (written, read))
    assert explains(before, after, "", schema)
    assert not explains(before, before, "", schema)


def _value_of(value):
    (place,) = condition({"field": "value"}).places(value)
    return place.node


def text(schema, data, tag=b"s"):
    """A message of a text; of these bytes, where they are not valid UTF-8."""
    view = of_message(schema.message_class("p.Holds")(text="?"))
    old, new = b"s" + g.U32.pack(1) + b"?", tag + g.U32.pack(len(data)) + data
    assert view.count(old) == 1
    return ValuePlaces(view.replace(old, new), schema, "p.Holds")


@pytest.mark.parametrize(
    ("where", "data", "tag"),
    [
        ({"invalid": "surrogates", "matches": "[\ud800-\udbff]."}, b"a\xed\xa0\xbdb", b"x"),
        ({"invalid": "bytes", "unverified": True}, b"\xff", b"x"),
        ({"utf8-length": 3, "length": 1}, "\u20ac".encode(), b"s"),
        ({"length": {"above": 2}, "last-chunk": {"length": 1}}, b"a" * 32769, b"s"),
        ({"last-chunk": {"length": 3, "matches": "^\U0001f600"}}, b"a" * 32767 + "\U0001f600b".encode(), b"s"),
    ],
)
def test_conditions_on_texts(schema, where, data, tag):
    assert condition(where).somewhere(text(schema, data, tag))
    assert not any(condition(where).somewhere(text(schema, other)) for other in (b"a", b"a" * 32768, b"b"))


def test_a_field_that_is_the_object_that_has_it(schema):
    """`text` stands for the same object, which `=` names by its offset: the whole value, or another one."""
    message = schema.message_class("p.Holds")(self={"text": "a"})
    view = of_message(message)
    inner = view.index(b"r", 1)
    for at, found in ((0, False), (inner, True)):
        same = view.replace(b"s" + g.U32.pack(1) + b"a", b"=" + g.U32.pack(at))
        value = ValuePlaces(same, schema, "p.Holds")
        assert condition({"cycle": True}).somewhere(value)
        assert condition({"cycle": "direct"}).somewhere(value) == found


@pytest.mark.parametrize(
    ("function", "value", "read"),
    [
        ({"surrogates": "joined"}, "a\ud83db", "a\U0001f462"),
        ({"surrogates": "apart"}, "a\U0001f600", "a\ud83d\ude00"),
        ({"replace": {"$": "\x10\x00"}}, b"\x08\xff", b"\x08\xff\x10\x00"),
    ],
)
def test_functions_of_texts(function, value, read):
    ((name, given),) = function.items()
    assert FUNCTIONS[name](given)(value) == read


@pytest.mark.parametrize(
    ("reads", "field", "written", "read", "other"),
    [
        ({"split": ","}, "texts", ["a,b", "", "c"], ["a", "b", "c"], ["a", "b", "", "c"]),
        ({"joined": {"replace": {"^ +$": ""}}}, "by_key", {" ": 1, "  ": 2, "a": 3}, {"": 2, "a": 3}, {"": 2}),
    ],
)
def test_what_is_read_of_lists_and_maps(schema, reads, field, written, read, other):
    def node(value):
        message = schema.message_class("p.Holds")(**{field: value})
        (place,) = condition({"field": field, "at": ["list", "map"]}).places(
            ValuePlaces(of_message(message), schema, "p.Holds")
        )
        return place.node

    explains = read_value(reads).explains
    assert explains(node(written), node(read), "", schema)
    assert not explains(node(written), node(other), "", schema)

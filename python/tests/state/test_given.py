"""Conditions on given bytes: which of their places they hold for, and what they say in another spelling."""

import pytest
from fake_runs import Schema
from wirebed_protocol import plain_pb2

from wirebed.bed import Bed
from wirebed.bed.schema import Schema as BuiltSchema
from wirebed.errors import UserError
from wirebed.state.deviations import load
from wirebed.state.deviations.condition import ConditionError, condition
from wirebed.state.deviations.given import GivenPlaces
from wirebed.state.deviations.places import ValuePlaces
from wirebed.state.deviations.read_value import literal
from wirebed.state.deviations.respelling import respelling


class PlainSchema(Schema):
    """Without plain classes."""

    plain = plain_pb2.PlainSchema()


SCHEMA = PlainSchema()


def places(text, format="json"):
    return GivenPlaces(format, text.encode(errors="surrogateescape"), SCHEMA, "t.M")


@pytest.mark.parametrize(
    ("where", "text", "spelled"),
    [
        ({"type": "uint64", "matches": '^"'}, '{"big":"1","name":"2"}', ['"1"']),
        ({"type": "uint64", "matches": '^"'}, '{"big":1,"name":"2"}', []),
        ({"kind": "integer", "length": {"above": 3}}, ' {"big" : 1000 }', ["1000"]),
        ({"at": "key", "matches": "^.0"}, '{"map":{"01":1},"name":"01"}', ['"01"']),
        ({"at": "map"}, '{"map": [ ] }', ["[ ]"]),
        ({"at": "value", "twice": "name"}, '{"map":{"a":1,"\\u0061":2}}', ["2"]),
        ({"twice": "name"}, '{"big":1,"name":"x"}', []),
        ({"not": {"type": "*"}}, '{"nobody":{"big":1}}', ['{"big":1}', "1"]),
        ({"at": "root", "matches": r"\}\s*x"}, '{"big":1} x', ['{"big":1} x']),
        ({"at": "root", "matches": "[\udc80-\udcff]"}, '{"name":"\udcff"}', ['{"name":"\udcff"}']),
        # What follows the fault is no place.
        ({"type": "uint64"}, '{"name":nothing:,"big":1}', []),
    ],
)
def test_places_of_json(where, text, spelled):
    assert [place.node.value for place in condition(where).places(places(text))] == spelled


def test_a_text_that_is_no_utf8_names_no_constant():
    """upb leaves an error behind when it is asked for such a name, and whatever runs next raises it."""
    text = b'{"one":"HE\x80ARTS","maybe":"HEARTS"}'
    given = GivenPlaces("json", text, BuiltSchema.load(Bed.open().tree_dir), "interop.Enums")
    found = condition({"unnamed": True, "matches": '^"'}).places(given)
    assert [place.node.value for place in found] == ['"HE\udc80ARTS"']


def test_nesting_counts_as_depth():
    text = '{"map":[[[1]]]}'
    assert condition({"depth": {"above": 3}}).somewhere(places(text))
    assert not condition({"depth": {"above": 4}}).somewhere(places(text))


@pytest.mark.parametrize(
    ("where", "text", "spelled"),
    [
        ({"type": "uint64"}, "<M><name>a</name><big>0x1</big></M>", ["0x1"]),
        ({"type": "uint64", "matches": "^$"}, "<M><big/></M>", [""]),
        ({"not": {"type": "*"}}, "<M><nobody><big>1</big></nobody></M>", ["<big>1</big>", "1"]),
        ({"twice": "name"}, "<M><big>1</big><big>2</big></M>", ["2"]),
        # What no parser takes has places, up to the end of the root.
        ({"type": "string"}, "<M><name>a&#0;b</name></M><M><name>c</name></M>", ["a&#0;b"]),
        ({"type": "string"}, "<M><name>a", ["a"]),
        ({"type": "string"}, "<!DOCTYPE M [<!ENTITY e '<name>'>]><M><!-- <name> --><name>&e;</name></M>", ["&e;"]),
    ],
)
def test_places_of_xml(where, text, spelled):
    assert [place.node.value for place in condition(where).places(places(text, "xml-jaxb"))] == spelled


def test_bytes_of_a_binary_format_are_spelled_as_digits():
    given = GivenPlaces("protobuf", b"\x0a\x01\xff", SCHEMA, "t.M")
    assert [place.node.value for place in condition({"at": "root"}).places(given)] == ["0a01ff"]


@pytest.mark.parametrize(
    ("data", "dump", "found"),
    [
        (b"\x0a\x02a", "length 2, but 1 bytes are left", True),
        (b"\x0a\x01a", r'^0+  0a 01 61 +name = "a"', True),
        (b"\x0a\x01a", "!!", False),
    ],
)
def test_a_condition_on_the_dump_of_bytes(data, dump, found):
    assert condition({"dump": dump}).somewhere(GivenPlaces("protobuf", data, SCHEMA, "t.M")) is found


def test_text_of_another_format_is_one_place():
    given = places("big: 1", "prototext")
    assert [(place.at, place.node.value) for place in given.places] == [("root", "big: 1")]


@pytest.mark.parametrize(
    ("where", "rules", "text", "said"),
    [
        ({"type": "uint64"}, {'"': ""}, '{"big":"1","name":"2"}', {"big": 1, "name": "2"}),
        ({"at": "root"}, {r",(\s*\})": r"\1"}, '{"big":1,}', {"big": 1}),
        ({"at": "map"}, {r"^\[\]$": '{"a":1}'}, '{"map":[]}', {"map": {"a": 1}}),
        # Of two members of one name the last counts.
        ({"at": "key"}, {"0(?=1)": ""}, '{"map":{"1":1,"01":2}}', {"map": {"1": 2}}),
    ],
)
def test_another_spelling_says_a_value(where, rules, text, said):
    read = literal(places(text, "protojson").respelled(condition(where), respelling(rules)), SCHEMA)
    assert {name: value for name, value in read.items() if value not in ("", 0, {})} == said


@pytest.mark.parametrize(
    ("format", "where", "spelled", "text", "said"),
    [
        ("protojson", {"type": "uint64"}, {"cast": "declared"}, '{"big":18446744073709551617}', {"big": 1}),
        ("protojson", {"type": "uint64"}, {"number": "java"}, '{"big":0100}', {"big": 64}),
        ("protojson", {"type": "uint64"}, [{"L": ""}, {"number": "java"}], '{"big":0100L}', None),
        ("xml-jaxb", {"type": "uint64"}, [{"L": ""}, {"number": "java"}], "<M><big>0x10L</big></M>", {"big": 16}),
        ("xml", {"type": "uint64"}, {"^.*$": ""}, "<t.M><name>a</name><big>x</big></t.M>", {"name": "a"}),
    ],
)
def test_functions_spell_a_number(format, where, spelled, text, said):
    node = places(text, format).respelled(condition(where), respelling(spelled))
    read = literal(node, SCHEMA) if node is not None else None
    assert read == said or {name: value for name, value in read.items() if value not in ("", 0, {})} == said


def test_bytes_are_spelled_otherwise():
    given = GivenPlaces("protobuf", b"\x8a\x80\x80\x80\x40\x01a", SCHEMA, "t.M")
    node = given.respelled(condition({"at": "root"}), respelling({"^8a80808040": "0a"}))
    assert literal(node, SCHEMA)["name"] == "a"


def test_a_spelling_that_is_still_none_says_nothing():
    given = places('{"big":x}', "protojson")
    assert given.respelled(condition({"at": "root"}), respelling({"y": "1"})) is None


ENTRY = """suite: interop
entries:
  - name: a
    format: json
    writer: bytes
    given: {type: uint64, matches: '^"'}
    outcome: differs
    kind: reinterpreted
    reads: {spelled: {'"': ''}}
    reason: r
    authority: x
    nature: by-design
"""


def loaded(tmp_path, text):
    (tmp_path / "a.yaml").write_text(text)
    return load(tmp_path)


def test_an_entry_takes_the_bytes_of_any_case(tmp_path):
    (entry,) = loaded(tmp_path, ENTRY)
    values = {text: ValuePlaces(b"", SCHEMA, "t.M", places(text)) for text in ('{"big":"1"}', '{"big":1}')}
    assert entry.general
    assert [entry.takes_case("Nobodys/case", "t.M", value) for value in values.values()] == [True, False]
    # No bytes of a writer, whatever they are.
    assert not entry.takes_case("Nobodys/case", "t.M", ValuePlaces(b"", SCHEMA, "t.M"))


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("matches", "match", r":6:\d+: unknown predicate `match`; known: "),
        ("{'\"': ''}", "{'(': ''}", r":9:12: no regular expression"),
        ("{'\"': ''}", "{'\"': '\\7'}", r":9:12: .*invalid group reference"),
        ("given", "givn", r":6:5: unknown key `givn`"),
    ],
)
def test_mistakes_are_reported_with_their_place(tmp_path, old, new, why):
    with pytest.raises(UserError, match="a.yaml" + why):
        loaded(tmp_path, ENTRY.replace(old, new))


def test_twice_is_one_of_two_words():
    with pytest.raises(ConditionError, match="is none of name field"):
        condition({"twice": "value"})

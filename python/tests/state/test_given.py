"""Conditions on given text: which of its places they hold for, and what the text says in another spelling."""

import pytest
from fake_runs import Schema

from wirebed.errors import UserError
from wirebed.state.deviations import load
from wirebed.state.deviations.condition import ConditionError, condition
from wirebed.state.deviations.functions import replacements
from wirebed.state.deviations.given import GivenPlaces
from wirebed.state.deviations.places import ValuePlaces
from wirebed.state.deviations.read_value import literal

SCHEMA = Schema()


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


def test_nesting_counts_as_depth():
    text = '{"map":[[[1]]]}'
    assert condition({"depth": {"above": 3}}).somewhere(places(text))
    assert not condition({"depth": {"above": 4}}).somewhere(places(text))


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
    read = literal(places(text, "protojson").respelled(condition(where), replacements(rules)), SCHEMA)
    assert {name: value for name, value in read.items() if value not in ("", 0, {})} == said


def test_a_spelling_that_is_still_none_says_nothing():
    given = places('{"big":x}', "protojson")
    assert given.respelled(condition({"at": "root"}), replacements({"y": "1"})) is None


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

"""The language of deviations: what its conditions hold for, and how its mistakes are told."""

import pytest
from beds import Schema
from google.protobuf import message_factory

from wirebed.deviations import load
from wirebed.deviations.condition import ConditionError, condition
from wirebed.deviations.places import ValuePlaces
from wirebed.errors import UserError
from wirebed.view import of_message

SCHEMA = Schema()
M = message_factory.GetMessageClass(SCHEMA.message("t.M"))


def paths(where, **fields):
    value = ValuePlaces(of_message(M(**fields)), SCHEMA, "t.M")
    return [place.path for place in condition(where).places(value)]


@pytest.mark.parametrize(
    ("where", "fields", "found"),
    [
        ({"type": "uint64", "above": "2^63-1"}, {"big": 2**63}, ["big"]),
        ({"type": "uint64", "above": "2^63-1"}, {"big": 2**63 - 1}, []),
        ({"from": -3, "to": 3, "type": "int32"}, {"map": {"a": 3, "b": 4}}, ['map["a"]']),
        ({"float": "negative-zero"}, {"number": -0.0}, ["number"]),
        ({"float": ["nan", "inf"]}, {"number": float("inf")}, ["number"]),
        ({"float": "subnormal"}, {"number": 5e-324}, ["number"]),
        ({"inexact-in": "float"}, {"number": 0.1}, ["number"]),
        ({"inexact-in": "double", "type": "uint64"}, {"big": 2**53 + 1}, ["big"]),
        ({"type": "string", "matches": "[\U00010000-\U0010ffff]", "at": "field"}, {"name": "\U0001f600"}, ["name"]),
        ({"type": "string", "length": {"from": 2}}, {"name": "\U0001f600"}, ["name"]),
        ({"at": "key", "matches": "^$"}, {"map": {"": 1}}, ['map[""]']),
        ({"at": "map", "count": {"above": 1}}, {"map": {"a": 1, "b": 2}}, ["map"]),
        ({"at": "map", "contains": {"at": "key", "matches": "z"}}, {"map": {"z": 1}}, ["map"]),
        ({"at": "value", "inside": {"field": "map", "at": "map"}}, {"map": {"z": 1}}, ['map["z"]']),
        ({"absent": True, "presence": "explicit"}, {}, ["big"]),
        ({"presence": "explicit", "default": True}, {"big": 0}, ["big"]),
        ({"presence": "implicit", "default": True, "type": "double"}, {}, ["number"]),
        ({"type": ["uint64", "double"], "not": {"default": True}}, {"number": 1, "big": 1}, ["big", "number"]),
        ({"any": [{"is": 7}, {"matches": "seven"}]}, {"name": "seven", "big": 7}, ["name", "big"]),
        ({"path": "nu*"}, {}, ["number"]),
        ({"multiple-of": 1000, "type": "uint64"}, {"big": 5000}, ["big"]),
        ({"depth": 1, "at": "root"}, {}, [""]),
    ],
)
def test_conditions(where, fields, found):
    assert sorted(paths(where, **fields)) == sorted(found)


@pytest.mark.parametrize(
    ("where", "why"),
    [
        ({}, "at least one"),
        ({"typo": 1}, "unknown predicate `typo`; known: above"),
        ({"at": "nowhere"}, "nowhere is none of field element"),
        ({"above": "many"}, "many is no number"),
        ({"matches": "("}, "matches: "),
        ({"absent": "yes"}, "true or false"),
        ({"length": {"over": 1}}, "unknown key `over`"),
        ({"inside": {"typo": 1}}, "unknown predicate `typo`"),
    ],
)
def test_conditions_that_say_nothing(where, why):
    with pytest.raises(ConditionError, match=why):
        condition(where)


GOOD = """suite: interop
entries:
  - name: a
    cases: '*'
    outcome: rejected
    reason: r
    authority: x
    nature: by-design
"""


def loaded(tmp_path, text):
    (tmp_path / "a.yaml").write_text(text)
    return load(tmp_path)


def test_an_entry(tmp_path):
    (entry,) = loaded(tmp_path, GOOD)
    assert entry.states() == "rejected" and not entry.general


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("name: a", "nome: a", r":3:5: unknown key `nome`"),
        ("    reason: r\n", "", r":3:5: there is no `why:`, and no `reason:` either"),
        ("rejected", "rejectd", r":5:14: `rejectd` is none of differs"),
        ("rejected", "differs", r":3:5: the outcome `differs` needs a `kind:`"),
        ("rejected", "differs\n    kind: odd", r":6:11: `odd` is no kind"),
        ("by-design", "bad-luck", r":8:13: `bad-luck` is none of format-limit"),
        ("    cases: '*'\n", "", r":3:5: the entry says neither"),
        ("cases: '*'", "value: {type: x, abov: 1}", r":4:22: unknown predicate `abov`"),
        ("cases: '*'", "cases: '*'\n    says: (", r":5:11: no regular expression"),
        ("cases: '*'", "cases: '*'\n    versions: {java/x: banana}", r":5:24: `banana` is no version range"),
        ("cases: '*'", "cases: '*'\n    kind: dropped", r":3:5: `kind:` and `path:` belong"),
        ("cases: '*'", "cases: '*'\n    cases: '*'", r":5:5: `cases` stands twice"),
        ("name: a", "name: [a", r":\d+:\d+: "),
        ("suite: interop\n", "", r":1:1: there is no `suite:`"),
    ],
)
def test_mistakes_are_reported_with_their_place(tmp_path, old, new, why):
    with pytest.raises(UserError, match="a.yaml" + why):
        loaded(tmp_path, GOOD.replace(old, new))


def test_names_are_unique(tmp_path):
    (tmp_path / "b.yaml").write_text(GOOD)
    with pytest.raises(UserError, match="b.yaml:3:5: `a` is the name of another entry: .*a.yaml:3:5"):
        loaded(tmp_path, GOOD)

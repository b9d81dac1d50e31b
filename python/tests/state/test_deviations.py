"""The language of deviations: what its conditions hold for, and how its mistakes are told."""

import pytest
from fake_runs import Schema
from google.protobuf import message_factory

from wirebed.bed import ROOT, Bed
from wirebed.bed.schema import Schema as SchemaOfTree
from wirebed.cases.java_types.case import ClassSchema
from wirebed.commands.evolution import load_steps
from wirebed.errors import UserError
from wirebed.state.deviations import load
from wirebed.state.deviations.condition import ConditionError, condition
from wirebed.state.deviations.entry import Entry
from wirebed.state.deviations.places import ValuePlaces
from wirebed.state.deviations.read_value import read_value
from wirebed.view import of_message, parse
from wirebed.view.outcome import Kind, Outcome
from wirebed_build.trees import ensure

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
        ({"changed-by": {"nearest": "float"}}, {"number": 0.1}, ["number"]),
        ({"changed-by": {"nearest": "float text"}}, {"number": 0.1}, []),
        ({"changed-by": {"nearest": "float text"}}, {"number": 0.30000000000000004}, ["number"]),
        ({"alike-by": {"replace": {"b.*": ""}}}, {"map": {"a": 1, "ab": 2}}, ["map"]),
        ({"alike-by": {"replace": {"b.*": ""}}}, {"map": {"b": 1, "ab": 2}}, []),
        ({"inexact-in": "double", "type": "uint64"}, {"big": 2**53 + 1}, ["big"]),
        ({"type": "string", "matches": "[\U00010000-\U0010ffff]", "at": "field"}, {"name": "\U0001f600"}, ["name"]),
        ({"type": "string", "length": {"from": 2}}, {"name": "\U0001f600"}, ["name"]),
        ({"at": "key", "matches": "^$"}, {"map": {"": 1}}, ['map[""]']),
        ({"at": "map", "count": {"above": 1}}, {"map": {"a": 1, "b": 2}}, ["map"]),
        ({"at": "map", "contains": {"at": "key", "matches": "z"}}, {"map": {"z": 1}}, ["map"]),
        ({"at": "map", "contains-two": {"at": "value", "to": 2}}, {"map": {"a": 1, "b": 2, "c": 3}}, ["map"]),
        ({"at": "map", "contains-two": {"at": "value", "to": 1}}, {"map": {"a": 1, "b": 2, "c": 3}}, []),
        ({"at": "value", "inside": {"field": "map", "at": "map"}}, {"map": {"z": 1}}, ['map["z"]']),
        ({"absent": True, "presence": "explicit"}, {}, ["big"]),
        ({"presence": "explicit", "default": True}, {"big": 0}, ["big"]),
        ({"presence": "implicit", "default": True, "type": "double"}, {}, ["number"]),
        ({"type": ["uint64", "double"], "not": {"default": True}}, {"number": 1, "big": 1}, ["big", "number"]),
        ({"any": [{"is": 7}, {"matches": "seven"}]}, {"name": "seven", "big": 7}, ["name", "big"]),
        ({"path": "nu*"}, {}, ["number"]),
        ({"field": ["t.M.big", "s.M.number", "t*name"]}, {"big": 1}, ["big"]),
        ({"multiple-of": 1000, "type": "uint64"}, {"big": 5000}, ["big"]),
        ({"depth": 1, "at": "root"}, {}, [""]),
    ],
)
def test_conditions(where, fields, found):
    assert sorted(paths(where, **fields)) == sorted(found)


NAMES = """
syntax = "proto3";
package t;
enum Size { NONE = 0; LARGE = 2; SMALL = 1; HUGE = 7; }
message N {
  string customer = 1 [json_name = "buyer"];
  string item_count = 2 [json_name = "item_count"];
  string _note = 3;
  string URL = 4;
  string class = 5;
  string iso = 6 [json_name = "ISO"];
  Size size = 7;
  Nothing nothing = 8;
}
message Nothing {}
"""


@pytest.fixture(scope="module")
def named(tmp_path_factory):
    """A schema with its plain classes."""
    folder = tmp_path_factory.mktemp("named")
    (folder / "proto").mkdir()
    (folder / "proto" / "t.proto").write_text(NAMES)
    return SchemaOfTree.load(ensure(Bed.open(str(folder)), []))


@pytest.mark.parametrize(
    ("where", "found"),
    [
        ({"names-differ": ["json", "python"]}, ["_note", "class", "customer", "iso"]),
        ({"names-differ": ["json", "java"]}, ["class"]),
        # getURL() is the property `url`, and getISO() `iso`.
        ({"names-differ": ["json", "getter"]}, ["URL", "_note", "class", "iso"]),
        ({"names-differ": ["python", "getter"]}, ["URL", "_note", "customer"]),
        ({"names-differ": ["json", "a language that is not here"]}, []),
        ({"name": {"json": "b*"}}, ["customer"]),
        ({"name": {"python": "_*"}}, ["_note"]),
        ({"position": "none"}, ["size"]),
        ({"without-fields": True}, ["nothing"]),
    ],
)
def test_conditions_about_names_and_positions(named, where, found):
    texts = ("customer", "item_count", "_note", "URL", "class", "iso")
    message = named.message_class("t.N")(**dict.fromkeys(texts, "x"), size=7, nothing={})
    value = ValuePlaces(of_message(message), named, "t.N")
    assert sorted(place.path for place in condition(where).places(value)) == found


WRITTEN = ClassSchema(
    "t.Own",
    {
        "Parent.size": "int",
        "size": "int",
        "map": "java.util.Map<java.lang.String, java.lang.Object>",
        "locale": "java.util.Locale",
        "held": "java.lang.Object",
    },
    "public",
)


@pytest.mark.parametrize(
    ("where", "found"),
    [
        ({"java-type": "java.util.Map<*"}, ["map"]),
        ({"java-type": "int"}, ["Parent_size", "size"]),
        ({"java-class": "java.util.TreeMap/*"}, ["map"]),
        ({"java-class": "java.util.TreeMap"}, []),
        ({"java-class": "java.lang.Byte"}, ["map"]),
        # What stands in quotes is a text.
        ({"java-class": "java.lang.Short"}, []),
        # An int is no object.
        ({"java-class": "java.lang.Integer"}, ["held"]),
        ({"java-class": "java.util.Locale"}, ["locale"]),
        ({"java-class": "*"}, ["held", "locale", "map"]),
        ({"hiding": "hidden"}, ["Parent_size"]),
        ({"hiding": ["hides", "hidden"]}, ["Parent_size", "size"]),
        ({"access": "public", "java-type": "java.util.*"}, ["locale", "map"]),
        ({"access": "getters"}, []),
    ],
)
def test_conditions_about_classes_that_were_written_by_hand(where, found):
    texts = {
        "Parent.size": "1",
        "size": "2",
        "map": 'java.util.TreeMap/t.Order {"java.lang.Short (" = java.lang.Byte (value: 5)}',
        "locale": '"de-DE"',
        "held": "5",
    }
    value = ValuePlaces(WRITTEN.view(texts), WRITTEN, "t.Own")
    assert sorted(place.path for place in condition(where).places(value)) == found


@pytest.mark.parametrize(
    ("declared", "text", "class_"),
    [
        ("java.lang.Object", "5L", "java.lang.Long"),
        ("java.lang.Object", "1.5", "java.lang.Double"),
        ("java.lang.Object", "true", "java.lang.Boolean"),
        ("java.lang.Object", '"x"', "java.lang.String"),
        ("java.lang.Object", 'binary "00"', "byte[]"),
        ("java.lang.Object", "date 0", "java.util.Date"),
        ("java.lang.Object", "int[][] [int[] [1]]", "int[][]"),
        ("java.lang.Short", "5", "java.lang.Short"),
        ("java.lang.Class<?>", '"t.Own"', "java.lang.Class"),
        ("java.util.Locale", "null", ""),
        ("short", "5", ""),
    ],
)
def test_the_class_of_an_object(declared, text, class_):
    schema = ClassSchema("t.Own", {"held": declared}, "getters")
    value = ValuePlaces(schema.view({"held": text}), schema, "t.Own")
    assert condition({"java-class": "*"}).somewhere(value) == bool(class_)
    assert condition({"java-class": class_.replace("[", "[[]")}).somewhere(value) == bool(class_)


@pytest.mark.parametrize(("number", "read"), [(0, "same"), (1, "another"), (3, "another"), (4, "none"), (-1, "none")])
def test_the_position_of_a_number(named, number, read):
    value = ValuePlaces(of_message(named.message_class("t.N")(size=number)), named, "t.N")
    found = [one for one in ("none", "same", "another") if condition({"position": one}).somewhere(value)]
    assert found == [read]


def test_what_stands_at_a_position_is_read(named):
    def size(number):
        record = parse(of_message(named.message_class("t.N")(size=number)))
        return record.children[record.keys.index(7)]

    explains = read_value({"position": "constant"}).explains
    assert explains(size(1), size(2), "N/a", named)
    assert explains(size(3), size(7), "N/a", named)
    assert not explains(size(1), size(1), "N/a", named)
    assert not explains(size(4), size(0), "N/a", named)


@pytest.mark.parametrize(
    ("where", "why"),
    [
        ({"names-differ": ["json"]}, "a list of two languages"),
        ({"name": "x"}, "a mapping of languages to globs"),
        ({"names-differ": ["json", ["java"]]}, "a list of two languages"),
        ({}, "at least one"),
        ({"typo": 1}, "unknown predicate `typo`; known: above"),
        ({"at": "nowhere"}, "nowhere is none of field element"),
        ({"above": "many"}, "many is no number"),
        ({"matches": "("}, "matches: "),
        ({"absent": "yes"}, "true or false"),
        ({"length": {"over": 1}}, "unknown key `over`"),
        ({"access": "private"}, "private is none of public getters"),
        ({"hiding": "hide"}, "hide is none of hides hidden"),
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
        ("cases: '*'", "cases: [!java/*, x]", r":4:\d+: !java/\*, is a tag of YAML; put the text in quotes"),
        ("    reason: r\n", "", r":3:5: there is no `why:`, and no `reason:` either"),
        ("rejected", "rejectd", r":5:14: `rejectd` is none of equal"),
        ("rejected", "differs", r":3:5: the outcome `differs` needs a `kind:`"),
        ("rejected", "differs\n    kind: odd", r":6:11: `odd` is no kind"),
        ("by-design", "bad-luck", r":8:13: `bad-luck` is none of format-limit"),
        ("    cases: '*'\n", "", r":3:5: the entry says none of"),
        ("cases: '*'", "value: {type: x, abov: 1}", r":4:22: unknown predicate `abov`"),
        ("cases: '*'", "cases: '*'\n    says: (", r":5:11: no regular expression"),
        ("cases: '*'", "cases: '*'\n    versions: {java/x: banana}", r":5:24: `banana` is no version range"),
        ("cases: '*'", "cases: '*'\n    kind: dropped", r":3:5: `kind:` and `path:` belong"),
        ("cases: '*'", "cases: '*'\n    cases: '*'", r":5:5: `cases` stands twice"),
        (
            "rejected",
            "differs\n    kind: narrowed\n    reads: {cast: [int32]}",
            r":7:12: `\['int32'\]` is none of int8",
        ),
        ("rejected", "differs\n    kind: narrowed\n    reads: {replace: {x: '\\1'}}", r":7:12: no regular expression"),
        ("rejected", "differs\n    kind: narrowed\n    reads: {nearest: [x]}", r":7:12: `\['x'\]` is none of float"),
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


def test_what_is_read_decides_the_kind(tmp_path):
    (entry,) = loaded(tmp_path, GOOD.replace("rejected", "differs\n    reads: 5"))
    assert entry.kind is None
    with pytest.raises(UserError, match="needs a `kind:`, or `reads:`"):
        loaded(tmp_path, GOOD.replace("rejected", "differs"))


def _of_all_suites() -> list[Entry]:
    """The entries of this repository and the expectations of its steps."""
    _, _, expected = load_steps(Bed.open())
    return [*load(ROOT / "fixtures" / "deviations"), *expected]


def test_every_entry_about_a_wrong_value_says_which():
    """Of these kinds a reader may see any value. An entry of echo is about one of a thousand values, and names none."""
    kinds = {Kind.NARROWED, Kind.REINTERPRETED, Kind.COLLAPSED, Kind.STALE}
    entries = [entry for entry in _of_all_suites() if entry.suite != "echo"]
    assert [entry.where for entry in entries if entry.kind in kinds and entry.reads is None] == []


def test_every_failure_has_its_words():
    """Without them an entry also holds for a failure that has another cause."""
    failures = {Outcome.REJECTED, Outcome.REFUSED}
    entries = [entry for entry in load(ROOT / "fixtures" / "deviations") if entry.outcome in failures]
    assert [entry.where for entry in entries if entry.says is None] == []


def test_every_bug_of_a_library_has_its_versions():
    """A release may mend it."""
    entries = [entry for entry in _of_all_suites() if entry.nature == "library-bug"]
    assert [entry.where for entry in entries if not entry.versions] == []


def test_versions_are_those_that_were_run():
    """Nobody knows what a release does that the bed has not run, so a range ends where its versions do."""
    entries = load(ROOT / "fixtures" / "deviations")
    ranges = [(entry.where, allowed) for entry in entries for _, allowed in entry.versions]
    assert [where for where, allowed in ranges if any(one.operator != "==" for one in allowed)] == []


@pytest.mark.parametrize(
    "name",
    [
        "gson-takes-two-to-63-for-a-uint64",
        "json-lib-knows-no-types-in-maps",
        "json-lib-reads-doubles-as-floats",
        "json-lib-reads-gsons-bytes-as-lists",
        "json-lib-reads-its-own-whole-doubles-in-maps-as-integers",
        "json-lib-reads-null-for-nan-as-nothing",
        "pugixml-cuts-texts-at-nul",
    ],
)
def test_what_a_kind_of_field_and_a_value_decide_holds_in_every_bed(name):
    """A map<string, int64> of somebody's own bed meets the same entries as those of this repository."""
    entries = {entry.name: entry for entry in load(ROOT / "fixtures" / "deviations")}
    assert entries[name].general


def test_an_entry_about_an_option_of_a_case(tmp_path):
    (entry,) = loaded(tmp_path, GOOD.replace("cases: '*'", "option: {raw: {address: wrong}}"))
    assert entry.general
    assert entry.selects("M/a", "t.M", {"raw": {"address": "wrong"}})
    for other in ({}, {"raw": {"address": "right"}}, {"json": {"address": "wrong"}}):
        assert not entry.selects("M/a", "t.M", other)

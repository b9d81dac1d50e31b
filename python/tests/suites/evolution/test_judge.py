"""The kinds of differences on each leg; readers are played by views."""

import pytest
from schemas import PROTO2, Pair, schema, told, value

from wirebed.suites.evolution import judge_value
from wirebed.suites.evolution.migrate import Migrator
from wirebed.suites.evolution.model import Names


def read(pair: Pair, text: str, seen: str, back: str | None = None, original=None) -> list[str]:
    """The differences of a reader who saw `seen`; `back`: what the original version sees after its relay."""
    original = value(pair.old, text) if original is None else original
    migrated = pair.up.migrate(original)
    returned = None if back is None else value(pair.old, back)
    found = judge_value.read(migrated, migrated.view, value(pair.new, seen), original, returned, pair.new)
    return told(found, pair.new)


# Types of `a` in both versions, the value, what is seen, what comes back (None: nothing), kind.
READ = [
    ("int32", "a: 7", "int64", "a: 7", "a: 7", None),
    ("int64", "a: 4294967301", "int32", "a: 5", "a: 5", "narrowed"),
    ("int64", "a: 3000000000", "int32", "a: -1294967296", None, "narrowed"),
    ("int64", "a: 4294967296", "uint32", "a: 0", "a: 0", "narrowed"),
    ("int64", "a: -1", "uint32", "a: 4294967295", "a: 4294967295", "narrowed"),
    ("uint64", "a: 18446744073709551615", "int32", "a: -1", "a: 18446744073709551615", "narrowed"),
    ("int32", "a: -1", "uint32", "a: 4294967295", "a: -1", "reinterpreted"),
    ("int32", "a: -1", "uint64", "a: 18446744073709551615", "a: -1", "reinterpreted"),
    ("fixed64", "a: 18446744073709551615", "sfixed64", "a: -1", "a: 18446744073709551615", "reinterpreted"),
    ("int32", "a: 7", "sint32", "a: -4", "a: 7", "reinterpreted"),
    ("sint64", "a: 2147483648", "sint32", "a: 0", "a: 0", "narrowed"),
    ("int64", "a: 2147483648", "int32", "a: 0", "a: 0", "unread"),
    ("int32", "a: 2", "bool", "a: true", "a: 1", "narrowed"),
    ("int32", "a: -2147483648", "fixed32", "a: 0", "a: -2147483648", "unread"),
    ("int32", "a: 256", "fixed32", "a: 0", "a: 256", "unread"),
    ("int32", "a: 256", "fixed32", "a: 0", "a: 0", "unread"),
    ("int32", "a: 256", "fixed32", "a: 0", None, "unread"),
    ("float", "a: 0.1", "double", "a: 0.1", "a: 0.1", "widened"),
    ("float", "a: 0.1", "double", "a: 0", "a: 0.1", "unread"),
    ("float", "a: -0.0", "double", "a: 0", "a: 0", "narrowed"),
    ("double", "a: 0.1", "float", "a: 0.1", "a: 0.1", "narrowed"),
    ("double", "a: 1e300", "float", "a: inf", None, "narrowed"),
    ("double", "a: 1.9", "int32", "a: 1", None, "narrowed"),
    ("double", "a: 3.5", "int64", "a: 0", "a: 3.5", "unread"),
    ("double", "a: nan", "int64", "a: 0", "a: nan", "unread"),
    ("int64", "a: 9007199254740993", "double", "a: 9007199254740992", None, "narrowed"),
    ("int64", "a: 16777217", "float", "a: 16777216", None, "narrowed"),
    ("int64", "a: 16777217", "float", "a: 9.8e-45", None, "reinterpreted"),
    ("string", 'a: "x"', "int64", "a: 0", 'a: "x"', "unread"),
    ("string", 'a: "x"', "int64", "a: 0", None, "unread"),
    ("string", 'a: "5"', "int64", "a: 5", 'a: "5"', None),
    ("string", 'a: "abcd"', "bytes", 'a: "i\\267\\035"', 'a: "abcd"', "reinterpreted"),
    ("string", 'a: "x"', "I", "a {x: 5}", 'a: "x"', "reinterpreted"),
    ("string", 'a: "x"', "I", "", 'a: "x"', "unread"),
    ("repeated int32", "a: [1, 2]", "int32", "a: 2", "a: 2", "collapsed"),
    ("repeated int32", "a: [1, 2]", "int32", "a: 0", "a: [1, 2]", "unread"),
    ("repeated int32", "a: [1, 0]", "int32", "a: 0", "a: 0", "collapsed"),
    ("repeated int64", "a: [4294967301, 2]", "int32", "a: 5", None, "narrowed"),
    ("repeated int32", "a: [1, 2]", "int32", "a: 9", None, "reinterpreted"),
    ("repeated fixed32", "a: [1, 2, 3, 4]", "repeated int32", "a: [67305985]", "a: [1, 2, 3, 4]", "reinterpreted"),
    ("repeated int32", "a: [1, 2, 3]", "repeated int32", "", "a: [1, 2, 3]", "unread"),
    ("repeated I", "a {x: 1} a {y: 2}", "I", "a {x: 1 y: 3}", None, "reinterpreted"),
    ("repeated I", "a {x: 1} a {x: 2}", "repeated I", "a {x: 2}", None, "collapsed"),
    ("repeated I", "a {x: 1} a {x: 2}", "repeated I", "a {x: 3}", "a {x: 1} a {x: 2}", "reinterpreted"),
    ("repeated I", "a {x: 1} a {y: 2}", "I", "a {x: 1 y: 2}", "a {x: 1 y: 2}", "collapsed"),
    ("repeated int32", "a: [1, 2, 3]", "repeated int32", "a: [1, 2]", "a: [1, 2, 3]", "collapsed"),
    ("repeated int32", "a: [1, 2, 3]", "repeated int32", "a: [1, 2]", "a: [1, 3, 2]", "collapsed"),
    ("repeated int32", "a: [1, 2, 3]", "repeated int32", "a: [1, 2]", "a: [1, 2]", "collapsed"),
    ("map<int32, I>", "a {key: 1} a {key: 2}", "map<int32, I>", "a {key: 1}", None, "collapsed"),
    ("map<int64, int32>", "a {key: 4294967301 value: 1}", "map<int32, int32>", "a {key: 5 value: 1}", None, "narrowed"),
    ("optional int32", "a: 0", "optional int32", "", "a: 0", "presence-lost"),
    ("optional int32", "a: 0", "optional int32", "", "", "presence-lost"),
    ("int32", "", "optional int32", "a: 0", "", "default-filled"),
    ("int32", "", "int32", "a: 7", "", "reinterpreted"),
]  # fmt: skip


# A new object of the reader's class holds 42: what was written, what is seen, kind.
INITIAL = [("b: 1", "b: 1 a: 42", "default-filled"), ("a: 7", "a: 42", "unread"), ("a: 7", "a: 41", "reinterpreted")]


@pytest.mark.parametrize(("text", "seen", "kind"), INITIAL)
def test_a_class_that_begins_otherwise_than_its_types(text, seen, kind):
    field = "int32 a = 1; " if "a" in text else ""
    pair = Pair(f"message M {{ {field}int32 b = 2; }}", "message M { int32 a = 1; int32 b = 2; }")
    original, begins = value(pair.old, text), value(pair.new, "a: 42")
    migrated = pair.up.migrate(original)
    found = judge_value.read(migrated, migrated.view, value(pair.new, seen), original, None, pair.new, begins)
    assert [line.split()[:2] for line in told(found, pair.new)] == [[kind, "a:"]]


@pytest.mark.parametrize(("old", "text", "new", "seen", "back", "kind"), READ)
def test_one_field_read_by_another_version(old, text, new, seen, back, kind):
    pair = Pair(*(f"message M {{ {type_} a = 1; }} message I {{int32 x = 1; int32 y = 2;}}" for type_ in (old, new)))
    assert [one.partition(" ")[0] for one in read(pair, text, seen, back)] == ([kind] if kind else [])


def test_a_field_that_the_reader_has_no_place_for():
    pair = Pair("message M { int32 a = 1; I i = 2; } message I {int32 x = 1;}", "message M { I i = 2; } message I {}")
    seen = read(pair, "a: 1 i {x: 2}", "i {}", "a: 1")
    assert sorted(seen) == ["dropped i.x: 2 -> absent", "preserved a: 1 -> absent"]
    assert read(pair, "", "") == []


def test_a_renamed_field_is_spelled_as_the_writer_spells_it():
    pair = Pair("message M { int32 gone = 7; }", "message M { int32 other = 7; }")
    assert read(pair, "gone: 1", "other: 1", "gone: 1") == [
        "reinterpreted other: 0 -> 1",
        "preserved gone: 1 -> absent",
    ]


def test_two_members_of_a_oneof_collapse():
    pair = Pair(
        "message M { optional int32 a = 1; optional int32 b = 2; }",
        "message M { oneof o { int32 a = 1; int32 b = 2; } }",
    )
    assert read(pair, "a: 1 b: 2", "b: 2", "b: 2") == ["collapsed a: 1 -> absent"]
    assert read(pair, "a: 1", "", "a: 1") == ["unread a: 1 -> absent"]


def test_a_list_that_was_a_map_has_no_order():
    pair = Pair(
        "message M { map<string, int64> m = 1; }",
        "message M { repeated P m = 1; } message P { string key = 1; int32 value = 2; }",
    )
    text = 'm {key: "b" value: 1} m {key: "a" value: 4294967301}'
    assert read(pair, text, 'm {key: "b" value: 1} m {key: "a" value: 5}') == ["narrowed m[0].value: 4294967301 -> 5"]
    assert read(pair, text, 'm {key: "a" value: 5} m {key: "b" value: 1}') == ["narrowed m[0].value: 4294967301 -> 5"]


def test_the_silence_of_an_enum_that_begins_with_another_value():
    pair = Pair(
        "message M { E e = 1; } enum E {A = 0; B = 1; }",
        "message M { E e = 1; } enum E {B = 0; A = 1; }",
    )
    assert read(pair, "", "", "") == ["reinterpreted e: 1 -> 0"]
    assert read(pair, "e: B", "e: A", "e: B") == ["reinterpreted e: 0 -> 1"]


def test_a_default_that_was_changed():
    old = schema("message M { optional int32 a = 1 [default = 5]; }", PROTO2)
    new = schema("message M { optional int32 a = 1 [default = 9]; }", PROTO2)
    migrated = Migrator(old, new, Names(), ("p.M", "p.M"), defaults=True).migrate(value(old, ""))
    seen = Migrator(new, new, Names(), ("p.M", "p.M"), defaults=True).migrate(value(new, "")).view
    found = judge_value.read(migrated, migrated.view, seen, value(old, ""), value(old, ""), new)
    assert told(found, new) == ["other-default a: absent, read as 5 -> absent, read as 9"]


# What the versions on the way have for a value that is not seen, and its kind: read, and through a relay.
ARRIVAL = [
    # The other version has no field for it.
    ("int32 a = 1;", "", "a: 5", "", "a: 5", "preserved"),
    ("int32 a = 1;", "", "a: 5", "", "", "dropped"),
    # It has one, and sees a default in place of the value: kept by a relay or not.
    ("int32 a = 1;", "fixed32 a = 1;", "a: 5", "", "a: 5", "unread"),
    ("int32 a = 1;", "int32 a = 2;", "a: 5", "", "a: 5", "unread"),
    ("int32 a = 1;", "int32 a = 2;", "a: 5", "", "", "unread"),
    ("int32 a = 1;", "I a = 1;", "a: 5", "", "a: 5", "unread"),
    ("bytes a = 1;", "int32 a = 1;", 'a: "x"', "", 'a: "x"', "unread"),
    ("optional int32 a = 1;", "optional fixed32 a = 1;", "a: 5", "", "a: 5", "unread"),
    ("optional int32 a = 1;", "optional fixed32 a = 1;", "a: 0", "", "a: 0", "presence-lost"),
    ("int32 a = 1;", "repeated fixed32 a = 1;", "a: 5", "", "a: 5", "unread"),
    ("map<int32, int32> a = 1;", "map<int32, string> a = 1;", "a {key: 1 value: 5}", "", None, "unread"),
    ("repeated int32 a = 1;", "optional int32 a = 1;", "a: 5", "", "a: 5", "unread"),
    ("google.protobuf.Int32Value a = 1;", "optional int32 a = 1;", "a {value: 5}", "", "a {value: 5}", "unread"),
    # It has an enum without the value.
    ("optional F a = 1;", "optional E a = 1;", "a: C", "", "a: C", "dropped"),
    ("optional F a = 1;", "optional E a = 1;", "a: B", "", "a: B", "unread"),
    ("repeated F a = 1;", "repeated E a = 1;", "a: C", "", "a: C", "dropped"),
    ("repeated F a = 1;", "repeated E a = 1;", "a: C a: B", "", "a: C a: B", "unread"),
    ("repeated F a = 1;", "repeated E a = 1;", "a: B a: C", "a: B", "a: B a: C", "collapsed"),
    ("map<int32, F> a = 1;", "map<int32, E> a = 1;", "a {key: 1 value: C}", "", None, "dropped"),
    ("int32 a = 1;", "E a = 1;", "a: 7", "", "a: 7", "dropped"),
]  # fmt: skip
BESIDE = "message I {int32 x = 1;} enum E {EA = 0; EB = 1;} enum F {A = 0; B = 1; C = 2;}"


@pytest.mark.parametrize(("old", "new", "text", "seen", "back", "kind"), ARRIVAL)
def test_a_value_that_is_not_seen(old, new, text, seen, back, kind):
    names = Names(renamed={"p.F.A": "p.E.EA", "p.F.B": "p.E.EB"})
    pair = Pair(*(f"message M {{ {fields} }} {BESIDE}" for fields in (old, new)), names)
    seen = seen.replace("a: B", "a: EB")
    assert [one.partition(" ")[0] for one in read(pair, text, seen, back)] == [kind]


@pytest.mark.parametrize(("old", "new", "text", "seen", "back", "kind"), ARRIVAL)
def test_a_value_that_a_relay_does_not_bring_back(old, new, text, seen, back, kind):
    names = Names(renamed={"p.F.A": "p.E.EA", "p.F.B": "p.E.EB"})
    pair = Pair(*(f"message M {{ {fields} }} {BESIDE}" for fields in (old, new)), names)
    expected = {"preserved": "dropped"}.get(kind, kind)
    assert [one.partition(" ")[0] for one in relayed(pair, text, seen)] == [expected]


def test_a_relay_that_has_no_room_for_a_value():
    oneof = Pair("message M { string a = 1; string b = 2; }", "message M { oneof o { string a = 1; string b = 2; } }")
    assert relayed(oneof, 'a: "x" b: "y"', 'b: "y"') == ['dropped a: "x" -> ""']
    assert relayed(oneof, 'a: "x"', "") == ['unread a: "x" -> ""']
    implicit = Pair("message M { string a = 1; }", "message M { E a = 1; } enum E { RED = 0; BLUE = 1; }")
    assert relayed(implicit, 'a: "RED"', "") == ['dropped a: "RED" -> ""']
    assert relayed(implicit, 'a: "BLUE"', "") == ['unread a: "BLUE" -> ""']
    last = Pair("message M { repeated string a = 1; }", "message M { string a = 1; }")
    assert relayed(last, 'a: ["x", ""]', "") == ["dropped a: list of 2 -> list of 0"]
    assert relayed(last, 'a: ["x", "y"]', "") == ["unread a: list of 2 -> list of 0"]
    assert relayed(last, 'a: ["x", "y"]', 'a: "y"') == ["collapsed a: list of 2 -> list of 1"]


def test_messages_that_a_relay_merged():
    inner = "message I { int32 x = 1; int32 y = 2; repeated int32 r = 3; I i = 4; map<int32, int32> m = 5; }"
    pair = Pair(f"message M {{ repeated I a = 1; }} {inner}", f"message M {{ I a = 1; }} {inner}")
    two = "a {x: 1 r: [1, 2] i {x: 5} m {key: 1 value: 2}} a {x: 3 y: 2 r: 3 i {y: 6} m {key: 2 value: 3}}"
    one = "a {x: 3 y: 2 r: [1, 2, 3] i {x: 5 y: 6} m {key: 1 value: 2} m {key: 2 value: 3}}"
    assert relayed(pair, two, one) == ["collapsed a: list of 2 -> list of 1"]
    for other in (one.replace("y: 2", "y: 9"), one.replace("r: [1", "r: [7"), one.replace("y: 6", "y: 7")):
        assert relayed(pair, two, other) == ["reinterpreted a: list of 2 -> list of 1"]
    assert relayed(pair, two, one.replace("value: 3", "value: 4")) == ["reinterpreted a: list of 2 -> list of 1"]


def test_a_chain_does_not_ask_for_what_its_end_has_no_place_for():
    pair = Pair("message M { int32 a = 1; int32 b = 2; }", "message M { int32 b = 2; }")
    original = value(pair.old, "a: 1 b: 2")
    migrated = pair.up.migrate(original)
    assert judge_value.chain(migrated, migrated.view, value(pair.new, "b: 2"), original, pair.new) == []
    found = judge_value.chain(migrated, migrated.view, value(pair.new, ""), original, pair.new)
    assert told(found, pair.new) == ["unread b: 2 -> 0"]


def relayed(pair: Pair, text: str, seen: str) -> list[str]:
    original = value(pair.old, text)
    return told(judge_value.relay(original, value(pair.old, seen), pair.old, pair.up.migrate(original)), pair.old)


def test_what_a_relay_did_to_a_value():
    to_bool = Pair("message M { int32 a = 1; }", "message M { bool a = 1; }")
    assert relayed(to_bool, "a: 2", "a: 1") == ["narrowed a: 2 -> 1"]
    assert relayed(to_bool, "a: 2", "a: 2") == []
    to_uint = Pair("message M { int64 a = 1; }", "message M { uint32 a = 1; }")
    assert relayed(to_uint, "a: 4294967296", "") == ["narrowed a: 4294967296 -> 0"]
    assert relayed(to_uint, "a: 7", "a: 1") == ["reinterpreted a: 7 -> 1"]
    to_text = Pair("message M { int64 a = 1; }", "message M { string a = 1; }")
    assert relayed(to_text, "a: 4294967296", "") == ["unread a: 4294967296 -> 0"]
    to_float = Pair("message M { double a = 1; }", "message M { float a = 1; }")
    assert relayed(to_float, "a: 0.1", "") == ["unread a: 0.1 -> 0.0"]
    assert relayed(to_float, "a: 5e-324", "") == ["narrowed a: 5e-324 -> 0.0"]
    to_whole = Pair("message M { double a = 1; }", "message M { int32 a = 1; }")
    assert relayed(to_whole, "a: 0.1", "") == ["narrowed a: 0.1 -> 0.0"]
    to_implicit = Pair("message M { optional int32 a = 1; }", "message M { int32 a = 1; }")
    assert relayed(to_implicit, "a: 0", "") == ["presence-lost a: 0 -> absent"]
    assert relayed(to_implicit, "a: 5", "") == ["unread a: 5 -> absent"]


def test_what_a_relay_wrote_and_nobody_sees_is_stale():
    of = schema("message M { optional int32 a = 1; optional int32 b = 2; int32 c = 3; }")
    before = value(of, "b: 1 c: 3")

    def mutated(gives: str, seen: str) -> list[str]:
        return told(judge_value.mutated(value(of, gives), value(of, seen), before, of), of)

    assert mutated("a: 7 c: 3", "a: 7 c: 3") == []
    # A member of a oneof that the relay replaced came back.
    assert mutated("a: 7 c: 3", "b: 1 c: 3") == ["stale a: 7 -> absent", "stale b: absent -> 1"]
    assert mutated("b: 1 c: 9", "b: 1 c: 3") == ["stale c: 9 -> 3"]
    assert mutated("b: 1 c: 9", "b: 1 c: 4") == ["reinterpreted c: 9 -> 4"]
    assert mutated("b: 1 c: 3 a: 7", "c: 3 a: 7") == ["dropped b: 1 -> absent"]


def test_what_is_missing_in_an_element_of_the_relay_was_not_there_before():
    of = schema("message M { repeated N list = 1; } message N { optional int32 x = 1; }")
    found = judge_value.mutated(value(of, "list { x: 1 }"), value(of, "list {}"), value(of, ""), of)
    assert told(found, of) == ["dropped list[0].x: 1 -> absent"]

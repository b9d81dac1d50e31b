"""What a reader of another version ought to see, by names and types."""

import pytest
from schemas import PROTO2, Pair, schema, tree, value, words

from wirebed import cases
from wirebed.bed import ROOT, Bed
from wirebed.suites.evolution.migrate import Migrator
from wirebed.suites.evolution.model import Names
from wirebed.view import canonical

# Type of `optional a` in both versions, text of the old value, what is to be seen; None: kept, as it does not fit.
SCALARS = [
    ("int32", "a: -1", "int64", "-1", True),
    ("int64", "a: 4294967301", "int32", "4294967301", False),
    ("int32", "a: -1", "uint64", "-1", False),
    ("uint64", "a: 18446744073709551615", "fixed64", "18446744073709551615", True),
    ("int32", "a: 1", "bool", "true", True),
    ("int32", "a: 2", "bool", "2", False),
    ("bool", "a: true", "int32", "1", True),
    ("bool", "a: true", "E", "1", True),
    ("int32", "a: 7", "E", "7", True),
    ("int64", "a: 4294967297", "E", "4294967297", False),
    ("E", "a: B", "int32", "1", True),
    ("E", "a: B", "string", '"B"', True),
    ("string", 'a: "B"', "E", "1", True),
    ("string", 'a: "Q"', "E", '"Q"', False),
    ("string", 'a: "ä"', "bytes", "bytes c3a4", True),
    ("bytes", 'a: "\\303\\244"', "string", '"ä"', True),
    ("bytes", 'a: "\\377"', "string", "invalid text ff", False),
    ("string", 'a: "-7"', "int32", "-7", True),
    ("string", 'a: "007"', "int32", '"007"', False),
    ("string", 'a: "3000000000"', "int32", '"3000000000"', False),
    ("int64", "a: -7", "string", '"-7"', True),
    ("float", "a: 0.1", "double", "0.10000000149011612", True),
    ("double", "a: 0.1", "float", "0.1", False),
    ("double", "a: 0.5", "float", "0.5", True),
    ("double", "a: 1e300", "float", "1e+300", False),
    ("int64", "a: 9007199254740993", "double", "9007199254740993", False),
    ("int64", "a: 9007199254740992", "double", "9007199254740992.0", True),
    ("double", "a: 3", "int32", "3", True),
    ("double", "a: 3.5", "int32", "3.5", False),
    ("double", "a: -0.0", "int32", "-0.0", False),
    ("int32", "a: 7", "google.protobuf.Int32Value", "7", True),
    ("google.protobuf.Int32Value", "a {value: 7}", "int32", "7", True),
    ("google.protobuf.StringValue", "a {}", "string", '""', True),
    ("string", 'a: "x"', "I", '"x"', False),
]


@pytest.mark.parametrize(("old", "text", "new", "seen", "fits"), SCALARS)
def test_a_scalar_converts_where_that_is_exact(old, text, new, seen, fits):
    rest = " enum E {A = 0; B = 1; } message I {int32 x = 1;}"
    optional = {True: "", False: "optional "}
    pair = Pair(
        f"message M {{ {optional['.' in old]}{old} a = 1; }}" + rest,
        f"message M {{ {optional['.' in new]}{new} a = 2; }}" + rest,
    )
    migrated = pair.migrated(text)
    assert words(migrated.view, pair.new).partition("=")[2] == seen
    assert migrated.fits is fits


def test_implicit_defaults_are_no_values():
    pair = Pair(
        "message M { int32 a = 1; int64 b = 2; string c = 3; int32 d = 4; optional int32 e = 5; }",
        "message M { optional int32 a = 1; string b = 2; I c = 3; repeated int32 d = 4; int32 e = 5; int32 f = 6; }"
        "message I {}",
    )
    assert pair.seen("e: 0") == 'b="" d=empty list e=0 f=0'


def test_names_decide_and_not_numbers():
    pair = Pair("message M { int32 a = 1; int32 b = 2; }", "message M { int32 b = 1; int32 a = 2; int32 c = 3; }")
    assert pair.seen("a: 1 b: 2") == "b=2 a=1 c=0"


def test_what_is_renamed_and_what_is_apart():
    names = Names(renamed={"p.M.a": "p.M.b", "p.E.RED": "p.E.CRIMSON"}, apart=frozenset(["p.M.x"]))
    pair = Pair(
        "message M { int32 a = 1; int32 x = 2; E e = 3; } enum E {NONE = 0; RED = 1; }",
        "message M { int32 b = 1; int32 x = 2; E e = 3; } enum E {NONE = 0; CRIMSON = 5; }",
        names,
    )
    migrated = pair.migrated("a: 1 x: 2 e: RED")
    assert words(migrated.view, pair.new) == "b=1 x=0 e=5"
    assert migrated.unseen == ((2,),)
    assert words(pair.down.migrate(migrated.view).view, pair.old) == "a=1 x=0 e=1"


def test_a_new_field_with_the_name_that_another_became_is_not_the_old_one():
    pair = Pair(
        "message M { int32 a = 1; int32 b = 2; }",
        "message M { int32 b = 1; }",
        Names(renamed={"p.M.a": "p.M.b"}),
    )
    migrated = pair.migrated("a: 1 b: 2")
    assert words(migrated.view, pair.new) == "b=1"
    assert migrated.unseen == ((2,),)


def test_enum_values_are_their_names():
    pair = Pair(
        "message M { repeated E e = 1; } enum E {A = 0; B = 1; C = 2; D = 3; }",
        "message M { repeated E e = 1; } enum E {B = 0; A = 1; X = 2; }",
    )
    # C is gone and its number means something else now; D is gone, nobody has its number; 9 never had a name.
    assert pair.seen("e: [A, B, C, D, 9]") == 'e[0]=1 e[1]=0 e[2]="C" e[3]=3 e[4]=9'


def test_lists_and_single_values():
    to_list = Pair("message M { optional int32 a = 1; }", "message M { repeated int64 a = 1; }")
    assert to_list.seen("a: 0") == "a[0]=0"
    assert to_list.seen("") == "a=empty list"
    to_one = Pair("message M { repeated int32 a = 1; }", "message M { int32 a = 1; }")
    assert to_one.seen("") == "a=0"
    assert to_one.seen("a: 5") == "a=5"
    assert to_one.seen("a: [1, 2]") == "a[0]=1 a[1]=2"
    assert not to_one.migrated("a: [1, 2]").fits


def test_lists_and_sets():
    to_set = Pair(
        "message M { repeated int32 a = 1; }", "message M { repeated int32 a = 1 [(wirebed.plain).collection = SET]; }"
    )
    assert to_set.seen("a: [3, 1, 2]") == "a[0]=1 a[1]=2 a[2]=3"
    assert not to_set.migrated("a: [1, 1]").fits


def test_maps_and_lists_of_entries():
    pair = Pair(
        "message M { map<int32, E> m = 1; } enum E {A = 0; B = 1; }",
        "message M { repeated P m = 1; } message P { string value = 1; int64 key = 2; }",
    )
    migrated = pair.migrated("m {key: 2 value: B} m {key: 1 value: A}")
    assert words(migrated.view, pair.new) == 'm[0].value="A" m[0].key=1 m[1].value="B" m[1].key=2'
    assert words(pair.down.migrate(migrated.view).view, pair.old) == "m[1]=0 m[2]=1"
    twice = pair.down.migrate(value(pair.new, 'm {key: 1 value: "A"} m {key: 1 value: "B"}'))
    assert not twice.fits
    assert words(twice.view, pair.new) == words(
        value(pair.new, 'm {key: 1 value: "A"} m {key: 1 value: "B"}'), pair.new
    )


def test_a_map_of_one_is_its_entry():
    pair = Pair(
        "message M { map<string, int32> m = 1; }",
        "message M { P m = 1; } message P { string key = 1; int64 value = 2; }",
    )
    assert pair.seen('m {key: "a" value: 1}') == 'm.key="a" m.value=1'
    assert pair.seen("") == "=empty record"
    assert words(pair.down.migrate(value(pair.new, 'm {key: "a" value: 1}')).view, pair.old) == 'm["a"]=1'
    several = pair.migrated('m {key: "a" value: 1} m {key: "b" value: 2}')
    assert not several.fits
    assert words(several.view, pair.new) == 'm[0].key="a" m[0].value=1 m[1].key="b" m[1].value=2'


def test_keys_of_maps_convert():
    pair = Pair("message M { map<int32, int32> m = 1; }", "message M { map<string, int64> m = 1; }")
    assert pair.seen("m {key: 10 value: 1} m {key: 9 value: 0}") == 'm["9"]=0 m["10"]=1'


def test_messages_are_those_of_the_target():
    pair = Pair(
        "message M { repeated I i = 1; } message I { int32 x = 1; int32 gone = 2; M inner = 3; }",
        "message M { repeated J i = 4; } message J { M inner = 3; int64 x = 9; }",
    )
    migrated = pair.migrated("i {x: 1 gone: 2} i {inner {i {x: 5}}}")
    assert words(migrated.view, pair.new) == "i[0].x=1 i[1].inner.i[0].x=5 i[1].x=0"
    assert migrated.unseen == ((1, 0, 2),)
    assert migrated.source((4, 1, 3, 4, 0, 9)) == (1, 1, 3, 1, 0, 1)


def test_members_of_one_oneof_do_not_fit_together():
    pair = Pair(
        "message M { optional int32 a = 1; optional int32 b = 2; }",
        "message M { oneof o { int32 a = 1; int32 b = 2; } }",
    )
    assert pair.seen("a: 1 b: 2") == "a=1 b=2"
    assert not pair.migrated("a: 1 b: 2").fits
    assert pair.migrated("a: 0").fits


def test_extensions():
    old = "message M { optional int32 a = 1; extensions 100 to 200; } extend M { optional int32 x = 100; }"
    new = (
        "message M { extensions 1 to 200; } "
        "extend M { optional int32 a = 1; optional int64 x = 101; repeated int32 r = 102; }"
    )
    pair = Pair(old, new, Names(renamed={"p.M.a": "p.a"}), head=PROTO2)
    migrated = pair.migrated("a: 1 [p.x]: 2")
    assert words(migrated.view, pair.new) == "[p.a]=1 [p.x]=2"
    assert words(pair.down.migrate(migrated.view).view, pair.old) == "a=1 [p.x]=2"


def test_closed_enums_and_required_fields_may_not_fit():
    pair = Pair(
        "message M { optional int32 a = 1; optional E e = 3; } enum E {A = 0; B = 1; }",
        "message M { optional E a = 1; required int32 r = 2; optional E e = 3; } enum E {A = 0; }",
        head=PROTO2,
    )
    assert pair.seen("a: 0") == "a=0"
    assert not pair.migrated("a: 0").fits  # r is missing
    pair = Pair(
        "message M { optional E e = 3; } enum E {A = 0; B = 1; }",
        "message M { optional E e = 3; } enum E {A = 0; }",
        head=PROTO2,
    )
    assert pair.seen("e: B") == "e=1"
    assert not pair.migrated("e: B").fits
    assert pair.migrated("e: A").fits


def test_absent_fields_show_the_default_that_the_old_version_had():
    old = schema("message M { optional int32 a = 1 [default = 5]; optional int32 b = 2; }", PROTO2)
    new = schema("message M { optional int64 a = 1 [default = 9]; optional int32 c = 3 [default = 1]; }", PROTO2)
    migrator = Migrator(old, new, Names(), ("p.M", "p.M"), defaults=True)
    assert words(migrator.migrate(value(old, "")).view, new) == "a=absent, read as 5 c=absent, read as 1"


def test_packages_and_roots_may_differ():
    old = schema("message M { optional int32 a = 1; extensions 5; } extend M { optional int32 x = 5; }", PROTO2)
    new = schema(
        "message N { optional int32 a = 1; extensions 5; } extend N { optional int32 x = 5; }",
        PROTO2.replace("package p", "package q.r"),
    )
    migrator = Migrator(old, new, Names(), ("p.M", "q.r.N"))
    migrated = migrator.migrate(value(old, "a: 1 [p.x]: 2"))
    assert migrated.view == value(new, "a: 1 [q.r.x]: 2", "q.r.N")


def test_what_ought_to_be_seen_can_be_said():
    pair = Pair("message M { int32 a = 1; }", "message M { int32 b = 1; }")
    ought = value(pair.new, "b: 7")
    migrated = pair.up.migrate(value(pair.old, "a: 7"), ought)
    assert (migrated.view, migrated.unseen, migrated.fits) == (ought, (), True)
    assert migrated.source((1,)) == ()


def test_over_three_versions():
    one = schema("message M { int32 a = 1; int32 b = 2; int32 c = 3; }")
    two = schema("message M { int64 a = 11; int32 b = 12; }")
    three = schema("message M { double a = 21; int32 c = 22; }")
    first = Migrator(one, two, Names(), ("p.M", "p.M"))
    second = Migrator(two, three, Names(), ("p.M", "p.M"))
    chained = first.migrate(value(one, "a: 1 b: 2 c: 3")).then(second)
    assert words(chained.view, three) == "a=1.0 c=0"
    assert sorted(chained.unseen) == [(2,), (3,)]
    assert chained.source((21,)) == (1,)


def test_shared_objects_stay_shared():
    pair = Pair("message M { M a = 1; M b = 2; int32 x = 3; }", "message M { int32 x = 1; M b = 2; M a = 3; }")
    plain = value(pair.old, "a {x: 7} b {x: 7}")
    half = value(pair.old, "x: 7")
    start = plain.index(half)
    again = plain.index(half, start + 1)
    shared = plain[:again] + b"=" + start.to_bytes(4, "little") + plain[again + len(half) :]
    assert canonical(shared) == shared
    moved = pair.up.migrate(shared)
    assert moved.view.count(b"=") == 1
    assert pair.down.migrate(moved.view).view == shared


def test_the_way_there_and_back_loses_nothing_that_has_a_place():
    text = 'a: -5 t: "x" r: [1, 2] i {x: 1} m {key: "k" value {x: 2}} f: nan'
    body = (
        "message M { int32 a = 1; string t = 2; repeated int32 r = 3; I i = 4; map<string, I> m = 5; float f = 6; }"
        "message I { int32 x = 1; }"
    )
    pair = Pair(body, body)
    view = value(pair.old, text)
    assert pair.up.migrate(view).view == view


def test_a_version_that_is_the_same_sees_the_same(tmp_path):
    """All cases of the repository but whole documents of 500 levels and more, which are too deep for the migrator.

    Among them are sharing, sets, extensions, invalid text and the bits of NaN."""
    root = ROOT / "proto"
    files = sorted(str(path.relative_to(root)) for path in (root / "interop").rglob("*.proto"))
    interop = tree(root, files, tmp_path)
    checked = 0
    for case in cases.load(Bed.open(), interop):
        if case.view and len(case.view) < 100_000 and not case.name.startswith("Tower/whole_"):
            migrated = Migrator(interop, interop, Names(), (case.message, case.message)).migrate(case.view)
            assert (migrated.view, migrated.unseen) == (canonical(case.view), ()), case.name
            checked += 1
    assert checked > 200

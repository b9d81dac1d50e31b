"""What changed between two schemas, and what their bytes cannot tell."""

import pytest
from schemas import PROTO2, PROTO3
from versions import changes, versions, whats

from wirebed.suites.evolution.model import Names
from wirebed_safe_change.changes import compare


def test_nothing_changed(tmp_path):
    body = "message M { int32 a = 1; map<string, M> m = 2; oneof x { string s = 3; bytes b = 4; } }"
    found = changes(tmp_path, body, body)
    assert not found.pairs["p.M"].changes and not found.enums and not found.questions


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("int32 a = 1;", "int64 a = 1;", "int32 -> int64"),
        ("int32 a = 1;", "int32 a = 2;", "number 1 -> 2"),
        ("int32 a = 1;", "optional int32 a = 1;", "int32 -> optional int32"),
        ("int32 a = 1;", "repeated int32 a = 1;", "int32 -> repeated int32"),
        ("repeated int32 a = 1;", "repeated int32 a = 1 [packed = false];", "packed -> unpacked"),
        ("int32 a = 1;", "oneof x { int32 a = 1; }", "moved into oneof x"),
        ("oneof x { int32 a = 1; }", "oneof y { int32 a = 1; }", "oneof x -> y"),
        ("map<int32, int32> a = 1;", "map<int64, int32> a = 1;", "map<int32, int32> -> map<int64, int32>"),
        ("int32 a = 1;", 'int32 a = 1 [json_name = "b"];', 'json_name "a" -> "b"'),
        ("repeated int32 a = 1;", "repeated int32 a = 1 [(wirebed.plain).collection = SET];", "plain LIST -> SET"),
        ("string a = 1;", "string a = 1 [(wirebed.plain).type = DECIMAL];", "plain AS_DECLARED -> DECIMAL"),
        (
            "optional int32 a = 1;",
            "optional int32 a = 1 [(wirebed.plain).no_presence = true];",
            "plain cannot be absent now",
        ),
    ],
)
def test_a_field_of_both(tmp_path, old, new, what):
    found = changes(tmp_path, f"message M {{ {old} }}", f"message M {{ {new} }}")
    assert whats(found) == {"a": (what,)}


def test_a_default(tmp_path):
    old, new = (f"message M {{ optional int32 a = 1 [default = {n}]; }}" for n in (3, 5))
    assert whats(changes(tmp_path, old, new, PROTO2)) == {"a": ("default 3 -> 5",)}


@pytest.mark.parametrize(
    ("reserved", "hazard"),
    [
        ("", 'reserved 2; reserved "b";'),
        ("reserved 2;", 'reserved "b";'),
        ('reserved "b";', "reserved 2;"),
        ('reserved 1 to 5; reserved "b", "c";', ""),
    ],
)
def test_a_removal_and_its_hazard(tmp_path, reserved, hazard):
    found = changes(tmp_path, "message M { int32 z = 9; int32 b = 2; }", f"message M {{ int32 z = 9; {reserved} }}")
    (change,) = found.pairs["p.M"].changes
    assert change.what == ("removed",) and (f"`{hazard}`" in change.hazard if hazard else not change.hazard)


@pytest.mark.parametrize(
    ("old", "new", "hazards"),
    [
        ('reserved 2; reserved "b";', "", ["no longer reserves 2", 'no longer reserves "b"']),
        ('reserved 2 to 4; reserved "b";', 'reserved 1 to 2, 4; reserved "b", "c";', ["no longer reserves 2 to 4"]),
        ('reserved 2 to 4; reserved "b";', 'reserved 1 to 2, 3 to 8; reserved "b", "c";', []),
        ("reserved 2;", "int32 b = 2;", []),  # said of the field, as what takes it
    ],
)
def test_what_is_no_longer_reserved(tmp_path, old, new, hazards):
    found = changes(tmp_path / "message", f"message M {{ {old} }}", f"message M {{ {new} }}")
    assert found.pairs["p.M"].hazards == hazards
    old, new = (f"enum E {{ ZERO = 0; {text.replace('int32 b', 'B')} }}" for text in (old, new))
    enums = changes(tmp_path / "enum", old, new).enums
    assert [word for one in enums.values() for word in one.hazards] == hazards


@pytest.mark.parametrize("new", ["string b = 1;", "bytes b = 1;", "string b = 1; int32 c = 2;"])
def test_another_name_for_the_same_bytes_is_a_question(tmp_path, new):
    found = changes(tmp_path, "message M { string a = 1; }", f"message M {{ {new} }}")
    (question,) = found.questions
    assert (question.old, question.new) == ("p.M.a", "p.M.b")
    assert question.declare == "renamed: {p.M.a: b}  or  reused: [p.M.a]"


@pytest.mark.parametrize("new", ["int32 b = 1;", "repeated string b = 1;", "N b = 1;", "int32 a = 2; int32 b = 1;"])
def test_another_name_that_bytes_can_tell_is_none(tmp_path, new):
    found = changes(tmp_path, "message M { string a = 1; } message N {}", f"message M {{ {new} }} message N {{}}")
    assert not found.questions and found.taken.get("p.M.a") in ("p.M.b", None)


def test_a_number_with_another_type_is_the_same_field_to_bytes(tmp_path):
    found = changes(tmp_path, "message M { string a = 1; }", "message M { int32 b = 1; }")
    assert whats(found) == {"a -> b": ("another name", "string -> int32")}
    assert found.taken == {"p.M.a": "p.M.b"} and not found.questions


def test_what_is_declared_is_no_question(tmp_path):
    old, new = versions(tmp_path, "message M { int32 a = 1; }", "message M { int64 b = 1; }")
    renamed = compare(old, new, Names({"p.M.a": "p.M.b"}))
    assert not renamed.questions and whats(renamed) == {"a -> b": ("renamed", "int32 -> int64")}
    reused = compare(old, new, Names(apart=frozenset({"p.M.a"})))
    assert not reused.questions
    assert whats(reused) == {"a": ("removed", "its number is `b` now"), "b": ("added", "number 1 was `a`, int32")}


def test_a_type_that_is_declared_to_have_another_name_is_the_same(tmp_path):
    body = "enum %s { ZERO = 0; } message %s {} message M { %s a = 1; map<string, %s> b = 2; }"
    old, new = versions(tmp_path, body % ("E", "N", "E", "N"), body % ("F", "O", "F", "O"))
    assert whats(compare(old, new, Names({"p.E": "p.F", "p.N": "p.O"}))) == {}
    assert whats(compare(old, new, Names())) == {"a": ("p.E -> p.F",), "b": ("map<string, p.N> -> map<string, p.O>",)}


def test_values_of_an_enum_count_where_the_enum_is_used(tmp_path):
    body = "enum E { E_0 = 0; %s } message M { E e = 1; repeated E r = 2; map<int32, E> m = 3; int32 i = 4; }"
    found = changes(tmp_path, body % "RED = 1;", body % "CRIMSON = 1; BLUE = 2;")
    assert found.enums["p.E"].what == ("1 = RED -> CRIMSON", "with BLUE = 2")
    assert [question.declare for question in found.questions] == ["renamed: {p.E.RED: CRIMSON}  or  reused: [p.E.RED]"]
    assert whats(found).keys() == {"e", "r", "m"}


def test_an_enum_value_that_is_gone(tmp_path):
    body = "enum E { E_0 = 0; %s } message M { E e = 1; }"
    found = changes(tmp_path, body % "A = 1; B = 2;", body % "reserved 2;")
    assert found.enums["p.E"].what == ("without A = 1, which is not reserved", "without B = 2")
    assert found.enums["p.E"].hazards == ["without A = 1, which is not reserved"]


def test_extensions_are_fields(tmp_path):
    old = "message M { optional string b = 100; }"
    new = "message M { extensions 100 to 200; } extend M { optional string %s = 100; optional int32 c = 101; }"
    found = changes(tmp_path / "other", old, new % "d", PROTO2)
    assert found.questions[0].declare == "renamed: {p.M.b: p.d}  or  reused: [p.M.b]"
    assert whats(found) == {"b -> [p.d]": ("another name",), "[p.c]": ("added",)}


def test_a_field_and_an_extension_of_the_same_number_type_and_name_are_one(tmp_path):
    field = "message M { optional string b = 100; }"
    extension = "message M { extensions 100; } extend M { optional string b = 100; }"
    there, back = (
        changes(tmp_path / str(k), *pair, PROTO2) for k, pair in enumerate([(field, extension), (extension, field)])
    )
    assert not there.questions and whats(there) == {"b -> [p.b]": ("becomes an extension",)}
    assert not back.questions and whats(back) == {"[p.b] -> b": ("becomes a field of the message",)}
    assert there.moved == {"p.M.b": "p.b"} and back.moved == {"p.b": "p.M.b"}


@pytest.mark.parametrize(
    ("reserved", "what"),
    [
        ("reserved 2;", ("added", "takes number 2, which OLD reserves")),
        ('reserved "b";', ("added", 'takes name "b", which OLD reserves')),
        ('reserved 3; reserved "c";', ("added",)),
    ],
)
def test_a_field_that_takes_what_was_reserved(tmp_path, reserved, what):
    found = changes(tmp_path, f"message M {{ int32 a = 1; {reserved} }}", "message M { int32 a = 1; int32 b = 2; }")
    assert whats(found) == {"b": what}


def test_a_value_of_an_enum_that_takes_what_was_reserved(tmp_path):
    body = "enum E { ZERO = 0; %s } message M { E e = 1; }"
    found = changes(tmp_path, body % 'reserved 2, 5 to 7; reserved "OLD";', body % "A = 1; B = 7; OLD = 8;")
    (change,) = found.pairs["p.M"].changes
    assert change.reserved == {"number": "number 7", "name": 'name "OLD"'} == found.enums["p.E"].reserved
    assert "takes number 7, which OLD reserves" in change.what


@pytest.mark.parametrize("field", ["optional string t = 1;", "repeated string t = 1;", "map<string, string> t = 1;"])
def test_text_that_has_to_be_utf8_now(tmp_path, field):
    body = f"message M {{ {field} }}"
    old, new = versions(tmp_path, body, body, PROTO2, PROTO3)
    assert whats(compare(old, new, Names())) == {"t": ("text has to be UTF-8 now",)}
    assert whats(compare(new, old, Names())) == {"t": ("text no longer has to be UTF-8",)}


def test_messages_pair_by_full_name(tmp_path):
    found = changes(tmp_path, "message M {} message Gone {}", "message M {} message New { message Inner {} }")
    assert list(found.pairs) == ["p.M"] and found.removed == ["p.Gone"]
    assert sorted(found.added) == ["p.New", "p.New.Inner"]

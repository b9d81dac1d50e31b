"""The samples of two schemas: each boundary alone, required fields always, what could meet."""

import pytest
from schemas import PROTO2, PROTO3, words
from versions import samples


def of(found, prefix: str) -> dict[str, str]:
    return {name: found.text(name) for name in found.probes if name.startswith(prefix)}


def test_a_changed_field_alone_at_each_boundary(tmp_path):
    found = samples(tmp_path, "message M { int32 a = 1; int32 b = 2; }", "message M { int64 a = 1; int32 b = 2; }")
    alone = of(found, "p.M/v2.a.")
    assert "a: 4294967301" in alone.values() and not any("b:" in text for text in alone.values())
    assert not of(found, "p.M/v2.b.")  # not changed: only in company
    assert "a:" not in "".join(of(found, "p.M/v2.rest.").values())


def test_the_same_schemas_give_the_same_samples(tmp_path):
    old, new = "message M { string a = 1; }", "message M { bytes a = 1; map<string, M> b = 2; }"
    assert of(samples(tmp_path / "1", old, new), "") == of(samples(tmp_path / "2", old, new), "")


def test_members_of_a_oneof_meet_where_they_can(tmp_path):
    apart, together = "string a = 1; string b = 2;", "oneof x { string a = 1; string b = 2; }"
    found = samples(tmp_path, f"message M {{ {apart} }}", f"message M {{ {together} }}")
    assert list(of(found, "p.M/v1.meet.").values()) == ['a: "a" b: "a"']
    assert not of(found, "p.M/v2.meet.")


def test_what_either_version_requires_is_filled_but_once(tmp_path):
    old = "message M { required int32 r = 1; optional int32 o = 2; optional int32 c = 3; }"
    new = "message M { required int32 r = 1; required int32 o = 2; optional int64 c = 3; }"
    found = samples(tmp_path, old, new, PROTO2)
    assert "o:" not in found.text("p.M/v1.o.absent")
    others = [text for name, text in of(found, "p.M/v1.").items() if name != "p.M/v1.o.absent"]
    assert all("r:" in text and "o:" in text for text in others)


def test_changed_fields_inside_have_samples_of_their_own(tmp_path):
    body = "message N { int32 x = 1; %s y = 2; } message M { N n = 1; int32 z = 2; }"
    found = samples(tmp_path, body % "int32", body % "string")
    assert "y:" not in "".join(of(found, "p.M/").values())
    assert of(found, "p.N/v1.y.")
    assert found.reached == {"p.N", "p.M"}


def test_a_message_that_requires_itself_has_none(tmp_path):
    body = "message M { required M m = 1; optional %s a = 2; } message Other {}"
    assert not of(samples(tmp_path, body % "int32", body % "int64", PROTO2), "p.M/")


def test_as_if_nothing_had_changed(tmp_path):
    found = samples(tmp_path, "message M { int32 a = 1; }", "message M { int64 a = 1; }")
    (step,) = found.unchanged({"p.M/v1.base", "p.M/v2.base"}, "v2")
    assert [sample.name for sample in step.samples] == ["p.M/v2.base"] and step.names[0].renamed == {}


def ought(found, name: str, version: str) -> str:
    """What a reader of the other version ought to see of a sample, where the sample says that."""
    (sample,) = (one for step in found.steps for one in step.samples if one.name == name)
    return words(sample.ought[version].view, found.changes.schema(version))


def test_bytes_hold_the_message_that_they_become_and_others(tmp_path):
    body = "message Inner {{ int32 x = 1; }} message M {{ {} b = 1; }}"
    found = samples(tmp_path, body.format("bytes"), body.format("Inner"))
    values = {name: probe.value for name, probe in found.probes.items() if name.startswith("p.M/v1.b.")}
    inside = [name for name, value in values.items() if not value.outside]
    assert {value.scalar for value in values.values() if not value.outside} >= {b"\x08\x01", b"\x08\x05"}
    assert {value.outside for value in values.values()} == {"", "the bytes are an encoded p.Inner"}
    # b"\x08\x05" is one of the boundary values of bytes, too.
    assert "b.x=5" in [ought(found, name, "v2") for name in inside]
    assert ought(found, "p.M/v2.b.1", "v1") == "b=bytes 0801"


def test_lists_of_such_bytes(tmp_path):
    body = "message Inner {{ int32 x = 1; }} message M {{ repeated {} b = 1; }}"
    found = samples(tmp_path, body.format("bytes"), body.format("Inner"))
    assert ought(found, "p.M/v1.b.0", "v2") == "b[0].x=0 b[1].x=1 b[2].x=-2147483648"
    assert not found.probes["p.M/v1.b.0"].value.outside


def test_bytes_with_fields_that_the_message_does_not_know_are_no_encoding_of_it(tmp_path):
    body = "message Inner {{ int64 y = 2; }} message M {{ {} b = 1; }}"
    found = samples(tmp_path, body.format("bytes"), body.format("Inner"))
    (value,) = (probe.value for probe in found.probes.values() if probe.value and probe.value.scalar == b"\x08\x05")
    assert value.outside


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("optional string t = 1;", 't: "\\377\\376"'),
        ("repeated string t = 1;", 't: "\\377\\376"'),
        ("map<string, string> t = 1;", 't { key: "a" value: "\\377\\376" }'),
    ],
)
def test_text_that_is_not_utf8_is_tried_where_it_is_refused_now(tmp_path, field, text):
    body = f"message M {{ {field} }}"
    found = samples(tmp_path, body, body, PROTO2, PROTO3)
    assert text in of(found, "p.M/v1.t.").values()
    (name,) = (name for name, told in of(found, "p.M/v1.t.").items() if told == text)
    assert b"x\x02\x00\x00\x00\xff\xfe" in found.cases[name].view
    assert text not in of(found, "p.M/v2.t.").values()


@pytest.mark.parametrize(("field", "text"), [("{} e = 1;", 'e: "{}"'), ("map<int32, {}> e = 1;", 'value: "{}"')])
def test_text_that_becomes_an_enum_is_a_name_of_it_and_none(tmp_path, field, text):
    body = f"enum Size {{{{ NONE = 0; SMALL = 1; LARGE = 2; HUGE = 3; }}}} message M {{{{ {field} }}}}"
    told = " ".join(of(samples(tmp_path, body.format("string"), body.format("Size")), "p.M/v1.e.").values())
    assert all(text.format(name) in told for name in ("NONE", "SMALL", "LARGE", "abcd"))


def test_a_key_is_repeated_where_the_other_version_has_a_map(tmp_path):
    entry = "message Entry { string key = 1; int32 value = 2; } message M { %s m = 1; }"
    found = samples(tmp_path, entry % "map<string, int32>", entry % "repeated Entry")
    assert any(text.count('key: "a"') == 2 for text in of(found, "p.M/v2.m.").values())


@pytest.mark.parametrize("label", ["", "repeated "])
def test_a_wrapped_text_has_names_of_the_enum_that_it_becomes(tmp_path, label):
    old = f"message M {{ {label}google.protobuf.StringValue a = 1; }}"
    new = f"enum E {{ ZERO = 0; ONE = 1; }} message M {{ {label}E a = 1; }}"
    found = of(samples(tmp_path, old, new), "p.M/v1.a.")
    assert 'a { value: "ONE" }' in found.values()

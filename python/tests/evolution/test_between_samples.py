"""The samples of two schemas: each boundary alone, required fields always, what could meet."""

from schemas import PROTO2
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
    assert found.touched == {"p.N", "p.M"}


def test_a_message_that_requires_itself_has_none(tmp_path):
    body = "message M { required M m = 1; optional %s a = 2; } message Other {}"
    assert not of(samples(tmp_path, body % "int32", body % "int64", PROTO2), "p.M/")


def test_as_if_nothing_had_changed(tmp_path):
    found = samples(tmp_path, "message M { int32 a = 1; }", "message M { int64 a = 1; }")
    (step,) = found.unchanged({"p.M/v1.base", "p.M/v2.base"}, "v2")
    assert [sample.name for sample in step.samples] == ["p.M/v2.base"] and step.names[0].renamed == {}

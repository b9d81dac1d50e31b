"""Cases of single fields: which values become one, under which names, and for whom."""

from types import SimpleNamespace

import pytest

from wirebed import cases, view
from wirebed.bed.yaml_tree import read
from wirebed.commands import interop
from wirebed.errors import UserError
from wirebed.view import grammar as g
from wirebed_build.trees import fields

PROTO = """
syntax = "proto3";
package t;
message M {
  int32 a = 1;
  optional string b = 2;
  M child = 3;
  repeated M many = 4;
  map<string, int32> by_key = 5;
  oneof one { bytes x = 6; string y = 7; }
}
"""
SETTINGS = "generated: false\nfield_by_field:\n  java:json/gson: [t.M]\n  python:json/stdlib: [t.M]\n"


@pytest.fixture
def small(bed, compiled):
    """The schema with the messages of the fields of `t.M`, and the bed with the setting that wants them."""
    (bed.proto_root / "m.proto").write_text(PROTO)
    bed.fixtures.mkdir()
    (bed.fixtures / "bed.yaml").write_text(SETTINGS)
    schema = compiled(bed.root / "tree", bed.proto_root, ["m.proto"])
    wanted = read("[t.M]", bed.fixtures / "bed.yaml").raw
    singles = fields.add(schema.files, ["m.proto"], wanted)
    (schema.tree_dir / "fields.list").write_text("".join(f"{one}\n" for one in singles))
    (schema.tree_dir / "schema.binpb").write_bytes(schema.files.SerializeToString())
    return type(schema).load(schema.tree_dir)


def write(bed, name: str, text: str, *header: str):
    lines = "".join(f"# {line}\n" for line in ("proto-message: t.M", "about: x", *header))
    bed.write(f"M/{name}.txtpb", f"{lines}{text}\n")


def singles(bed, schema, **takes) -> dict:
    own = {case.name for case in cases.of_bed(bed, schema)} if not takes else set()
    return {case.name: case for case in cases.with_fields(bed, schema, **takes) if case.name not in own}


def test_each_field_that_is_set_is_a_case_of_its_message(bed, small):
    write(bed, "all", 'a: 7 b: "" by_key { key: "k" value: 1 } x: "\\001"')
    found = singles(bed, small)
    assert set(found) == {"M.a/all", "M.b/all", "M.many/all", "M.by_key/all", "M.x/all"}
    case = found["M.by_key/all"]
    root = view.parse(case.view)
    assert (case.message, root.value, root.keys) == ("t.fields.M.by_key", "t.fields.M.by_key", [5])
    assert root.children[0].keys[0].value == "k"


def test_equal_values_of_a_field_are_one_case(bed, small):
    write(bed, "one", "a: 1")
    write(bed, "two", 'a: 2 b: "b"')
    write(bed, "two_again", 'a: 2 b: "b"')
    found = [name for name in singles(bed, small) if name.startswith(("M.a/", "M.b/"))]
    assert found == ["M.a/one", "M.a/two", "M.b/two"]


def test_options_and_tags_stay_and_goldens_do_not(bed, small):
    write(bed, "x", "a: 1", "option: json indent=2", "tags: large", "golden")
    case = singles(bed, small)["M.a/x"]
    assert (case.options, case.tags, case.golden) == ({"json": {"indent": "2"}}, ("large",), False)
    assert case.codecs == {"java:json/gson", "python:json/stdlib"}
    assert case.path.name == "x.txtpb"


def test_bytes_are_not_tried_field_by_field(bed, small):
    bed.write("M/bytes.yaml", "message: t.M\nabout: x\nhex: {protobuf: '0801'}\nview: 'a: 1'\n")
    bed.write("M/reject.yaml", "message: t.M\nabout: x\nhex: {protobuf: '08'}\nreject: true\n")
    assert singles(bed, small) == {}


def test_what_is_shared_within_the_field_stays_shared(bed, small):
    text = "message: t.M\nabout: x\ntext: 'child { a: 1 } many { child { a: 2 } } many { a: 3 }'\nsame:\n"
    places = ("{at: 'many[1]', is: 'many[0].child'}", "{at: 'many[0].child.child', is: child}")
    bed.write("M/shared.yaml", text + "".join(f"  - {place}\n" for place in places))
    found = singles(bed, small)
    first, second = view.parse(found["M.many/shared"].view).children[0].children
    assert second.tag == g.SAME and second.value is first.field(3)
    # What another field held first is written where it comes first now.
    assert first.field(3).field(3).tag == g.RECORD and first.field(3).field(3).field(1).value == 1


def test_a_cycle_through_the_whole_value_is_one_through_the_field(bed, small):
    bed.write("M/cycle.yaml", "message: t.M\nabout: x\ntext: 'child { a: 1 }'\nsame: {at: child.child, is: .}\n")
    child = view.parse(singles(bed, small)["M.child/cycle"].view).field(3)
    whole = child.field(3)
    assert whole.value == "t.M" and whole.field(3).value is child


def test_a_case_without_a_value_is_an_error_where_it_is_taken(bed, small):
    write(bed, "good", "a: 1")
    write(bed, "bad", "a: one")
    assert set(singles(bed, small, takes=lambda name: name == "M.a/good")) >= {"M.a/good"}
    with pytest.raises(UserError, match=r"bad\.txtpb:3"):
        singles(bed, small, takes=lambda name: name == "M.a/bad")


def test_generated_values_are_tried_field_by_field(bed, small):
    (bed.fixtures / "bed.yaml").write_text(SETTINGS.replace("generated: false", "generated: true"))
    found = cases.with_fields(bed, small)
    assert {"M/edge_0", "M.a/edge_0", "M.y/edge_1"} <= {case.name for case in found}
    assert not [case for case in found if case.message.startswith("t.fields.") and case.codecs is None]


@pytest.mark.parametrize(
    ("codec", "told"),
    [
        ("java:json/gsom", 'bed.yaml:3:3: unknown codec "java:json/gsom"; near: "java:json/gson"'),
        ("java:protobuf/protobuf-java", "bed.yaml:3:3: java:protobuf/protobuf-java has messages of protobuf"),
    ],
)
def test_only_codecs_of_plain_objects_try_fields(bed, small, codec, told):
    (bed.fixtures / "bed.yaml").write_text(f"generated: false\nfield_by_field:\n  {codec}: [t.M]\n")
    codecs = [SimpleNamespace(id="java:protobuf/protobuf-java", model="message")]
    with pytest.raises(UserError) as raised:
        interop.check_settings(bed, codecs)
    assert told in " ".join(str(raised.value).split())

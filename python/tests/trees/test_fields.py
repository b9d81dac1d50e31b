"""Messages of single fields: what they take over of the field, and what stays as it is beside them."""

import pytest
from google.protobuf import descriptor_pb2
from wirebed_protocol import options_pb2
from wirebed_protocol.plain_pb2 import PlainField, PlainType

from wirebed.bed import Bed
from wirebed.bed.schema import Schema, pool_of
from wirebed.errors import UserError
from wirebed_build.languages.discovery import discover
from wirebed_build.plain.render import render
from wirebed_build.trees import ensure_schema, fields
from wirebed_build.trees.fingerprint import FileHashes
from wirebed_build.trees.tree import Tree, make_plain, make_schema

PROTO3 = """
syntax = "proto3";
package t;
import "google/protobuf/timestamp.proto";
import "wirebed/options.proto";
option (wirebed.plain_package) = "com.acme";
enum Color { RED = 0; BLUE = 1; }
message M {
  option (wirebed.plain_class) = { name: "Mine", final: true };
  int32 number = 7 [json_name = "no."];
  optional uint64 maybe = 2;
  repeated sint32 listed = 3 [packed = false];
  map<string, Inner> by_key = 4;
  oneof choice { string text = 5; bytes raw = 6; }
  google.protobuf.Timestamp at = 8 [(wirebed.plain).type = DATE];
  repeated string numbers = 9 [(wirebed.plain) = { type: DECIMAL, collection: ARRAY }];
  repeated Color colors = 10 [(wirebed.plain).collection = SET];
  Inner.Kind kind = 11;
  M class = 12;
  string Taken = 14;
  message Inner { enum Kind { NONE = 0; } string name = 1; }
}
message Taken {}
"""
PROTO2 = """
syntax = "proto2";
package t.old;
message fields { optional int32 x = 1; }
message M {
  required int32 must = 1;
  optional string text = 2 [default = "d"];
  optional group Part = 3 { optional int32 a = 1; }
  extensions 100 to 200;
}
"""
EDITION = """
edition = "2023";
package t.edition;
option features.field_presence = IMPLICIT;
enum Closed { option features.enum_type = CLOSED; ONE = 1; }
message M {
  int32 implicit = 1;
  int32 explicit = 2 [features.field_presence = EXPLICIT];
  M delimited = 3 [features.message_encoding = DELIMITED];
  Closed closed = 4 [features.field_presence = EXPLICIT];
}
"""
SETTINGS = """
generated: false
field_by_field:
  java:json/gson: [t.M, t.M.Inner, t.old.M]
  python:json/stdlib: [t.M, t.edition.M]
"""


@pytest.fixture
def bed(tmp_path, monkeypatch) -> Bed:
    monkeypatch.setattr("wirebed_build.trees.tree.BUILD", tmp_path / "build")
    monkeypatch.setattr("wirebed_build.trees.fingerprint.STAMPS", tmp_path / "stamps")
    (tmp_path / "bed" / "proto").mkdir(parents=True)
    (tmp_path / "bed" / "fixtures").mkdir()
    for name, text in (("m", PROTO3), ("old", PROTO2), ("edition", EDITION)):
        (tmp_path / "bed" / "proto" / f"{name}.proto").write_text(text)
    (tmp_path / "bed" / "fixtures" / "bed.yaml").write_text(SETTINGS)
    return Bed.open(tmp_path / "bed")


@pytest.fixture
def schema(bed) -> Schema:
    tree, hashes = Tree.of_bed(bed), FileHashes(bed.root / "contents.json")
    make_schema(tree, hashes)
    make_plain(tree, discover(["java", "python", "cpp"]), hashes)
    return Schema.load(tree.dir)


def single(schema: Schema, field: str):
    """The only field of the message that has this field alone."""
    (found,) = schema.message(schema.singles[field]).fields
    return found


def plain(schema: Schema, field: str):
    """The plain class of that message, and its only field."""
    (found,) = (one for one in schema.plain.classes if one.message == schema.singles[field])
    return found, found.fields[0]


def test_each_field_is_a_message_that_is_called_like_it(schema):
    assert schema.singles["t.M.number"] == "t.fields.M.number"
    assert schema.singles["t.M.Inner.name"] == "t.fields.M.Inner.name"
    assert {name for name in schema.singles if name.startswith("t.M.")} == {
        f"t.M.{field.name}" for field in schema.message("t.M").fields
    } | {"t.M.Inner.name"}


def test_a_package_that_is_there_gets_no_messages(schema):
    assert schema.singles["t.old.M.must"] == "t.old.fields_.M.must"


def test_numbers_types_and_names_are_those_of_the_field(schema):
    for full, message in schema.singles.items():
        owner, _, name = full.rpartition(".")
        was, now = schema.message(owner).fields_by_name[name], single(schema, full)
        assert (now.name, now.number, now.type, now.json_name) == (was.name, was.number, was.type, was.json_name)
        presence = [(one.has_presence, one.is_required, one.is_repeated, one.is_packed) for one in (was, now)]
        assert presence[0] == presence[1], full
        assert now.default_value == was.default_value
        assert now.GetOptions().Extensions[options_pb2.plain] == was.GetOptions().Extensions[options_pb2.plain]
        assert schema.message(message).full_name == message


def test_oneofs_and_what_optional_stands_for_stay_what_they_are(schema):
    assert single(schema, "t.M.text").containing_oneof.name == "choice"
    assert [one.name for one in single(schema, "t.M.raw").containing_oneof.fields] == ["raw"]
    assert plain(schema, "t.M.raw")[1].oneof == "choice"
    assert plain(schema, "t.M.maybe")[1].oneof == "" and plain(schema, "t.M.maybe")[1].nullable
    assert not plain(schema, "t.M.number")[1].nullable


def test_a_map_has_an_entry_of_its_own_and_the_values_of_the_field(schema):
    entry = single(schema, "t.M.by_key").message_type
    assert entry.full_name == "t.fields.M.by_key.ByKeyEntry" and entry.GetOptions().map_entry
    assert entry.fields_by_name["value"].message_type.full_name == "t.M.Inner"
    assert plain(schema, "t.M.by_key")[1].container == PlainField.MAP


def test_nested_types_enums_and_groups_are_those_of_the_field(schema):
    assert single(schema, "t.M.kind").enum_type.full_name == "t.M.Inner.Kind"
    assert single(schema, "t.M.class").message_type.full_name == "t.M"
    assert single(schema, "t.old.M.part").message_type.full_name == "t.old.M.Part"


def test_hints_decide_the_plain_class(schema):
    assert plain(schema, "t.M.at")[1].type.kind == PlainType.DATE
    numbers = plain(schema, "t.M.numbers")[1]
    assert (numbers.container, numbers.type.kind) == (PlainField.ARRAY, PlainType.DECIMAL)
    assert plain(schema, "t.M.colors")[1].container == PlainField.SET
    assert plain(schema, "t.M.number")[0].final


def test_features_of_an_edition_are_those_of_the_file_and_the_field(schema):
    assert not single(schema, "t.edition.M.implicit").has_presence
    assert single(schema, "t.edition.M.explicit").has_presence
    assert single(schema, "t.edition.M.delimited").type == descriptor_pb2.FieldDescriptorProto.TYPE_GROUP
    assert single(schema, "t.edition.M.closed").enum_type.is_closed


def test_plain_classes_have_names_that_no_other_class_has(schema):
    of_singles = [one.java_class for one in schema.plain.classes if one.message.startswith("t.fields.")]
    assert {"t.fields.plain.M_$class_", "t.fields.plain.M_$Taken_"} <= set(of_singles)
    simple = [one.java_class.rpartition("$")[2].rpartition(".")[2] for one in schema.plain.classes]
    assert simple.count("Mine") == simple.count("Taken") == simple.count("Inner") == 1


def test_no_protoc_compiles_them(schema):
    compiled = {line.split("\t")[0] for line in (schema.tree_dir / "proto.list").read_text().splitlines()}
    files = {schema.message(message).file.name for message in schema.singles.values()}
    assert files == {"m.fields.proto", "old.fields.proto", "edition.fields.proto"}
    assert not files & {*compiled, *schema.own_files}
    for one in schema.plain.classes:
        without = one.message in schema.singles.values() or one.file in files
        assert (one.java_message == "") == without and (one.names["cpp"].message == "") == without


@pytest.mark.parametrize("peer", ["java", "python", "cpp"])
def test_benchmarks_have_no_code_for_them(schema, peer):
    (*_, peer) = discover([peer])
    made, every = (render(schema.plain, one) for one in (peer.program("bench"), peer))
    assert made and not [name for name in made if "t/fields/" in name or ".fields." in name]
    assert [name for name in every if "t/fields/" in name or ".fields." in name]


def test_everything_else_is_as_without_them(bed, schema):
    of_singles = {schema.message(message).file.name for message in schema.singles.values()}
    (bed.fixtures / "bed.yaml").write_text("generated: false\n")
    tree, hashes = Tree.of_bed(bed), FileHashes(bed.root / "contents.json")
    assert make_schema(tree, hashes)
    make_plain(tree, discover(["java", "python", "cpp"]), hashes)
    without = Schema.load(tree.dir)
    assert list(without.files.file) == [file for file in schema.files.file if file.name not in of_singles]
    assert list(without.plain.classes) == [one for one in schema.plain.classes if one.file not in of_singles]
    assert without.singles == {}


def test_an_unknown_message_is_an_error_at_its_place(bed):
    (bed.fixtures / "bed.yaml").write_text("field_by_field:\n  java:json/gson:\n    - t.M\n    - t.N\n")
    with pytest.raises(UserError, match=r'bed.yaml:4:7: unknown message "t.N"; near: "t.M"'):
        ensure_schema(bed)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("field_by_field: [t.M]\n", r"bed.yaml:1:17: a mapping of codecs is wanted here"),
        ("field_by_field:\n  java:json/gson: t.M\n", r"bed.yaml:2:19: a list of messages is wanted here"),
        ("field_by_field:\n  java:json/gson: [1]\n", r"bed.yaml:2:20: the full name of a message is wanted here"),
    ],
)
def test_mistakes_of_form_are_reported_with_their_place(bed, text, told):
    (bed.fixtures / "bed.yaml").write_text(text)
    with pytest.raises(UserError, match=told):
        Tree.of_bed(bed)


def test_a_set_without_wanted_messages_stays_as_it_is(schema):
    files = descriptor_pb2.FileDescriptorSet()
    files.CopyFrom(schema.files)
    assert fields.add(files, schema.own_files, []) == [] and files == schema.files
    assert pool_of(files)

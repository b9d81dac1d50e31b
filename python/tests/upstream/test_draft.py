"""Drafted programs: each template makes one of at most 25 lines, which shows what its library makes of the bytes."""

import pytest
from google.protobuf import descriptor_pb2, descriptor_pool

from wirebed.bed import Bed, codec_id, glob
from wirebed.bed.schema import Schema
from wirebed.errors import UserError
from wirebed_build.trees import ensure
from wirebed_upstream import draft
from wirebed_upstream.command import all_registries
from wirebed_upstream.run import printed
from wirebed_upstream.trimmed import files_of

MESSAGE = "small.Outer.Note"
SCHEMA = """
syntax = "proto3";
package small;
import "google/protobuf/timestamp.proto";
import "google/protobuf/duration.proto";
message Other { google.protobuf.Duration time = 1; }
message Outer {
  message Note {
    string the_text = 1;
    Kind kind = 2;
    google.protobuf.Timestamp at = 3 [json_name = "when"];
    Note inner = 4;
  }
}
enum Kind { NONE = 0; SOME = 1; }
"""
# Bytes, a part of what the programs print of them, and bytes that no library takes.
VALUES = {
    "protobuf": (b"\x0a\x01a\x10\x01\x1a\x02\x08\x05", 'the_text: "a"', b"\x0a\x05a"),
    "protojson": (b'{"theText": "a", "kind": "SOME", "when": "1970-01-01T00:00:05Z"}', 'the_text: "a"', b"{"),
    "prototext": (b'the_text: "a" kind: SOME at { seconds: 5 }', 'the_text: "a"', b'the_text: "a'),
    "json": (b'{"a": [1]}', "a", b'{"a": [1'),
    "hessian2": (b"\x01a", "a", b"E"),
    "java-serial": (b"\xac\xed\x00\x05t\x00\x03abc", "abc", b"\xac\xed\x00\x05t\x00"),
    "xml-jaxb": (b"<a><b c='d'/>e</a>", '<a><b c="d"/>e</a>', b"<a>"),
}


@pytest.fixture(scope="module")
def schema(tmp_path_factory):
    root = tmp_path_factory.mktemp("bed")
    (root / "proto").mkdir()
    (root / "fixtures").mkdir()
    (root / "proto/small.proto").write_text(SCHEMA)
    return Schema.load(ensure(Bed.open(root), []))


def formats(template) -> list[str]:
    """Those that its readers are of."""
    globs = [codec_id.format_of(reader) for reader in template.readers]
    return [name for name in VALUES if glob.takes([name], globs)]


EACH = [(template, format) for template in draft.templates() for format in formats(template)]


@pytest.mark.parametrize(("template", "format"), EACH, ids=[f"{each.readers[0]}-{format}" for each, format in EACH])
def test_a_draft_reads_what_its_library_reads(tmp_path, schema, template, format):
    whole, shown, wrong = VALUES[format]
    registry = all_registries()[template.library.registry]
    for data, told in ((whole, "read: "), (wrong, "rejected")):
        text = draft.program(template, format, MESSAGE, data, schema)
        assert len(text.splitlines()) <= 25
        path = tmp_path / f"x{draft.SUFFIXES[template.library.registry]}"
        path.write_text(text)
        said, ran = printed(template.library, path, registry, registry.pinned(template.library))
        assert ran and said.startswith(told), said
        assert data == wrong or shown in said


def test_only_what_a_message_needs_is_in_its_files(schema):
    made = files_of(schema.files, MESSAGE)
    assert [file.name for file in made] == ["google/protobuf/timestamp.proto", "small.proto"]
    assert [each.name for each in made[-1].message_type] == ["Outer"] and made[-1].enum_type[0].name == "Kind"
    names = {field.name: field.json_name for field in made[-1].message_type[0].nested_type[0].field}
    assert names["at"] == "when" and not names["the_text"]
    pool = descriptor_pool.DescriptorPool()
    for file in made:
        pool.Add(descriptor_pb2.FileDescriptorProto.FromString(file.SerializeToString()))
    assert pool.FindMessageTypeByName(MESSAGE).fields_by_name["the_text"].json_name == "theText"


def test_a_reader_without_a_template_is_told(schema):
    with pytest.raises(UserError, match="no template reads bytes as java:xml/xstream does"):
        draft.main(Bed.open(), "xml", "java/xstream", None, b"<a/>", {})


def test_a_message_is_needed_where_the_format_has_no_other_schema():
    template = next(each for each in draft.templates() if each.name == "protobuf.py.j2")
    with pytest.raises(UserError, match="MESSAGE= is missing"):
        draft.program(template, "protobuf", None, b"", None)

"""What a field of a plain class holds: kind, container, presence, and hints that cannot be followed."""

import pytest
from wirebed_protocol.plain_pb2 import PlainField, PlainType

from wirebed.errors import UserError

PROTO3 = """
import "wirebed/options.proto"; import "google/protobuf/timestamp.proto"; import "google/protobuf/wrappers.proto";
enum E { Z = 0; ONE = 1; }
message M {
  uint32 implicit = 1; optional uint32 explicit = 2; optional uint32 primitive = 3 [(wirebed.plain).no_presence = true];
  oneof choice { string text = 4; M message = 5; }
  repeated int32 list = 6; repeated int32 array = 7 [(wirebed.plain).collection = ARRAY];
  repeated string set = 8 [(wirebed.plain).collection = SET];
  map<int64, E> map = 9; E enum = 10; sfixed64 fixed = 11;
  google.protobuf.Timestamp date = 12 [(wirebed.plain).type = DATE];
  repeated google.protobuf.Timestamp dates = 13 [(wirebed.plain) = { type: DATE collection: ARRAY }];
  string decimal = 14 [(wirebed.plain).type = DECIMAL];
  google.protobuf.UInt64Value wrapper = 15; google.protobuf.Timestamp bean = 16;
}
"""


@pytest.mark.parametrize(
    ("name", "kind", "container", "nullable"),
    [
        ("implicit", "UINT32", "SINGLE", False),
        ("explicit", "UINT32", "SINGLE", True),
        ("primitive", "UINT32", "SINGLE", False),
        ("text", "STRING", "SINGLE", True),
        ("message", "MESSAGE", "SINGLE", True),
        ("list", "INT32", "LIST", False),
        ("array", "INT32", "ARRAY", False),
        ("set", "STRING", "SET", False),
        ("map", "ENUM", "MAP", False),
        ("enum", "ENUM", "SINGLE", False),
        ("fixed", "INT64", "SINGLE", False),
        ("date", "DATE", "SINGLE", True),
        ("dates", "DATE", "ARRAY", False),
        ("decimal", "DECIMAL", "SINGLE", False),
        ("wrapper", "WRAPPER", "SINGLE", True),
        ("bean", "MESSAGE", "SINGLE", True),
    ],
)
def test_proto3(tree, name, kind, container, nullable):
    field = tree(PROTO3).field("M", name)
    found = (PlainType.Kind.Name(field.type.kind), PlainField.Container.Name(field.container), field.nullable)
    assert found == (kind, container, nullable)


def test_details(tree):
    plain = tree(PROTO3)
    assert plain.field("M", "map").key.kind == PlainType.INT64
    assert plain.field("M", "map").type.name == "E"
    assert plain.field("M", "wrapper").type.wrapped == PlainType.UINT64
    assert plain.field("M", "text").oneof == "choice"
    assert plain.field("M", "explicit").oneof == ""
    assert not plain.enums["E"].closed


def test_proto2_groups_required_closed_enums_and_aliases(tree):
    plain = tree(
        """syntax = "proto2";
        message M {
          required int32 must = 1; required M deep = 2; optional int32 may = 3 [default = 5];
          repeated group Many = 4 { optional Level level = 1; }
          extensions 100 to 200;
          enum Level { option allow_alias = true; LOW = 1; LOWEST = 1; HIGH = 2; }
        }
        extend M { optional string extra = 100; }"""
    )
    nullable = {field.name: field.nullable for field in plain.classes["M"].fields}
    assert nullable == {"must": False, "deep": True, "may": True, "many": False}
    assert plain.field("M", "many").type.name == "M.Many"
    assert plain.enums["M.Level"].closed
    assert [value.alias for value in plain.enums["M.Level"].values] == [False, True, False]


def test_editions(tree):
    plain = tree(
        """edition = "2023";
        message M { int32 a = 1; int32 b = 2 [features.field_presence = IMPLICIT];
                    int32 c = 3 [features.field_presence = LEGACY_REQUIRED];
                    M d = 4 [features.message_encoding = DELIMITED]; }"""
    )
    assert [field.nullable for field in plain.classes["M"].fields] == [True, False, False, True]


@pytest.mark.parametrize(
    ("field", "problem"),
    [
        (
            "int32 a = 1 [(wirebed.plain).type = DATE]",
            "the hint DATE is for google.protobuf.Timestamp, not for a scalar",
        ),
        ("M a = 1 [(wirebed.plain).type = DATE]", "the hint DATE is for google.protobuf.Timestamp, not for M"),
        ("int32 a = 1 [(wirebed.plain).type = DECIMAL]", "the hint DECIMAL is for a string"),
        ("int32 a = 1 [(wirebed.plain).collection = SET]", "a collection hint is for a repeated field"),
        ("map<int32, int32> a = 1 [(wirebed.plain).collection = LIST]", "a collection hint is for a repeated field"),
        (
            "repeated M a = 1 [(wirebed.plain).collection = SET]",
            "the elements of a SET are scalars or enums, not messages",
        ),
        ("M a = 1 [(wirebed.plain).no_presence = true]", "the hint no_presence is for an optional scalar"),
        (
            "oneof o { int32 a = 1 [(wirebed.plain).no_presence = true]; }",
            "the hint no_presence is for an optional scalar",
        ),
    ],
)
def test_an_unsuitable_hint_is_an_error_with_its_place(tree, field, problem):
    with pytest.raises(UserError) as raised:
        tree(f'import "wirebed/options.proto";\nmessage M {{\n  {field}\n  ;}}'.replace("}\n  ;", "}"))
    assert str(raised.value).endswith(f"M.a: {problem}")
    assert str(raised.value).startswith("a.proto:4:")

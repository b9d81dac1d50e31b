"""Only the messages that reach a change are asked from descriptors."""

import pytest
from many_messages import CHANGES, write
from runs import run
from schemas import PROTO2, PROTO3
from versions import changes

from wirebed_safe_change.reach import reaching

EDITION = 'edition = "2023"; package p;\n'
BODY = """
message M { int32 x = 1; %s }
message Holds { M m = 1; }
message Lists { repeated M m = 1; }
message Maps { map<string, M> m = 1; }
message Beyond { Holds holds = 1; }
message Beside { int32 x = 1; Beside beside = 2; }
"""
AROUND = {"p.M", "p.Holds", "p.Lists", "p.Maps"}


def asked(folder, old: str, new: str, head: str = PROTO3, new_head: str = "") -> set[str]:
    return set(reaching(changes(folder, old, new, head, new_head)))


def test_a_changed_message_and_those_that_hold_it(tmp_path):
    assert asked(tmp_path, BODY % "", BODY % "int32 y = 2;") == AROUND


def test_the_same_schema_asks_nothing(tmp_path):
    assert asked(tmp_path, BODY % "", BODY % "") == set()


def test_what_is_required_is_in_every_value_of_the_message_that_requires_it(tmp_path):
    body = "message A { required B b = 1; } message B { required C c = 1; } message D { optional A a = 1; }"
    body += " message C { %s }"
    assert asked(tmp_path, body % "", body % "optional int32 x = 1;", PROTO2) == {"p.A", "p.B", "p.C", "p.D"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("enum E { A = 0; }", "enum E { A = 0; B = 1; }"),
        ("enum E { A = 0; }", "enum E { option allow_alias = true; A = 0; B = 0; }"),
    ],
)
def test_an_enum_is_a_part_of_what_holds_it(tmp_path, old, new):
    body = " message M { E e = 1; } message Holds { M m = 1; } message Beyond { Holds h = 1; }"
    assert asked(tmp_path, old + body, new + body) == {"p.M", "p.Holds"}


def test_an_any_can_hold_what_changed(tmp_path):
    head = f'{PROTO3}import "google/protobuf/any.proto";\n'
    body = "message M { int32 x = 1; %s } message Any { google.protobuf.Any any = 1; } message Beside {}"
    assert asked(tmp_path, body % "", body % "int32 y = 2;", head) == {"p.M", "p.Any"}


def test_an_extension_changes_the_message_that_it_extends(tmp_path):
    body = "message M { extensions 10 to 20; } message Beside {} extend M { optional %s e = 10; }"
    assert asked(tmp_path, body % "int32", body % "int64", PROTO2) == {"p.M"}


@pytest.mark.parametrize("option", ["features.utf8_validation = NONE", 'java_package = "other"'])
def test_an_option_of_the_file_changes_all_in_it(tmp_path, option):
    head = f"{EDITION}option {option};\n"
    assert asked(tmp_path, BODY % "", BODY % "", EDITION, head) == AROUND | {"p.Beyond", "p.Beside"}


def test_a_feature_of_the_message_around_changes_what_is_nested(tmp_path):
    body = "message M { %s message In { string s = 1; } } message Holds { M.In in = 1; } message Beside {}"
    new = body % "option features.json_format = LEGACY_BEST_EFFORT;"
    assert asked(tmp_path, body % "", new, EDITION) == {"p.M", "p.M.In", "p.Holds"}


def test_of_many_messages_few_are_asked(tmp_path):
    old, new = write(tmp_path)
    report = run(str(old), str(new))
    assert (report.code, report.footer["messages"], report.footer["changed"]) == (1, 200, len(CHANGES))
    assert report.footer["asked"] < 12
    assert report.at("f1", "many.M3x4") == ("safe", "corrupting")
    assert report.at("f8", "many.M11x0") == ("lossy", "safe")
    assert report.at("f11", "many.M17x9") == ("safe", "safe")

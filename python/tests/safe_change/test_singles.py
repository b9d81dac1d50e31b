"""Single changes whose harm needs a certain value, or a certain relay, and such as look like harm and are none."""

import pytest
from runs import folder, run

from wirebed_safe_change import summary

SAFE, LOSSY, CORRUPTING, BREAKING = "safe", "lossy", "corrupting", "breaking"
HEAD = """syntax = "proto3"; package s;
import "google/protobuf/any.proto"; import "google/protobuf/timestamp.proto";
message Inner { int32 x = 1; string t = 2; }
message Entry { string key = 1; int32 value = 2; }
enum Size { NONE = 0; SMALL = 1; LARGE = 2; }
"""
OLD = """
message MapToEntries { map<string, int32> m = 1; int32 z = 9; }
message EntriesToMap { repeated Entry m = 1; int32 z = 9; }
message Gains { oneof o { int32 a = 1; string b = 2; } int32 z = 9; }
message Loses { oneof o { int32 a = 1; string b = 2; bool c = 3; } int32 z = 9; }
message Joins { string a = 1; int32 z = 9; }
message ToEnum { string e = 1; int32 z = 9; }
message FromEnum { Size e = 1; int32 z = 9; }
message ToMessage { bytes b = 1; int32 z = 9; }
message ToBytes { Inner b = 1; int32 z = 9; }
message AnyToBytes { google.protobuf.Any a = 1; int32 z = 9; }
message ListToBytes { repeated Inner b = 1; int32 z = 9; }
message ToText { google.protobuf.Timestamp t = 1; int32 z = 9; }
message ToTimestamp { string t = 1; int32 z = 9; }
message TakesNumber { reserved 2; int32 z = 9; }
message TakesName { reserved "gone"; int32 z = 9; }
"""
NEW = """
message MapToEntries { repeated Entry m = 1; int32 z = 9; }
message EntriesToMap { map<string, int32> m = 1; int32 z = 9; }
message Gains { oneof o { int32 a = 1; string b = 2; bool c = 3; } int32 z = 9; }
message Loses { oneof o { int32 a = 1; string b = 2; } reserved 3; reserved "c"; int32 z = 9; }
message Joins { oneof o { string a = 1; int32 b = 2; } int32 z = 9; }
message ToEnum { Size e = 1; int32 z = 9; }
message FromEnum { string e = 1; int32 z = 9; }
message ToMessage { Inner b = 1; int32 z = 9; }
message ToBytes { bytes b = 1; int32 z = 9; }
message AnyToBytes { bytes a = 1; int32 z = 9; }
message ListToBytes { repeated bytes b = 1; int32 z = 9; }
message ToText { string t = 1; int32 z = 9; }
message ToTimestamp { google.protobuf.Timestamp t = 1; int32 z = 9; }
message TakesNumber { int32 fresh = 2; int32 z = 9; }
message TakesName { int32 gone = 2; int32 z = 9; }
"""
TEXT = """package u;
message Text { optional string t = 1; repeated string r = 2; oneof o { string s = 3; bool f = 4; } }
"""
CLOSED = """syntax = "proto2"; package c;
enum Color {{ RED = 0; GREEN = 1; {} }}
message M {{ optional Color one = 1; map<string, Color> m = 2; optional int32 z = 9; }}
"""
FIELD = """syntax = "proto2"; package ext;
message M { optional string label = 100; optional int32 z = 9; }
"""
EXTENSION = """syntax = "proto2"; package ext;
message M { extensions 100 to 200; optional int32 z = 9; } extend M { optional string label = 100; }
"""


@pytest.fixture(scope="module")
def report():
    text = [f'syntax = "proto{syntax}"; {TEXT}' for syntax in (2, 3)]
    closed = [CLOSED.format(more) for more in ("", "BLUE = 2;")]
    old = folder("single-changes-old", s=HEAD + OLD, u=text[0], extended=FIELD, closed=closed[0])
    new = folder("single-changes-new", s=HEAD + NEW, u=text[1], extended=EXTENSION, closed=closed[1])
    return run(old, new, format="proto[bj]*[fn]")


def read(report, message: str, field: str, format_: str = "protobuf") -> tuple[str, str]:
    return report.at(field, f"s.{message}", "reading", format_)


def relayed(report, message: str, field: str, format_: str = "protobuf") -> tuple[str, str]:
    return report.at(field, f"s.{message}", "relaying", format_)


def test_all_languages_take_part(report):
    assert report.footer["missing"] == report.footer["left_out"] == []


def test_a_list_that_repeats_a_key_is_no_map(report):
    assert read(report, "MapToEntries", "m") == (SAFE, LOSSY)
    assert read(report, "EntriesToMap", "m") == (LOSSY, SAFE)
    collapsed = report.worst("m", "backward", "s.EntriesToMap")
    assert collapsed["what"] == "collapsed" and collapsed["witness"].count('key: "a"') == 2


def test_a_relay_that_sets_a_member_beside_one_that_it_does_not_know(report):
    assert read(report, "Gains", "c") == (SAFE, SAFE) == read(report, "Loses", "c")
    assert relayed(report, "Gains", "c") == (SAFE, CORRUPTING) and relayed(report, "Loses", "c") == (CORRUPTING, SAFE)
    stale = report.worst("c", "forward", "s.Gains")
    assert (stale["what"], stale["when"]) == ("stale", "when c is set and a relay sets a")
    assert stale["witness"] == "c: true and the relay sets a: 1"


def test_a_relay_that_sets_a_field_which_goes_into_a_oneof_beside_a_new_member(report):
    assert read(report, "Joins", "a") == (SAFE, SAFE) == read(report, "Joins", "b")
    assert relayed(report, "Joins", "b") == (SAFE, CORRUPTING)
    stale = report.worst("b", "forward", "s.Joins")
    assert (stale["what"], stale["when"]) == ("stale", "when b is set and a relay sets a")


def test_a_relay_that_sets_a_field_beside_a_number_of_a_closed_enum_that_it_does_not_know(report):
    assert report.at("one", "c.M", "reading", "protobuf") == (SAFE, LOSSY)
    for field, said in (("one", "one is BLUE (2) and a relay sets it"), ("m", "m is BLUE (2) and a relay sets it")):
        assert report.at(field, "c.M", "relaying", "protobuf") == (SAFE, CORRUPTING)
        effects = report.of["c.M", field, "protobuf", "forward"]["effects"]
        assert ("stale", f"when {said}") in [(one["what"], one["when"]) for one in effects]


@pytest.mark.parametrize(("message", "side"), [("ToEnum", 0), ("FromEnum", 1)])
def test_text_and_the_enum_that_it_names(report, message, side):
    """In bytes the two are of different wire types, so a name of the enum is never seen; in JSON it is the name."""
    assert read(report, message, "e") == (CORRUPTING, CORRUPTING)
    assert read(report, message, "e", "protojson")[side] == BREAKING
    for direction in ("backward", "forward"):
        assert report.worst("e", direction, f"s.{message}", "protobuf")["what"] == "unread"
    of_text = report.worst("e", ("backward", "forward")[side], f"s.{message}", "protojson")
    assert of_text["what"] == "rejected" and "NONE" not in of_text["witness"] and "SMALL" not in of_text["witness"]


@pytest.mark.parametrize(("message", "side"), [("ToMessage", 0), ("ToBytes", 1)])
def test_bytes_that_hold_the_message_and_others(report, message, side):
    assert read(report, message, "b") == (SAFE, SAFE)
    assert read(report, message, "b", "protojson") == (BREAKING, BREAKING)
    found = report.of[f"s.{message}", "b", "protobuf", ("backward", "forward")[side]]
    assert {(one["when"], one["verdict"]) for one in found["conditions"]} == {
        ("the bytes are an encoded s.Inner", BREAKING)
    }
    (row,) = (one for one in summary.rows(report.lines) if (one.message, one.format) == (f"s.{message}", "protobuf"))
    assert list(row.cells.values())[2 * side] == (SAFE, "only if the bytes are an encoded s.Inner")
    assert "in protobuf this holds only if the bytes are an encoded s.Inner; else it is rejected" in report.markdown


def test_an_any_and_its_bytes(report):
    assert read(report, "AnyToBytes", "a") == (SAFE, SAFE)
    assert relayed(report, "AnyToBytes", "a") == (LOSSY, SAFE)  # one that is set and empty does not come back
    assert read(report, "ListToBytes", "b") == (SAFE, SAFE)


@pytest.mark.parametrize("message", ["ToText", "ToTimestamp"])
def test_a_timestamp_is_text_in_protojson_alone(report, message):
    assert read(report, message, "t", "protojson") == relayed(report, message, "t", "protojson") == (SAFE, SAFE)
    assert read(report, message, "t") == (BREAKING, BREAKING)


def test_a_field_that_takes_a_reserved_number_or_name(report):
    assert read(report, "TakesNumber", "fresh") == (CORRUPTING, SAFE)
    assert read(report, "TakesNumber", "fresh", "protojson") == (SAFE, BREAKING)
    assert read(report, "TakesName", "gone") == (SAFE, SAFE)
    assert read(report, "TakesName", "gone", "protojson") == (CORRUPTING, BREAKING)
    number = report.of["s.TakesNumber", "fresh", "protobuf", "backward"]["effects"][0]
    assert (number["what"], number["when"]) == ("reserved", "OLD reserves number 2")
    assert "OLD reserves number 2" in report.markdown and 'OLD reserves name "gone"' in report.markdown


@pytest.mark.parametrize("field", ["t", "r", "s"])
def test_text_that_is_not_utf8_is_refused_by_proto3(report, field):
    assert report.change("u.Text", field) == ["text has to be UTF-8 now"]
    assert report.at(field, "u.Text", "reading", "protobuf") == (BREAKING, SAFE)
    refused = report.worst(field, "backward", "u.Text")
    assert refused["when"].endswith("text that is not valid UTF-8")
    assert refused["witness"] == f'{field}: "\\377\\376"'


def test_a_field_and_an_extension_are_the_same_in_bytes_and_not_in_json(report):
    assert report.at("label -> [ext.label]", "ext.M", format_="protobuf") == (SAFE, SAFE)
    assert report.at("label -> [ext.label]", "ext.M", format_="protojson") == (BREAKING, BREAKING)

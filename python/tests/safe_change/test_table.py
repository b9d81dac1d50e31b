"""The table of OLD= and NEW=: relays stand apart, languages and messages are named rightly, counts add up."""

import pytest
from runs import folder, run

from wirebed_safe_change import summary

OLD = """syntax = "proto3"; package t;
message Entry { string key = 1; int32 value = 2; }
message Packs { optional int32 a = 1; int32 z = 9; }
message MapValue { map<string, int32> m = 1; int32 z = 9; }
message MapToEntries { map<string, int32> m = 1; int32 z = 9; }
message Renamed { string was = 1; int32 z = 9; }
message IntoOneof { oneof o { int32 a = 1; } string b = 2; int32 z = 9; }
enum Color { COLOR_UNSPECIFIED = 0; RED = 1; }
message Painted { Color color = 1; }
"""
NEW = """syntax = "proto3"; package t;
message Entry { string key = 1; int32 value = 2; }
message Packs { repeated int32 a = 1; int32 z = 9; }
message MapValue { map<string, string> m = 1; int32 z = 9; }
message MapToEntries { repeated Entry m = 1; int32 z = 9; }
message Renamed { string is = 1; int32 z = 9; }
message IntoOneof { oneof o { int32 a = 1; string b = 2; } int32 z = 9; }
enum Color { COLOR_UNSPECIFIED = 0; CRIMSON = 1; }
message Painted { Color color = 1; int32 added = 2; }
"""
SAFE, LOSSY, CORRUPTING, BREAKING = "safe", "lossy", "corrupting", "breaking"


@pytest.fixture(scope="module")
def report():
    return run(folder("table-old", t=OLD), folder("table-new", t=NEW), format="proto[bj]*")


def cells(report, message: str, field: str, format_: str = "protobuf") -> list[str]:
    """What a row says, as `safe` or `corrupting: unread, any value`."""
    (row,) = (
        one for one in summary.rows(report.lines) if (one.message, one.field, one.format) == (message, field, format_)
    )
    return [": ".join(filter(None, row.cells[key])) for key in summary.TITLES]


def test_a_relay_has_columns_of_its_own(report):
    assert cells(report, "t.Packs", "a") == [
        SAFE,
        f"{CORRUPTING}: unread, any value",
        f"{CORRUPTING}: unread, any value",
        SAFE,
    ]
    assert report.at("a", "t.Packs", "reading") == (SAFE, CORRUPTING)
    assert report.at("a", "t.Packs", "relaying") == (CORRUPTING, SAFE)
    assert "| new reads old | new relays old | old reads new | old relays new |" in report.markdown


def test_languages_are_named_only_where_another_has_no_harm_as_bad(report):
    assert cells(report, "t.MapValue", "m")[::2] == [f"{CORRUPTING}: unread, any value"] * 2
    effects = report.of["t.MapValue", "m", "protobuf", "forward"]["effects"]
    # Python loses the whole entry, the others its value alone.
    unread = [one for one in effects if one["what"] == "unread" and not one["relayed"]]
    assert {language for one in unread for language in one["languages"]} == {"cpp", "java", "python"}


def test_a_message_that_did_not_change_is_not_blamed_for_its_container(report):
    assert not [key for key in report.of if key[0] == "t.Entry"]


def test_a_rename_that_breaks_either_way_is_no_question(report):
    assert report.at("was -> is", "t.Renamed", format_="protobuf") == ("undeclared", "undeclared")
    assert report.at("was -> is", "t.Renamed", format_="protojson") == (BREAKING, BREAKING)
    assert report.at("was -> is", "t.Renamed", format_="protojson-lenient") == (CORRUPTING, CORRUPTING)


def test_where_every_value_fails_nothing_has_to_be_declared():
    report = run(folder("table-old", t=OLD), folder("table-new", t=NEW), format="protojson")
    assert report.footer["undeclared"] == [] and "rename or reuse" not in report.markdown


def test_counts_add_up(report):
    footer = report.footer
    assert sum(footer["verdicts"].values()) == footer["changed"] == 7
    assert footer["fields"] == 15 and footer["beside"] == {BREAKING: 1}  # IntoOneof.a, when both are set
    assert summary.counted(footer).startswith("7 of 15 fields in 7 messages changed: ")

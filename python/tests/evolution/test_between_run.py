"""OLD= and NEW= as a user has them: all languages, two small schemas, and what must come out."""

import pytest
from runs import run, shop

OLD = """syntax = "proto3"; package shop;
enum Color { COLOR_UNSPECIFIED = 0; RED = 1; }
message Inner { int32 x = 1; }
message Order {
  int32 grown = 1; int32 zigzag = 2; string a = 3; string b = 4; string old_name = 5; string text = 6;
  string gone = 7; string gone_reserved = 8; Color color = 9; Inner inner = 10; int32 same = 12; int32 number = 15;
}
message Holder { Order order = 1; repeated Inner inners = 2; }
"""
NEW = """syntax = "proto3"; package shop;
enum Color { COLOR_UNSPECIFIED = 0; RED = 1; TEAL = 2; }
message Inner { int32 x = 1; string added_inside = 2; }
message Order {
  reserved 8; reserved "gone_reserved";
  int64 grown = 1; sint32 zigzag = 2; oneof ab { string a = 3; string b = 4; } string new_name = 5; bytes text = 6;
  Color color = 9; Inner inner = 10; int32 same = 12; int32 number = 16; string added = 19;
}
message Holder { Order order = 1; repeated Inner inners = 2; }
"""
REQUIRED = """syntax = "proto2"; package shop;
message Order { optional int32 a = 1; %s }
message Holder { optional Order order = 1; optional int32 same = 2; }
"""
SAFE, LOSSY, CORRUPTING, BREAKING = "safe", "lossy", "corrupting", "breaking"


@pytest.fixture(scope="module")
def changed():
    return run(shop("old", OLD), shop("new", NEW))


def test_verdicts(changed):
    assert changed.code == 1 and changed.footer["missing"] == []
    assert changed.at("added") == (SAFE, SAFE)
    assert changed.at("gone") == changed.at("gone_reserved") == (SAFE, SAFE)
    assert changed.at("grown") == (SAFE, CORRUPTING)
    assert changed.at("zigzag") == (CORRUPTING, CORRUPTING)
    assert changed.at("a") == (LOSSY, LOSSY)
    assert changed.at("text") == (SAFE, BREAKING)
    assert changed.at("color") == (SAFE, SAFE)
    assert changed.at("number") == (CORRUPTING, CORRUPTING)
    assert changed.at("old_name -> new_name") == ("undeclared", "undeclared")


def test_kinds_conditions_and_witnesses(changed):
    assert changed.worst("added", "forward")["what"] == changed.worst("gone", "backward")["what"] == "preserved"
    grown = changed.worst("grown", "forward")
    assert (grown["what"], grown["when"]) == ("narrowed", "values below -2147483648 or above 2147483647")
    assert (grown["witness"], grown["expected"], grown["actual"]) == ("grown: 2147483648", "2147483648", "-2147483648")
    assert grown["languages"] == ["cpp", "java", "python"] and grown["not"] == []
    collapsed = changed.worst("a", "backward")
    assert (collapsed["what"], collapsed["when"]) == ("collapsed", "when both a and b are set")
    assert collapsed["witness"] == 'a: "a" b: "a"'
    assert changed.worst("text", "forward")["when"] == "bytes that are not valid UTF-8"
    assert changed.worst("number", "forward")["what"] == "unread"


def test_what_cannot_be_told_says_how_to_declare_it(changed):
    question = changed.findings["shop.Order", "old_name -> new_name", "forward"]["question"]
    assert question == "renamed: {shop.Order.old_name: new_name}  or  reused: [shop.Order.old_name]"
    assert "rename or reuse?" in changed.markdown and "reused: [shop.Order.old_name]" in changed.markdown


def test_a_removal_without_reserved_names_its_hazard(changed):
    assert "reserved 7;" in changed.findings["shop.Order", "gone", "backward"]["hazard"]
    assert "hazard" not in changed.findings["shop.Order", "gone_reserved", "backward"]


def test_a_nested_addition_counts_where_it_is(changed):
    assert changed.at("added_inside", "shop.Inner") == (SAFE, SAFE)
    assert {message for message, _, _ in changed.findings} == {"shop.Inner", "shop.Order"}
    assert ("shop.Order", "same", "forward") not in changed.findings


def test_one_direction():
    report = run(shop("old", OLD), shop("new", NEW), mode="backward")
    assert {direction for _, _, direction in report.findings} == {"backward"}


def test_the_same_schema_is_safe_in_every_format():
    report = run(shop("old", OLD), shop("old", OLD), format="*")
    assert report.code == 0 and not report.findings and report.footer["cells"] == report.footer["planned"] > 1000
    assert "json" in report.lines[0]["header"]["formats"]


def test_only_additions_are_safe(tmp_path):
    report = run(shop("old", OLD), shop("wider", OLD.replace("int32 same = 12;", "int32 same = 12; string n = 20;")))
    assert report.code == 0 and report.footer["verdicts"] == {"safe": 1}


def test_accepted_and_declared(tmp_path):
    accept = tmp_path / "accept.yaml"
    entries = [("grown", CORRUPTING), ("zigzag", CORRUPTING), ("text", BREAKING), ("number", CORRUPTING)]
    lines = [f"  - {{message: shop.Order, field: {name}, verdict: {v}, why: known}}\n" for name, v in entries]
    accept.write_text("renamed: {shop.Order.old_name: new_name}\naccepted:\n" + "".join(lines))
    assert run(shop("old", OLD), shop("new", NEW), accept=str(accept)).code == 0
    accept.write_text(accept.read_text() + "  - {message: shop.Order, field: gone, verdict: lossy, why: known}\n")
    report = run(shop("old", OLD), shop("new", NEW), accept=str(accept))
    assert report.code == 1 and "gone is accepted as lossy, but is safe" in report.footer["stale"][0]


def test_declared_as_reused_it_is_another_value(tmp_path):
    (tmp_path / "accept.yaml").write_text("reused: [shop.Order.old_name]")
    report = run(shop("old", OLD), shop("new", NEW), accept=str(tmp_path / "accept.yaml"))
    assert report.worst("new_name", "backward")["what"] == "reinterpreted"


def test_a_new_required_field_is_the_cause_not_all_that_holds_it():
    old, new = REQUIRED % "", REQUIRED % "required int32 b = 2;"
    report = run(shop("without", old), shop("with", new))
    assert {(m, f): report.at(f, m) for m, f, _ in report.findings} == {("shop.Order", "b"): (BREAKING, SAFE)}
    rejected = report.worst("b", "backward")
    assert (rejected["what"], rejected["when"]) == ("rejected", "absent")
    # Python reads it, and only then refuses to write it.
    assert rejected["languages"] == ["cpp", "java"] and rejected["not"] == ["python"]

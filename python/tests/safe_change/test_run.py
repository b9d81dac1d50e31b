"""OLD= and NEW= as a user has them: all languages, two small schemas, and what must come out."""

import pytest
from runs import SOON, run, shop

OLD = """syntax = "proto3"; package shop;
enum Color { COLOR_UNSPECIFIED = 0; RED = 1; }
message Inner { int32 x = 1; }
message Order {
  int32 grown = 1; int32 zigzag = 2; string a = 3; string b = 4; string old_name = 5; string text = 6;
  string gone = 7; string gone_reserved = 8; Color color = 9; Inner inner = 10; int32 same = 12; int32 number = 15;
}
message Holder { Order order = 1; repeated Inner inners = 2; }
service Desk { rpc Get(Order) returns (Holder); rpc Find(Inner) returns (Holder); }
""" + (GONE := "message Gone { int32 x = 1; }\n")
NEW = """syntax = "proto3"; package shop;
enum Color { COLOR_UNSPECIFIED = 0; RED = 1; TEAL = 2; }
message Inner { int32 x = 1; string added_inside = 2; }
message Order {
  reserved 8; reserved "gone_reserved";
  int64 grown = 1; sint32 zigzag = 2; oneof ab { string a = 3; string b = 4; } string new_name = 5; bytes text = 6;
  Color color = 9; Inner inner = 10; int32 same = 12; int32 number = 16; string added = 19;
}
message Holder { Order order = 1; repeated Inner inners = 2; }
service Desk { rpc Get(Order) returns (stream Holder); }
"""
REQUIRED = """syntax = "proto2"; package shop;
message Order { optional int32 a = 1; %s }
message Holder { optional Order order = 1; optional int32 same = 2; }
"""
WIDER = OLD.replace("int32 same = 12;", "int32 same = 12; string n = 20;")
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


NAMES = {"shop.Gone": LOSSY, "shop.Desk.Get": BREAKING, "shop.Desk.Find": BREAKING}


def test_what_has_a_full_name_and_is_gone_is_part_of_the_verdict(changed):
    told = [line["change"] for line in changed.lines if "kind" in line.get("change", ())]
    assert {one["name"]: one["verdicts"]["protobuf"] for one in told} == NAMES
    assert changed.footer["named"] == {"lossy": 1, "breaking": 2}
    (row,) = (line for line in changed.markdown.splitlines() if line.startswith("| `rpc shop.Desk.Get`"))
    assert row.endswith("shop.proto:10:16 | the server sends one message -> a stream | ❌ breaking |")


def test_only_names_changed_and_the_threshold_decides():
    old, new = shop("old", OLD), shop("without-gone", OLD.replace(GONE, ""))
    assert [run(old, new, fail=fail, peers=SOON).code for fail in (None, "lossy", "breaking")] == [0, 1, 0]
    # Where the bytes have the name of its class in them, nothing can read it any more.
    report = run(old, new, format="hessian2", writer="java/caucho", reader="java/caucho", peers=SOON)
    assert report.code == 1 and report.footer["named"] == {"breaking": 1}


def test_strict_takes_hazards_too():
    wider, old = shop("wider", WIDER), shop("old", OLD)
    assert [run(wider, old, fail=fail, peers=SOON).code for fail in (None, "lossy")] == [0, 0]
    assert run(wider, old, strict=True, peers=SOON).code == 1


def test_no_message_in_common_is_a_verdict_and_a_renamed_package_can_be_declared(tmp_path):
    old, moved = shop("old", OLD), shop("moved", OLD.replace("package shop;", "package stall;"))
    report = run(old, moved, peers=SOON)
    assert (report.code, report.footer["named"], report.footer["cells"]) == (1, {"breaking": 1}, 0)
    assert "- package shop: if it has another name now, say so" in report.markdown
    assert "renamed: {shop: stall}" in report.markdown
    (tmp_path / "accept.yaml").write_text("renamed: {shop: stall}\n")
    report = run(old, moved, accept=str(tmp_path / "accept.yaml"), peers=SOON)
    # The values come through; calls do not, whose paths have the name of the package.
    assert report.footer["cells"] > 500 and not report.footer["beside"] and not report.footer["verdicts"]
    assert report.footer["named"] == {"safe": 1, "breaking": 1} and report.code == 1


def test_one_writer_and_one_reader():
    report = run(shop("old", OLD), shop("new", NEW), writer="java/*", reader="python/*")
    effects = [effect for one in report.of.values() for effect in one["effects"]]
    assert {(effect["writer"], effect["reader"]) for effect in effects} == {
        ("java:protobuf/protobuf-java", "python:protobuf/upb")
    }


def test_one_direction():
    report = run(shop("old", OLD), shop("new", NEW), mode="backward")
    assert {direction for _, _, direction in report.findings} == {"backward"}


def test_the_same_schema_is_safe_in_every_format():
    report = run(shop("old", OLD), shop("old", OLD), format="*")
    assert report.code == 0 and not report.findings and report.footer["cells"] == report.footer["planned"] > 1000
    assert "json" in report.lines[0]["header"]["formats"]


def test_only_additions_are_safe(tmp_path):
    report = run(shop("old", OLD), shop("wider", WIDER), peers=SOON)
    assert report.code == 0 and report.footer["verdicts"] == {"safe": 1}


def test_accepted_and_declared(tmp_path):
    accept = tmp_path / "accept.yaml"
    entries = [("grown", CORRUPTING), ("zigzag", CORRUPTING), ("text", BREAKING), ("number", CORRUPTING)]
    lines = [f"  - {{message: shop.Order, field: {name}, verdict: {v}, why: known}}\n" for name, v in entries]
    lines += [f"  - {{name: {name}, verdict: {verdict}, why: known}}\n" for name, verdict in NAMES.items()]
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

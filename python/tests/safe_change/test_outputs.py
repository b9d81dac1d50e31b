"""Where it changed, in each form of the report."""

import json
import xml.etree.ElementTree as ET

import pytest
from runs import REPORT, SOON, run, shop

from wirebed_safe_change import outputs
from wirebed_safe_change.problems import ERROR, NOTE, Problem

OLD = """syntax = "proto3";
package shop;
enum Color { NONE = 0; RED = 1; }
message Order {
  int32 cents = 1;
    string note = 2; // a comment
  message Inner { int32 gone = 7; }
}
service Desk { rpc Find(Order) returns (Order); rpc Keep(Order) returns (Order); }
"""
NEW = """syntax = "proto3";
package shop;
enum Color { NONE = 0; SCARLET = 1; }
message Order {

  int64 cents = 1;
    string note = 2; // a comment
  message Inner { }
  Color color = 3;
}
service Desk { rpc Keep(Order) returns (Order); }
"""


@pytest.fixture(scope="module")
def report():
    return run(shop("at-old", OLD), shop("at-new", NEW), peers=SOON)


def at(line: dict, key: str = "at") -> tuple[str, int, int]:
    return line[key]["file"].rpartition("/")[2], line[key]["line"], line[key]["column"]


def test_json_lines_name_the_place_in_both_versions(report):
    cents = report.findings["shop.Order", "cents", "forward"]
    assert (at(cents), at(cents, "was")) == (("shop.proto", 6, 3), ("shop.proto", 5, 3))
    # What is gone has been in OLD, and is looked for around the place where it would be in NEW.
    gone = report.findings["shop.Order.Inner", "gone", "backward"]
    assert (at(gone), at(gone, "was")) == (("shop.proto", 8, 3), ("shop.proto", 7, 19))
    color = report.findings["shop.Order", "color", "backward"]
    assert at(color) == ("shop.proto", 9, 3) and "was" not in color
    changes = {one.get("name", one.get("enum")): one for one in (x["change"] for x in report.lines if "change" in x)}
    assert (at(changes["shop.Desk.Find"]), at(changes["shop.Desk.Find"], "was")) == (
        ("shop.proto", 11, 1), ("shop.proto", 9, 16),
    )  # fmt: skip
    assert at(changes["shop.Color"]) == ("shop.proto", 3, 1)


def test_markdown_has_it_beside_the_name(report):
    assert any("`shop.Order.cents`<br>" in line and "shop.proto:6:3" in line for line in report.markdown.splitlines())


def test_junit_has_a_failure_at_the_place(report):
    cases = ET.parse(REPORT.with_suffix(".xml")).findall(".//testcase")
    (cents,) = (one for one in cases if one.get("name").startswith("shop.Order.cents"))
    assert cents.get("line") == "6" and cents.get("file").endswith("shop.proto")
    assert "shop.proto:6:3" in cents.find("failure").text


def test_sarif_has_a_result_at_the_place(report):
    (sarif,) = json.loads(REPORT.with_suffix(".sarif").read_text())["runs"]
    rules = {rule["id"] for rule in sarif["tool"]["driver"]["rules"]}
    places = {}
    for one in sarif["results"]:
        assert one["ruleId"] in rules and one["level"] in ("error", "warning", "note")
        (place,) = one["locations"]
        region = place["physicalLocation"]["region"]
        places[place["logicalLocations"][0]["fullyQualifiedName"]] = (region["startLine"], region["startColumn"])
    assert places["shop.Order.cents"] == (6, 3) and places["shop.Desk.Find"] == (11, 1)


def test_annotations_are_for_workflows_only(report, monkeypatch, tmp_path):
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path))
    problem = Problem("p.M.a", "breaking", ERROR, "p.M.a: breaking", "50%\nlost", str(tmp_path / "a,b.proto"), 3, 7)
    assert outputs.annotations([problem], {}) == []
    found = outputs.annotations([problem, Problem("", "entry", NOTE, "t", "x")], {"GITHUB_ACTIONS": "true"})
    assert found == [
        "::error file=a%2Cb.proto,line=3,col=7,title=p.M.a%3A breaking::50%25%0Alost",
        "::notice title=t::x",
    ]


def test_without_a_problem_one_test_passes(tmp_path):
    run(shop("at-old", OLD), shop("at-old", OLD), peers=SOON)
    (case,) = ET.parse(REPORT.with_suffix(".xml")).findall(".//testcase")
    assert case.find("failure") is None
    assert json.loads(REPORT.with_suffix(".sarif").read_text())["runs"][0]["results"] == []

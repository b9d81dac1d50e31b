"""A new language is a new folder and its lines in the roster: tests/minimal in a copy of the repository that has the
runner and the Python peer as they are."""

import shutil

import houses
import pytest

from wirebed.bed import ROOT
from wirebed.report import load

SCHEMA = """
syntax = "proto3";
package small;
message Note {
  string text = 1;
  int32 number = 2;
  optional int64 large = 3;
  bool flag = 4;
  double real = 5;
  repeated string words = 6;
  Note next = 7;
  repeated Note others = 8;
}
"""
CASES = {
    "empty": "",
    "full": "text: 'é' number: -1 large: 9007199254740993 flag: true real: 0.1 words: ['a', ''] next { number: 2 }",
    "lists": "others { text: 'b' others {} } others { large: 0 }",
}
MINIMAL = {"none/plain": "both", "json/stdlib": "both"}


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A repository with a schema and cases of its own, two peers, and no deviations."""
    root = houses.make(tmp_path_factory.mktemp("house"), SCHEMA, CASES, minimal=MINIMAL)
    shutil.copytree(ROOT / "python" / "tests" / "minimal", root / "minimal")
    return root


@pytest.fixture(scope="module")
def wirebed(house):
    return houses.wirebed(house)


def test_it_keeps_the_contract(wirebed):
    code, said = wirebed("peer-test", "--peer=minimal")
    assert code == 0, said
    assert "all as the contract says" in said


def test_it_writes_and_reads_what_python_reads_and_writes(wirebed, house):
    code, said = wirebed("interop")
    assert code == 0, said
    cells = load(house / "build" / "report" / "interop.jsonl").cells
    found = {(cell.writer, cell.reader) for cell in cells if cell.outcome == "equal"}
    for library in ("msgspec", "orjson", "stdlib"):
        assert ("minimal:json/stdlib", f"python:json/{library}") in found
        assert (f"python:json/{library}", "minimal:json/stdlib") in found


def test_the_roster_is_the_one_line_outside(wirebed, house):
    roster = house / "fixtures" / "roster.yaml"
    whole = roster.read_text()
    roster.write_text(whole[: whole.index("  minimal:")])
    code, said = wirebed("interop")
    roster.write_text(whole)
    assert code == 3, said
    assert "minimal:json/stdlib takes part without being named; add `json/stdlib: both`" in said

"""A new language is a new folder and its lines in the roster: tests/minimal in a copy of the repository that has the
runner and the Python peer as they are."""

import shutil

import houses
import pytest
from ruamel.yaml import YAML

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
# Nothing shows it.
ENTRY = """
suite: interop
entries:
  - name: minimal-rejects
    reader: minimal/stdlib
    message: '*'
    format: json
    outcome: rejected
    stage: parse
    manner: typed
    by: library
    reason: The peer refuses everything.
    authority: observed
    nature: by-design
"""
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


@pytest.fixture(scope="module")
def without(tmp_path_factory):
    """A repository without this peer."""
    return houses.make(tmp_path_factory.mktemp("without") / "house", SCHEMA, CASES)


@pytest.fixture
def elsewhere(without, tmp_path):
    """The repository, the command in it, and the folder of the peer, with its roster."""
    folder = tmp_path / "others" / "minimal"
    shutil.copytree(ROOT / "python" / "tests" / "minimal", folder)
    YAML().dump({"peers": {"minimal": MINIMAL}}, folder / "roster.yaml")
    bed = (without / "fixtures/bed.yaml").read_text()
    yield without, houses.wirebed(without), folder
    (without / "fixtures/bed.yaml").write_text(bed)


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


def test_it_takes_part_wherever_its_folder_lies(elsewhere):
    house, wirebed, folder = elsewhere
    code, said = wirebed("interop", f"--peers={folder}")
    assert code == 0, said
    cells = load(house / "build" / "report" / "interop.jsonl").cells
    assert ("minimal:json/stdlib", "python:json/orjson") in {(cell.writer, cell.reader) for cell in cells}
    # Without the folder the run is of Python alone, and its roster asks for nobody else.
    code, said = wirebed("interop")
    assert (code, "minimal" in said) == (0, False), said


def test_the_file_of_a_bed_names_it(elsewhere):
    house, wirebed, folder = elsewhere
    with (house / "fixtures/bed.yaml").open("a") as file:
        file.write(f"peers: [{folder}]\n")
    code, said = wirebed("peer-test", "--peer=minimal", "--question=pipe *")
    assert code == 0, said


def test_its_entries_stand_in_its_folder(elsewhere):
    _, wirebed, folder = elsewhere
    (folder / "deviations").mkdir()
    (folder / "deviations" / "all.yaml").write_text(ENTRY)
    code, said = wirebed("interop", f"--peers={folder}")
    assert code == 1 and "minimal-rejects" in said, said


def test_its_own_roster_is_named(elsewhere):
    _, wirebed, folder = elsewhere
    (folder / "roster.yaml").unlink()
    code, said = wirebed("interop", f"--peers={folder}")
    assert code == 3, said
    assert f"{folder}/roster.yaml: minimal:json/stdlib takes part without being named" in said


@pytest.mark.parametrize("peers, words", [("{tmp}/none", "there is no peer.yaml"), ("{house}/python", "")])
def test_a_folder_without_a_peer_is_an_error(elsewhere, tmp_path, peers, words):
    house, wirebed, _ = elsewhere
    code, said = wirebed("interop", "--peers=" + peers.format(tmp=tmp_path, house=house))
    assert (code, words in said) == (2 if words else 0, True), said

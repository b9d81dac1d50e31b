"""A star of versions: its rows, and in which of them something is not as today."""

import json
import os
import subprocess

import pytest

from wirebed.bed import ROOT, Bed
from wirebed.errors import UserError
from wirebed.report.cell import Line
from wirebed.report.footer import Footer
from wirebed.report.header import Header
from wirebed.report.load import Report
from wirebed.view.outcome import Outcome
from wirebed_build.languages.generations import Pin
from wirebed_upgrade import findings, pairs, skew, star
from wirebed_upgrade.sides import Side

SCHEMA = """
syntax = "proto3";
package small;
message Note {
  double number = 1;
  string text = 2;
}
"""
CASES = {"large": "number: 1e300", "tab": r'text: "a\013b"', "plain": r'text: "a"'}
# What they do is documented: fixtures/upgrades/documented.yaml.
ROWS = "- orjson=3.10.16\n- orjson=3.10.17\n"


@pytest.fixture
def bed(tmp_path):
    return written(tmp_path)


def written(root):
    """Writes the bed into a folder, and returns the folder."""
    cases = root / "fixtures/cases/Note"
    for folder in (root / "proto", root / "fixtures/upgrades", cases):
        folder.mkdir(parents=True)
    (root / "proto/small.proto").write_text(SCHEMA)
    head = "# about: a note\n# proto-file: small.proto\n# proto-message: small.Note\n"
    for name, text in CASES.items():
        (cases / f"{name}.txtpb").write_text(f"{head}{text}\n")
    (root / "fixtures/bed.yaml").write_text("languages: [python]\nformats: [json]\ngenerated: false\n")
    (root / "fixtures/upgrades/skew.yaml").write_text(ROWS)
    return root


@pytest.fixture(scope="module")
def answered(tmp_path_factory):
    """A bed, and what `wirebed skew` answers for it. The tests that share it leave its files as they are."""
    bed = written(tmp_path_factory.mktemp("bed"))
    return bed, answer(bed)


def test_on_a_cluster_the_answer_is_the_same(answered):
    bed, alone = answered
    together = answer(bed, "--workers=2")
    assert together["findings"] == alone["findings"] and together["counts"] == alone["counts"]


def answer(bed, *words) -> dict:
    command = [ROOT / "python/wirebed", "skew", f"--bed={bed}", "--json", *words]
    clean = {key: value for key, value in os.environ.items() if not key.startswith("WIREBED_") or "CACHE" in key}
    done = subprocess.run(command, env=clean, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    return json.loads(done.stdout)


def test_each_difference_has_the_versions_that_show_it(answered):
    _, said = answered
    heads = {(found["kind"], found["text"].partition("\n")[0].partition(": in ")[2]) for found in said["findings"]}
    today = next(found["text"].split(" | ")[2] for found in said["findings"] if found["kind"] == "row")
    assert ("bytes", f"3.10.16 … 3.10.17, not in {today}") in heads, "of 1e300"
    assert said["counts"]["rows"] == 2 and said["counts"]["asked"] > 0
    tab = [found for found in said["findings"] if "Note/tab" in found["text"]]
    assert tab and all(f"not in 3.10.16, in 3.10.17, not in {today}" in found["text"] for found in tab)
    assert all("GENERATIONS='orjson=3.10.1" in found["repeat"] for found in said["findings"] if found["kind"] != "row")


def rows(bed, takes=None) -> list[str]:
    return [side.spelled for side in skew.rows_of(Bed.open(str(bed), None), takes)]


def test_rows_are_taken_by_library_and_by_version(bed):
    assert rows(bed) == ["orjson=3.10.16", "orjson=3.10.17"]
    assert rows(bed, "orjson-*,!*17") == ["orjson=3.10.16"]
    with pytest.raises(UserError, match="SET=msgspec matches nothing"):
        rows(bed, "orjson,msgspec")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "- orjson=3.10.16\n- orjsn=1.0\n",
            'skew.yaml:2:3: orjsn=1.0: unknown library of a peer "orjsn"; near: "orjson"',
        ),
        ("- orjson\n", "skew.yaml:1:3: orjson: a library and its version are wanted"),
        ("orjson: 3.10.16\n", "skew.yaml:1:1: a list of versions is wanted here"),
    ],
)
def test_what_is_no_version_of_a_library_is_told_with_its_place(bed, text, words):
    (bed / "fixtures/upgrades/skew.yaml").write_text(text)
    with pytest.raises(UserError) as raised:
        rows(bed)
    assert words in str(raised.value)


def row(version, **of_old) -> star.SkewRow:
    """A row of Gson, of which 3 is today's: how its version reads what today's reads."""
    old, today = f"java~gson-{version}:json/gson", "java:json/gson"
    told = {"case": "a/b", "format": "json", "writer": "python:json/stdlib", "bytes": "b", "value": "v"}
    lines = [Line(**told, readers=(old,), **of_old), Line(**told, readers=(today,), outcome=Outcome.EQUAL)]
    compared = pairs.compare(Report(Header(), lines, Footer()), {old: today})
    side = Side((Pin("g:gson", version),))
    return star.SkewRow(side, compared, today="3", findings=findings.of(compared.seen))


EQUAL, SHOWS = {"outcome": Outcome.EQUAL}, {"outcome": Outcome.EQUAL, "expected": "w"}
LACKS = {"outcome": Outcome.UNSUPPORTED, "reason": "no such method"}


@pytest.mark.parametrize(
    ("of_versions", "spans"),
    [
        ([SHOWS, SHOWS], ["in 1 … 2", "not in 3"]),
        ([EQUAL, SHOWS], ["not in 1", "in 2", "not in 3"]),
        ([SHOWS, EQUAL], ["in 1", "not in 2 … 3"]),
        ([SHOWS, LACKS], ["in 1", "no answer of 2", "not in 3"]),
    ],
)
def test_a_version_without_an_answer_is_none_without_a_difference(of_versions, spans):
    rows = [row(str(number), **how) for number, how in enumerate(of_versions, 1)]
    (difference,) = star.differences(rows)
    assert list(difference.spans()) == spans


def test_the_rows_of_this_repository():
    listed = [side.spelled for side in skew.rows_of(Bed.open(), None)]
    assert len(listed) == len(set(listed)) == 12

"""A new codec is one file and one line: the walk of CONTRIBUTING.md in a copy of the repository.

The codec does what json/stdlib does, so it joins each entry that names that one.
"""

import os
import re
import shutil
import subprocess

import houses
import pytest
from long_tests import long

from wirebed.bed import ROOT
from wirebed.report import load

GUIDE = (ROOT / "proto/wirebed/CONTRIBUTING.md").read_text(encoding="utf-8")
FILE, LINE = re.findall(r"^```python\n(.*?)^```$", GUIDE, re.DOTALL | re.MULTILINE)
PLACE = re.findall(r"\*\*1\. The file\*\*, `([^`]+)`", GUIDE)[0]
ENTRY = re.findall(r"^ *writer: \[python/stdlib, python/compact\]$", GUIDE, re.MULTILINE)[0].strip()
# The builds that this checkout keeps serve the copy.
CACHE = os.environ.get("WIREBED_CACHE", str(ROOT / "build/cache"))
# The tests that a new codec can break.
TESTS = ("test_citations.py", "test_code.py", "test_documents.py")


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """The copy, with the file, the line and the codec in the roster."""
    root = tmp_path_factory.mktemp("house")
    command = ["git", "ls-files", "-coz", "--exclude-standard"]
    for name in subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0"):
        if (ROOT / name).is_file():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, root / name)
    for path in (ROOT / "python" / "src").rglob("__pycache__"):
        shutil.copytree(path, root / path.relative_to(ROOT))
    (root / "build/python").mkdir(parents=True)
    for name in ("venv", "python/venv", "python/gen"):
        (root / "build" / name).symlink_to(ROOT / "build" / name)
    houses.share_bytecode(root)
    (root / PLACE).write_text(FILE, encoding="utf-8")
    insert(root / "python/src/wirebed_peer/codecs.py", "PLAIN_CODECS = {\n", LINE)
    insert(root / "fixtures/roster.yaml", "    json/stdlib: both\n", "    json/compact: both\n")
    insert(root / "fixtures/roster.yaml", "  python: [json/stdlib", ", json/compact")
    for command in (["git", "init", "-q"], ["git", "add", "-A"]):
        subprocess.run(command, cwd=root, check=True)
    return root


@pytest.fixture(scope="module")
def wirebed(house):
    return houses.wirebed(house, WIREBED_CACHE=CACHE)


@pytest.fixture(scope="module")
def stated(house):
    """The copy, with the codec in each entry of json/stdlib."""
    for folder in ("deviations", "evolution", "laws", "reasons"):
        for path in (house / "fixtures" / folder).glob("*.yaml"):
            text = path.read_text(encoding="utf-8")
            text = re.sub(r"\b(writer|reader|other): python/stdlib\b", r"\1: [python/stdlib]", text)
            text = re.sub(r"python/stdlib(?=[],])", "python/stdlib, python/compact", text)
            text = re.sub(r"python/stdlib: (\[[^]]*\]|\w+)", r"\g<0>, python/compact: \1", text)
            path.write_text(text, encoding="utf-8")
    assert ENTRY in (house / "fixtures/deviations/json.yaml").read_text(encoding="utf-8")
    return house


def insert(path, place, text):
    """Writes a text behind a place of a file."""
    before, _, behind = path.read_text(encoding="utf-8").partition(place)
    assert behind
    path.write_text(before + place + text + behind, encoding="utf-8")


def test_it_keeps_the_contract(wirebed):
    code, said = wirebed("peer-test", "--peer=python", "--question=* json/compact *")
    assert code == 0, said
    assert "all as the contract says" in said


def test_the_first_answer_is_red(wirebed):
    code, said = wirebed("interop", "--format=json", "--writer=python/compact", "--reader=java/jackson")
    assert code == 1, said
    assert "Floats/infinity json python/compact > java/jackson: rejected at parse" in said
    assert "no entry states it" in said


@pytest.mark.parametrize("side, other", [("writer", "reader"), ("reader", "writer")])
def test_all_of_its_cells_are_as_expected_when_they_are_stated(stated, wirebed, side, other):
    """The cells of other pairs are those of `make interop` here."""
    code, said = wirebed("interop", "--format=json", f"--{side}=python/compact")
    assert code == 0, said
    cells = load(stated / "build/report/interop.jsonl").cells
    assert {getattr(cell, side) for cell in cells} == {"python:json/compact"}
    others = {getattr(cell, other) for cell in cells}
    assert len(others) > 8 and "java:json/jackson" in others


def test_the_tests_that_a_codec_can_break_pass(stated):
    """Among them are those of links, citations and counted lines."""
    run = houses.wirebed(stated, "pytest", WIREBED_CACHE=CACHE)
    tests = [str(next((stated / "python/tests").rglob(name))) for name in TESTS]
    code, said = run("-c", "python/pyproject.toml", "--rootdir=python", *tests)
    assert code == 0, said
    ruff = [str(ROOT / "build/venv/bin/ruff"), "--config", str(ROOT / "python/pyproject.toml")]
    for check in (["check"], ["format", "--check"]):
        subprocess.run([ruff[0], *check, *ruff[1:], "--no-cache", str(stated / PLACE)], check=True)


@long("takes the walk to its end")
def test_its_bytes_are_pinned_and_what_schema_changes_do_to_them_is_as_expected(stated, wirebed):
    code, said = wirebed("golden")
    assert code == 0, said
    assert "python:json/compact" in said
    code, said = wirebed("evolution")
    assert code == 0, said

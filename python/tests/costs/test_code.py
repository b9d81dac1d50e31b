"""Lines of code: what counts as one; code.yaml speaks of codecs that take part, and of files that are there."""

import re

import pytest

from wirebed.bed.codec_id import library_of
from wirebed.bed.folders import ROOT, Bed
from wirebed.errors import UserError
from wirebed.state.roster import Roster
from wirebed_build.trees import ensure
from wirebed_costs import code

CODE = code.load()


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("a.py", '"""About\n\nit."""\n\nimport os  # a comment\n\n# another\nx = """a\nb"""\n', 3),
        ("a.java", "/** About\n * it. */\nclass A {\n\n  // nothing\n  int a; // a\n}\n", 3),
        ("a.h", "// About\n#pragma once\n\n/* nothing\n */ struct A {\n};\n", 3),
    ],
)
def test_what_is_a_line_of_code(name, text, expected):
    assert code.lines(text, name) == expected


def test_every_codec_of_it_takes_part():
    roster = Roster.load(ROOT / "fixtures" / "roster.yaml")
    assert set(CODE["codecs"]) <= {member.codec for member in roster.members}


def test_a_codec_has_lines_that_were_written_and_some_that_were_generated_or_is_not_counted():
    """In files that are there: those of the tree of `make interop`."""
    ensure(Bed.open())
    rows = code.of([*CODE["codecs"], "java:json/new"])
    assert [row["codec"] for row in rows] == list(CODE["codecs"])
    assert [row for row in rows if row["written"] < 10 or row["generated"] < 10] == []


def test_the_libraries_that_are_named_after_the_bed_are_its_own():
    roster = Roster.load(ROOT / "fixtures" / "roster.yaml")
    codecs = {member.codec for member in roster.members if member.codec in CODE["codecs"]}
    own = {codec for codec in codecs if code.is_own_library(codec)}
    assert own == {codec for codec in codecs if library_of(codec) == "wirebed"} and own


def test_generated_files_are_not_in_the_repository():
    patterns = {pattern for codec in CODE["codecs"] for pattern in code.files(CODE, codec, "generated")}
    assert all(pattern.startswith(("{tree}/", "{out}/")) for pattern in patterns) and len(patterns) > 5


def test_a_missing_file_is_an_error():
    with pytest.raises(UserError, match="there is no .*cpp/src/codec/nothing"):
        code.found("cpp/src/codec/nothing.*")


def test_an_error_names_the_file_that_names_what_is_missing(tmp_path):
    path = tmp_path / "code.yaml"
    path.write_text(
        'shared: {}\ncommands: []\ngenerated: {}\ncodecs: {"x:y/z": {written: [cpp/nothing.h], generated: []}}\n'
    )
    with pytest.raises(UserError, match=r"code\.yaml: names what is not there: there is no .*cpp/nothing\.h"):
        code.of(["x:y/z"], path)


def test_definitions_of_a_file(tmp_path):
    path = tmp_path / "a.py"
    path.write_text(
        "import os\n\n\n@os.done\nclass A:\n    x = 1\n\n\nclass B:\n    y = 1\n    z = 2\n\n\n"
        "a_B = {\n    1: 2,\n}\n\n\ndef b_B():\n    B = 1\n"
    )
    counts = {names: code._count(f"{path}::{names}") for names in ("A", "B", "A,B", "*_B", "*B,b*")}
    assert counts == {"A": 3, "B": 3, "A,B": 6, "*_B": 5, "*B,b*": 8}
    with pytest.raises(UserError, match="defines no C, D"):
        code._count(f"{path}::A,C,D")


def test_what_is_generated_for_a_codec_is_counted_with_it():
    """For each codec that asks for a generated module in Python, or for the generated tables in C++."""
    missing, asking = [], 0
    for codec in CODE["codecs"]:
        text = "".join((ROOT / path).read_text(encoding="utf-8") for path in code.sources(CODE, codec))
        asked = set(re.findall(r'\bgenerated\("(\w+)"', text)) | set(re.findall(r"\bmeta::(?=Class)", text))
        asking += bool(asked)
        generated = " ".join(code.files(CODE, codec, "generated"))
        missing += [
            (codec, one) for one in asked if {"meta::": "stock.tables.cc"}.get(one, f"/{one}/") not in generated
        ]
    assert missing == [] and asking > 5


def test_classes_of_a_java_file(tmp_path):
    path = tmp_path / "A.java"
    path.write_text(
        "import java.util.*;\n\nfinal class A {\n  int x;\n\n  static class B<T> extends A { // }\n"
        "    String y = \"}\";\n    char z = '{';\n  }\n\n  int w;\n}\n"
    )
    assert [code._count(f"{path}::{names}") for names in ("A", "B")] == [8, 4]
    with pytest.raises(UserError, match="has no class C"):
        code._count(f"{path}::C")

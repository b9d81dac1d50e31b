"""The files of pins and entries: what stands in them, mistakes with their places, and entries that nothing shows."""

from pathlib import Path

import pytest

from wirebed.bed import Bed
from wirebed.errors import UserError
from wirebed_conformance import pins
from wirebed_conformance.command import without_codec
from wirebed_conformance.entries import FILE, Entries, of_list
from wirebed_conformance.outcomes import FAILED, READ, SKIPPED

SUITE = "protobuf"
CODEC = "java:protojson/protobuf-java-util"
ENTRIES = """\
lists: {java: java}
entries:
  - codecs: [java]
    tests: ['Required.Sign*', Required.Gone]
    reason: The parser takes a sign.
    authority: RFC 8259 section 6
"""


@pytest.fixture
def bed(tmp_path):
    (tmp_path / "proto").mkdir()
    (tmp_path / "fixtures" / "conformance").mkdir(parents=True)
    (tmp_path / "fixtures" / FILE).write_text(ENTRIES)
    return Bed.open(tmp_path)


def test_pins_are_read_as_they_were_written(bed):
    written = {"Required.B": FAILED, "Required.A": SKIPPED, "i_a.json": READ}
    pins.write(bed, SUITE, CODEC, written)
    path = pins.path_of(bed, SUITE, CODEC)
    assert path == bed.fixtures / "conformance/protobuf/protojson/java-protobuf-java-util.txt"
    assert path.read_text().splitlines()[-3:] == ["Required.A skipped", "Required.B", "i_a.json read"]
    assert pins.read(bed, SUITE, CODEC) == written
    assert pins.read(bed, SUITE, "cpp:protojson/libprotobuf") == {}


@pytest.mark.parametrize("line", ["Required.A failed", "Required.A\nRequired.A"])
def test_a_wrong_line_of_pins_has_its_place(bed, line):
    path = pins.path_of(bed, SUITE, CODEC)
    path.parent.mkdir(parents=True)
    path.write_text(f"# pins\n{line}\n")
    with pytest.raises(UserError) as error:
        pins.read(bed, SUITE, CODEC)
    assert error.value.path == path and error.value.line == 2 + line.count("\n")


def test_a_list_of_the_suite_is_read_as_the_suite_reads_it():
    assert list(of_list("# all\n\n Required.A # a reason\nRequired.B\n")) == ["Required.A", "Required.B"]


def test_what_neither_list_nor_entry_has_is_unexplained(bed, tmp_path):
    (tmp_path / "failure_list_java.txt").write_text("Required.Listed\n")
    (tmp_path / "text_format_failure_list_java.txt").write_text("Required.Text\n")
    entries = Entries.read(bed)
    listed = entries.listed(CODEC, tmp_path)
    assert listed == {"Required.Listed", "Required.Text"}
    failed = ["Required.Listed", "Required.SignPlus", "Required.New"]
    assert entries.unexplained(CODEC, failed, listed) == ["Required.New"]
    assert entries.unexplained("cpp:protojson/libprotobuf", ["Required.SignPlus"], ()) == ["Required.SignPlus"]


def test_an_entry_that_nothing_shows_is_told_with_its_place(bed):
    failed = [(CODEC, ["Required.SignPlus"]), ("cpp:protojson/libprotobuf", ["Required.Gone"])]
    [told] = Entries.read(bed).stale(failed)
    assert told.endswith(f"{FILE}:4:31: no test that fails is Required.Gone")
    assert list(Entries.read(bed).stale(failed[1:])) == []


def test_a_list_that_the_suite_does_not_have_is_told(bed, tmp_path):
    with pytest.raises(UserError, match="no list of failures `java`"):
        Entries.read(bed).listed(CODEC, tmp_path / "nowhere")


@pytest.mark.parametrize(
    ("good", "wrong", "line"),
    [
        ("    reason: The parser takes a sign.\n", "", 3),
        ("authority: RFC 8259 section 6", "authority: ''", 6),
        ("authority: RFC 8259 section 6", "why: java-util-parses-leniently", 5),
        ("    reason: The parser takes a sign.\n    authority: RFC 8259 section 6", "    why: java-parses-laxly", 5),
        ("codecs: [java]", "codecs: []", 3),
        ("codecs: [java]", "codec: [java]", 3),
    ],
)
def test_a_wrong_entry_has_its_place(bed, good, wrong, line):
    path: Path = bed.fixtures / FILE
    path.write_text(ENTRIES.replace(good, wrong))
    with pytest.raises(UserError) as error:
        Entries.read(bed)
    assert error.value.path == path and error.value.line == line


def test_a_file_of_pins_whose_codec_is_gone_is_told(bed):
    assert list(without_codec(Bed.open())) == []
    pins.write(bed, "JSONTestSuite", "java:json/gone", {"n_array": FAILED})
    pins.write(bed, "JSONTestSuite", "java:json/gson", {"n_array": FAILED})
    pins.write(bed, "Suite", "java:json/gson", {"n_array": FAILED})
    told = [line.partition("conformance/")[2] for line in without_codec(bed)]
    assert told == [
        "JSONTestSuite/json/java-gone.txt: fixtures/roster.yaml has no codec java:json/gone for JSONTestSuite",
        "Suite/json/java-gson.txt: fixtures/roster.yaml has no codec java:json/gson for Suite",
    ]

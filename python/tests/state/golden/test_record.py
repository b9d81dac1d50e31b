"""The text of golden.yaml: both forms say the same, and branches that change different things of it merge."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from wirebed.commands import golden as command
from wirebed.state.golden.check_base import check
from wirebed.state.golden.model import NEWEST_FORM, GoldenEntry, Record, Tombstone
from wirebed.state.golden.record_read import parse
from wirebed.state.golden.record_write import WIDTH, to_text
from wirebed.state.golden.store import RECORD, Store

# A record as Wirebed wrote it at first, with all that one can say.
FIRST = f"""\
# Written by `make golden`, read by people: fixtures/golden/README.md.
files:
  json/captured-cccccccc.json:
    case: 0123456789012345
    imported: 'order service, release 12: "new"'
    role: read
    schema:
    - 1234567e12345678
    sha256: {"c" * 64}
    size: 3
    writers: {{}}
  json/java-gson-11111111.json:
    case: 0123456789012345
    left:
      java:json/gson: 'other spaces, since 2.15: {{"a": 1}}'
    role: write
    schema:
    - 1234567e12345678
    - 00000000000000ff
    sha256: {"1" * 64}
    size: 2
    writers:
      java:json/gson:
      - '2.10'
      - 2.13.1
      java:json/jackson:
      - 2.22.4
  json/java-gson-22222222.json:
    case: 0123456789012345
    role: write
    runtime:
      TZ: Europe/Paris
    schema:
    - 1234567e12345678
    sha256: {"2" * 64}
    size: 2
    unstable:
    - python:json/msgspec
    writers:
      java:json/gson:
      - '2.15'
      python:json/msgspec:
      - 0.22.0
      python:json/stdlib:
      - 3.11.7
retired:
  json/java-gson-33333333.json:
    sha256: {"3" * 64}
    unstable:
    - java:json/gson
    why: nobody has these
"""


def quoted(text: str) -> str:
    """`text`, with the hashes that YAML would take for numbers in quotes, as they were written."""
    for number in ("0123456789012345", "1234567e12345678", "1" * 64, "2" * 64, "3" * 64):
        text = text.replace(f" {number}\n", f" '{number}'\n")
    return text


@pytest.fixture
def first() -> Record:
    return parse(quoted(FIRST), "golden.yaml")


def test_the_first_form_is_read(first):
    assert first.form == 1
    left = first.files["json/java-gson-11111111.json"]
    assert left.writers == {"java:json/gson": ["2.10", "2.13.1"], "java:json/jackson": ["2.22.4"]}
    assert left.left == {"java:json/gson": 'other spaces, since 2.15: {"a": 1}'} and left.role == "write"
    assert first.files["json/captured-cccccccc.json"].imported and first.retired


def test_both_forms_say_the_same(first):
    text = to_text(first)
    again = parse(text, "golden.yaml")
    assert again.form == NEWEST_FORM
    assert (again.files, again.retired) == (first.files, first.retired)
    assert to_text(again) == text and max(map(len, text.splitlines())) <= WIDTH
    assert text.count("0123456789012345") == 1, "what all have in common stands once"


def test_captured_bytes_have_no_writer():
    entry = GoldenEntry("a" * 64, "b" * 16, ["c" * 16], imported="order service")
    record = Record({"json/captured-aaaaaaaa.json": entry})
    assert parse(to_text(record), "golden.yaml") == record


def test_a_name_that_states_no_writer():
    """The codec in the file's name is a writer unless the line says `by:`."""
    entry = GoldenEntry("a" * 64, "b" * 16, ["c" * 16], {"cpp:json/nlohmann": ["3.11.2"]})
    other = GoldenEntry("d" * 64, "b" * 16, ["c" * 16], {"java:json/gson": ["2.15.0"]})
    record = Record({"json/java-gson-aaaaaaaa.json": entry, "json/java-gson-dddddddd.json": other})
    assert "by: [cpp/nlohmann]" in to_text(record)
    assert parse(to_text(record), "golden.yaml") == record


@pytest.mark.parametrize("why", ['a "quoted" reason', "ends with a backslash \\", "a: b, c", "№ 5", "true", "[x]", "#"])
def test_a_reason_is_any_text(why):
    record = Record(retired={"json/java-gson-aaaaaaaa.json": Tombstone("a" * 64, why)})
    assert parse(to_text(record), "golden.yaml") == record


def test_a_run_without_news_leaves_the_first_form(bed, case, java):
    golden = bed.goldens / "M/one" / RECORD
    bed.golden((case("M/one"), java, "1", b"\x08\x01"))
    golden.write_text(in_first_form(bed))
    before = golden.read_text()
    bed.golden((case("M/one"), java, "1", b"\x08\x01"))
    assert golden.read_text() == before
    bed.golden((case("M/one"), java, "2", b"\x08\x01"))
    assert Store(bed.goldens).record("M/one").form == NEWEST_FORM


def test_a_bed_is_upgraded(repository, case, java, capsys):
    """Its payloads stay as they are, and CHECK= compares the new form with the old one on BASE."""
    bed = repository
    bed.golden((case("M/one"), java, "1", b"\x08\x01"), (case("M/two"), java, "1", b"\x08\x01"))
    (bed.goldens / "M/one" / RECORD).write_text(in_first_form(bed))
    bed.commit()
    before = bed.files()
    assert command.main(bed, upgrade=True) == 0
    assert "M/one: form 1 becomes 2\n1 records written" in capsys.readouterr().out
    changed = {name for name, data in bed.files().items() if before[name] != data}
    assert changed == {f"M/one/{RECORD}"} and check(Store(bed.goldens), "main") == []


def in_first_form(bed) -> str:
    """The record of M/one, which has one golden by one codec, in the first form."""
    ((name, entry),) = Store(bed.goldens).record("M/one").files.items()
    ((codec, versions),) = entry.writers.items()
    return (
        f"files:\n  {name}:\n    case: '{entry.case}'\n    role: write\n    schema: ['{entry.schema[0]}']\n"
        f"    sha256: '{entry.sha256}'\n    size: 2\n    writers:\n      {codec}: ['{versions[0]}']\n"
    )


@pytest.mark.parametrize(("other", "lines"), [("python", 0), ("java", 1)])
def test_two_branches_that_add_a_version(tmp_path: Path, other: str, lines: int):
    """They merge where the libraries are of two languages; of one language, one line is in conflict."""
    both = {f"{peer}:json/{library}": ["1"] for peer in ("cpp", "java", "python") for library in ("a", "b")}
    record = Record({"json/cpp-a-aaaaaaaa.json": GoldenEntry("a" * 64, "b" * 16, ["c" * 16], both)})
    for name, codec in (("base", ""), ("ours", "java:json/a"), ("theirs", f"{other}:json/b")):
        entry = GoldenEntry("a" * 64, "b" * 16, ["c" * 16], {**both, **({codec: ["1", "2"]} if codec else {})})
        (tmp_path / name).write_text(to_text(Record({next(iter(record.files)): entry})))
    merged = subprocess.run(
        ["git", "merge-file", "-p", "ours", "base", "theirs"], cwd=tmp_path, capture_output=True, text=True
    )
    conflict = merged.stdout.partition("<<<<<<<")[2].partition("=======")[0].splitlines()[1:]
    assert (merged.returncode, len(conflict)) == (lines, lines)
    if not lines:
        assert sorted(parse(merged.stdout, "merged").files["json/cpp-a-aaaaaaaa.json"].writers.values())[-2:] == [
            ["1", "2"], ["1", "2"]
        ]  # fmt: skip

"""fixtures/baseline.yaml: what is wrong in it ends a run with 2, and two branches of it merge line by line."""

import subprocess
from dataclasses import replace

import pytest
from pinning import pinned

from wirebed.errors import UserError
from wirebed.state.baseline import of_bed, path_of
from wirebed.state.baseline.file import text as text_of
from wirebed_baseline import files

LINE = "- {format: json, writer: one/fake, reader: b/b, outcome: rejected, cells: 2, message: t.M, reason: unreviewed}"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", ":1:1: the file is empty"),
        ("- {format: json", ":2:1: did not find expected"),
        ("a: b", ":1:1: a list is wanted here"),
        (LINE.replace("cells: 2", "cells: 0"), ":1:[0-9]+: a number of cells"),
        (LINE.replace("cells: 2, ", ""), ":1:3: the entry has no `cells:`"),
        (LINE.replace("one/fake", "'*/fake'"), ":1:26: `\\*/fake` is a glob"),
        (LINE.replace("one/fake", "[one/fake, two/fake]"), ":1:26: a text is wanted"),
        (LINE.replace("rejected", "crash"), ":1:[0-9]+: `crash` is never accepted"),
        (LINE.replace("rejected", "timeout"), ":1:[0-9]+: `timeout` is never accepted"),
        (LINE.replace("rejected", "internal"), ":1:[0-9]+: `internal` is never accepted"),
        (LINE.replace("rejected", "equal"), ":1:[0-9]+: what is equal needs no entry"),
        (LINE.replace("message", "massage"), ":1:[0-9]+: unknown key `massage`"),
        (LINE.replace("unreviewed", "known"), ":1:3: there is no `why:`, and no `authority:` either"),
        (LINE.replace("reason: unreviewed", "why: nobody-knows"), ":1:[0-9]+: unknown reason"),
        (b"- {format: \xff}", ":1: byte 11 is not UTF-8"),
    ],
)
def test_a_malformed_file_is_an_error_with_its_place(bed, text, told):
    path_of(bed.bed).write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(UserError, match="baseline.yaml" + told):
        bed.run()


def test_a_missing_file_is_an_error_where_the_bed_says_that_it_has_one(bed):
    (bed.folder / "fixtures" / "bed.yaml").write_text("baseline: true\n")
    with pytest.raises(UserError, match=r"baseline\.yaml: this file is missing, and `baseline: true` of bed.yaml"):
        bed.run()


def git(folder, *words):
    """The exit code of git."""
    who = ("-c", "user.name=n", "-c", "user.email=e@example.org", "-c", "commit.gpgsign=false")
    return subprocess.run(["git", "-C", str(folder), *who, *words], capture_output=True, check=False).returncode


def entries_of(bed):
    return of_bed(bed.bed, bed.repository)


def branches(bed, ours, theirs):
    """Two branches, each with its entries, after a common beginning without any; the exit code of their merge."""
    files.write(bed.bed, {})
    git(bed.folder, "init", "-b", "main")
    git(bed.folder, "add", "fixtures")
    assert git(bed.folder, "commit", "-m", "begin") == 0
    git(bed.folder, "checkout", "-b", "theirs")
    for branch, entries in (("theirs", theirs), ("main", ours)):
        git(bed.folder, "checkout", branch)
        files.write(bed.bed, entries)
        assert git(bed.folder, "commit", "-am", branch) == 0
    return git(bed.folder, "merge", "theirs")


def test_entries_of_two_branches_merge_line_by_line(bed):
    """Their lines stand at the same place of the file."""
    _, report = bed.run(two=["swap:json/fake", "reject:GUILTY"])
    entries = pinned(bed, report)
    facts = sorted(entries)
    assert len(facts) > 3
    path_of(bed.bed).unlink()
    assert branches(bed, {f: entries[f] for f in facts[::2]}, {f: entries[f] for f in facts[1::2]}) == 0
    assert {fact: entry.cells for fact, entry in entries_of(bed).items()} == {f: entries[f].cells for f in facts}
    assert text_of(entries_of(bed).values()) == text_of(entries.values())


def test_of_an_entry_that_both_branches_have_changed_the_greater_number_counts(bed):
    """Both stand in the file until it is written again."""
    _, report = bed.run(two=["swap:json/fake"])
    entries = pinned(bed, report)
    fact, more = min(entries), {fact: replace(entry, cells=entry.cells + 1) for fact, entry in entries.items()}
    path_of(bed.bed).unlink()
    assert branches(bed, {fact: entries[fact]}, {fact: more[fact]}) == 0
    assert path_of(bed.bed).read_text().count("- {") == 2
    assert entries_of(bed) == {fact: more[fact]}


@pytest.mark.parametrize("before", [None, "languages: [java]\n", "generated: false"])
def test_the_file_of_the_bed_asks_for_its_baseline(bed, before):
    path = bed.folder / "fixtures" / "bed.yaml"
    if before is not None:
        path.write_text(before)
    files.write(bed.bed, {})
    files.write(bed.bed, {})
    kept = "" if not before else before.rstrip("\n") + "\n"
    assert path.read_text() == f"{kept}baseline: true\n"


def test_a_file_of_the_bed_that_takes_no_further_line_stays(bed):
    path = bed.folder / "fixtures" / "bed.yaml"
    path.write_text("{generated: false}\n")
    with pytest.raises(UserError, match="add `baseline: true` to this file by hand"):
        files.write(bed.bed, {})
    assert path.read_text() == "{generated: false}\n" and not path_of(bed.bed).exists()

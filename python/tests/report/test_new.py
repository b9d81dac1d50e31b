"""What is new since an older run: red is only what that run does not show, and all else is there, too."""

from dataclasses import replace

import pytest
from msgspec import structs

from wirebed.report import blocks, junit, markdown
from wirebed.report.changes import show
from wirebed.report.changes.new import new

SWAP = ["swap:json/fake"]  # of the peer two: a cell is not as expected
ENTRY = """
  - name: two-swaps
    format: json
    reader: two/fake
    cases: M/swap
    outcome: differs
    kind: {kind}
    reason: It does.
    authority: fake_peer.py
    nature: library-bug
"""


@pytest.fixture
def since(fake_runs):
    """since(before, now): what is new between two runs of fake peers, each as the arguments of fake_runs.run."""

    def of(before: dict, now: dict):
        reports = []
        for how in (before, now):
            fake_runs.entries(how.pop("entries", ""))
            reports.append(fake_runs.run(**how)[1])
        return new(*reports)

    return of


def text(new) -> str:
    console = blocks.console(180)
    with console.capture() as captured:
        show.show(new, console)
    return captured.get()


def exit_code(new) -> int:
    return new.part.footer.exit


def test_the_same_again_is_nothing_new(since):
    found = since({}, {})
    assert (exit_code(found), found.part.lines, bool(found.changes)) == (0, [], False)
    assert text(found).startswith("Nothing changed (interop, since the run of ")
    assert "as expected: 0 of" in text(found)


def test_what_was_red_before_is_not_new(since):
    found = since({"two": SWAP}, {"two": SWAP})
    assert exit_code(found) == 0 and found.red_before == 3 and not found.part.unexpected
    assert "3 are not as pinned, as before" in text(found) and "M/swap" not in text(found)
    assert "M/swap" not in show.summary(found)


def test_what_becomes_red_is_new_and_has_its_surroundings(since, tmp_path):
    found = since({}, {"two": SWAP})
    assert exit_code(found) == 1 and found.red_before == 0
    assert {(cell.case, cell.reader) for cell in found.part.unexpected} == {
        ("M/swap", "two:json/fake"),
        ("M/swap", "one:json/fake"),
    }
    told = text(found)
    assert "3 cells newly fail" in told and "✗ M/swap json one/fake > two/fake" in told
    assert "same bytes, other readers: one/fake equal" in told, "the cells around it are those of the whole run"
    assert "make interop CASE=M/swap" in told and "3 not as pinned" in told
    assert "M/plain" not in show.summary(found) and "`M/swap json one/fake > two/fake`" in show.summary(found)
    junit.write(found.part, tmp_path / "new.xml")
    assert "M/plain" not in (tmp_path / "new.xml").read_text() and "M/swap" in (tmp_path / "new.xml").read_text()
    assert markdown.problems(found.part)


def test_what_is_red_in_another_way_is_new(since):
    found = since({"two": SWAP}, {"two": ["refuse:swapme"]})
    assert exit_code(found) == 1 and "M/swap" in text(found)


def test_what_is_mended_or_stated_is_shown_and_is_not_red(since):
    found = since({"two": SWAP}, {})
    assert exit_code(found) == 0 and "3 cells newly pass" in text(found)
    assert "newly pass: M/swap json one/fake > two/fake: differs, not expected → equal" in text(found)


def test_an_entry_that_is_newly_wrong_is_new(since):
    stated = ENTRY.format(kind="dropped")
    found = since({"entries": stated}, {"entries": stated})
    assert exit_code(found) == 0, "a stale entry of before"
    found = since({}, {"entries": "\n# a line more\n" + stated})
    assert exit_code(found) == 1 and len(found.part.footer.stale) == 1
    found = since({"entries": stated}, {"entries": "\n# a line more\n" + stated})
    assert exit_code(found) == 0, "an entry that moved in its file is not new"


def test_who_is_newly_missing_is_new(since):
    assert exit_code(since({"peers": ("one",)}, {"peers": ("one",)})) == 0
    found = since({}, {"peers": ("one",)})
    assert exit_code(found) == 3 and any("two:json/fake must take part" in line for line in found.part.footer.missing)
    assert "no longer there: M/" in text(found)


def test_a_part_is_held_against_a_whole_run(since):
    found = since({}, {"two": SWAP, "format": "json", "case": "M/swap"})
    assert exit_code(found) == 1 and not found.changes.only_before
    assert found.part.footer.cells == 3


def test_a_new_fault_of_the_baseline_is_judged(fake_runs):
    _, report = fake_runs.run()
    red = replace(report, footer=structs.replace(report.footer, baseline=("an entry: none shows it",), exit=1))
    assert new(report, red).part.footer.exit == 1
    assert new(red, red).part.footer.exit == 0

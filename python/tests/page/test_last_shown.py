"""Without BASE=, a page is held against the run that the page before the newest run showed."""

import pytest
from made_up import MadeUp

from wirebed.bed import Bed
from wirebed.errors import UserError
from wirebed_page import changes, last_shown
from wirebed_page.runs import Runs


def page(reports) -> bytes | None:
    """Makes a page; what it is held against."""
    older = last_shown.before(reports)
    content = older and older.read_bytes()
    last_shown.keep(reports)
    return content


@pytest.fixture
def run(tmp_path):
    """run(started): a new report, as a run of interop writes it."""

    def made(started: str, **header):
        for path in tmp_path.glob("interop.*"):  # a report that is written again is another file
            path.unlink()
        report = MadeUp(tmp_path, started=started, **header)
        report.line()
        report.runs()

    return made


def test_the_first_page_is_held_against_nothing(run, tmp_path):
    assert page(tmp_path) is None
    run("2026-01-01T00:00:00+00:00")
    assert page(tmp_path) is None
    assert page(tmp_path) is None


def test_a_page_of_a_new_run_is_held_against_the_last_one_as_often_as_it_is_made(run, tmp_path):
    run("2026-01-01T00:00:00+00:00")
    page(tmp_path)
    first = (tmp_path / "interop.jsonl").read_bytes()
    run("2026-01-02T00:00:00+00:00")
    for _ in range(2):
        assert page(tmp_path) == first
        assert last_shown.before(tmp_path).with_suffix(".values.zst").exists()
    run("2026-01-03T00:00:00+00:00")
    assert b"2026-01-02" in page(tmp_path)


def test_a_page_that_is_not_made_was_not_shown(run, tmp_path):
    run("2026-01-01T00:00:00+00:00")
    page(tmp_path)
    run("2026-01-02T00:00:00+00:00")
    last_shown.before(tmp_path)
    run("2026-01-03T00:00:00+00:00")
    assert b"2026-01-01" in page(tmp_path)


def test_a_file_system_without_links_has_copies(run, tmp_path, monkeypatch):
    def refused(*_):
        raise OSError

    monkeypatch.setattr(last_shown.os, "link", refused)
    run("2026-01-01T00:00:00+00:00")
    page(tmp_path)
    run("2026-01-02T00:00:00+00:00")
    assert b"2026-01-01" in page(tmp_path)


def test_a_run_of_other_cells_is_held_against_nothing(run, tmp_path):
    run("2026-01-01T00:00:00+00:00")
    page(tmp_path)
    run("2026-01-02T00:00:00+00:00", filters={"case": "Text/*"})
    assert page(tmp_path) is None


def test_a_damaged_report_takes_the_place_of_none_and_ends_no_page(run, tmp_path):
    run("2026-01-01T00:00:00+00:00")
    page(tmp_path)
    run("2026-01-02T00:00:00+00:00")
    page(tmp_path)
    older = last_shown.before(tmp_path)
    newest = tmp_path / "interop.jsonl"
    whole = newest.read_bytes().replace(b"2026-01-02", b"2026-01-03")
    newest.unlink()
    newest.write_bytes(whole.splitlines(keepends=True)[0])
    assert page(tmp_path) is None
    assert b"2026-01-02" in (tmp_path / "page/now/interop.jsonl").read_bytes()
    runs = Runs(Bed.open(), tmp_path, older, is_asked=False)
    assert changes.section(runs, Bed.open()) is None
    with pytest.raises(UserError, match="nothing to hold this report against"):
        changes.section(Runs(Bed.open(), tmp_path, older), Bed.open())


def test_an_older_report_that_nobody_asked_for_need_not_be_whole(run, tmp_path):
    run("2026-01-01T00:00:00+00:00")
    damaged = tmp_path / "older.jsonl"
    damaged.write_bytes((tmp_path / "interop.jsonl").read_bytes().splitlines(keepends=True)[0])
    assert Runs(Bed.open(), tmp_path, damaged, is_asked=False).older is None
    with pytest.raises(UserError):
        _ = Runs(Bed.open(), tmp_path, damaged).older

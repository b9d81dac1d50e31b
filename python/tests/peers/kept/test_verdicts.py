"""Kept verdicts: what makes a work be judged anew, what is never kept, and a verdict that lies."""

import dataclasses

import msgspec
import pytest
import zstandard
from fake_runs import case_of, swaps

from wirebed.errors import UserError
from wirebed.peers.kept import Store
from wirebed.peers.scope import Scope
from wirebed.run import ByteSource, kept_works, session
from wirebed.run.judged import Judged
from wirebed.run.verdict import Verdict
from wirebed.view import of_message

ENTRY = swaps(name="swaps", reader="two/fake", writer="two/fake")
EMPTY = "Empty/none"


@pytest.fixture
def judged(kept_runs, monkeypatch):
    """`judged(**how)`: the first case of each work that a run judges because nothing is kept of it."""
    message = kept_runs.fake_runs.schema.message_class("t.Empty")
    kept_runs.fake_runs.cases.append(case_of(EMPTY, of_message(message()), "t.Empty"))
    works = []
    take = session._Run._take

    def taken(run, work, rows):
        works.append(work.name)
        take(run, work, rows)

    monkeypatch.setattr(session._Run, "_take", taken)

    def run(**how):
        works.clear()
        kept_runs.run(**how)
        return list(works)

    assert run() == ["M/big", EMPTY] and run() == []
    return run


def an_entry_is_added(runs, monkeypatch):
    runs.fake_runs.entries(ENTRY)


def a_case_changes(runs, monkeypatch):
    (at,) = (at for at, case in enumerate(runs.fake_runs.cases) if case.name == "M/plain")
    view = of_message(runs.fake_runs.schema.message_class("t.M")(name="other"))
    runs.fake_runs.cases[at] = case_of("M/plain", view)


def a_case_gets_a_tag(runs, monkeypatch):
    (at,) = (at for at, case in enumerate(runs.fake_runs.cases) if case.name == "M/plain")
    runs.fake_runs.cases[at] = dataclasses.replace(runs.fake_runs.cases[at], tags=("slow",))


def a_case_is_gone(runs, monkeypatch):
    runs.fake_runs.cases = [case for case in runs.fake_runs.cases if case.name != "M/plain"]


@pytest.mark.parametrize("change", [an_entry_is_added, a_case_changes, a_case_gets_a_tag, a_case_is_gone])
def test_a_change_of_one_work_leaves_the_others(kept_runs, judged, monkeypatch, change):
    change(kept_runs, monkeypatch)
    assert judged() == ["M/big"]


def test_an_entry_that_selects_no_cell_changes_none(kept_runs, judged):
    for entry in (ENTRY.replace("swapme", "nowhere"), ENTRY.replace("swapme", "nowhere").replace("two/", "one/")):
        kept_runs.fake_runs.entries(entry)
        assert judged() == []
    kept_runs.fake_runs.entries(ENTRY.replace("swapme", "swap"))
    assert judged() == ["M/big"]


def test_without_the_values_of_a_work_each_entry_counts(kept_runs, judged):
    for path in (kept_runs.folder / "kept" / "verdicts").glob("*-selectable"):
        path.unlink()
    kept_runs.fake_runs.entries(ENTRY.replace("swapme", "nowhere"))
    assert judged() == ["M/big", EMPTY]


def test_a_golden_is_of_its_case(kept_runs, judged):
    case = kept_runs.fake_runs.cases[0]
    source = ByteSource("a.bin", "json", case.message, b"J" + case.view, case, writer="one:json/fake", expect=case.view)
    assert judged(sources=[source]) == ["M/big"]
    assert judged(sources=[source]) == []
    assert judged(sources=[dataclasses.replace(source, data=b"Jno view")]) == ["M/big"]


def a_library_is_replaced(runs, monkeypatch):
    runs.library("one", "data[:]")


def the_runtime_is_replaced(runs, monkeypatch):
    runs.runtime.unlink()
    runs.runtime.symlink_to(runs.folder / "21.0.1")


def the_tree_changes(runs, monkeypatch):
    runs.tree.write_text("v2")


def the_code_that_judges_changes(runs, monkeypatch):
    monkeypatch.setattr(kept_works, "_code", lambda: ("another",))


def the_schema_changes(runs, monkeypatch):
    runs.fake_runs.schema.digest = "another"


def an_entry_of_all_cases_is_added(runs, monkeypatch):
    runs.fake_runs.entries(ENTRY.replace("value: {type: string, matches: swapme}", "cases: '*'"))


@pytest.mark.parametrize(
    "change",
    [
        a_library_is_replaced,
        the_runtime_is_replaced,
        the_tree_changes,
        the_code_that_judges_changes,
        the_schema_changes,
        an_entry_of_all_cases_is_added,
    ],
)
def test_a_change_of_what_all_works_follow_from_leaves_none(kept_runs, judged, monkeypatch, change):
    change(kept_runs, monkeypatch)
    assert judged() == ["M/big", EMPTY]


def test_a_verdict_of_the_same_answers_stands(kept_runs, judged, monkeypatch):
    """Another build is asked. Only answers that are others are judged."""
    rows, take = [], Judged.take

    def taken(self, row):
        rows.append(row.name)
        take(self, row)

    monkeypatch.setattr(Judged, "take", taken)
    a_library_is_replaced(kept_runs, monkeypatch)
    kept_runs.fake_runs.sources = "others"
    assert (judged(), rows) == (["M/big", EMPTY], [])
    assert judged() == []
    rows.clear()
    kept_runs.library("one", "data + b'x'")
    judged()
    assert "M/plain" in rows


def test_each_file_of_the_code_that_judges_counts(tmp_path, monkeypatch):
    package = tmp_path / "wirebed"
    (package / "view").mkdir(parents=True)
    for module in (package / "__init__.py", package / "view" / "parse.py"):
        module.write_text("")
    monkeypatch.setattr(kept_works.wirebed, "__file__", str(package / "__init__.py"))
    seen = [kept_works._code.__wrapped__()]
    for module in (package / "view" / "parse.py", package / "view" / "new.py"):
        module.write_text("x = 1\n")
        seen.append(kept_works._code.__wrapped__())
    assert len(set(seen)) == 3


def test_what_is_red_is_never_kept(kept_runs, judged):
    kept_runs.fake_runs.entries(ENTRY)
    assert judged() == ["M/big"]
    assert judged() == ["M/big"]
    kept_runs.fake_runs.entries("")
    assert judged() == []


def test_the_codecs_that_take_part_count(kept_runs, judged):
    """`codecs:` of a bed leaves one out, and no build changes."""
    scope = Scope(codecs=("!two/*",))
    assert judged(scope=scope) == ["M/big", EMPTY]
    assert judged(scope=scope) == []
    assert judged() == []


def test_a_part_of_a_run_and_a_fresh_one_look_nothing_up(judged):
    assert judged(case="M/*") == ["M/big"]
    assert judged(fresh=True) == ["M/big", EMPTY]
    assert judged() == []


def test_a_damaged_verdict_is_given_anew(kept_runs, judged, capsys):
    folder = kept_runs.folder / "kept" / "verdicts"
    for path in folder.iterdir():
        if not path.name.startswith((".", "turn-")):
            data = bytearray(path.read_bytes())
            data[-1] ^= 1
            path.write_bytes(data)
    assert judged() == ["M/big", EMPTY]
    assert "is damaged; it was removed" in capsys.readouterr().err


def test_a_verdict_that_lies_is_found_and_all_are_dropped(kept_runs, judged):
    folder = Store(kept_runs.folder / "kept").verdicts
    for name in folder.names():
        if name.endswith("-verdict"):
            verdict = msgspec.msgpack.decode(folder.read(name), type=Verdict)
            lines = zstandard.decompress(verdict.written.lines)
            verdict.written.lines = zstandard.compress(lines.replace(b'"outcome":"equal"', b'"outcome":"crash"'))
            folder.write(name, msgspec.msgpack.encode(verdict))
    with pytest.raises(UserError, match="kept verdicts that were given again, and were others"):
        judged()
    assert judged() == ["M/big", EMPTY]


def test_code_that_was_written_during_a_run_keeps_nothing(kept_runs, judged, monkeypatch):
    monkeypatch.setattr(kept_works.wirebed, "LOADED", 0)
    a_library_is_replaced(kept_runs, monkeypatch)
    assert judged() == judged() == ["M/big", EMPTY]

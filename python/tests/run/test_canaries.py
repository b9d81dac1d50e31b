"""Things that go wrong on purpose: each turns the run red, with the right exit code, and names the place."""

import os
import signal
import threading
import time

import pytest
from fake_runs import swaps, text_of

from wirebed.errors import UserError
from wirebed.peers import Pool
from wirebed.report import phrases
from wirebed.run import ByteSource
from wirebed.run.routes import Routes

SWAPPED = swaps(name="two-swaps-letters", reader="two/fake")


def unexpected(report):
    return [(cell.case, cell.format, cell.writer, cell.reader, cell.outcome) for cell in report.unexpected]


def test_honest_peers_are_green(fake_runs):
    code, report = fake_runs.run()
    assert code == 0
    # 5 cases: 3 formats × 2 writers × 2 readers, and 4 of none.
    assert report.footer.cells == 5 * (3 * 4 + 4) == report.footer.planned
    assert report.footer.outcomes == {"equal": report.footer.cells}


def test_a_wrong_reader_is_named_with_its_place_and_the_odd_one_out(fake_runs):
    code, report = fake_runs.run(two=["swap:json/fake"])
    assert code == 1
    # It swaps as a writer, too: then both readers see what was not written.
    assert {cell[1] for cell in unexpected(report)} == {"json"}
    cell = next(c for c in report.unexpected if c.writer == "one:json/fake" and c.reader == "two:json/fake")
    (told,) = cell.differences
    assert (told.path, told.kind, told.type) == ("name", "reinterpreted", "string")
    assert (told.expected, told.actual) == ('"swapme"', '"mepaws"')
    assert [other.outcome for other in report.same_bytes(cell)] == ["equal"]
    assert "- name: two-fake-json-reinterpreted-m-swap" in report.footer.unstated


def test_a_pinned_deviation_is_green_and_its_removal_red(fake_runs):
    # A reader alone: decode swaps back what the writer of the same peer swapped.
    fake_runs.entries(SWAPPED.replace("reader: two/fake", "codec: two/fake"))
    code, report = fake_runs.run(two=["swap:json/fake"])
    cells = {(c.writer, c.reader): c for c in report.cells if c.case == "M/swap" and c.format == "json"}
    assert cells["one:json/fake", "two:json/fake"].entries == ("two-swaps-letters",)
    # two > two: swapped twice is not swapped back, for nothing is left to swap.
    assert code == 0, unexpected(report)
    fake_runs.entries("")
    assert fake_runs.run(two=["swap:json/fake"])[0] == 1


def test_a_needless_deviation_is_red(fake_runs):
    fake_runs.entries(SWAPPED)
    code, report = fake_runs.run()
    assert code == 1
    assert "all.yaml:4:5: `two-swaps-letters` states differs (reinterpreted), but the cell is equal" in text_of(report)


def test_a_deviation_for_no_cell_is_stale_in_a_full_run_only(fake_runs):
    fake_runs.entries(SWAPPED.replace("matches: swapme", "matches: no such text"))
    code, report = fake_runs.run()
    assert code == 1 and "no cell shows it; remove it" in report.footer.stale[0]
    assert fake_runs.run(case="M/plain")[0] == 0


def test_a_codec_that_shows_no_difference_is_named_in_a_full_run_only(fake_runs):
    fake_runs.entries(SWAPPED.replace("reader: two/fake", "codec: [two/fake, two/gone]"))
    code, report = fake_runs.run(two=["swap:json/fake"])
    assert code == 1 and not report.unexpected
    (line,) = report.footer.needless
    assert line.endswith("all.yaml:4:5: `two-swaps-letters`: no cell of `codec: two/gone` shows it; remove that")
    assert fake_runs.run(two=["swap:json/fake"], case="M/swap")[0] == 0


def test_two_deviations_for_one_difference_are_red(fake_runs):
    fake_runs.entries(
        SWAPPED.replace("reader:", "codec:") + SWAPPED.replace("reader:", "codec:").replace("two-", "also-two-")
    )
    code, report = fake_runs.run(two=["swap:json/fake"])
    assert code == 1 and "more than one entry states it" in text_of(report)


def test_a_deviation_of_another_kind_is_red(fake_runs):
    fake_runs.entries(SWAPPED.replace("reader:", "codec:").replace("kind: reinterpreted", "kind: dropped"))
    code, report = fake_runs.run(two=["swap:json/fake"])
    assert code == 1
    assert "no entry states that name is reinterpreted" in text_of(report)
    assert "no difference of the cell is that" in text_of(report)


def test_a_deviation_for_another_version_is_red(fake_runs):
    entry = SWAPPED.replace("reader:", "codec:")
    fake_runs.entries(entry + '    versions: {"two/fake": ">=1.2,<2"}\n')
    assert fake_runs.run(two=["swap:json/fake"])[0] == 0
    fake_runs.entries(entry + '    versions: {"two/fake": ">=2"}\n')
    assert fake_runs.run(two=["swap:json/fake"])[0] == 1


def test_a_deviation_about_the_golden_of_a_codec_that_is_not_here_holds(fake_runs):
    """A peer without its runtime on this machine: others read its goldens as ever."""
    case = next(case for case in fake_runs.cases if case.name == "M/swap")
    data = b"J" + case.view
    golden = ByteSource("x.bin", "json", "t.M", data, case, writer="gone:json/fake", expect=case.view)
    fake_runs.entries(SWAPPED + '    writer: gone/fake\n    versions: {"gone/fake": "==1"}\n')
    code, _ = fake_runs.run(two=["swap:json/fake"], sources=[golden], case="M/swap", writer="gone/*")
    assert code == 0


def test_a_deviation_of_another_runtime_is_not_stale(fake_runs):
    entry = SWAPPED.replace("reader:", "codec:")
    fake_runs.entries(entry + '    versions: {"two/fake": ">=2"}\n')
    assert fake_runs.run()[0] == 0
    fake_runs.entries(entry + '    versions: {"two/fake": ">=1.2,<2"}\n')
    assert fake_runs.run()[0] == 1


def test_a_deviation_of_another_version_of_a_library_is_stale(fake_runs):
    entry = SWAPPED.replace("reader: two/fake", "codec: one/fake")
    fake_runs.entries(entry + '    versions: {"one/fake": ">=2"}\n')
    code, report = fake_runs.run()
    assert code == 1 and "no cell shows it; remove it" in report.footer.stale[0]


def test_a_bridge_that_drops_the_sign_of_zero_is_a_limit_of_the_language(fake_runs):
    code, report = fake_runs.run(two=["drop-sign"])
    assert code == 1
    # No format and no other reader is blamed: only the codec `none` of that peer.
    assert set(unexpected(report)) == {
        ("M/minus_zero", "none", "two:none/message", "two:none/message", "differs"),
        ("M/minus_zero", "none", "two:none/plain", "two:none/plain", "differs"),
    }
    assert report.unexpected[0].differences[0].expected == "-0.0"
    lost = [c for c in report.cells if c.writer == "two:json/fake" and c.case == "M/minus_zero"]
    assert all(c.lost == ("narrowed",) and c.outcome == "equal" for c in lost), "reported, not blamed"


def test_a_wrong_reading_of_the_cases_lights_up_prototext(fake_runs):
    """The view of a case is wrong; prototext, read by real libraries from the case's own text, says so."""
    right = fake_runs.cases[4]
    text = b"T" + right.view
    planted = right.view.replace(b"swapme", b"swapyo")
    source = ByteSource(right.name, "prototext", "t.M", text, case=right, writer="bytes", expect=planted)
    code, report = fake_runs.run(sources=[source])
    assert code == 1
    assert {(cell[1], cell[2]) for cell in unexpected(report)} == {("prototext", "bytes")}


def test_unsupported_for_all_maps_is_not_green(fake_runs):
    code, report = fake_runs.run(two=["unsupported:MAPPED"])
    assert code == 3
    assert "cells were unsupported, and no entry pins that" in report.footer.missing[0]


def test_a_plan_that_forgets_a_writer(fake_runs, monkeypatch):
    """The roster counts the cells of a full run without the plan."""
    pairs = Routes._pairs
    monkeypatch.setattr(Routes, "_pairs", lambda self, leg, format: pairs(self, leg, format)[format.name == "json" :])
    code, report = fake_runs.run()
    assert code == 3 and "80 cells were planned, 70 came back" in report.footer.missing


def test_a_pinned_unsupported_counts_as_planned(fake_runs):
    fake_runs.entries(
        """
  - name: two-has-no-maps
    codec: two/*
    value: {at: map, contains: {at: key, matches: MAPPED}}
    outcome: unsupported
    says: not today
    reason: None.
    authority: fake_peer.py
    nature: by-design
"""
    )
    code, report = fake_runs.run(two=["unsupported:MAPPED"])
    assert code == 0, text_of(report)


def test_a_missing_peer_and_a_missing_codec(fake_runs):
    code, report = fake_runs.run(peers=("one",))
    assert code == 3
    assert "roster.yaml:9: two:none/message must take part, but no peer offers it" in text_of(report)
    code, report = fake_runs.run(two=["without-json"])
    assert code == 3 and "two:json/fake must take part" in text_of(report)


def test_a_codec_that_the_roster_does_not_know(fake_runs):
    roster = fake_runs.folder / "fixtures" / "roster.yaml"
    roster.write_text(roster.read_text().removesuffix("    json/fake: both\n"))
    code, report = fake_runs.run()
    assert code == 3 and "two:json/fake takes part without being named; add `json/fake: both`" in text_of(report)


@pytest.mark.parametrize("how", ["constant", "echo"])
def test_a_reader_that_does_not_read(fake_runs, how):
    code, report = fake_runs.run(two=[how])
    assert code == 1
    assert {cell[3].partition(":")[0] for cell in unexpected(report)} == {"two"}


def test_unsupported_for_everything_is_not_green(fake_runs):
    assert fake_runs.run(two=["unsupported"])[0] == 3


@pytest.mark.parametrize(("how", "outcome"), [("crash", "crash"), ("hang", "timeout"), ("garbage", "crash")])
def test_one_guilty_cell(fake_runs, how, outcome, monkeypatch):
    from wirebed.peers import Deadlines

    monkeypatch.setattr("wirebed.peers.pool.Deadlines", lambda: Deadlines(1.0, 1.0, 1.0))
    # The mark stands in the bytes of one case as json: only `two` reading json trips over it.
    code, report = fake_runs.run(two=[f"{how}:J", "never"], case="M/big", format="json", writer="one/*")
    assert code == 1
    assert unexpected(report) == [("M/big", "json", "one:json/fake", "two:json/fake", outcome)]


@pytest.mark.parametrize("codec", ["none/message", "none/plain", "json/fake"])
def test_a_kill_from_outside_costs_exactly_one_cell_and_one_of_that_peer(fake_runs, codec):
    code, report = fake_runs.run(two=[f"once-killed:{codec}"])
    assert code == 1
    (cell,) = report.unexpected
    assert cell.outcome == "crash" and "a fresh process answered all" in cell.reason
    assert any(codec.startswith("two:") for codec in (cell.writer, cell.reader))
    assert report.footer.cells == report.footer.planned


def test_a_kill_over_the_objects_that_read_a_golden_costs_a_cell_of_that_peer(fake_runs):
    value = fake_runs.cases[0]
    source = ByteSource("given", "json", value.message, b"J" + value.view, expect=value.view)
    code, report = fake_runs.run(two=["once-killed:none/plain"], sources=[source], case="given")
    assert code == 1
    (cell,) = report.unexpected
    assert (cell.outcome, cell.reader) == ("crash", "two:json/fake")


def test_a_fatal_case_comes_first(fake_runs, monkeypatch):
    """A JVM that it killed later would have to load and compile its codecs a second time."""
    monkeypatch.setattr("wirebed.run.drive.ROUTES_A_WINDOW", 1)
    fatal = next(case for case in fake_runs.cases if case.name == "M/map")
    submitted, submit = [], Pool.submit

    def note(pool, job, rank=0):
        submitted.extend(b"MAPPED" in value for column in job.columns for value in column.values)
        submit(pool, job, rank)

    monkeypatch.setattr(Pool, "submit", note)
    fake_runs.run(one=["crash:MAPPED"])
    assert not submitted[0]
    submitted.clear()
    fatal.tags = ("fatal",)
    _, report = fake_runs.run(one=["crash:MAPPED"])
    assert submitted[0] and report.cells[0].case == "M/map"


def test_reports_do_not_depend_on_batches_windows_or_luck(fake_runs, monkeypatch):
    def lines():
        _, report = fake_runs.run(two=["swap:json/fake", "drop-sign-in:prototext/fake"])
        return report.cells

    first = lines()
    monkeypatch.setattr("wirebed.run.drive.ROUTES_A_WINDOW", 1)
    monkeypatch.setattr("wirebed.run.drive.BYTES", 1)
    assert lines() == first
    monkeypatch.setattr("wirebed.run.questions.MOST_TASKS", 1)
    assert lines() == first


def test_globs(fake_runs):
    code, report = fake_runs.run(case="M/s*", format="json", writer="one/*", reader="two:json/fake")
    assert code == 0 and len(report.cells) == 1
    with pytest.raises(UserError, match='CASE=M/swop matches nothing; near: .*"M/swap"'):
        fake_runs.run(case="M/swop")
    with pytest.raises(UserError, match='FORMAT=jsn matches nothing; near: "json"'):
        fake_runs.run(format="jsn")
    with pytest.raises(UserError, match="no cell is left"):
        fake_runs.run(format="none", writer="one/plain", reader="two/plain")


def test_given_bytes_are_read_by_every_reader(fake_runs):
    case = fake_runs.cases[0]
    good = ByteSource(
        "fixtures/golden/x.bin", "json", "t.M", b"J" + case.view, case, writer="one:json/fake", expect=case.view
    )
    bad = ByteSource("vectors/t/bad", "json", "t.M", b"?", reject=True)
    accepted = ByteSource("vectors/t/accepted", "json", "t.M", b"J" + case.view, reject=True)
    code, report = fake_runs.run(sources=[good, bad, accepted])
    assert code == 1
    assert {(cell[0], cell[4]) for cell in unexpected(report)} == {("vectors/t/accepted", "differs")}
    assert "should have been rejected" in text_of(report)
    golden = [cell for cell in report.cells if cell.source]
    assert [cell.outcome for cell in golden] == ["equal", "equal"]


def test_a_peer_that_cannot_compile_the_tree(fake_runs):
    (fake_runs.folder / "tree" / "two").mkdir()
    (fake_runs.folder / "tree" / "two" / "unsupported").write_text("t.proto: editions are not supported\n")
    code, report = fake_runs.run()
    assert code == 3 and report.cells[0].reason == "t.proto: editions are not supported"
    fake_runs.entries(
        """
  - name: two-has-no-editions
    format: tree
    codec: two
    message: "*"
    outcome: unsupported
    says: editions
    reason: Its compiler is older.
    authority: its own words
    nature: by-design
"""
    )
    code, report = fake_runs.run()
    assert code == 0, text_of(report)
    assert {cell.reader.partition(":")[0] for cell in report.cells[1:]} == {"one"}


def test_files_that_a_language_cannot_compile_are_stated_once(fake_runs):
    fake_runs.entries(
        """
  - name: two-compiles-nothing-of-this
    format: file
    codec: two/*
    message: "*"
    outcome: unsupported
    says: not today
    reason: Its compiler is older.
    authority: its own words
    nature: by-design
"""
    )
    # The entry says nothing of the cells in which the language has the message.
    code, report = fake_runs.run(two=["unsupported:MAPPED"])
    assert code == 0, text_of(report)
    assert {cell.case for cell in report.cells if cell.outcome == "unsupported"} == {"M/map"}
    assert phrases.absent(report) == ["two takes no part: not today"]
    # One codec that does not support the message is another matter.
    code, report = fake_runs.run(two=["unsupported:json/fake"])
    assert code == 3 and phrases.absent(report) == []


def test_interruption_leaves_the_report_of_the_run_before(fake_runs, tmp_path):
    from wirebed.run.execute import execute

    path = tmp_path / "stopped.jsonl"
    for name in ("stopped.jsonl", "stopped.md", "stopped.xml"):
        (tmp_path / name).write_text("of the run before")
    specs = [fake_runs.fake("one", "hang:GUILTY"), fake_runs.fake("two")]
    threading.Timer(1.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    started = time.monotonic()
    with (
        pytest.raises(KeyboardInterrupt),
        fake_runs.peers(specs) as peers,
    ):
        execute(fake_runs.suite(peers), path, lambda report, path: None)
    assert time.monotonic() - started < 60, "one of its peers hangs for an hour"
    assert {file.read_text() for file in tmp_path.glob("stopped.*")} == {"of the run before"}
    assert len(list(tmp_path.glob("stopped.*"))) == 3


def test_a_defect_of_a_peers_view_is_internal(fake_runs):
    """Bytes that are no view are no view of anything: neither equal nor a difference."""
    code, report = fake_runs.run(two=["no-view:json/fake"], case="M/plain", format="json")
    assert code == 1
    assert {(cell[3], cell[4]) for cell in unexpected(report)} == {("two:json/fake", "internal")}
    assert "no view: view, byte 0: unknown tag" in report.unexpected[0].reason


def test_a_value_that_only_some_codecs_try_meets_them_alone(fake_runs):
    fake_runs.cases = [case for case in fake_runs.cases if case.name == "M/swap"]
    fake_runs.cases[0].codecs = frozenset(["two:json/fake"])
    code, report = fake_runs.run()
    cells = {(cell.format, cell.writer, cell.reader) for cell in report.cells}
    pairs = {("one", "two"), ("two", "one"), ("two", "two")}
    assert {(writer[:3], reader[:3]) for format, writer, reader in cells if format == "json"} == pairs
    assert {writer for format, writer, _ in cells if format == "none"} == {"one:none/plain", "two:none/plain"}
    assert {format for format, _, _ in cells} == {"json", "none"}
    assert code == 0 and report.footer.planned == report.footer.cells == 5


def test_a_wrong_reader_of_such_a_value_is_red(fake_runs):
    fake_runs.cases = [case for case in fake_runs.cases if case.name == "M/swap"]
    fake_runs.cases[0].codecs = frozenset(["two:json/fake"])
    code, report = fake_runs.run(two=["swap:json/fake"])
    assert code == 1
    assert {(cell[0], cell[1], cell[4]) for cell in unexpected(report)} == {("M/swap", "json", "differs")}

"""What failures leave with users of libraries: it is reported, and compared with what the codecs state."""

import io
import re

import pytest

from wirebed.commands import why_cell_output
from wirebed.commands.why_cell import AskedCells, _known
from wirebed.commands.why_cell_output import LegContext
from wirebed.report import blocks, junit, terminal
from wirebed.report.cell import Left as LeftInReport
from wirebed.report.phrases import left
from wirebed.run import Selection
from wirebed.state.left import Leftovers
from wirebed.view.outcome import Cell, CellId, Left, Outcome

ENTRIES = """
  - name: two-rejects
    format: json
    reader: two/fake
    cases: '*'
    outcome: rejected
    stage: parse
    reason: It does.
    authority: fake_peer.py
    nature: library-bug
  - name: two-refuses
    format: prototext
    writer: two/fake
    cases: '*'
    outcome: refused
    stage: write
    reason: It does.
    authority: fake_peer.py
    nature: library-bug
"""
LEAVES = ["leave-object:json/fake", "leave-output:prototext/fake"]
STATES = ["states-object:json/fake", "states-output:prototext/fake"]


def test_what_is_stated_and_seen_is_as_expected(fake_runs):
    fake_runs.entries(ENTRIES)
    code, report = fake_runs.run(two=[*LEAVES, *STATES])
    assert (code, report.footer.left_otherwise) == (0, ())
    # Two writers of 5 cases for the one reader, and one writer for two readers.
    assert report.footer.left == {"object": {"two:json/fake": 10}, "output": {"two:prototext/fake": 10}}
    assert left(report) == ["10 half-filled (two/fake 10)", "10 half-written (two/fake 10)"]


@pytest.mark.parametrize("what", ["object", "output"])
def test_what_is_not_stated_turns_the_run_red(fake_runs, tmp_path, what):
    fake_runs.entries(ENTRIES)
    stated = [one for one in STATES if what not in one]
    code, report = fake_runs.run(two=[*LEAVES, *stated])
    (told,) = report.footer.left_otherwise
    assert code == 1 and f"leaves an {what}, and its introduction has no `leaves_{what}`: M/" in told
    out = io.StringIO()
    terminal.show(report, blocks.console(200, file=out))
    assert told in out.getvalue() and "left: 10 half-filled (two/fake 10); 10 half-written" in out.getvalue()
    junit.write(report, tmp_path / "report.xml")
    assert f"leaves_{what}" in (tmp_path / "report.xml").read_text()


def test_the_output_of_a_relay_is_nobodys():
    """It may be of another format than that of the cell."""
    left = Leftovers()
    for side, what in (("relay", "output"), ("relay", "object"), ("", "output")):
        cell = Cell(CellId("a", "f", "one:f/w", "one:f/r", "leg", "one:f/v"), Outcome.REFUSED, side=side)
        cell.left = Left(what)
        left.see([cell])
    assert left.counts() == {"object": {"one:f/v": 1}, "output": {"one:f/w": 1}}


def test_what_is_never_seen_turns_a_full_run_red(fake_runs):
    """Where the bed says so: another one may have no case that makes a codec fail."""
    assert fake_runs.run(two=STATES)[0] == 0
    (fake_runs.folder / "fixtures" / "bed.yaml").write_text("shows_left: true\n")
    code, report = fake_runs.run(two=STATES)
    assert code == 1 and list(report.footer.left_otherwise) == [
        "two:json/fake introduces `leaves_object`, and no cell shows it",
        "two:prototext/fake introduces `leaves_output`, and no cell shows it",
    ]
    assert fake_runs.run(two=STATES, case="M/big")[0] == 0


def test_the_lines_of_failing_cells_say_it(fake_runs):
    fake_runs.entries(ENTRIES)
    _, report = fake_runs.run(two=[*LEAVES, *STATES])
    (cell,) = [one for one in report.cells if one.case == "M/big" and one.writer == "one:json/fake"
               and one.reader == "two:json/fake"]  # fmt: skip
    assert cell.left == LeftInReport("object", len(_view(fake_runs)), cell.value)
    assert all(one.left.size == 5000 for one in report.cells if one.outcome == "refused")
    assert not any(one.left for one in report.cells if one.outcome == "equal")


def test_why_prints_it_as_values(fake_runs):
    fake_runs.entries(ENTRIES)
    fake_runs.run(two=[*LEAVES, *STATES])
    shown = _why(fake_runs, Selection(case="M/big", format="json", writer="one/fake", reader="two/fake"))
    # A place has `=` where a column has what the first has.
    assert re.search(r'name +│ "GUILTY" +│ = +│', shown) and "left half-filled: a view of 60 bytes" in shown
    shown = _why(fake_runs, Selection(case="M/big", format="prototext", writer="two/fake", reader="one/fake"))
    assert "left half-written, 5,000 bytes" in shown


def _why(fake_runs, selection) -> str:
    suite = AskedCells("interop", selection, list, lambda *_: 0)
    context = LegContext(fake_runs.schema, fake_runs.schema, {})
    out = io.StringIO()
    why_cell_output.show(
        _known(suite, fake_runs.folder / "report.jsonl"), lambda _: context, blocks.console(200, file=out)
    )
    return out.getvalue()


def _view(fake_runs) -> bytes:
    (case,) = [one for one in fake_runs.cases if one.name == "M/big"]
    return case.view

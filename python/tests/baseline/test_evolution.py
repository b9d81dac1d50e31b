"""`make baseline` and `make review` of a bed of steps: what a change shows is pinned by step, leg and way."""

import io
import re
from contextlib import redirect_stdout

import pytest
from rich.console import Console
from steps import Steps

from wirebed.bed import ROOT
from wirebed.commands import evolution
from wirebed.errors import UserError
from wirebed.peers.kept import Keep
from wirebed.state.baseline import of_bed, path_of
from wirebed_baseline import command, review

V1, V2 = "message M { int32 a = 1; }\n", "message M { sint32 a = 1; }\n"
STEP = """change: int32 to sint32
samples:
  v1: {five: 'a: 5', six: 'a: 6'}
  v2: {five: 'a: 5'}
"""
# Text that is no UTF-8: a relay that has it as text rejects it, and the value does not come back.
BYTES = """change: text becomes bytes
samples:
  v2: {no_text: 'a: "\\377"'}
"""
CODEC = "writer: python/upb, reader: python/upb"
KIND = "outcome: differs, kind: reinterpreted, value: {field: evolution.zigzag.M.a}"


@pytest.fixture(scope="module")
def pinned(tmp_path_factory):
    """The steps of a bed with its first baseline: the exit code, its text, and what was printed."""
    steps = Steps(tmp_path_factory.mktemp("steps") / "bed")
    (steps.root / "fixtures" / "bed.yaml").write_text("languages: [python]\nformats: [protobuf]\n")
    steps.step("zigzag", STEP, v1=V1, v2=V2)
    steps.step("octets", BYTES, v1="message M { string a = 1; }\n", v2="message M { bytes a = 1; }\n")
    with redirect_stdout(io.StringIO()) as out:
        code = command.main(steps.bed, None, False, Keep())
    yield steps, code, path_of(steps.bed).read_text(), out.getvalue()
    steps.remove()


@pytest.fixture
def bed(pinned):
    steps, _, text, _ = pinned
    path_of(steps.bed).write_text(text)
    return steps.bed


def test_the_first_time_all_is_pinned_by_step_leg_and_way(pinned):
    steps, code, text, printed = pinned
    cells = sum(entry.cells for entry in of_bed(steps.bed, ROOT).values())
    assert code == 0 and f"{cells} cells stand unreviewed" in printed and f"+{cells} −0 cells" in printed
    begin = "- {suite: evolution, step: zigzag, format: protobuf, leg"
    for leg, count in (("backward", 2), ("forward", 1)):
        assert f"{begin}: {leg}, {CODEC}, {KIND}, cells: {count}, reason: unreviewed}}\n" in text
    for view in ("md", "xml"):
        assert f"{cells} cells stand unreviewed" in (steps.bed.reports / f"evolution.{view}").read_text()


def test_a_relay_that_fails_is_pinned_as_that(pinned):
    failed = [fact for fact in of_bed(pinned[0].bed, ROOT) if fact.side]
    assert failed and {(fact.leg, fact.relay, fact.side) for fact in failed} == {("relay-old", "python/upb", "relay")}


def test_what_is_new_or_gone_is_red_until_it_is_accepted(bed, capsys):
    path, text = path_of(bed), path_of(bed).read_text()
    lines = text.splitlines(keepends=True)
    gone = next(line for line in lines if "leg: forward" in line and "step: zigzag" in line)
    new = next(fact for fact in of_bed(bed, ROOT) if fact.leg == "forward" and fact.step == "zigzag")
    path.write_text(text.replace(gone, gone.replace("leg: forward", "leg: chain")))
    assert command.main(bed, None, False, Keep()) == 1
    out = capsys.readouterr().out
    assert "+0 −1 cells" in out and f"ACCEPT='{new.name}'  # 1" in out
    assert gone not in path.read_text()
    assert command.main(bed, new.name, False, Keep()) == 0
    assert path.read_text() == text


def test_more_cells_than_stated_and_fewer_are_red(bed, capsys):
    path, text = path_of(bed), path_of(bed).read_text()
    for count, words in ((1, "states 1 cell, and 2 show it"), (3, "states 3 cells, and 2 show it")):
        path.write_text(text.replace("cells: 2", f"cells: {count}"))
        assert evolution.main(bed, keep=Keep()) == 1
        assert words in capsys.readouterr().out
    path.write_text(text.replace("cells: 2", "cells: 3"))
    assert evolution.main(bed, step="zigzag", keep=Keep()) == 0  # a part knows of none that it shows too few


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("suite: evolution", "suite: echo", "`echo` is none of interop, evolution"),
        ("step: zigzag", "step: '*'", r"`\*` is a glob: an entry of a baseline names one step"),
        ("leg: forward", "leg: '*ward'", r"`\*ward` is a glob: an entry of a baseline names one leg"),
    ],
)
def test_what_is_malformed_ends_evolution_with_its_place(bed, old, new, told):
    path_of(bed).write_text(path_of(bed).read_text().replace(old, new))
    with pytest.raises(UserError, match=rf"baseline.yaml:\d+:\d+: {told}"):
        evolution.main(bed)


def test_a_missing_file_ends_evolution(bed):
    path_of(bed).unlink()
    with pytest.raises(UserError, match="this file is missing, and `baseline: true`"):
        evolution.main(bed)


def test_a_review_shows_both_versions_and_takes_a_reason(bed):
    out, answers = io.StringIO(), ["another number is read", "documentation", "format-limit", "q"]
    entries = of_bed(bed, ROOT)
    most = max(entries.values(), key=lambda entry: entry.cells)
    assert review.main(bed, lambda prompt: answers.pop(0), Console(file=out, width=150)) == 0
    shown = out.getvalue()
    assert f"1 of {len(entries)}: {most.fact.name}, 2 cells" in shown and "1 reviewed" in shown
    assert "the case" in shown and re.search(r"reinterpreted: expected \d, read -\d", shown)
    (reviewed,) = (entry for entry in of_bed(bed, ROOT).values() if entry.reason is not None)
    assert (reviewed.fact, reviewed.reason.reason) == (most.fact, "another number is read")


def test_without_a_terminal_it_prints_the_list(bed, capsys):
    assert review.main(bed) == 0
    out = capsys.readouterr().out
    assert all(fact.name in out for fact in of_bed(bed, ROOT)) and "STEP=zigzag/v2.five" in out

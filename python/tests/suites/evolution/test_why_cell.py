"""`make why` of a cell of steps: each view in the words of its version, and the expectation that pins the cell."""

import functools
import io

import pytest
from rich.console import Console
from steps import REASON, Steps

from wirebed.commands import why_cell, why_cell_output
from wirebed.suites.evolution.plan import Selection

V1, V2 = "message M { int32 a = 1; }\n", "message M { int32 a = 1; string b = 2; }\n"
ADDED = f"""
change: a field is added
samples:
  v1: {{zero: ''}}
  v2: {{both: 'a: 1 b: "x"'}}
expect:
  - {{{REASON}, format: protobuf, leg: forward, kind: preserved, path: b}}
"""


@pytest.fixture
def added(tmp_path):
    made = Steps(tmp_path / "bed")
    made.step("added", ADDED, v1=V1, v2=V2)
    yield made
    made.remove()


def told(steps, **globs) -> str:
    suite = why_cell.AskedCells("evolution", Selection(format="protobuf", **globs), list, None)
    known = why_cell.look(steps.bed, suite, steps.root / "report.jsonl")
    out = io.StringIO()
    why_cell_output.show(
        known, functools.partial(why_cell_output.context_of, steps.bed, "evolution"), Console(file=out, width=160)
    )
    return out.getvalue()


def test_a_cell_of_a_step(added, monkeypatch):
    # The peer of the tests is the Python one alone, whose report says nothing of a build.
    monkeypatch.setattr(why_cell, "state", lambda trees: "")
    code, _ = added.run(format="protobuf", leg="forward")
    assert code == 0
    text = told(added, step="added/v2.both", leg="forward")
    assert "added/v2.both forward protobuf python/upb > python/upb: differs" in text
    assert 'b = "x"' in text and "protobuf, written by python:protobuf/upb:" in text
    assert "pinned by `added" in text and "states" not in text.partition("pinned by")[0]
    rows = [line for line in text.splitlines() if line.startswith(("│ a ", "│ b "))]
    assert len(rows) == 2 and '"x"' in rows[1] and "–" in rows[1]


def test_what_a_relay_passed_on(added, monkeypatch):
    monkeypatch.setattr(why_cell, "state", lambda trees: "")
    added.run(format="protobuf")
    text = told(added, step="added/v2.both", leg="relay-old")
    assert "protobuf, passed on by python:protobuf/upb:" in text
    assert "protojson, passed on by python:protobuf/upb:" in told(added, step="added/v2.both", leg="json-old")


def test_the_state_of_sources_is_that_of_their_content(added):
    from wirebed.suites.evolution.trees import stage
    from wirebed_build.trees import state

    added.trees()
    before = state(stage(added.bed).values())
    assert state(stage(added.bed).values()) == before
    added.step("added", ADDED, v1=V1, v2=V2.replace("string b", "bytes b"))
    assert state(stage(added.bed).values()) != before

"""The legs, end to end with a real peer; and the controls: what must turn a run red does."""

import pytest
from steps import REASON, kinds, told

from wirebed.commands.evolution import load_steps
from wirebed.errors import UserError
from wirebed.report.load import repeat
from wirebed.run import Build, session
from wirebed.run.execute import execute
from wirebed.suites.evolution.model import Names
from wirebed.suites.evolution.runner import Runner
from wirebed.suites.evolution.suite import suite

V1, V2 = "message M { int32 a = 1; }\n", "message M { int32 a = 1; string b = 2; }\n"
ADDED = f"""
change: a field is added
docs:
  protobuf: {{says: safe, at: "https://protobuf.dev"}}
samples:
  v1: {{zero: '', one: 'a: 1'}}
  v2: {{plain: 'a: 2', both: 'a: 1 b: "x"'}}
mutate:
  - {{name: sets_a, sample: v2.both, set: 'a: 7', gives: 'a: 7 b: "x"'}}
expect:
  - {{{REASON}, format: protobuf, leg: forward, sample: v2.both, kind: preserved, path: b}}
  - {{{REASON}, format: protobuf, leg: json-old, sample: v2.both, kind: dropped, path: b}}
"""


@pytest.fixture
def added(steps):
    steps.step("added", ADDED, v1=V1, v2=V2)
    return steps


def only_protobuf(steps, wrong="", **globs):
    return steps.run(wrong, format="protobuf", **globs)


def test_as_expected(added):
    code, report = only_protobuf(added)
    assert (code, told(report)) == (0, [])
    legs = [cell.leg for cell in report.cells]
    assert {leg: legs.count(leg) for leg in dict.fromkeys(legs)} == {
        "backward": 2, "relay-new": 2, "json-new": 2, "forward": 2, "relay-old": 2, "mutate-old": 1, "json-old": 2,
    }  # fmt: skip
    assert report.footer.planned == report.footer.cells == 13
    assert report.steps[0].docs["protobuf"].says == "safe"


def test_a_reader_that_drops_unknown_fields(added):
    code, report = only_protobuf(added, "drop-unknown")
    assert code == 1
    assert kinds(report, leg="forward", case="added/v2.both") == {"dropped"}
    assert kinds(report, leg="relay-old", case="added/v2.both") == {"dropped"}


def test_a_relay_that_is_none(added):
    code, report = only_protobuf(added, "short-circuit")
    assert code == 1
    assert kinds(report, leg="mutate-old") == {"stale"}
    # What it hands on is not the other format that it was asked for.
    assert {c.outcome for c in report.cells if c.leg == "json-old"} == {"rejected"}


def test_a_process_that_ends_over_a_relay(added):
    code, report = only_protobuf(added, "crash-on-relay", leg="relay-old")
    assert code == 1
    assert {(c.outcome, c.side) for c in report.cells} == {("crash", "relay")}


def test_bytes_of_the_other_version(steps):
    yaml = """
change: int32 to sint32
samples:
  v1: {five: 'a: 5', other: 'a: 6'}
  v2:
    five: 'a: 5'
    labelled: {hex: {protobuf: "0805"}, view: 'a: 5', about: bytes of v1}
expect:
"""
    v2 = "message M { sint32 a = 1; }\n"
    steps.step("zigzag", yaml, v1="message M { int32 a = 1; }\n", v2=v2)
    code, report = only_protobuf(steps, leg="relay-old")
    assert code == 1
    assert kinds(report, case="zigzag/v2.labelled") == {"reinterpreted"}
    assert kinds(report, case="zigzag/v2.five") == set()


def test_the_witness_is_deleted(added):
    """Without the sample that shows the harm its expectation names a sample that is not there."""
    text = ADDED.replace(", both: 'a: 1 b: \"x\"'", "").replace("v2.both, set", "v2.plain, set").replace(' b: "x"', "")
    added.step("added", text, v1=V1, v2=V2)
    with pytest.raises(UserError, match=r'added\.yaml:11:.*unknown sample "v2\.both"'):
        added.run()


def test_the_witness_is_deleted_and_a_glob_remains(added):
    """What is left no longer shows what is expected of it."""
    text = ADDED.replace("both: 'a: 1 b: \"x\"'", "both: 'a: 1'").replace(' b: "x"', "")
    added.step("added", text.replace("sample: v2.both, kind", "sample: 'v2.b*', kind"), v1=V1, v2=V2)
    code, report = only_protobuf(added)
    assert code == 1
    assert any("added.yaml:11:" in line and "but the cell is equal" in line for line in told(report))


def test_uncovered(added):
    """What no cell of a whole run shows."""
    more = f"  - {{{REASON}, format: protobuf, reader: cpp/*, leg: forward, kind: dropped, path: a}}\n"
    added.step("added", ADDED + more, v1=V1, v2=V2)
    code, report = added.run()
    assert code == 3 and report.footer.missing  # the other languages do not take part
    (line,) = report.footer.uncovered
    assert "added.yaml:13:" in line and "states differs (dropped): no sample witnesses it" in line


def test_a_changed_expectation(added):
    added.step("added", ADDED.replace("kind: preserved", "kind: dropped"), v1=V1, v2=V2)
    code, report = only_protobuf(added)
    assert code == 1
    where = next(line for line in told(report) if "states differs (dropped)" in line)
    assert "added.yaml:" in where and "narrow the entry, or remove it" in where


def test_what_no_entry_states_is_shown_as_facts(added):
    """The facts of each cell, the message of its error, and what the step says nearby; no entry to copy."""
    _, report = only_protobuf(added, "drop-unknown")
    observed = report.footer.unstated
    assert "  dropped at b: protobuf forward\n    sample v2.both, writer python/upb, reader python/upb\n" in observed
    assert "    near: safe, https://protobuf.dev\n" in observed and "added.yaml:12:5: r (a)\n" in observed
    assert "why:" not in observed and "- {" not in observed
    _, report = only_protobuf(added, "crash-on-relay", leg="relay-old", step="added/v2.both")
    happened = "  crash: protobuf relay-old\n    sample v2.both, writer python/upb, relay python/upb"
    assert happened in report.footer.unstated and "    message: " in report.footer.unstated


def test_globs_that_match_nothing(added):
    for name, glob in {"step": "aded", "leg": "forwards", "format": "protobuff", "writer": "pithon"}.items():
        with pytest.raises(UserError, match=f"{name.upper()}={glob} matches nothing; near: "):
            added.run(**{name: glob})


def test_a_chain(steps):
    yaml = f"""
change: added, then removed
samples:
  v1: {{one: 'a: 1', two: 'a: 2'}}
  v2: {{both: 'a: 1 b: "x"', one: 'a: 1'}}
  v3: {{one: 'a: 1', two: 'a: 2'}}
expect:
  - {{{REASON}, format: protobuf, leg: forward, sample: v2.both, kind: preserved, path: b}}
  - {{{REASON}, format: protobuf, leg: json-old, sample: v2.both, kind: dropped, path: b}}
"""
    steps.step("chain", yaml, v1=V1, v2=V2, v3="message M { int32 a = 1; reserved 2; }\n")
    code, report = only_protobuf(steps)
    assert (code, told(report)) == (0, [])
    assert {"chain-up", "chain-down", "skip-up", "skip-down"} <= {cell.leg for cell in report.cells}


@pytest.fixture
def renamed(steps):
    yaml = """
change: a field is renamed twice
migration: {renamed: {M.a: b}}
migration_v3: {renamed: {M.b: c}}
samples:
  v1: {one: 'a: 1'}
  v3: {one: 'c: 1'}
"""
    steps.step("renamed", yaml, **{f"v{n}": f"message M {{ int32 {name} = 1; }}\n" for n, name in enumerate("abc", 1)})
    return steps


def test_a_skipped_version_is_read_by_the_names_of_both_changes(renamed):
    code, report = only_protobuf(renamed, leg="[cs]*")
    assert (code, told(report)) == (0, [])
    assert [cell.leg for cell in report.cells] == ["chain-up", "skip-up", "chain-down", "skip-down"]


def test_the_names_of_the_first_change_alone_are_red_where_a_version_is_skipped(renamed, monkeypatch):
    monkeypatch.setattr(Names, "then", lambda first, following: first)
    code, report = only_protobuf(renamed, leg="[cs]*")
    assert code == 1
    assert {cell.leg for cell in report.cells if cell.problems} == {"skip-up", "skip-down"}


def test_an_error_of_protoc_names_the_file_of_the_user(steps):
    steps.step("broken", ADDED, v1=V1, v2="message M { int33 a = 1; }\n")
    with pytest.raises(UserError, match=r"broken/v2\.proto:3:13"):
        steps.run()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"v2": None}, "v2.proto"),
        ({"yaml": ADDED.replace("a: 2'", "z: 2'")}, "added.yaml:7:"),
        ({"yaml": ADDED.replace("sample: v2.both, set", "sample: v2.bath, set")}, "added.yaml:9:"),
        ({"v2": V2.replace("message M", "message N")}, "M"),
    ],
)
def test_bad_input(added, change, message):
    proto = added.root / "proto" / "evolution" / "added" / "v2.proto"
    if "yaml" in change:
        added.step("added", change["yaml"], v1=V1, v2=V2)
    elif change["v2"] is None:
        proto.unlink()
    else:
        proto.write_text(proto.read_text().replace("message M", "message N"))
    with pytest.raises(UserError) as error:
        added.run()
    assert message in str(error.value)
    assert not (added.root / "fixtures" / "golden").exists()


def test_a_language_that_compiles_no_version(added):
    code, report = added.run(format="protobuf", cannot="odd")
    gone = [cell for cell in report.cells if cell.outcome == "unsupported"]
    assert code == 3 and [cell.case for cell in gone] == ["*/v1", "*/v2"]
    assert "no edition is known" in gone[0].reason
    assert report.footer.missing == ("2 cells were unsupported, and no entry pins that",)
    assert repeat(report, gone[0]) == f"make evolution BED={added.root}"
    paste = report.footer.unstated
    assert "# message: t.proto:2:1: no edition is known" in paste
    deviations = added.bed.fixtures / "deviations"
    deviations.mkdir()
    filled = paste.replace("reason:", "reason: r").replace("authority:", "authority: a")
    (deviations / "trees.yaml").write_text(filled)
    code, report = added.run(format="protobuf", cannot="odd")
    assert (code, told(report), report.footer.unstated) == (0, [], "")
    assert report.footer.cells == 15


def test_what_fails_leaves_no_report(added, monkeypatch):
    def fails(*_):
        raise UserError("no")

    monkeypatch.setattr(session, "footer", fails)
    path = added.root / "reports" / "evolution.jsonl"
    path.parent.mkdir()
    path.with_suffix(".md").write_text("of an earlier run")
    schemas, steps, entries = load_steps(added.bed)
    with Runner(added.trees(), added.specs()) as versions, pytest.raises(UserError):
        execute(suite(Build.of(added.bed, schemas), versions, steps, entries), path, lambda *_: None)
    assert list(path.parent.iterdir()) == []

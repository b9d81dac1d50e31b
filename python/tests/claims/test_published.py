"""A run of the articles' programs: order, budget, stop, what a later run keeps.

The program of most tests is a script, since they are about the runner. The last test runs the real programs.
"""

from contextlib import nullcontext

import pytest

from wirebed.bed.folders import Bed
from wirebed.errors import UserError
from wirebed_build.languages.peer_yaml import Peer
from wirebed_build.progress import Progress
from wirebed_build.trees import fingerprint
from wirebed_claims import published, published_process
from wirebed_claims.published import run_published
from wirebed_claims.published_plan import Plan, Planned
from wirebed_claims.published_result import load_failures, load_header, load_published

# Prints a measurement of its arguments, and writes down that it has run.
SCRIPT = """#!/bin/sh
echo "$2 $3 $4" >> {ran}
echo word on stderr >&2
case $3 in
  fails) echo "Error: no such class" >&2; exit 1 ;;
  silent) exit 0 ;;
  stray) echo hello; exit 0 ;;
  stops) kill -INT $PPID; sleep 5 ;;
  hangs) sleep 60 ;;
esac
begin='"seed":"S9","program":"'$2'","system":"'$3'","switches":{{"warm":"0"}}'
size='"n":1,"loops":2,"bytes":5'
form='"form":"YWI=","form_is_text":true'
echo '{{'$begin',"operation":"serialize",'$size',"nanoseconds":[10,20],'$form'}}'
echo '{{'$begin',"operation":"deserialize",'$size',"nanoseconds":[30]}}'
echo '{{'$begin',"runtime":"'$1'","library":"lib-1"}}'
"""


@pytest.fixture
def bed(tmp_path, monkeypatch):
    """Runs a plan of systems; returns what was executed and the path of the result."""
    for name in ("one", "two"):
        program = tmp_path / name / "bin"
        program.parent.mkdir()
        program.write_text(SCRIPT.format(ran=tmp_path / "ran"))
        program.chmod(0o755)
        (tmp_path / f"{name}.txt").write_text(f"{name}==1\n")
    (tmp_path / "library").write_text("1")
    known = {
        name: {"requirements": f"{name}.txt", "folder": str(tmp_path / name), "program": "bin"}
        for name in ("one", "two")
    }
    data = {
        "name": "p-published", "language": "L", "run": ["{runtime}", "flag"], "switch": "vm", "runtimes": known,
        "loads": [str(tmp_path / "library")],
    }  # fmt: skip
    monkeypatch.setattr(published, "ensure", lambda *_, **__: tmp_path)
    monkeypatch.setattr(published, "exclusive", nullcontext)
    monkeypatch.setattr(published, "_program", lambda peer: Peer(tmp_path, data))
    monkeypatch.setattr(published_process, "LOGS", tmp_path / "log")
    monkeypatch.setattr(fingerprint, "STAMPS", tmp_path / "stamps")

    def run(*systems, budget=60.0, switched=True):
        (tmp_path / "ran").write_text("")
        processes = tuple(one if isinstance(one, Planned) else Planned("part", "a", one) for one in systems)
        path = tmp_path / "published.jsonl"
        quiet = Progress("published", quiet=True)
        try:
            run_published(Bed.open(), budget, quiet, Plan("p", processes), path, switched)
        finally:
            run.ran = [line.split()[1] for line in (tmp_path / "ran").read_text().splitlines()]
        return path

    return run


def systems(path) -> list[tuple[str, str]]:
    return [(one.system, one.operation) for one in load_published(path)]


def test_processes_run_in_the_order_of_the_plan_and_a_failure_is_told(bed):
    path = bed("x", "fails", "silent", "stray", "y")
    assert bed.ran == ["x", "fails", "silent", "stray", "y"]
    assert systems(path) == [(name, word) for name in "xy" for word in ("serialize", "deserialize")]
    assert [one.why for one in load_failures(path)] == [
        "exit code 1: Error: no such class",
        "it has measured nothing",
        "it prints what is no JSON: Expecting value: line 1 column 1 (char 0)",
    ]
    header = load_header(path)
    assert (header["planned"], header["measured"], header["interrupted"]) == (5, 2, False)
    assert (header["libraries"], header["runtimes"]) == (["lib-1"], ["flag"])


def test_a_measurement_has_its_bytes_and_its_switches(bed):
    path = bed(Planned("part", "a", "x", {"warm": "0", "vm": "two"}))
    written, read = load_published(path)
    assert (written.wire, written.is_text, read.wire) == (b"ab", True, None)
    assert written.switches == {"warm": "0", "vm": "two"} and written.changed == {"warm", "vm"}
    assert written.per_operation == [5.0, 10.0]


def test_there_is_no_time_for_a_process_that_takes_longer_than_what_is_left(bed):
    path = bed(Planned("part", "a", "long", seconds=100), Planned("part", "a", "short", seconds=1), budget=30.0)
    assert bed.ran == ["short"]
    assert load_header(path)["measured"] == 1


def test_what_only_switches_ask_for_can_wait_and_nothing_is_lost(bed):
    plan = (Planned("part", "a", "x"), Planned("other", "a", "y", is_switched=True))
    bed(*plan, switched=False)
    assert bed.ran == ["x"]
    bed(*plan)
    assert bed.ran == ["y"]
    assert {name for name, _ in systems(bed(*plan, switched=False))} == {"x", "y"}


def test_without_time_what_was_measured_before_stays(bed):
    bed("x")
    path = bed("x", "y", budget=0.0)
    assert bed.ran == []
    assert {name for name, _ in systems(path)} == {"x"}
    assert load_header(path)["planned"] == 2


def test_a_run_that_measures_nothing_leaves_the_result_its_date(bed):
    path = bed("x")
    text = path.read_text().replace(load_header(path)["started"], "2026-01-01T00:00:00+00:00")
    path.write_text(text.replace(load_header(path)["commit"], "c" * 40))
    for plan in (("x", "y"), ("x", "fails")):
        header = load_header(bed(*plan, budget=0.0 if "y" in plan else 60.0))
        assert (header["started"], header["commit"]) == ("2026-01-01T00:00:00+00:00", "c" * 40)
    assert load_header(bed("x", "y"))["started"] > "2026-01-02"


def test_what_others_disturbed_is_measured_once_more(bed, monkeypatch):
    class Beside:
        cores = 1.2

    monkeypatch.setattr(published, "Others", Beside)
    assert [one.disturbed for one in load_published(bed("x"))] == [True, True]
    Beside.cores = 0.1
    path = bed("x", "y", budget=0.0, switched=False)
    assert (bed.ran, load_published(path)[0].others) == ([], 1.2), "there was no time for it"
    bed("x", "y")
    assert bed.ran == ["y"], "what comes before the switches has been measured by then"
    path = bed("x", "y", switched=False)
    assert (bed.ran, [one.disturbed for one in load_published(path)]) == (["x"], [False] * 4)
    bed("x", "y", switched=False)
    assert bed.ran == []


def test_a_process_that_does_not_end_is_ended(bed, monkeypatch):
    monkeypatch.setattr(published, "LIMIT", 0.5)
    path = bed("hangs", "x")
    assert [one.why for one in load_failures(path)] == ["did not end within 0 s"]
    assert systems(path)[0][0] == "x"


def test_a_stop_keeps_what_was_measured(bed, tmp_path):
    with pytest.raises(KeyboardInterrupt):
        bed("x", "stops", "y")
    assert bed.ran == ["x", "stops"]
    path = tmp_path / "published.jsonl"
    assert {name for name, _ in systems(path)} == {"x"} and load_header(path)["interrupted"]
    bed("x", "y")
    assert bed.ran == ["y"]
    assert {name for name, _ in systems(path)} == {"x", "y"}


def test_a_later_run_measures_only_what_is_missing(bed):
    bed("x", "fails")
    bed("y", "x", "fails")
    assert bed.ran == ["y", "fails"]


def test_what_another_build_or_runtime_has_measured_is_not_used(bed, tmp_path):
    bed("x", Planned("part", "a", "x", {"vm": "two"}))
    (tmp_path / "two.txt").write_text("two==2\n")
    bed("x", Planned("part", "a", "x", {"vm": "two"}))
    assert len(bed.ran) == 1
    (tmp_path / "library").write_text("2")
    path = bed("x")
    assert bed.ran == ["x"]
    assert len(load_published(path)) == 2


def test_an_unknown_runtime_is_an_error(bed):
    with pytest.raises(UserError, match='unknown runtime "three"'):
        bed(Planned("part", "a", "x", {"vm": "three"}))


def test_a_runtime_that_cannot_be_installed_fails_its_processes_alone(bed, tmp_path):
    (tmp_path / "two" / "bin").unlink()
    (tmp_path / "two.txt").write_text("no requirement\n")
    path = bed(Planned("part", "a", "x", {"vm": "two"}), "x")
    assert [one.why.partition(":")[0] for one in load_failures(path)] == ["two could not be installed"]
    assert not load_published(path)[0].changed


def test_the_real_programs_have_the_sizes_of_the_articles(tmp_path, monkeypatch):
    monkeypatch.setattr(published, "exclusive", nullcontext)  # no time is checked
    sizes = {"stock hessian": 567, "testobject protobuf": 9, "testobject copy": 0}
    extent = {"loops": "10", "rounds": "2"}
    plan = Plan("java", tuple(Planned("part", *name.split(), extent=extent) for name in sizes))
    quiet = Progress("published", quiet=True)
    path = run_published(Bed.open(), 60.0, quiet, plan, tmp_path / "published.jsonl")
    found = load_published(path)
    assert load_failures(path) == []
    assert {f"{one.program} {one.system}": one.bytes for one in found} == sizes
    assert [one.operation for one in found] == ["serialize", "deserialize", "round_trip", "copy"]
    assert all(len(one.per_operation) == 2 and min(one.per_operation) > 0 for one in found)
    assert found[0].switches["jdk"] == "17" and "17." in found[0].runtime

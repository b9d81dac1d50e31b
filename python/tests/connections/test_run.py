"""Runs with the echo programs themselves: what is told when a server is killed, and that nothing outlives a run."""

import os
import signal
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from wirebed.bed import BUILD, ROOT, Bed
from wirebed.bed.schema import Schema
from wirebed.run import Build, outcomes
from wirebed.run.leg import NOW
from wirebed.view.outcome import Outcome
from wirebed_connections import payloads, plan
from wirebed_connections.loads import Effort
from wirebed_connections.payloads import Persons
from wirebed_connections.plan import EchoWork, Selection
from wirebed_connections.programs import programs
from wirebed_connections.servers import LOOPBACK
from wirebed_connections.suite import started, suite

TREE = BUILD / "trees" / "interop"
FOUND = [one for one in programs()[0] if Path(one.command(TREE)[0]).exists() or one.name in ("java", "legacy")]
if not FOUND:
    pytest.skip("no echo program is built: `wirebed build --echo`", allow_module_level=True)


@pytest.fixture
def run():
    """run(selection) -> a suite with three payloads of 20 Persons, without loads."""
    with ExitStack() as opened:

        def make(**globs):
            bed = Bed.open()
            peers, servers = opened.enter_context(started(bed, TREE, FOUND))
            some = [one for n in (20, 21, 22) for one in payloads.persons_of(Persons(n), n)[:1]]
            build = Build.of(bed, {NOW.reader: Schema.load(TREE)})
            return suite(build, peers, servers, some, Selection(**globs), Effort.of())

        yield make


@pytest.mark.parametrize("peer", [one.name for one in FOUND if one.name != "legacy"])
def test_a_server_that_is_killed_is_told_at_once_and_the_next_cells_have_another(run, peer, monkeypatch):
    monkeypatch.setattr(plan, "DEADLINE", 60.0)
    made = run(client=peer, server=peer, format="protobuf", transport="socket")
    killed = made.plan.servers.get(peer, LOOPBACK).process
    send = EchoWork.echo

    def then_kill(work):
        send(work)
        if work is made.plan.works[1]:
            os.kill(killed.pid, signal.SIGKILL)
            killed.wait()

    monkeypatch.setattr(EchoWork, "echo", then_kill)
    rows, begun = [], time.monotonic()
    outcomes(made, rows.append)
    assert time.monotonic() - begun < 60, "no cell waits for a server that has ended until its deadline"
    cells = [row.readings[0].cell for row in rows]
    assert [cell and cell.outcome for cell in cells] == [Outcome.LOST, Outcome.LOST, None]
    assert all(cell.reason.endswith("; the server had ended (signal 9)") for cell in cells[:2])
    assert made.plan.servers.get(peer, LOOPBACK).process is not killed


@pytest.mark.parametrize("peer", [one.name for one in FOUND if one.name != "legacy"])
@pytest.mark.parametrize("transport", ["socket", "http", "grpc", "grpc-stream"])
def test_a_server_that_is_silent_costs_a_cell_one_deadline(run, peer, transport, monkeypatch):
    monkeypatch.setattr(plan, "DEADLINE", 1.0)
    made = run(client=peer, server=peer, format="protobuf", transport=transport)
    stopped = made.plan.servers.get(peer, LOOPBACK).process
    os.kill(stopped.pid, signal.SIGSTOP)
    os.waitid(os.P_PID, stopped.pid, os.WSTOPPED)  # its threads stop some time after the signal
    rows, begun = [], time.monotonic()
    try:
        outcomes(made, rows.append)
    finally:
        os.kill(stopped.pid, signal.SIGCONT)
    assert time.monotonic() - begun < 40, "three payloads wait, and not each of their 63 values"
    assert [row.readings[0].cell.outcome for row in rows] == [Outcome.LOST] * 3
    assert [row.objects[row.readings[0].reader]["objects"] for row in rows] == [{"lost": n} for n in (20, 21, 22)]


def test_each_server_listens_on_loopback_unless_it_is_asked_for_more():
    assert Selection().addresses == [LOOPBACK]
    assert Selection(bind="0.0.0.0").addresses == ["0.0.0.0"]
    assert Selection(bind="*").addresses == [LOOPBACK, "0.0.0.0"]


def parts(pid: str) -> tuple[int, int, str] | None:
    """A process, its parent, and when it was started, which tells it from a later one of the same number."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return None if fields[0] == "Z" else (int(pid), int(fields[1]), fields[19])


def processes() -> list[tuple[int, int, str]]:
    return [found for path in Path("/proc").glob("[0-9]*") if (found := parts(path.name))]


def started_by(pid: int) -> set[tuple[int, str]]:
    """The processes below `pid`, with their times of start."""
    below, found = {pid}, set()
    while new := {(one, start) for one, parent, start in processes() if parent in below} - found:
        found |= new
        below |= {one for one, _ in new}
    return found


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_no_process_outlives_a_run_that_is_interrupted_or_killed(how, tmp_path):
    environment = {**os.environ, "WIREBED_REPORTS": str(tmp_path)}
    environment |= {"WIREBED_TRANSPORT": "socket", "WIREBED_FORMAT": "protobuf"}
    command = [sys.executable, "-m", "wirebed", "echo"]
    with (tmp_path / "out").open("wb") as out:
        running = subprocess.Popen(command, env=environment, cwd=ROOT, stdout=out, stderr=out)
    until = time.monotonic() + 600  # trees that another command builds meanwhile come first
    while len(started := started_by(running.pid)) < 2 * len(FOUND) and running.poll() is None:
        assert time.monotonic() < until, (tmp_path / "out").read_text()
        time.sleep(0.05)
    running.send_signal(how)
    code = running.wait(timeout=60)
    assert code == (130 if how is signal.SIGINT else -how), (tmp_path / "out").read_text()
    until = time.monotonic() + 30
    while (left := started & {(one, start) for one, _, start in processes()}) and time.monotonic() < until:
        time.sleep(0.05)
    assert left == set()

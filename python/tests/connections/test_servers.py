"""Server processes are started when needed, started again when lost, and never outlive the run."""

import os
import signal
import sys
import time
from pathlib import Path

import pytest

from wirebed.errors import UserError
from wirebed_connections import servers as echo_servers
from wirebed_connections.servers import LOOPBACK, Servers, ending

FAKE = Path(__file__).with_name("fake_server.py")


@pytest.fixture
def servers(tmp_path):
    commands = {how: [sys.executable, str(FAKE), how] for how in ("well", "silent", "dies", "deaf")}
    with Servers(commands, tmp_path, tmp_path / "log") as made:
        yield made


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def test_a_server_says_where_it_listens(servers):
    server = servers.get("well", LOOPBACK)
    assert server.ports == {"socket": 4711, "grpc": 4712}
    assert servers.get("well", LOOPBACK) is server and server.alive


def test_a_lost_server_is_started_again(servers):
    first = servers.get("well", LOOPBACK).process
    os.kill(first.pid, signal.SIGKILL)
    first.wait()
    assert ending(first) == "had ended (signal 9)"
    second = servers.get("well", LOOPBACK).process
    assert second.pid != first.pid and ending(second) == ""


def test_servers_that_were_stopped_are_started_again(servers):
    first = servers.get("well", LOOPBACK).process
    servers.stop()
    assert gone(first.pid)
    assert servers.get("well", LOOPBACK).process.pid != first.pid


def test_a_server_that_is_not_ready_is_an_error_that_names_its_log(servers, monkeypatch):
    monkeypatch.setattr(echo_servers, "READY", 0.5)
    with pytest.raises(UserError, match="the echo server of dies did not become ready: .*dies-127.0.0.1.log"):
        servers.get("dies", LOOPBACK)
    with pytest.raises(UserError, match="the echo server of silent did not become ready"):
        servers.get("silent", LOOPBACK)


def test_every_server_ends_with_the_run_even_a_deaf_one(servers, monkeypatch):
    monkeypatch.setattr(echo_servers, "POLITE", 0.3)
    pids = [servers.get(how, LOOPBACK).process.pid for how in ("well", "deaf")]
    servers.__exit__()
    deadline = time.monotonic() + 30
    while not all(map(gone, pids)) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert all(map(gone, pids))


def test_ports_on_request_do_not_meet(tmp_path):
    made = Servers({"a": [], "b": []}, tmp_path, tmp_path, port=12000)
    made.commands = {name: [sys.executable, str(FAKE), "well"] for name in "ab"}
    with made:
        assert [made.get(name, LOOPBACK).port for name in "ab"] == [12000, 12020]

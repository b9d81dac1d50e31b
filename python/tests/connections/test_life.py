"""How a server begins and ends: where it listens, and that nothing of it stays."""

import contextlib
import re
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from echo_servers import MARGIN, PEERS, TRANSPORTS, Server, command, person

LISTENS = "0A"
# As /proc/net/tcp and tcp6 have them.
LOOPBACK = {"0100007F", "0000000000000000FFFF00000100007F", "00000000000000000000000001000000"}
EVERYWHERE = {"00000000", "0" * 32}


def listeners(server: Server) -> dict[int, str]:
    """The address of each port on which the process listens."""
    inodes = {file[8:-1] for file in _files(server) if file.startswith("socket:")}
    found = {}
    for table in ("tcp", "tcp6"):
        for row in Path("/proc/net", table).read_text().splitlines()[1:]:
            words = row.split()
            if words[3] == LISTENS and words[9] in inodes:
                address, port = words[1].split(":")
                found[int(port, 16)] = address
    return found


def _files(server: Server) -> Iterator[str]:
    """What the process has open. It may close something meanwhile."""
    for descriptor in Path(f"/proc/{server.process.pid}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):
            yield str(descriptor.readlink())


def in_session(pid: int) -> list[int]:
    """The processes of the session that this process began, and its children."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if pid in (int(words[1]), int(words[3])) and words[0] != "Z":
            found.append(int(stat.parent.name))
    return found


def test_by_default_it_listens_on_loopback_alone(started):
    server = started()
    found = listeners(server)
    assert set(server.ports.values()) <= found.keys()
    assert set(found.values()) <= LOOPBACK


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_everywhere_when_asked_for(started, transport: str):
    server = started("--bind", "0.0.0.0", "--transports", transport)
    assert listeners(server)[server.port(transport)] in EVERYWHERE
    client = server.client(transport)
    assert client.exchange(person()) == person()
    client.close()


def test_the_ports_that_are_asked_for(started):
    port = next(port for port in range(20_000, 30_000, 7) if _is_free(port) and _is_free(port + 1))
    server = started("--port", str(port), "--transports", "socket,http")
    assert server.ports == {"socket": port, "http": port + 1}


def _is_free(port: int) -> bool:
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_a_port_that_is_taken(peer_command: list[str], transport: str):
    """The program says so, and fails."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        line = [*peer_command, "serve", "--transports", transport, "--port", str(port)]
        done = subprocess.run(line, stdin=subprocess.PIPE, capture_output=True, timeout=120, check=False)
    assert done.returncode != 0
    assert b"ready\n" not in done.stdout
    assert done.stderr.strip()


@pytest.fixture(params=PEERS)
def peer_command(request: pytest.FixtureRequest) -> list[str]:
    return command(request.param)


@pytest.mark.parametrize("how", [None, signal.SIGTERM, signal.SIGINT], ids=["end of stdin", "SIGTERM", "SIGINT"])
def test_it_ends_with_connections_open(started, how: signal.Signals | None):
    server = started()
    clients = [server.client(transport) for transport in server.ports if transport in TRANSPORTS]
    for client in clients:
        assert client.exchange(person()) == person()
    # Of these, each is at another place.
    halves = [server.connect(transport) for transport in server.ports if transport in TRANSPORTS]
    for connected in halves[:2]:
        connected.sendall(b"\0")
    pid = server.process.pid
    code, written = server.end(how)
    assert code == 0
    assert re.fullmatch(rf"echoed {len(clients)} refused \d+ cancelled \d+\n", written)
    assert in_session(pid) == []
    for connected in halves:
        connected.close()


def test_it_counts(started):
    server = started("--transports", "socket")
    client = server.client("socket")
    for _ in range(5):
        client.exchange(person())
    for _ in range(3):
        with pytest.raises(Exception, match="decode_error"):
            client.exchange(b"\xff")
    client.close()
    time.sleep(0.1)
    assert server.end()[1] == "echoed 5 refused 3 cancelled 0\n"


def test_the_end_of_a_server_shows_at_once(started):
    server = started()
    clients = [server.client(transport) for transport in server.ports if transport in TRANSPORTS]
    for client in clients:
        client.exchange(person())
    server.process.kill()
    server.process.wait()
    for client in clients:
        begin = time.monotonic()
        with pytest.raises(Exception):  # noqa: B017 - the client says in its library's words what happened
            client.exchange(person())
        assert time.monotonic() - begin < MARGIN, "far less than the deadline of the client"

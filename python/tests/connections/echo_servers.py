"""Real echo servers to attack: how they are started, what an honest client gets, and how much memory they take."""

import contextlib
import functools
import os
import re
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from google.protobuf.proto import parse_length_prefixed, serialize_length_prefixed
from wirebed_protocol import peer_pb2

from wirebed.bed import ROOT
from wirebed_build.languages import discovery, peer_yaml
from wirebed_echo.request import Request
from wirebed_echo.transports import Connection, ConnectionTrouble, open_connection
from wirebed_peer.tree import Tree

TREE = ROOT / "build" / "trees" / "interop"
# RMI and JBoss Remoting limit nothing.
TRANSPORTS = ("socket", "http", "grpc", "grpc-stream")
PEERS = tuple(peer.name for peer in discovery.in_folder(ROOT) if peer.data.get("echo"))
MIB = 1 << 20
MAX_MESSAGE = 16 * MIB
# What an attack may cost, whatever it claims: a payload as it arrives, its object, and its reply twice.
MEMORY = 4 * MAX_MESSAGE
# grpc++ sees that a message is too long when all of it is there; its quota is what bounds it (cpp/echo/README.md). The
# process takes more than the quota counts: 82 MiB were seen where the quota is 80.
GRPC_CPP_MEMORY = 4 * MAX_MESSAGE + 16 * MIB + MAX_MESSAGE
# While the quota is full, grpc++ also closes connections of honest clients, with these words. They have to ask again.
GRPC_CPP_FULL = "Buffers full"
IDLE = 2.0
# grpc-java asks a silent client whether it is there after ten seconds at the earliest, and waits half of IDLE for that.
# When its calls have ended, the connection is idle for IDLE; then the server says that it leaves and waits ten seconds.
GRPC_JAVA_SILENCE = 10.0 + IDLE / 2 + IDLE + 10.0
# A machine that is busy with something else is this late. Only a test that fails waits for so long.
MARGIN = 30.0
READY = 120.0
# An honest client waits no longer, whatever attacks. It would wait longer for many attackers that are served one after
# the other, each until it has been idle.
HONEST = 15.0
# A server has so long to end with connections open. grpc-java would wait ten seconds for its clients.
ENDS = 9.0
# No limit depends on the second compiler of Java, which takes almost half of the processor time of its servers.
ENVIRONMENT = os.environ | {"JDK_JAVA_OPTIONS": "-XX:TieredStopAtLevel=1"}


@functools.cache
def person(length: int = 20) -> bytes:
    """A person as protobuf, with a name of this length."""
    return Tree(TREE).message_class("interop.Person")(name="x" * length).SerializeToString()


@functools.cache
def command(peer: str) -> list[str]:
    """How the echo program is run. Skips the test if it was not built."""
    found = next(one for one in discovery.in_folder(ROOT) if one.name == peer)
    program = found.program("echo")
    if program is None:
        pytest.skip(f"{peer} has no echo program on this machine: {found.no_program('echo')}")
    for step in program.steps:
        for output in step.outputs:
            if not Path(peer_yaml.fill(output, TREE)).exists():
                pytest.skip(f"the echo program of {peer} is not built: {output} is missing (`make echo` builds it)")
    return [peer_yaml.fill(str(word), TREE) for word in program.data["run"]]


@functools.cache
def introduction(peer: str) -> peer_pb2.Introduction:
    """What the client of the peer says about itself."""
    line = [*command(peer), "client"]
    with subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT) as client:
        serialize_length_prefixed(peer_pb2.Request(id=1, hello=peer_pb2.Hello()), client.stdin)
        client.stdin.close()
        return parse_length_prefixed(peer_pb2.Reply, client.stdout).introduction


def transports(peer: str) -> list[str]:
    """Those of the peer that have limits. Skips the test if there are none."""
    found = [one for one in TRANSPORTS if one in introduction(peer).transports]
    if not found:
        pytest.skip(f"the transports of {peer} limit nothing: {', '.join(introduction(peer).transports)}")
    return found


@functools.cache
def codec(peer: str, format: str = "protobuf") -> str:
    """The name of the peer's codec for a format."""
    codecs = [one for one in introduction(peer).codecs if one.format == format and one.encodes and one.decodes]
    return f"{codecs[0].format}/{codecs[0].library}"


@dataclass
class Server:
    peer: str
    options: list[str] = field(default_factory=list)
    ports: dict[str, int] = field(default_factory=dict)
    process: subprocess.Popen | None = None

    def start(self) -> "Server":
        line = [*command(self.peer), "serve", *self.options]
        self.process = subprocess.Popen(
            line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, text=True, env=ENVIRONMENT
        )
        alarm = threading.Timer(READY, self.process.kill)
        alarm.start()
        for words in map(str.split, iter(self.process.stdout.readline, "")):
            if words == ["ready"]:
                alarm.cancel()
                break
            self.ports[words[1]] = int(words[2])
        else:
            pytest.fail(f"the echo server of {self.peer} did not become ready: exit code {self.process.wait()}")
        return self

    @property
    def alive(self) -> bool:
        return self.process.poll() is None

    def port(self, transport: str) -> int:
        if transport not in self.ports:
            pytest.skip(f"the echo server of {self.peer} has no transport {transport}")
        return self.ports[transport]

    def connect(self, transport: str, seconds: float = 5.0) -> socket.socket:
        connected = socket.create_connection(("127.0.0.1", self.port(transport)), timeout=seconds)
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connected

    def client(self, transport: str, format: str = "protobuf", message: str = "interop.Person") -> Connection:
        """An honest client, of Python."""
        name = codec(self.peer, format)
        where = peer_pb2.EchoServer(transport=transport, host="127.0.0.1", port=self.port(transport), deadline=60)
        where.codec = name
        return open_connection(where, Request(name, message))

    def kibibytes(self, what: str) -> int:
        text = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(rf"^{what}:\s+(\d+)", text, re.MULTILINE)[1])

    def descriptors(self) -> int:
        return len(list(Path(f"/proc/{self.process.pid}/fd").iterdir()))

    def end(self, how: signal.Signals | None = None) -> tuple[int, str]:
        """The exit code and what it wrote, after a signal or the end of stdin."""
        if how is None:
            self.process.stdin.close()
        else:
            self.process.send_signal(how)
        code = self.process.wait(timeout=ENDS)
        return code, self.process.stdout.read()

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()


def silence(server: Server, transport: str) -> float:
    """Seconds after which a client that says nothing is closed."""
    is_grpc_java = server.peer in ("java", "legacy") and transport.startswith("grpc")
    return GRPC_JAVA_SILENCE if is_grpc_java else IDLE


def is_grpc_cpp(server: Server, transport: str) -> bool:
    return server.peer == "cpp" and transport.startswith("grpc")


class Honest(threading.Thread):
    """Echoes small values over one connection after the other, until it is told to stop."""

    def __init__(self, server: Server, transport: str):
        super().__init__(daemon=True)
        self.server, self.transport = server, transport
        self.stopped = threading.Event()
        self.seconds: list[float] = []
        self.trouble: Exception | None = None

    def run(self):
        try:
            while not self.stopped.is_set() or not self.seconds:
                self.echo()
                # Each echo opens a connection, so without a pause the honest clients would keep the machine busy.
                self.stopped.wait(0.2)
        except Exception as error:
            self.trouble = error

    def echo(self):
        start = time.monotonic()
        while not self.is_served():
            assert time.monotonic() - start < HONEST, "the quota stays full"
        self.seconds.append(time.monotonic() - start)

    def is_served(self) -> bool:
        """Whether three echoes came; not if grpc++ closed the connection because its quota was full."""
        client = self.server.client(self.transport)
        try:
            for _ in range(3):
                assert client.exchange(person()) == person()
        except ConnectionTrouble as trouble:
            if is_grpc_cpp(self.server, self.transport) and GRPC_CPP_FULL in str(trouble):
                return False
            raise
        finally:
            client.close()
        return True


@contextlib.contextmanager
def bounded(server: Server, transport: str, memory: int | None = None) -> Iterator[None]:
    """While the block runs, the server's memory grows by less than `memory` bytes, by default what an attack may cost,
    and it serves an honest client."""
    memory = memory or (GRPC_CPP_MEMORY if is_grpc_cpp(server, transport) else MEMORY)
    server.port(transport)
    Path(f"/proc/{server.process.pid}/clear_refs").write_text("5")  # the peak begins anew
    before = server.kibibytes("VmRSS")
    honest = Honest(server, transport)
    honest.start()
    try:
        yield
    finally:
        honest.stopped.set()
        honest.join(IDLE + 2 * MARGIN)
    assert server.alive, f"the echo server of {server.peer} has ended: {server.process.poll()}"
    assert honest.trouble is None and honest.seconds, f"an honest client got {honest.trouble!r}"
    assert max(honest.seconds) < HONEST, f"an honest client waited {max(honest.seconds):.1f} s"
    grown = (server.kibibytes("VmHWM") - before) * 1024
    assert grown < memory, f"memory grew by {grown / MIB:.0f} MiB"


def until_closed(connected: socket.socket, seconds: float) -> bytes:
    """What the server still sends. Fails if it has not closed the connection after so many seconds."""
    until, received = time.monotonic() + seconds, bytearray()
    while (left := until - time.monotonic()) > 0:
        connected.settimeout(left)
        try:
            data = connected.recv(1 << 16)
        except TimeoutError:
            break
        except OSError:
            return bytes(received)
        if not data:
            return bytes(received)
        received += data
    pytest.fail(f"the connection is still open after {seconds:.1f} s; received: {bytes(received[:200])!r}")


def offer(connected: socket.socket, data: bytes):
    """Sends it, and says that nothing follows. The server may have closed the connection meanwhile."""
    with contextlib.suppress(OSError):
        connected.sendall(data)
        connected.shutdown(socket.SHUT_WR)


def push(connected: socket.socket, data: bytes, seconds: float) -> bool:
    """Sends again and again, reading nothing. Whether the server has closed the connection in time."""
    connected.settimeout(0.2)
    until = time.monotonic() + seconds
    view = memoryview(data)
    at = 0
    while time.monotonic() < until:
        try:
            at = (at + connected.send(view[at:])) % len(data)
        except TimeoutError:
            continue
        except OSError:
            return True
    return False


def abort(connected: socket.socket):
    """Closes with a reset."""
    connected.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    connected.close()

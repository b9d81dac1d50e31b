"""Hostile clients over RMI and JBoss Remoting, which limit nothing: whatever they do, others are served.

The honest client is the peer's own, since no other language has these transports.
"""

import os
import re
import socket
import struct
from collections.abc import Callable, Iterator

import pytest
from echo_servers import PEERS, TREE, Server, abort, codec, command, introduction, offer
from wirebed_protocol import peer_pb2

from wirebed.bed import ROOT
from wirebed.peers import PeerProcess, PeerSpec, task
from wirebed.view import ViewWriter

TRANSPORTS = ("rmi", "jboss-socket", "jboss-http", "jboss-rmi")
# What a client of each says first. https://docs.oracle.com/javase/8/docs/platform/rmi/spec/rmi-protocol3.html
SINGLE_CALL = b"JRMI\0\2\x4c"
STREAM = b"\xac\xed\0\5"  # of Java's serialization
OPENINGS = {
    "rmi": SINGLE_CALL,
    "jboss-rmi": SINGLE_CALL,
    "jboss-socket": b"\x16" + STREAM,
    "jboss-http": b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n" + STREAM,
}
# The operations of java.rmi.registry.Registry, and the hash of its interface, as the JDK's stubs have them.
BIND, LIST, REBIND, UNBIND = 0, 1, 3, 4
REGISTRY_HASH = 4905912898345647071
NULL = b"\x70"


@pytest.fixture(scope="module", params=PEERS)
def server(request: pytest.FixtureRequest) -> Iterator[Server]:
    known = [one for one in TRANSPORTS if one in introduction(request.param).transports]
    if not known:
        pytest.skip(f"{request.param} has none of these transports")
    started = Server(request.param, ["--transports", ",".join(known)]).start()
    yield started
    started.kill()


@pytest.fixture(params=TRANSPORTS)
def transport(request: pytest.FixtureRequest, server: Server) -> str:
    server.port(request.param)
    return request.param


@pytest.fixture(scope="module")
def served(server: Server) -> Iterator[Callable[[str], None]]:
    """Asserts that an honest client is served over a transport."""
    spec = PeerSpec(server.peer, "", ROOT / server.peer, (*command(server.peer), "client"))
    client = PeerProcess(spec, TREE)
    client.start()
    client.hello(60)

    def check(transport: str):
        where = peer_pb2.EchoServer(transport=transport, host="127.0.0.1", port=server.port(transport), deadline=10)
        where.codec = codec(server.peer)
        request = peer_pb2.Request(id=2, batch=peer_pb2.Batch())
        request.batch.tasks.add(**task(where.codec, "interop.Person", echo=peer_pb2.Echo(view=_person(), server=where)))
        (result,) = client.exchange(request, 60).results.results
        assert b"honest" in result.echoed.view, result
        assert server.alive

    yield check
    client.kill()


def _person() -> bytes:
    view = ViewWriter()
    view.record("interop.Person")
    view.field(1)
    view.text("honest")
    view.end()
    return view.finish()


def text(value: str) -> bytes:
    return b"\x74" + struct.pack(">H", len(value)) + value.encode()


def asked(server: Server, transport: str, operation: int, *arguments: bytes) -> bytes:
    """What the registry of a server answers."""
    # A block of data: the registry's well-known id, the number of the operation, and the hash.
    call = struct.pack(">qiqhiq", 0, 0, 0, 0, operation, REGISTRY_HASH)
    with server.connect(transport) as connected:
        connected.sendall(SINGLE_CALL + b"\x50" + STREAM + b"\x77" + bytes([len(call)]) + call + b"".join(arguments))
        connected.shutdown(socket.SHUT_WR)
        with connected.makefile("rb") as reply:
            return reply.read()


@pytest.mark.parametrize("registry", ["rmi", "jboss-rmi"])
def test_a_stranger_changes_no_name(server: Server, served, registry: str):
    """Everybody on the machine reaches the registry. Whoever binds a name gets what clients send there."""
    names = re.findall(rb"wirebed-echo|remoting/RMIServerInvoker/\d+", asked(server, registry, LIST))
    assert len(names) == 1
    name = text(names[0].decode())
    for reply in (
        asked(server, registry, REBIND, name, NULL),
        asked(server, registry, UNBIND, name),
        asked(server, registry, BIND, NULL, text("another")),
    ):
        assert b"java.rmi.AccessException" in reply and b"disallowed" in reply, reply
    served(registry)


def test_half_a_message_then_silence(server: Server, served, transport: str):
    silent = [server.connect(transport) for _ in range(20)]
    for connected in silent:
        connected.sendall(OPENINGS[transport])
    served(transport)
    for connected in silent:
        connected.close()


def test_garbage(server: Server, served, transport: str):
    for opening in (b"", OPENINGS[transport]):
        for _ in range(20):
            with server.connect(transport) as connected:
                offer(connected, opening + os.urandom(10_000))
    served(transport)


def test_a_length_alone(server: Server, served, transport: str):
    """A text of 2^40 bytes, and an array of 2^31-1 ints."""
    texts, array = b"\x7c" + struct.pack(">q", 1 << 40), b"\x75\x72\0\2[I\x4d\xba\x60\x26\x76\xea\xb2\xa5\2\0\0\x78\x70"
    for claim in (texts, array + b"\x7f\xff\xff\xff"):
        with server.connect(transport) as connected:
            offer(connected, OPENINGS[transport].removesuffix(STREAM) + STREAM + claim)
    served(transport)


@pytest.mark.parametrize("end", [socket.socket.close, abort], ids=["closed", "reset"])
def test_a_disconnect_within_a_message(server: Server, served, transport: str, end):
    for _ in range(200):
        connected = server.connect(transport)
        connected.sendall(OPENINGS[transport])
        end(connected)
    served(transport)

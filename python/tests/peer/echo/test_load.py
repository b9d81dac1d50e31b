"""A load counts what came back right, wrong, and not at all, and how long each took."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable

import pytest
from wirebed_protocol import peer_pb2

from wirebed_echo.load import load
from wirebed_echo.schedule import SECOND, Schedule
from wirebed_peer.tree import Tree


@pytest.fixture
def asked(view_of: Callable[[str, str], bytes]) -> Callable[..., peer_pb2.Load]:
    views = [view_of("interop.Person", f"id: 'person {number}' age: {number}") for number in range(10)]

    def of(server: peer_pb2.EchoServer, **more) -> peer_pb2.Load:
        given = {"views": views, "expected": views, "connections": 1, "echoes": 100} | more
        return peer_pb2.Load(codec="protobuf/upb", message="interop.Person", server=server, **given)

    return of


@pytest.mark.parametrize("connections", [1, 3, 16])
def test_all_come_back(tree: Tree, serve, transport: str, asked, connections: int) -> None:
    loaded = load(tree, asked(serve(transport), connections=connections, warm_up=20))
    assert (loaded.echoes, loaded.wrong, loaded.failed) == (100, 0, 0), loaded.first
    assert loaded.sent == loaded.received > 1000
    assert len(loaded.whole.each) == len(loaded.round_trip.each) == 100
    assert max(loaded.whole.each) < loaded.seconds * 1.01 * SECOND


def swaps(connected: socket.socket) -> None:
    """An honest server, but for the replies to two neighbours."""
    frames, stream = [], connected.makefile("rb")
    stream.read(int.from_bytes(stream.read(4), "big"))
    while head := stream.read(4):
        frames.append(head + stream.read(int.from_bytes(head, "big")))
        at = len(frames) - 1
        # It answers 41 with 40 and, when it comes again, 51 with 42.
        connected.sendall(frames[at - 1] if at in (41, 52) else frames[at])


def test_replies_that_are_mixed_up_are_wrong(tree: Tree, fake, asked) -> None:
    loaded = load(tree, asked(fake(swaps)))
    assert (loaded.echoes, loaded.wrong, loaded.failed) == (98, 2, 0)
    assert loaded.first.reason == "the reply to value 1 is another value"


def test_the_server_refuses(tree: Tree, serve, asked) -> None:
    loaded = load(tree, asked(serve("socket", "json/orjson"), echoes=5))
    assert (loaded.echoes, loaded.failed, loaded.first.type) == (0, 5, "orjson.JSONDecodeError")
    loaded = load(tree, asked(serve("socket", "json/none"), echoes=5, connections=2))
    assert (loaded.echoes, loaded.failed, loaded.first.reason) == (0, 5, "this peer has no codec json/none")


def test_the_client_cannot(tree: Tree, serve, asked) -> None:
    task = asked(serve("socket"))
    task.codec = "protobuf/none"
    loaded = load(tree, task)
    assert (loaded.failed, loaded.first.reason) == (100, "this peer has no codec protobuf/none")


def test_a_connection_that_is_lost_is_opened_anew(tree: Tree, fake, asked) -> None:
    def converse(connected: socket.socket) -> None:
        with connected, connected.makefile("rb") as stream:
            stream.read(int.from_bytes(stream.read(4), "big"))
            for _ in range(40):
                head = stream.read(4)
                connected.sendall(head + stream.read(int.from_bytes(head, "big")))
            connected.shutdown(socket.SHUT_RDWR)

    loaded = load(tree, asked(fake(converse)))
    assert (loaded.echoes, loaded.wrong, loaded.failed) == (98, 0, 2)
    assert loaded.seconds > 0.25


@pytest.mark.parametrize("seconds", [0, 0.6])
def test_a_server_that_is_gone(tree: Tree, asked, seconds: float) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        server = peer_pb2.EchoServer(transport="socket", host="127.0.0.1", port=closed.getsockname()[1], deadline=0.5)
    begin = time.monotonic()
    loaded = load(tree, asked(server, seconds=seconds, connections=2))
    assert loaded.echoes == 0 and loaded.failed
    assert time.monotonic() - begin < 30


def test_the_time_is_limited(tree: Tree, serve, asked) -> None:
    begin = time.monotonic()
    loaded = load(tree, asked(serve("socket"), echoes=10_000_000, seconds=0.3, warm_up=100, connections=2))
    assert loaded.echoes and not loaded.failed
    assert time.monotonic() - begin < 30


def test_a_stall_counts_for_all_that_it_delays(tree: Tree, fake, asked) -> None:
    def converse(connected: socket.socket) -> None:
        stream = connected.makefile("rb")
        stream.read(int.from_bytes(stream.read(4), "big"))
        for number in range(100):
            head = stream.read(4)
            if number == 20:
                time.sleep(0.4)
            connected.sendall(head + stream.read(int.from_bytes(head, "big")))

    loaded = load(tree, asked(fake(converse), rate=100))
    assert loaded.echoes == 100
    # One reply took 0.4 s; the 39 echoes after it began as late, and less and less so.
    assert sorted(loaded.round_trip.each)[80] < 0.1 * SECOND
    assert sorted(loaded.whole.each)[80] > 0.1 * SECOND


def test_shares() -> None:
    shares = [Schedule.share(100, number, 3, seconds=1, rate=300) for number in range(3)]
    assert [share.echoes for share in shares] == [34, 33, 33]
    assert [share.interval for share in shares] == [SECOND / 100] * 3
    assert [round(share.offset * 300 / SECOND) for share in shares] == [0, 1, 2]

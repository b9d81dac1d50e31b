"""Hostile clients over a raw socket: each gets an error or is closed in time, and takes no memory to speak of."""

import os
import socket
import time

import pytest
from echo_servers import (
    IDLE,
    MARGIN,
    MAX_MESSAGE,
    MIB,
    Server,
    abort,
    bounded,
    codec,
    offer,
    person,
    push,
    until_closed,
)
from wirebed_protocol import peer_pb2

from wirebed_echo.request import LONGEST_LINE

REFUSAL = 1 << 31


def frame(data: bytes, length: int | None = None) -> bytes:
    return (len(data) if length is None else length).to_bytes(4, "big") + data


def line(server: Server) -> bytes:
    return frame(f"{codec(server.peer)} interop.Person".encode())


def refusal(received: bytes) -> peer_pb2.Result:
    length = int.from_bytes(received[:4], "big")
    assert length & REFUSAL and len(received) == 4 + length - REFUSAL, received[:100]
    return peer_pb2.Result.FromString(received[4:])


def answer(connected: socket.socket) -> tuple[bool, bytes]:
    """Whether the next frame is a refusal, and its payload."""
    connected.settimeout(IDLE + MARGIN)
    received = connected.recv(4, socket.MSG_WAITALL)
    assert len(received) == 4, "the connection was closed"
    length = int.from_bytes(received, "big")
    return bool(length & REFUSAL), connected.recv(length & ~REFUSAL, socket.MSG_WAITALL)


@pytest.mark.parametrize(
    "bytes_of",
    [
        pytest.param(lambda server: b"\0\0", id="half a length"),
        pytest.param(lambda server: line(server)[:10], id="half a request"),
        pytest.param(lambda server: line(server) + b"\0\0", id="half the length of a payload"),
        pytest.param(lambda server: line(server) + frame(b"x" * 500, 1000), id="half a payload"),
        pytest.param(lambda server: line(server) + frame(b"x" * 5 * MIB, 10 * MIB), id="half a large payload"),
        pytest.param(lambda server: line(server) + frame(b"", MAX_MESSAGE), id="only the length of a payload"),
    ],
)
def test_half_a_frame_then_silence(server: Server, bytes_of):
    with bounded(server, "socket"), server.connect("socket") as connected:
        connected.sendall(bytes_of(server))
        until_closed(connected, IDLE + MARGIN)


def test_a_frame_in_single_bytes(server: Server):
    with bounded(server, "socket"), server.connect("socket") as connected:
        connected.sendall(line(server) + b"\0\0\4\0")
        until = time.monotonic() + IDLE + MARGIN
        with pytest.raises(OSError):
            while time.monotonic() < until:
                connected.sendall(b"x")
                time.sleep(0.1)


@pytest.mark.parametrize("length", [LONGEST_LINE + 1, MAX_MESSAGE])
def test_the_line_of_a_request_that_is_too_long(server: Server, length: int):
    """It is refused before its bytes are there."""
    with bounded(server, "socket"), server.connect("socket") as connected:
        connected.sendall(frame(b"x" * 100, length))
        refused, data = answer(connected)
        assert refused and peer_pb2.Result.FromString(data).HasField("connection_error")


@pytest.mark.parametrize("length", [MAX_MESSAGE + 1, (1 << 31) - 1, 1 << 31, (1 << 32) - 1])
@pytest.mark.parametrize("place", ["request", "payload"])
def test_a_frame_that_is_too_long(server: Server, place: str, length: int):
    with bounded(server, "socket"), server.connect("socket") as connected:
        offer(connected, (line(server) if place == "payload" else b"") + frame(b"x" * 100, length))
        received = until_closed(connected, IDLE + MARGIN)
        if place == "payload" and MAX_MESSAGE < length < REFUSAL:
            assert refusal(received).HasField("connection_error")


def test_lengths_alone_take_no_memory(server: Server):
    with bounded(server, "socket"):
        offenders = [server.connect("socket") for _ in range(100)]
        for connected in offenders:
            connected.sendall(line(server) + frame(b"", MAX_MESSAGE))
        for connected in offenders:
            until_closed(connected, IDLE + MARGIN)
            connected.close()


def test_no_bytes_are_a_payload(server: Server):
    with bounded(server, "socket"), server.connect("socket") as connected:
        connected.sendall(line(server) + frame(b"") * 3)
        assert [answer(connected) for _ in range(3)] == [(False, b"")] * 3
        connected.sendall(frame(person()))
        assert answer(connected) == (False, person())


@pytest.mark.parametrize(
    "first", [frame(b""), frame(b"\xff\xfe\0 \n"), frame(b"nothing"), frame(b"a/b interop.Person")]
)
def test_a_request_that_asks_for_nothing(server: Server, first: bytes):
    """It is refused at once, or each of its payloads is."""
    with bounded(server, "socket"), server.connect("socket") as connected:
        connected.sendall(first + frame(person()))
        refused, data = answer(connected)
        assert refused and peer_pb2.Result.FromString(data).WhichOneof("outcome") in ("unsupported", "connection_error")


def test_garbage(server: Server):
    with bounded(server, "socket"):
        for _ in range(20):
            with server.connect("socket") as connected:
                offer(connected, os.urandom(10_000))
                until_closed(connected, IDLE + MARGIN)


@pytest.mark.parametrize("payload", [b'{"name": "a"}', b"\xff" * 100, b"\x0a\xff\xff\xff\xff\x07", b"<person/>"])
def test_a_payload_of_another_format(server: Server, payload: bytes):
    """It is refused, and the connection stays."""
    with bounded(server, "socket"), server.connect("socket") as connected:
        connected.sendall(line(server) + frame(payload) + frame(person()))
        refused, data = answer(connected)
        assert refused and peer_pb2.Result.FromString(data).HasField("decode_error")
        assert answer(connected) == (False, person())


@pytest.mark.parametrize("end", [socket.socket.close, abort], ids=["closed", "reset"])
def test_a_disconnect_within_a_frame(server: Server, end):
    with bounded(server, "socket"):
        before = server.descriptors()
        for _ in range(200):
            connected = server.connect("socket")
            connected.sendall(line(server) + frame(b"x" * 500, 1000))
            end(connected)
        time.sleep(IDLE)
        assert server.descriptors() < before + 50


def test_a_client_that_never_reads(server: Server):
    with bounded(server, "socket"), server.connect("socket") as connected:
        connected.sendall(line(server))
        assert push(connected, frame(person(MIB)), 5 * IDLE + MARGIN), "the connection is still open"


def test_a_client_that_sends_small_values_and_never_reads(server: Server):
    with bounded(server, "socket"), server.connect("socket") as connected:
        connected.sendall(line(server))
        assert push(connected, frame(person(1000)) * 1000, 5 * IDLE + MARGIN), "the connection is still open"

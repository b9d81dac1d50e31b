"""Hostile clients over HTTP/1.1: each gets an error or is closed in time, and takes no memory to speak of."""

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


def head(server: Server, *fields: str, line: str = "POST /echo HTTP/1.1") -> bytes:
    asked = f"Wirebed-Echo: {codec(server.peer)} interop.Person"
    return "\r\n".join([line, "Host: 127.0.0.1", asked, *fields, "", ""]).encode()


def request(server: Server, body: bytes) -> bytes:
    return head(server, f"Content-Length: {len(body)}") + body


def statuses(received: bytes) -> list[int]:
    return [int(part[:3]) for part in received.split(b"HTTP/1.1 ")[1:] if part[:3].isdigit()]


def is_error(received: bytes) -> bool:
    """Closed without a word, or with an error."""
    return all(400 <= status < 600 for status in statuses(received))


def answer(connected: socket.socket) -> tuple[int, bytes]:
    """The status and the body of one response."""
    connected.settimeout(IDLE + MARGIN)
    with connected.makefile("rb") as response:
        status = int(response.readline().split()[1])
        length = 0
        while field := response.readline().strip():
            name, _, value = field.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        return status, response.read(length)


@pytest.mark.parametrize(
    "bytes_of",
    [
        pytest.param(lambda server: b"POST /ec", id="half a line"),
        pytest.param(lambda server: head(server, "X: y")[:-20], id="half a head"),
        pytest.param(lambda server: head(server, "Content-Length: 1000") + b"x" * 500, id="half a body"),
        pytest.param(
            lambda server: head(server, f"Content-Length: {10 * MIB}") + b"x" * 5 * MIB, id="half a large body"
        ),
        pytest.param(lambda server: head(server, f"Content-Length: {MAX_MESSAGE}"), id="only the length of a body"),
        pytest.param(lambda server: head(server, "Transfer-Encoding: chunked") + b"400\r\nxxx", id="half a chunk"),
        pytest.param(
            lambda server: head(server, "Transfer-Encoding: chunked", "Expect: 100-continue"), id="a body to continue"
        ),
        pytest.param(lambda server: request(server, person()) + b"POST ", id="half a second request"),
    ],
)
def test_half_a_request_then_silence(server: Server, bytes_of):
    with bounded(server, "http"), server.connect("http") as connected:
        connected.sendall(bytes_of(server))
        until_closed(connected, IDLE + MARGIN)


def test_a_head_in_single_bytes(server: Server):
    with bounded(server, "http"), server.connect("http") as connected:
        connected.sendall(b"POST /echo HTTP/1.1\r\nX: ")
        until = time.monotonic() + IDLE + MARGIN
        with pytest.raises(OSError):
            while time.monotonic() < until:
                connected.sendall(b"x")
                time.sleep(0.1)


@pytest.mark.parametrize(
    "length", [str(MAX_MESSAGE + 1), str((1 << 31) - 1), str(1 << 63), "9" * 40, "-1", "ten", "1,2"]
)
def test_the_length_of_a_body_that_is_too_long(server: Server, length: str):
    with bounded(server, "http"), server.connect("http") as connected:
        connected.sendall(head(server, f"Content-Length: {length}") + b"x" * 100)
        received = until_closed(connected, IDLE + MARGIN)
        assert is_error(received), received
        if length in (str(MAX_MESSAGE + 1), str((1 << 31) - 1)):
            assert statuses(received) == [413]


@pytest.mark.parametrize("size", ["7fffffff", "ffffffffffffffff", "fffffffffffffffffffffffff", "-1", "g", ""])
def test_the_length_of_a_chunk(server: Server, size: str):
    with bounded(server, "http"), server.connect("http") as connected:
        connected.sendall(head(server, "Transfer-Encoding: chunked") + f"{size}\r\nxxxx\r\n".encode())
        assert is_error(until_closed(connected, IDLE + MARGIN))


def test_chunks_that_are_too_long_together(server: Server):
    with bounded(server, "http"), server.connect("http") as connected:
        connected.sendall(head(server, "Transfer-Encoding: chunked"))
        assert push(connected, b"100000\r\n" + b"x" * MIB + b"\r\n", IDLE + MARGIN + 1), "the body still goes on"


@pytest.mark.parametrize(
    "endless",
    [
        pytest.param(lambda server: (head(server, "Transfer-Encoding: chunked"), b"1\r\nx\r\n" * 1000), id="chunks"),
        pytest.param(
            lambda server: (head(server, "Transfer-Encoding: chunked"), b"1;x=y" + b"y" * 5000), id="extension"
        ),
        pytest.param(
            lambda server: (head(server, "Transfer-Encoding: chunked") + b"0\r\n", b"X: y\r\n" * 1000), id="trailer"
        ),
        pytest.param(lambda server: (head(server)[:-2], b"X: y\r\n" * 1000), id="head"),
        pytest.param(lambda server: (head(server)[:-2], b"x" * 5000), id="field"),
        pytest.param(lambda server: (b"POST /", b"x" * 5000), id="line"),
    ],
)
def test_what_does_not_end(server: Server, endless):
    begin, more = endless(server)
    with bounded(server, "http"), server.connect("http") as connected:
        connected.sendall(begin)
        # A server that reads as fast as this client sends comes late to looking at its clock.
        assert push(connected, more, IDLE + 5 * MARGIN), "the request still goes on"


@pytest.mark.parametrize(
    "first",
    [
        b"\0" * 1000 + b"\r\n\r\n",
        b"GET\r\n\r\n",
        b"\xff\xfe / HTTP/1.1\r\n\r\n",
        b"POST /echo HTTP/9.9\r\n\r\n",
        b"\r\n" * 500,
    ],
)
def test_a_line_that_is_none(server: Server, first: bytes):
    with bounded(server, "http"), server.connect("http") as connected:
        offer(connected, first)
        assert is_error(until_closed(connected, IDLE + MARGIN))


def test_garbage(server: Server):
    with bounded(server, "http"):
        for _ in range(20):
            with server.connect("http") as connected:
                offer(connected, os.urandom(10_000))
                assert is_error(until_closed(connected, IDLE + MARGIN))


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("GET /echo HTTP/1.1", 405),
        ("PUT /echo HTTP/1.1", 405),
        ("POST /other HTTP/1.1", 404),
        ("GET /other HTTP/1.1", 404),
    ],
)
def test_another_request(server: Server, line: str, status: int):
    with bounded(server, "http"), server.connect("http") as connected:
        connected.sendall(head(server, "Content-Length: 0", "Connection: close", line=line))
        assert answer(connected)[0] == status


def test_a_request_that_asks_for_nothing(server: Server):
    with bounded(server, "http"), server.connect("http") as connected:
        connected.sendall(b"POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nxx")
        assert answer(connected)[0] == 400


def test_a_request_whose_line_is_too_long(server: Server):
    asked = f"Wirebed-Echo: {codec(server.peer)} interop.Person a={'x' * LONGEST_LINE}"
    with bounded(server, "http"), server.connect("http") as connected:
        connected.sendall(f"POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n{asked}\r\n\r\n".encode())
        status, body = answer(connected)
        assert status == 422 and peer_pb2.Result.FromString(body).HasField("unsupported")


@pytest.mark.parametrize(
    "bytes_of",
    [
        pytest.param(
            lambda server: head(server, "Content-Length: 3", "Transfer-Encoding: chunked") + b"0\r\n\r\n",
            id="a length beside chunks",
        ),
        pytest.param(
            lambda server: head(server, "Transfer-Encoding: chunked", "Content-Length: 0") + b"0\r\n\r\n",
            id="a length behind chunks",
        ),
        pytest.param(
            lambda server: head(server, "Content-Length: 0", line="POST /echo HTTP/9.9"), id="another version"
        ),
        pytest.param(
            lambda server: head(server, "Content-Length: 0").replace(b"\r\n", b"\n", 1), id="LF behind the line"
        ),
        pytest.param(lambda server: head(server, "X: y\nContent-Length: 0"), id="LF behind a field"),
        pytest.param(lambda server: head(server, "Content-Length: 0").replace(b"\r\n", b"\n"), id="LF everywhere"),
        pytest.param(lambda server: head(server, "Transfer-Encoding: chunked") + b"0\n\r\n", id="LF behind a length"),
        pytest.param(
            lambda server: head(server, "Transfer-Encoding: chunked") + b"0\r\nX: y\n\r\n", id="LF in a trailer"
        ),
    ],
)
def test_a_request_that_servers_read_in_two_ways(server: Server, bytes_of):
    """RFC 9112: such a request smuggles another one past a server that reads it in another way."""
    with bounded(server, "http"), server.connect("http") as connected:
        connected.sendall(bytes_of(server))
        received = until_closed(connected, IDLE + MARGIN)
        assert is_error(received), received


def test_no_bytes_are_a_payload(server: Server):
    with bounded(server, "http"), server.connect("http") as connected:
        for body in (b"", b"", person()):
            connected.sendall(request(server, body))
            assert answer(connected) == (200, body)


@pytest.mark.parametrize("payload", [b'{"name": "a"}', b"\xff" * 100, b"\x0a\xff\xff\xff\xff\x07", b"<person/>"])
def test_a_payload_of_another_format(server: Server, payload: bytes):
    """It is refused, and the connection stays."""
    with bounded(server, "http"), server.connect("http") as connected:
        connected.sendall(request(server, payload))
        status, body = answer(connected)
        assert status == 422 and peer_pb2.Result.FromString(body).HasField("decode_error")
        connected.sendall(request(server, person()))
        assert answer(connected) == (200, person())


@pytest.mark.parametrize("end", [socket.socket.close, abort], ids=["closed", "reset"])
def test_a_disconnect_within_a_body(server: Server, end):
    with bounded(server, "http"):
        before = server.descriptors()
        for _ in range(200):
            connected = server.connect("http")
            connected.sendall(head(server, "Content-Length: 1000") + b"x" * 500)
            end(connected)
        time.sleep(IDLE)
        assert server.descriptors() < before + 50


@pytest.mark.parametrize("length", [1000, MIB, 8 * MIB])
def test_a_client_that_never_reads(server: Server, length: int):
    with bounded(server, "http"), server.connect("http") as connected:
        many = request(server, person(length)) * max(1, MIB // length)
        assert push(connected, many, 5 * IDLE + MARGIN), "the connection is still open"

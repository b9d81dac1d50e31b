"""Frames on a socket: how they are cut does not matter, and a length that is only claimed costs nothing."""

from __future__ import annotations

import socket
import threading
import time
import tracemalloc
from collections.abc import Iterator

import pytest
from wirebed_protocol import peer_pb2

from wirebed_echo.transport.frames import BUFFER, EndOfFrames, Frames
from wirebed_echo.transports import ConnectionTrouble, Refused

LONGEST = 1 << 20


@pytest.fixture
def pair() -> Iterator[tuple[socket.socket, Frames]]:
    here, there = socket.socketpair()
    with here, there:
        yield here, Frames(there, LONGEST)


def frame(data: bytes) -> bytes:
    return len(data).to_bytes(4, "big") + data


def test_several_in_one_piece(pair: tuple[socket.socket, Frames]) -> None:
    here, frames = pair
    here.sendall(frame(b"one") + frame(b"") + frame(b"three") + b"\0\0")
    assert [frames.read() for _ in range(3)] == [b"one", b"", b"three"]
    here.sendall(b"\0\4four")
    assert frames.read() == b"four"


@pytest.mark.parametrize("length", [0, 1, BUFFER - 5, BUFFER - 4, BUFFER - 3, BUFFER, 3 * BUFFER])
@pytest.mark.parametrize("cut", [1, 3, 4, 5, 1000])
def test_one_in_several_pieces(pair: tuple[socket.socket, Frames], length: int, cut: int) -> None:
    here, frames = pair
    data = frame(b"x" * length) + frame(b"next")

    def send() -> None:
        here.sendall(data[:cut])
        time.sleep(0.01)
        here.sendall(data[cut:])

    sender = threading.Thread(target=send)
    sender.start()
    assert [frames.read(), frames.read()] == [b"x" * length, b"next"]
    sender.join()


def test_a_refusal_between_replies(pair: tuple[socket.socket, Frames]) -> None:
    here, frames = pair
    result = peer_pb2.Result(unsupported=peer_pb2.Unsupported(reason="no")).SerializeToString()
    here.sendall(frame(b"one") + (len(result) | 1 << 31).to_bytes(4, "big") + result + frame(b"two") + frame(b"three"))
    assert frames.read() == b"one"
    with pytest.raises(Refused) as caught:
        frames.read()
    assert caught.value.result.unsupported.reason == "no"
    assert [frames.read(), frames.read()] == [b"two", b"three"]


@pytest.mark.parametrize("length", [LONGEST + 1, (1 << 31) - 1, (1 << 32) - 1])
def test_too_long(pair: tuple[socket.socket, Frames], length: int) -> None:
    here, frames = pair
    here.sendall(length.to_bytes(4, "big") + b"x")
    with pytest.raises(ConnectionTrouble, match=f"{length & 0x7FFFFFFF} bytes; the longest may have {LONGEST}"):
        frames.read()


def test_a_length_alone_reserves_nothing(pair: tuple[socket.socket, Frames]) -> None:
    here, frames = pair
    here.sendall(LONGEST.to_bytes(4, "big") + b"x" * 100)
    here.shutdown(socket.SHUT_WR)
    tracemalloc.start()
    with pytest.raises(ConnectionTrouble, match="within a frame"):
        frames.read()
    assert tracemalloc.get_traced_memory()[1] < LONGEST // 2
    tracemalloc.stop()


def test_the_end(pair: tuple[socket.socket, Frames]) -> None:
    here, frames = pair
    here.sendall(frame(b"last"))
    here.shutdown(socket.SHUT_WR)
    assert frames.read() == b"last"
    with pytest.raises(EndOfFrames):
        frames.read()

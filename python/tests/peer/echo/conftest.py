"""Servers of the echo program in this process, and fake ones that answer what a test wants."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator

import pytest
from wirebed_protocol import peer_pb2

from wirebed_echo.echoer import Echoers
from wirebed_echo.transports import TRANSPORTS, Settings, module_of
from wirebed_peer.tree import Tree

Serve = Callable[..., peer_pb2.EchoServer]


@pytest.fixture
def echoers(tree: Tree) -> Echoers:
    return Echoers(tree, 1 << 20)


@pytest.fixture
def serve(echoers: Echoers) -> Iterator[Serve]:
    listeners = []

    def start(transport: str, codec: str = "protobuf/upb", **settings: float) -> peer_pb2.EchoServer:
        listeners.append(module_of(transport).serve(Settings(**settings), echoers))
        return where(transport, listeners[-1].port, codec)

    yield start
    for listener in listeners:
        listener.close()


@pytest.fixture(params=TRANSPORTS)
def transport(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def fake() -> Iterator[Callable[[Callable[[socket.socket], None]], peer_pb2.EchoServer]]:
    """A server of raw frames that serves each connection by a function."""
    listeners = []

    def start(converse: Callable[[socket.socket], None]) -> peer_pb2.EchoServer:
        listener = socket.create_server(("127.0.0.1", 0))
        listeners.append(listener)

        def accept() -> None:
            while True:
                try:
                    connected, _ = listener.accept()
                except OSError:
                    return
                threading.Thread(target=converse, args=(connected,), daemon=True).start()

        threading.Thread(target=accept, daemon=True).start()
        return where("socket", listener.getsockname()[1])

    yield start
    for listener in listeners:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()


def where(transport: str, port: int, codec: str = "protobuf/upb") -> peer_pb2.EchoServer:
    return peer_pb2.EchoServer(transport=transport, host="127.0.0.1", port=port, codec=codec, deadline=60)

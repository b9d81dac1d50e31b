"""The task `echo`: what a client shows of a reply, of a refusal, and of trouble with the connection."""

from __future__ import annotations

import contextlib
import socket
import time

import pytest
from wirebed_protocol import peer_pb2

from wirebed_echo.client import EchoTasks
from wirebed_peer.tree import Tree


@pytest.fixture
def tasks(tree: Tree) -> EchoTasks:
    return EchoTasks(tree)


def echo(tasks: EchoTasks, server: peer_pb2.EchoServer, view: bytes, codec: str = "protobuf/upb", **more):
    action = peer_pb2.Echo(view=view, server=server)
    return tasks.run(peer_pb2.Task(id=1, codec=codec, message="interop.Person", echo=action, **more))


def test_a_value_comes_back(tasks: EchoTasks, serve, transport: str, view_of) -> None:
    view = view_of("interop.Person", "id: 'a' name: 'b'")
    server = serve(transport)
    for _ in range(2):
        echoed = echo(tasks, server, view).echoed
        assert (echoed.view, echoed.sent, echoed.received) == (view, 6, 6)
    tasks.close()


def test_what_the_server_refuses(tasks: EchoTasks, serve, transport: str, view_of) -> None:
    view = view_of("interop.Person", "id: 'a'")
    echoed = echo(tasks, serve(transport, "json/orjson"), view).echoed
    failure = echoed.refusal.decode_error
    assert (failure.type, failure.manner, failure.by) == ("orjson.JSONDecodeError", peer_pb2.TYPED, peer_pb2.LIBRARY)
    assert (echoed.sent, echoed.received) == (3, 0)
    tasks.close()


def test_what_the_client_refuses(tasks: EchoTasks, serve, view_of) -> None:
    server = serve("socket")
    failure = echo(tasks, server, b"r").encode_error
    assert (failure.stage, failure.manner, failure.by) == (peer_pb2.BUILD, peer_pb2.TYPED, peer_pb2.CODEC)
    view = view_of("interop.Person", "id: 'a'")
    assert "does not encode" in echo(tasks, server, view, "hessian2/python-hessian").unsupported.reason
    server.transport = "pigeon"
    assert echo(tasks, server, view).unsupported.reason == "this client has no transport pigeon"


def test_a_reply_that_the_client_cannot_read(tasks: EchoTasks, fake, view_of) -> None:
    def converse(connected: socket.socket) -> None:
        connected.recv(1000)
        connected.sendall(b"\0\0\0\1\xff")

    failure = echo(tasks, fake(converse), view_of("interop.Person", "id: 'a'")).decode_error
    assert (failure.stage, failure.manner, failure.by) == (peer_pb2.PARSE, peer_pb2.TYPED, peer_pb2.LIBRARY)


def test_no_server(tasks: EchoTasks, transport: str, view_of) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        server = peer_pb2.EchoServer(transport=transport, host="127.0.0.1", port=closed.getsockname()[1], deadline=60)
    begin = time.monotonic()
    failure = echo(tasks, server, view_of("interop.Person", "id: 'a'")).connection_error
    assert failure.reason
    assert time.monotonic() - begin < 30


def test_a_silent_server(tasks: EchoTasks, transport: str, fake, view_of) -> None:
    server = fake(lambda connected: time.sleep(60))
    server.transport, server.deadline = transport, 0.5
    begin = time.monotonic()
    failure = echo(tasks, server, view_of("interop.Person", "id: 'a'")).connection_error
    assert failure.reason
    assert time.monotonic() - begin < 30


def test_a_server_that_drips(tasks: EchoTasks, fake, view_of) -> None:
    def converse(connected: socket.socket) -> None:
        connected.sendall(b"\0\0\1\0")
        with contextlib.suppress(OSError):
            while True:
                connected.sendall(b"x")
                time.sleep(0.1)

    server = fake(converse)
    server.deadline = 0.5
    failure = echo(tasks, server, view_of("interop.Person", "id: 'a'")).connection_error
    assert failure.reason == "no reply within 0.5 s"


def test_another_connection_after_trouble(tasks: EchoTasks, fake, view_of) -> None:
    view, turns = view_of("interop.Person", "id: 'a'"), []

    def converse(connected: socket.socket) -> None:
        turns.append(connected)
        connected.recv(1000)
        if len(turns) > 1:
            connected.sendall(b"\0\0\0\3\x0a\1a")
        else:
            # The client's system would report a reset if the connection were closed with a part of the request unread.
            connected.shutdown(socket.SHUT_WR)
            while connected.recv(1000):
                pass

    server = fake(converse)
    assert echo(tasks, server, view).connection_error.reason == "the server closed the connection"
    assert echo(tasks, server, view).echoed.view == view

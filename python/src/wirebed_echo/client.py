"""`client`: the peer, with the task `echo` and the request `load`."""

from __future__ import annotations

import time
from pathlib import Path

from wirebed_protocol import peer_pb2

from wirebed_echo.load import load
from wirebed_echo.request import Request
from wirebed_echo.transports import TRANSPORTS, Connection, ConnectionTrouble, Refused, open_connection
from wirebed_peer import peer
from wirebed_peer.bridge.models import Model
from wirebed_peer.codec import Codec
from wirebed_peer.refusal import Refusal, Unsupported
from wirebed_peer.tasks import Tasks, failure_of
from wirebed_peer.tree import Tree

# Seconds; less than a server waits for the next payload.
_KEPT_UNUSED = 20.0
# The share of its deadline after which an echo failed because of that.
_PASSED = 0.9


def main(tree_folder: Path) -> int:
    requests, replies = peer.own_pipes()

    def loop() -> None:
        client = Client(Tree(tree_folder))
        peer.serve(client.answer, requests, replies)
        client.close()

    return peer.run_deep("wirebed_echo", loop)


class Client:
    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._tasks = EchoTasks(tree)

    def answer(self, request: peer_pb2.Request) -> peer_pb2.Reply:
        if request.WhichOneof("kind") == "load":
            return peer_pb2.Reply(id=request.id, loaded=load(self._tree, request.load))
        reply = peer.answer(self._tasks, request)
        if reply.HasField("introduction"):
            reply.introduction.transports.extend(TRANSPORTS)
        return reply

    def close(self) -> None:
        self._tasks.close()


class EchoTasks(Tasks):
    """The tasks of a peer, and `echo`."""

    def __init__(self, tree: Tree) -> None:
        super().__init__(tree)
        self._actions["echo"] = self._echo
        # Each with the time of its last use.
        self._connections: dict[tuple[bytes, str], tuple[Connection, float]] = {}
        # Servers that let a deadline pass, until when they are not asked: a thousand echoes would each wait for them.
        self._silent: dict[bytes, float] = {}

    def _echo(self, codec: Codec, model: Model, task: peer_pb2.Task) -> peer_pb2.Result:
        for able, what in ((codec.encodes, "encode"), (codec.decodes, "decode")):
            if not able:
                raise Unsupported(f"{codec.name} does not {what}")
        written = codec.encode(task.message, model.build(task.message, task.echo.view), task.options)
        echoed = peer_pb2.Echoed(sent=len(written))
        try:
            reply = self._exchange(task, written)
        except Refused as refused:
            echoed.refusal.CopyFrom(refused.result)
            return peer_pb2.Result(echoed=echoed)
        except ConnectionTrouble as trouble:
            return peer_pb2.Result(connection_error=trouble.failure())
        try:
            value = codec.decode(task.message, reply, task.options)
            echoed.view = model.show(task.message, value, task.options.get("defaults") == "shown")
        except Refusal as refusal:
            return peer_pb2.Result(decode_error=failure_of(refusal))
        echoed.received = len(reply)
        return peer_pb2.Result(echoed=echoed)

    def _exchange(self, task: peer_pb2.Task, payload: bytes) -> bytes:
        """Over the connection of an earlier task with the same wishes, if there is one."""
        server, request = task.echo.server, Request(task.echo.server.codec, task.message, dict(task.options))
        key = server.SerializeToString(deterministic=True), str(request)
        begun = time.monotonic()
        if begun < self._silent.get(key[0], begun):
            raise ConnectionTrouble(f"the server let {server.deadline:g} s pass in an echo before")
        connection = None
        try:
            connection = self._kept(key) or open_connection(server, request)
            return connection.exchange(payload)
        except ConnectionTrouble:
            if connection is not None:
                connection.close()
                connection = None
            if time.monotonic() - begun > _PASSED * server.deadline:
                self._silent[key[0]] = time.monotonic() + server.deadline
            raise
        finally:
            if connection is not None:
                self._connections[key] = connection, time.monotonic()

    def _kept(self, key: tuple[bytes, str]) -> Connection | None:
        """The connection of an earlier task, unless the server may be about to close it."""
        connection, used = self._connections.pop(key, (None, 0.0))
        if connection is not None and time.monotonic() - used > _KEPT_UNUSED:
            connection.close()
            return None
        return connection

    def close(self) -> None:
        for connection, _ in self._connections.values():
            connection.close()

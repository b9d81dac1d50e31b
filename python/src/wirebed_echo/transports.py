"""The one list of transports, with the module of each: a library is loaded when its transport is first used.

A module has `serve(settings, echoers) -> Listener` and `connect(server, request) -> Connection`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol

from google.protobuf.message import DecodeError
from wirebed_protocol import peer_pb2

from wirebed_echo.request import Request
from wirebed_peer.refusal import Unsupported

TRANSPORTS = {
    "socket": "socket",
    "http": "http",
    "grpc": "grpc",
    "grpc-stream": "grpc_stream",
}

MAX_MESSAGE = 16 << 20


@dataclass(frozen=True)
class Settings:
    """The limits of a listener."""

    bind: str = "127.0.0.1"
    port: int = 0
    max_message: int = MAX_MESSAGE
    idle: float = 60.0  # seconds until the next payload is there, and the reply to it is taken
    connections: int = 2000


class Listener(Protocol):
    port: int

    def close(self) -> None:
        """Takes no more payloads, and closes all connections."""


class Connection(Protocol):
    def exchange(self, payload: bytes) -> bytes:
        """Returns the server's reply. Raises Refused, or ConnectionTrouble, after which the connection is useless."""

    def close(self) -> None: ...


class Refused(Exception):
    """The server has no reply to a payload; `result` says why."""

    def __init__(self, result: peer_pb2.Result) -> None:
        super().__init__(result.WhichOneof("outcome"))
        self.result = result

    @classmethod
    def of(cls, data: bytes) -> Refused:
        """As a client gets it. Raises ConnectionTrouble for what is no refusal."""
        try:
            return cls(peer_pb2.Result.FromString(data))
        except DecodeError as error:
            raise ConnectionTrouble.of(error) from None


class ConnectionTrouble(Exception):
    """No connection, no reply in time, or a reply that is none."""

    def __init__(self, reason: str, type_name: str = "") -> None:
        super().__init__(reason)
        self.type_name = type_name

    @classmethod
    def of(cls, error: Exception) -> ConnectionTrouble:
        """In the words of the library."""
        return cls(str(error) or type(error).__name__, f"{type(error).__module__}.{type(error).__qualname__}")

    def failure(self) -> peer_pb2.Failure:
        return peer_pb2.Failure(type=self.type_name, reason=str(self).encode("utf-8", "backslashreplace").decode())

    def result(self) -> peer_pb2.Result:
        return peer_pb2.Result(connection_error=self.failure())


def module_of(transport: str) -> Any:
    """Raises KeyError if there is no such transport."""
    return import_module(f"wirebed_echo.transport.{TRANSPORTS[transport]}")


def open_connection(server: peer_pb2.EchoServer, request: Request) -> Connection:
    """Raises Unsupported for a transport that is not in the list, and ConnectionTrouble."""
    if server.transport not in TRANSPORTS:
        raise Unsupported(f"this client has no transport {server.transport}")
    return module_of(server.transport).connect(server, request)


def known(names: Iterable[str]) -> list[str]:
    """The transports of these names, in the order of the list. Raises KeyError for another name."""
    wanted = set(names)
    if wanted - TRANSPORTS.keys():
        raise KeyError(", ".join(sorted(wanted - TRANSPORTS.keys())))
    return [name for name in TRANSPORTS if name in wanted]

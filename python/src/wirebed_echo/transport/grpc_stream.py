"""`grpc-stream`: one call with many payloads."""

from __future__ import annotations

import contextlib
from queue import SimpleQueue

import grpc
from wirebed_protocol import echo_pb2, echo_pb2_grpc, peer_pb2

from wirebed_echo.request import Request
from wirebed_echo.transport.grpc import METADATA, open_channel, taken, trouble
from wirebed_echo.transport.grpc import serve as serve
from wirebed_echo.transports import ConnectionTrouble
from wirebed_echo.watchdog import of_clients


def connect(server: peer_pb2.EchoServer, request: Request) -> Stream:
    return Stream(server, request)


class Stream:
    def __init__(self, server: peer_pb2.EchoServer, request: Request) -> None:
        self._seconds = server.deadline
        self._channel = open_channel(server)
        self._payloads: SimpleQueue[echo_pb2.Payload | None] = SimpleQueue()
        many = echo_pb2_grpc.EchoServiceStub(self._channel).Many
        # gRPC takes the payloads in a thread of its own.
        self._replies = many(iter(self._payloads.get, None), metadata=((METADATA, str(request)),))
        self._deadline = of_clients().watch(self._replies.cancel)

    def exchange(self, payload: bytes) -> bytes:
        self._deadline.arm(self._seconds)
        self._payloads.put(echo_pb2.Payload(data=payload))
        try:
            reply = next(self._replies)
        except StopIteration:
            raise ConnectionTrouble("the server ended the call") from None
        except grpc.RpcError as error:
            if self._deadline.expired:
                raise ConnectionTrouble(f"no reply within {self._seconds:g} s") from None
            raise trouble(error) from None
        self._deadline.disarm()
        return taken(reply)

    def close(self) -> None:
        """Says that no payload follows, and waits until the server has heard it: otherwise it were a cancelled call."""
        self._deadline.arm(self._seconds)
        self._payloads.put(None)
        with contextlib.suppress(grpc.RpcError):
            for _ in self._replies:
                pass
        of_clients().forget(self._deadline)
        self._channel.close()

"""`grpc`: a call for each payload. `grpc_stream` has the same server, and one call for all payloads."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import grpc
from wirebed_protocol import echo_pb2, echo_pb2_grpc, peer_pb2

from wirebed_echo.echoer import Echoer, Echoers
from wirebed_echo.request import Request
from wirebed_echo.transports import MAX_MESSAGE, ConnectionTrouble, Refused, Settings
from wirebed_echo.watchdog import Deadline, Watchdog

METADATA = "wirebed-echo"
# Of a message around its payload: a tag and a length.
_ENVELOPE = 6


def serve(settings: Settings, echoers: Echoers) -> Listener:
    return Listener(settings, echoers)


def connect(server: peer_pb2.EchoServer, request: Request) -> Calls:
    return Calls(server, request)


def limits(max_message: int) -> list[tuple[str, int]]:
    longest = max_message + _ENVELOPE
    return [("grpc.max_receive_message_length", longest), ("grpc.max_send_message_length", longest)]


class Listener:
    """A call that waits, for a payload or for its reply to be taken, has a thread."""

    def __init__(self, settings: Settings, echoers: Echoers) -> None:
        self._watchdog = Watchdog(settings.idle / 10)
        half = int(settings.idle * 1000 / 2)
        options = [
            *limits(settings.max_message),
            # Two servers on one port would each get some of the clients.
            ("grpc.so_reuseport", 0),
            ("grpc.server_handshake_timeout_ms", int(settings.idle * 1000)),
            # Closes the connection of a client that answers no pings.
            ("grpc.keepalive_time_ms", half),
            ("grpc.keepalive_timeout_ms", half),
            ("grpc.http2.ping_timeout_ms", half),
            ("grpc.keepalive_permit_without_calls", 1),
            ("grpc.http2.max_pings_without_data", 0),
            ("grpc.max_connection_idle_ms", int(settings.idle * 1000)),
            ("grpc.max_allowed_incoming_connections", settings.connections),
        ]
        self._server = grpc.server(ThreadPoolExecutor(settings.connections), options=options)
        _register(_Service(settings, echoers, self._watchdog), self._server)
        host = f"[{settings.bind}]" if ":" in settings.bind else settings.bind
        try:
            self.port = self._server.add_insecure_port(f"{host}:{settings.port}")
        except RuntimeError as error:
            raise OSError(str(error)) from None
        self._server.start()

    def close(self) -> None:
        self._watchdog.close()
        self._server.stop(None)


def _register(service: _Service, server: grpc.Server) -> None:
    """The generated code would take the payload of `One` itself, and wait for its rest without a limit."""
    read, write = echo_pb2.Payload.FromString, echo_pb2.EchoReply.SerializeToString
    handlers = {
        "One": grpc.stream_unary_rpc_method_handler(service.one, read, write),
        "Many": grpc.stream_stream_rpc_method_handler(service.many, read, write),
    }
    name = echo_pb2.DESCRIPTOR.services_by_name["EchoService"].full_name
    server.add_generic_rpc_handlers([grpc.method_handlers_generic_handler(name, handlers)])


class _Service:
    def __init__(self, settings: Settings, echoers: Echoers, watchdog: Watchdog) -> None:
        self._settings, self._echoers, self._watchdog = settings, echoers, watchdog

    def one(self, payloads: Iterator[echo_pb2.Payload], context: grpc.ServicerContext) -> echo_pb2.EchoReply | None:
        deadline = self._watch(context)
        payload = next(payloads, None)
        deadline.disarm()  # a codec takes the time that it needs
        if payload is None:
            return context.abort(grpc.StatusCode.INVALID_ARGUMENT, "a call without a payload")
        reply = self._reply(self._echoers.of_this_thread(_line(context)), payload, context)
        # Until the call has ended, and its reply was taken.
        deadline.arm(self._settings.idle)
        return reply

    def many(self, payloads: Iterator[echo_pb2.Payload], context: grpc.ServicerContext) -> Iterator[echo_pb2.EchoReply]:
        deadline = self._watch(context)
        echoer = self._echoers.open(_line(context))
        try:
            for payload in payloads:
                deadline.disarm()
                reply = self._reply(echoer, payload, context)
                deadline.arm(self._settings.idle)
                # This thread comes back when the reply is on its way.
                yield reply
                deadline.arm(self._settings.idle)
        finally:
            self._echoers.close(echoer)

    def _reply(self, echoer: Echoer, payload: echo_pb2.Payload, context: grpc.ServicerContext) -> echo_pb2.EchoReply:
        if len(payload.data) > self._settings.max_message:
            context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, f"a message of {len(payload.data)} bytes")
        try:
            reply = echo_pb2.EchoReply(data=echoer.echo(payload.data))
        except Refused as refused:
            return echo_pb2.EchoReply(refusal=refused.result.SerializeToString())
        if not context.is_active():
            echoer.withdraw()
        return reply

    def _watch(self, context: grpc.ServicerContext) -> Deadline:
        """Cancels the call when its time is over, and counts it if its client does so."""
        deadline = self._watchdog.watch(context.cancel)
        deadline.arm(self._settings.idle)

        def ended() -> None:
            self._watchdog.forget(deadline)
            if not deadline.expired and _was_cancelled(context):
                self._echoers.cancelled()

        if not context.add_callback(ended):
            ended()
        return deadline


def _was_cancelled(context: grpc.ServicerContext) -> bool:
    """Whether an ended call was cancelled or ran out of its client's time.

    grpc has no method that tells it: the end of the payloads looks the same for a moment, and `is_active` is false
    after any end. To send metadata fails with an RpcError only in a cancelled call.
    """
    try:
        context.send_initial_metadata(())
    except grpc.RpcError:
        return True
    except ValueError:  # it was sent with the reply
        pass
    return False


def _line(context: grpc.ServicerContext) -> str:
    """The request of a call, as a line of text; empty without one."""
    return next((str(value) for key, value in context.invocation_metadata() if key == METADATA), "")


class Calls:
    def __init__(self, server: peer_pb2.EchoServer, request: Request) -> None:
        self._deadline = server.deadline
        self._metadata = ((METADATA, str(request)),)
        self._channel = open_channel(server)
        self._one = echo_pb2_grpc.EchoServiceStub(self._channel).One

    def exchange(self, payload: bytes) -> bytes:
        try:
            reply = self._one(echo_pb2.Payload(data=payload), timeout=self._deadline, metadata=self._metadata)
        except grpc.RpcError as error:
            raise trouble(error) from None
        return taken(reply)

    def close(self) -> None:
        self._channel.close()


def open_channel(server: peer_pb2.EchoServer) -> grpc.Channel:
    """A connection of its own. It is made with the first call."""
    host = f"[{server.host}]" if ":" in server.host else server.host
    options: list[tuple[str, Any]] = [
        *limits(MAX_MESSAGE),
        ("grpc.use_local_subchannel_pool", 1),
        ("grpc.enable_retries", 0),
        ("grpc.enable_http_proxy", 0),
    ]
    return grpc.insecure_channel(f"{host}:{server.port}", options)


def taken(reply: echo_pb2.EchoReply) -> bytes:
    if reply.WhichOneof("reply") == "refusal":
        raise Refused.of(reply.refusal)
    return reply.data


def trouble(error: grpc.RpcError) -> ConnectionTrouble:
    return ConnectionTrouble(f"{error.code().name}: {error.details()}", "grpc.RpcError")

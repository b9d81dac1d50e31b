"""Messages that are too long, in both directions, and calls that their client gives up."""

import threading
import time
from collections.abc import Iterator

import grpc
import pytest
from echo_servers import MARGIN, MAX_MESSAGE, TRANSPORTS, Server, codec, person
from wirebed_protocol import echo_pb2, echo_pb2_grpc

from wirebed_echo.transports import ConnectionTrouble, Refused

# Seconds until a server has heard, in a thread of its own, that its client gave up.
HEARD = 2.0


def refused_for_its_length(error: Exception) -> bool:
    if isinstance(error, Refused):
        return error.result.HasField("connection_error")
    return True


@pytest.mark.parametrize("transport", TRANSPORTS)
@pytest.mark.parametrize("limit", [1000, MAX_MESSAGE])
def test_a_payload_that_is_too_long(started, transport: str, limit: int):
    server = started("--transports", transport, "--max-message", str(limit))
    longest = limit - (len(person(limit)) - limit)
    assert len(person(longest)) == limit
    client = server.client(transport)
    assert client.exchange(person(longest)) == person(longest)
    client.close()
    client = server.client(transport)
    with pytest.raises((Refused, ConnectionTrouble)) as caught:
        client.exchange(person(longest + 1))
    assert refused_for_its_length(caught.value), caught.value.result
    client.close()
    client = server.client(transport)
    assert client.exchange(person()) == person()
    client.close()


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_a_reply_that_is_too_long(started, transport: str):
    """An empty object of plain JSON comes back with all its fields."""
    server = started("--transports", transport, "--max-message", "2000")
    client = server.client(transport, "json", "interop.People")
    few, many = (b'{"people":[' + b",".join([b"{}"] * count) + b"]}" for count in (2, 500))
    assert len(many) < 2000 < 250 * (len(client.exchange(few)) - len(b'{"people":[]}'))
    with pytest.raises((Refused, ConnectionTrouble)) as caught:
        client.exchange(many)
    assert refused_for_its_length(caught.value), caught.value.result
    client.close()


@pytest.fixture
def stub_of():
    """Calls of grpc itself, to a server of a test's own."""
    channels = []

    def stub(server: Server, transport: str) -> echo_pb2_grpc.EchoServiceStub:
        options = [("grpc.max_receive_message_length", -1), ("grpc.max_send_message_length", -1)]
        channels.append(grpc.insecure_channel(f"127.0.0.1:{server.port(transport)}", options))
        return echo_pb2_grpc.EchoServiceStub(channels[-1])

    yield stub
    for channel in channels:
        channel.close()


@pytest.fixture
def one_and_silence():
    """A payload, and nothing more as long as the test lasts."""
    ended = threading.Event()

    def payloads() -> Iterator[echo_pb2.Payload]:
        yield echo_pb2.Payload(data=person())
        ended.wait()

    yield payloads
    ended.set()


def asking(server: Server) -> tuple[tuple[str, str]]:
    return (("wirebed-echo", f"{codec(server.peer)} interop.Person"),)


@pytest.mark.parametrize("transport", ["grpc", "grpc-stream"])
def test_grpc_says_that_a_message_is_too_long(started, stub_of, transport: str):
    server = started("--transports", transport, "--max-message", "100000")
    stub = stub_of(server, transport)
    payload = echo_pb2.Payload(data=person(200_000))
    with pytest.raises(grpc.RpcError) as caught:
        if transport == "grpc":
            stub.One(payload, metadata=asking(server))
        else:
            next(stub.Many(iter([payload]), metadata=asking(server)))
    assert caught.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED


def cancelled(server: Server) -> int:
    time.sleep(HEARD)
    return int(server.end()[1].split()[-1])


def test_a_deadline_of_grpc(started, stub_of, one_and_silence):
    """The client sees it as such, and the server counts the call."""
    server = started("--transports", "grpc-stream")
    # Enough for a cold server's first reply, on a busy machine too.
    call = stub_of(server, "grpc-stream").Many(one_and_silence(), timeout=8, metadata=asking(server))
    assert next(call).data == person()
    begin = time.monotonic()
    with pytest.raises(grpc.RpcError) as caught:
        next(call)
    assert caught.value.code() is grpc.StatusCode.DEADLINE_EXCEEDED
    assert time.monotonic() - begin < 8 + MARGIN
    assert cancelled(server) == 1


def test_a_cancellation_of_grpc(started, stub_of, one_and_silence):
    server = started("--transports", "grpc-stream")
    call = stub_of(server, "grpc-stream").Many(one_and_silence(), metadata=asking(server))
    assert next(call).data == person()
    call.cancel()
    with pytest.raises(grpc.RpcError) as caught:
        next(call)
    assert caught.value.code() is grpc.StatusCode.CANCELLED
    assert cancelled(server) == 1


def test_a_call_without_time(started, stub_of):
    """A large value cannot be there and back in a millisecond."""
    server = started("--transports", "grpc")
    stub = stub_of(server, "grpc")
    stub.One(echo_pb2.Payload(data=person()), metadata=asking(server))
    with pytest.raises(grpc.RpcError) as caught:
        stub.One(echo_pb2.Payload(data=person(MAX_MESSAGE - 100)), timeout=0.001, metadata=asking(server))
    assert caught.value.code() is grpc.StatusCode.DEADLINE_EXCEEDED
    assert stub.One(echo_pb2.Payload(data=person()), metadata=asking(server)).data == person()

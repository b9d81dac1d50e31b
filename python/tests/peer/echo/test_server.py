"""A server makes an object of each payload and writes it anew."""

from __future__ import annotations

import pytest
from wirebed_protocol import peer_pb2

from wirebed_echo.echoer import Counts, Echoers
from wirebed_echo.request import Request
from wirebed_echo.transports import Connection, ConnectionTrouble, Refused, open_connection

# A person with the fields in reverse order, and one of them twice: name `b`, id `a`, then name `c`.
ODD, CANONICAL = b"\x12\1b\x0a\1a\x12\1c", b"\x0a\1a\x12\1c"


def connection(server, codec: str = "protobuf/upb", message: str = "interop.Person") -> Connection:
    return open_connection(server, Request(codec, message))


def test_bytes_are_written_anew(serve, transport: str) -> None:
    client = connection(serve(transport))
    assert client.exchange(ODD) == CANONICAL
    assert client.exchange(b"") == b""
    client.close()


def test_spaces_do_not_come_back(serve, transport: str) -> None:
    client = connection(serve(transport), "json/orjson", "interop.Range")
    assert client.exchange(b' { "low" : 1.5 ,\n"high": 2} ') == b'{"low":1.5,"high":2.0}'
    client.close()


def test_a_refusal_keeps_the_connection(serve, transport: str, echoers: Echoers) -> None:
    client = connection(serve(transport))
    for _ in range(2):
        with pytest.raises(Refused) as caught:
            client.exchange(b"\xff")
        failure = caught.value.result.decode_error
        assert failure.type == "google.protobuf.message.DecodeError"
        assert (failure.manner, failure.by) == (peer_pb2.TYPED, peer_pb2.LIBRARY)
        assert client.exchange(ODD) == CANONICAL
    client.close()
    assert echoers.counts() == Counts(echoed=2, refused=2)


@pytest.mark.parametrize(
    ("codec", "message", "reason"),
    [
        ("protobuf/none", "interop.Person", "this peer has no codec protobuf/none"),
        ("hessian2/python-hessian", "interop.Person", "hessian2/python-hessian does not encode"),
        ("protobuf/upb", "interop.Nobody", "the schema tree has no message interop.Nobody"),
        ("hessian2/wirebed", "", "a value without a schema is encoded or decoded only"),
    ],
)
def test_what_a_server_does_not_have(serve, transport: str, codec: str, message: str, reason: str) -> None:
    client = connection(serve(transport), codec, message)
    for _ in range(2):
        with pytest.raises(Refused) as caught:
            client.exchange(b"")
        assert caught.value.result.unsupported.reason == reason
    client.close()


def test_a_reply_that_is_too_long_is_refused(serve, transport: str) -> None:
    client = connection(serve(transport), "json/orjson", "interop.People")
    with pytest.raises(Refused) as caught:
        client.exchange(b'{"people":[' + b"{}," * 20_000 + b"{}]}")
    assert "bytes; the longest may have 1048576" in caught.value.result.connection_error.reason
    client.close()


def test_a_payload_that_is_too_long(serve, transport: str) -> None:
    client = connection(serve(transport, max_message=1000))
    assert len(client.exchange(b"\x12\xe5\7" + b"x" * 997)) == 1000
    with pytest.raises((Refused, ConnectionTrouble)):
        client.exchange(b"\x12\xe6\7" + b"x" * 998)
    client.close()


def test_a_full_server_serves_those_that_it_has(serve) -> None:
    server = serve("socket", connections=2)
    first, second, third = (connection(server) for _ in range(3))
    assert first.exchange(ODD) == second.exchange(ODD) == CANONICAL
    with pytest.raises(ConnectionTrouble):
        third.exchange(ODD)
    first.close()
    second.close()
    third.close()

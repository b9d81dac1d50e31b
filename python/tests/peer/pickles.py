"""Pickles built by hand, and a function that reads them."""

from __future__ import annotations

from wirebed_protocol import peer_pb2

from wirebed_peer.tasks import Tasks

HEAD = b"\x80\x04"


def text(value: str) -> bytes:
    return b"\x8c" + bytes([len(value)]) + value.encode()


def named(module: str, name: str) -> bytes:
    return text(module) + text(name) + b"\x93"


def decode(tasks: Tasks, data: bytes, message: str = "interop.Stock") -> peer_pb2.Result:
    return tasks.run(peer_pb2.Task(id=1, codec="pickle/stdlib", message=message, decode=data))


def encode(tasks: Tasks, message: str, view: bytes) -> peer_pb2.Result:
    return tasks.run(peer_pb2.Task(id=1, codec="pickle/stdlib", message=message, encode=view))


def reason(tasks: Tasks, data: bytes, message: str = "interop.Stock") -> str:
    result = decode(tasks, data, message)
    assert result.WhichOneof("outcome") == "decode_error", result
    return result.decode_error.reason

"""What a failure leaves with the user of a library: proto/wirebed/README.md, "What is left"."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from wirebed_protocol import peer_pb2

from wirebed_peer.bridge.models import Model
from wirebed_peer.codecs import CODECS, codec_class
from wirebed_peer.left import tell_object
from wirebed_peer.refusal import Refusal
from wirebed_peer.tree import Tree

Run = Callable[..., peer_pb2.Result]
ViewOf = Callable[[str, str], bytes]


@pytest.mark.parametrize(
    ("codec", "data"),
    [
        ("protojson/upb", b'{"text": "abc", "number": "x"}'),
        ("prototext/upb", b'text: "abc" number: x'),
    ],
)
def test_a_message_that_is_half_filled_is_told(run: Run, view_of: ViewOf, codec: str, data: bytes) -> None:
    left = run(codec, "interop.Implicit", decode=data).decode_error.left
    view = view_of("interop.Implicit", 'text: "abc"')
    assert (left.WhichOneof("what"), left.object, left.size) == ("object", view, len(view))


def test_a_relay_that_cannot_read_tells_it_too(run: Run) -> None:
    relay = peer_pb2.Relay(wire=b'{"text": "abc", "number": "x"}')
    assert run("protojson/upb", "interop.Implicit", relay=relay).decode_error.left.object


@pytest.mark.parametrize(
    ("codec", "data"),
    [
        # Nothing was set yet: the message is as a new one.
        ("protojson/upb", b"{"),
        ("prototext/upb", b"number: x"),
        # The user gets no message: FromString makes it, and raises.
        ("protobuf/upb", b"\x08\x01\xff"),
        ("json/stdlib", b'{"text": "abc"'),
        ("none/message", b"r"),
    ],
)
def test_nothing_is_left(run: Run, codec: str, data: bytes) -> None:
    failure = run(codec, "interop.Implicit", decode=data).decode_error
    assert failure.by and not failure.HasField("left")


def test_a_view_that_is_too_long_is_left_out(run: Run) -> None:
    data = b'{"text": "%s", "number": "x"}' % (b"a" * 70_000)
    left = run("protojson/upb", "interop.Implicit", decode=data).decode_error.left
    assert (left.WhichOneof("what"), left.object) == ("object", b"")
    assert left.size > 70_000


def test_an_object_without_a_view_is_told_without_one(tree: Tree, plain: Model) -> None:
    refusal = Refusal(peer_pb2.PARSE, "", "no")
    refusal.held = tree.python_class(tree.plain_class("interop.Implicit"))(number="x")
    tell_object(refusal, plain, "interop.Implicit")
    assert refusal.left is not None
    assert (refusal.left.WhichOneof("what"), refusal.left.object, refusal.left.size) == ("object", b"", 0)


def test_nothing_is_told_when_memory_or_stack_ran_out(messages: Model, tree: Tree) -> None:
    refusal = Refusal(peer_pb2.PARSE, "", "no", peer_pb2.EXHAUSTED)
    refusal.held = tree.message_class("interop.Implicit")(text="abc")
    tell_object(refusal, messages, "interop.Implicit")
    assert refusal.left is None


def test_codecs_state_what_they_leave() -> None:
    assert [name for name in CODECS if codec_class(name).leaves_object] == ["prototext/upb", "protojson/upb"]

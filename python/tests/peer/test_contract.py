"""The peer's answers to damaged views and impossible edits (proto/wirebed/README.md, "The contract")."""

from __future__ import annotations

import struct
from collections.abc import Callable

import pytest
from wirebed_protocol import peer_pb2

from wirebed_peer.bridge import nodes

Run = Callable[..., peer_pb2.Result]
ViewOf = Callable[[str, str], bytes]
BOTH = pytest.mark.parametrize("codec", ["none/message", "none/plain"])


def record(message: str, *fields: tuple[int, bytes]) -> bytes:
    inside = b"".join(struct.pack("<I", number) + node for number, node in fields)
    return nodes.record_head(message) + inside + nodes.END


def built(result: peer_pb2.Result) -> bool:
    """Whether the task was refused while the object was built."""
    return result.encode_error.stage == peer_pb2.BUILD


@BOTH
def test_a_field_number_beyond_those_of_protobuf_is_refused(run: Run, codec: str) -> None:
    view = record("interop.Extended", (1, b"s" + bytes(4)), (0xFFFFFFFF, b"t"))
    assert built(run(codec, "interop.Extended", encode=view))


@BOTH
def test_nanoseconds_are_part_of_a_second(run: Run, codec: str) -> None:
    for nanos in (-1, 1_000_000_000, 1 << 40):
        time = record("google.protobuf.Timestamp", (1, nodes.int_node(0)), (2, nodes.int_node(nanos)))
        result = run(codec, "interop.Dates", encode=record("interop.Dates", (1, time)))
        # A message has an int32 here, and no check of its range as nanoseconds.
        assert built(result) == (codec == "none/plain" or nanos > 1 << 31)


def test_lists_and_sets_are_distinguished(run: Run) -> None:
    empty = bytes(4)
    assert run("none/message", "interop.Lists", encode=record("interop.Lists", (1, b"l" + empty))).encoded
    assert built(run("none/message", "interop.Lists", encode=record("interop.Lists", (1, b"z" + empty))))


def test_extensions_are_set_as_a_whole_and_cleared(run: Run, view_of: ViewOf) -> None:
    message = "interop.Extended"
    wire = view_of(message, "name: 'n' [interop.extra_texts]: ['a', 's'] [interop.extra_number]: 7")
    set_ = record(message, (101, b"l" + struct.pack("<I", 1) + nodes.text_node("new")))
    result = run("none/message", message, relay=peer_pb2.Relay(wire=wire, set=set_, clear=[100]))
    assert result.encoded == view_of(message, "name: 'n' [interop.extra_texts]: 'new'")


@BOTH
def test_clearing_an_unknown_field_is_refused(run: Run, view_of: ViewOf, codec: str) -> None:
    for number in (0, -1, 19500, (1 << 31) - 1):
        relay = peer_pb2.Relay(wire=view_of("interop.Text", ""), clear=[number])
        assert built(run(codec, "interop.Text", relay=relay)), number


@BOTH
def test_what_a_codec_does_not_have_is_unsupported_whatever_the_bytes(run: Run, codec: str) -> None:
    for message in ("no.Such", "x" * 10_000):
        assert run(codec, message, encode=b"?").unsupported.reason
    assert run(codec, "interop.Text").unsupported.reason
    assert run(codec, "", encode=b"?").unsupported.reason
    assert run(codec, "", class_name="no.Such", decode=b"?").unsupported.reason
    assert run("xml-jaxb/lxml-xsd", "interop.Text", encode=b"?").unsupported.reason
    relay = peer_pb2.Relay(wire=b"?", into="no/such")
    assert run(codec, "interop.Text", relay=relay).unsupported.reason

"""raw/struct: the layout of proto/README.md byte by byte, and hostile bytes."""

from __future__ import annotations

import random
import struct
from collections.abc import Callable

import pytest
from wirebed_protocol import peer_pb2

from wirebed_peer.bridge.models import Model
from wirebed_peer.codec.raw import RawStruct
from wirebed_peer.refusal import Refusal
from wirebed_peer.tree import Tree

Run = Callable[..., peer_pb2.Result]
ViewOf = Callable[[str, str], bytes]
ARTICLE = "030000006100620063006400000 02a00000000000000".replace(" ", "")
TREE = "name: 'a' branches { name: 'b' } by_name { key: 'k' value { name: 'c' } }"


@pytest.fixture
def written(run: Run, view_of: ViewOf) -> Callable[[str, str], bytes]:
    def write(message: str, text: str) -> bytes:
        result = run("raw/struct", message, encode=view_of(message, text))
        assert result.WhichOneof("outcome") == "encoded", result
        return result.encoded

    return write


@pytest.fixture
def refused(run: Run) -> Callable[[str, str], str]:
    def read(message: str, data: str) -> str:
        result = run("raw/struct", message, decode=bytes.fromhex(data))
        assert result.WhichOneof("outcome") == "decode_error", result
        assert result.decode_error.stage == peer_pb2.PARSE
        return result.decode_error.reason

    return read


def test_the_articles_testobject_has_22_bytes(run: Run, view_of: ViewOf, written) -> None:
    data = written("interop.Testobject", "a: 'abc' b: 100 c: 42")
    assert (data.hex(), len(data)) == (ARTICLE, 22)
    assert run("raw/struct", "interop.Testobject", decode=data).decoded == view_of(
        "interop.Testobject", "a: 'abc' b: 100 c: 42"
    )


@pytest.mark.parametrize(
    ("message", "text", "data"),
    [
        ("interop.Testobject", "", "00000000 00000000 0000000000000000"),
        ("interop.Text", "value: '\\U0001f600'", "02000000 3dd800de 00000000 ffffffff 00000000"),
        ("interop.Dates", "date { seconds: -1 }", "01 18fcffffffffffff 00000000 00000000"),
        ("interop.Decimals", "value: '1.5'", "03000000 31002e003500 ffffffff 00000000 00000000"),
        ("interop.Tower", "level: 1 next { level: -2 }", "01000000 01 feffffff 00"),
        ("interop.Blob", "value: '\\000\\377'", "02000000 00ff 00000000 ffffffff 00000000"),
    ],
)
def test_the_layout(message: str, text: str, data: str, written) -> None:
    assert written(message, text).hex(" ") == bytes.fromhex(data).hex(" ")


def test_every_truncation_is_refused(run: Run, written) -> None:
    for message, text in (("interop.Testobject", "a: 'abc' b: 100"), ("interop.Tree", TREE)):
        data = written(message, text)
        for end in range(len(data)):
            assert run("raw/struct", message, decode=data[:end]).WhichOneof("outcome") == "decode_error", end


@pytest.mark.parametrize(
    ("message", "data", "reason"),
    [
        ("interop.Testobject", ARTICLE + "00", "1 trailing bytes"),
        ("interop.Testobject", "ffffffff" + "00" * 12, "a count of -1"),
        ("interop.Testobject", "ffffff7f" + "00" * 12, "a count of 2147483647 with 12 bytes"),
        ("interop.Tower", "00000000 02", "a byte 2"),
        ("interop.Arrays", "ffffff3f", "a count of 1073741823 with 0 bytes"),
        ("interop.Tree", "00000000 01000000 00", "an element is null"),
        ("interop.Enums", "07000000", "7 is not a valid Suit"),
        ("interop.Decimals", "03000000 4e0061004e00", "not a decimal: NaN"),
    ],
)
def test_invalid_bytes_are_refused(message: str, data: str, reason: str, refused) -> None:
    assert reason in refused(message, data + ("00" * 40 if message == "interop.Enums" else ""))


def test_depth_is_limited_in_both_directions(run: Run, view_of: ViewOf, refused) -> None:
    def tower(levels: int) -> bytes:
        return b"\0\0\0\0\1" * (levels - 1) + b"\0\0\0\0\0"

    assert run("raw/struct", "interop.Tower", decode=tower(256)).WhichOneof("outcome") == "decoded"
    assert "more than 256 objects" in refused("interop.Tower", tower(257).hex())
    text = "next { " * 256 + "}" * 256
    view = view_of("interop.Tower", text)
    assert "more than 256 objects" in run("raw/struct", "interop.Tower", encode=view).encode_error.reason


def test_hostile_bytes_are_a_refusal_and_nothing_else(run: Run, written) -> None:
    dice = random.Random(1)
    data = written("interop.Tree", TREE)
    read = refused = 0
    for _ in range(3000):
        hostile = bytearray(data)
        for _ in range(dice.randint(1, 4)):
            hostile[dice.randrange(len(hostile))] = dice.choice([0, 1, 2, 0x7F, 0x80, 0xFF, dice.randrange(256)])
        result = run("raw/struct", "interop.Tree", decode=bytes(hostile))
        assert result.WhichOneof("outcome") in ("decoded", "decode_error"), (hostile.hex(), result)
        read += result.HasField("decoded")
        refused += result.HasField("decode_error")
    assert read > 100 and refused > 100


def test_a_reused_buffer(tree: Tree, plain: Model, cases: list[tuple[str, str, bytes]]) -> None:
    """A used buffer gives the same bytes as a new one, whatever it held before."""
    codec = RawStruct(tree)
    keeping: dict[str, Callable] = {}
    written = 0
    for name, message, view in cases:
        try:
            value = plain.build(message, view)
            data = codec.encode(message, value, {})
        except Refusal:
            continue
        encode = keeping.setdefault(message, codec.reusing_encoder(message, {}).call)
        assert bytes(encode(value)) == data, name
        written += 1
    assert written > 150
    with pytest.raises(struct.error):
        keeping["interop.Testobject"](tree.python_class(tree.plain_class("interop.Testobject"))("a", 1 << 40, 0))

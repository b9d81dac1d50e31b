"""Where binary is cut: chunk heads that com.caucho:hessian 4.0.66 wrote on JDK 17."""

from __future__ import annotations

from typing import Any

import pytest

from wirebed_peer.hessian2 import reader, writer
from wirebed_peer.hessian2.values import List, Map, Object


def heads(data: bytes, start: int) -> list[str]:
    """The heads of all chunks of one binary of zeros."""
    found = []
    while True:
        code = data[start]
        width = 1 if 0x20 <= code <= 0x2F else 2 if 0x34 <= code <= 0x37 else 3
        head = data[start : start + width]
        found.append(head.hex())
        if code != 0x41:
            return found
        start += width + int.from_bytes(head[1:], "big")


@pytest.mark.parametrize(
    ("length", "expected"),
    [
        (0, "20"), (15, "2f"), (16, "3410"), (1023, "37ff"), (1024, "420400"), (8184, "421ff8"), (8189, "421ffd"),
        (8190, "411ffd 21"), (8200, "411ffd 2b"), (16000, "411ffd 421e83"), (16384, "411ffd 411ffd 26"),
        (20000, "411ffd 411ffd 420e26"), (65536, "411ffd " * 8 + "3418"), (100000, "411ffd " * 12 + "4206c4"),
    ],
)  # fmt: skip
def test_at_the_top(length: int, expected: str) -> None:
    data = writer.encode(bytes(length))
    assert heads(data, 0) == expected.split()
    assert reader.decode(data) == bytes(length)


@pytest.mark.parametrize(
    ("length", "expected"),
    [
        (8000, "421f40"), (8150, "421fd6"), (8160, "421fe0"), (8170, "411fe8 22"), (8180, "411fe8 2c"),
        (8190, "411fe8 3416"), (9000, "411fe8 3740"), (20000, "411fe8 411ffd 420e3b"),
    ],
)  # fmt: skip
def test_in_a_field(length: int, expected: str) -> None:
    data = writer.encode(Object("facts.Facts$FBy", ("f",), [bytes(length)]))
    assert heads(data, 21) == expected.split()


def test_in_a_list() -> None:
    data = writer.encode(List(items=[bytes(5000)] * 3))
    expected = [("421388", 5000), ("410c71", 0x0C71), ("420717", 0x0717), ("421388", 5000)]
    assert data[1:] == b"".join(bytes.fromhex(head) + bytes(size) for head, size in expected)


@pytest.mark.parametrize("before", [0, 100, 8150, 8165, 8176, 8190, 9000])
@pytest.mark.parametrize(
    "filler", ["a", "é", "漢", "\U0001f600", 1, 300, 70000, 1.5, 1e300, True, None], ids=lambda filler: repr(filler)
)
def test_no_cut_loses_anything(filler: Any, before: int) -> None:
    """The buffer may be filled by any value before, in a text or in a list."""
    stuff = filler * before if isinstance(filler, str) else List(items=[filler] * before)
    value = Map(entries=[(stuff, bytes(range(256)) * 70), ("x", bytes(40))])
    data = writer.encode(value)
    assert writer.encode(reader.decode(data)) == data
    assert [item for _, item in reader.decode(data).entries] == [bytes(range(256)) * 70, bytes(40)]

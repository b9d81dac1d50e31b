"""The Hessian 2 reader refuses invalid bytes and names the place, and no bytes crash it."""

from __future__ import annotations

import json
import random
import tracemalloc
from pathlib import Path

import pytest

from wirebed_peer.hessian2 import DEPTH_LIMIT, HessianError, reader, writer
from wirebed_peer.hessian2.values import List

FOLDER = Path(__file__).resolve().parents[3] / "fixtures" / "vectors" / "hessian2"


@pytest.mark.parametrize(
    ("data", "offset", "reason"),
    [
        ("", 0, "too early"),
        ("40", 0, "no value begins with 0x40"),
        ("45", 0, "no value begins"),
        ("47", 0, "no value begins"),
        ("50", 0, "no value begins"),
        ("5a", 0, "no value begins"),
        ("7940", 1, "no value begins"),
        ("0561", 2, "too early"),
        ("4900", 2, "too early"),
        ("5190", 0, "object 0 of 0"),
        ("795191", 1, "object 1 of 1"),
        ("518f", 0, "object -1 of 0"),
        ("51e0", 1, "where the number of an earlier object is expected"),
        ("7951e0", 2, "where the number of an earlier object is expected"),
        ("430141904fe0", 5, "where the number of a class is expected"),
        ("70e0", 1, "where a string is expected"),
        ("60", 0, "class 0 of 0"),
        ("4f91", 0, "class 1 of 0"),
        ("7090", 1, "type 0 of 0"),
        ("4d8f5a", 1, "type -1 of 0"),
        ("49", 1, "too early"),
        ("04f09f9880", 1, "0xf0 begins no UTF-16 unit"),
        ("02c080", 1, "0xc0 begins no UTF-16 unit"),
        ("01ff", 1, "0xff begins no UTF-16 unit"),
        ("0180", 1, "0x80 begins no UTF-16 unit"),
        ("02c3", 2, "too early"),
        ("0161" + "00", 2, "1 bytes follow"),
        ("520001eda0bd01edb880", 6, "inside a surrogate pair"),
        ("520001eda0bd52000001edb880", 9, "inside a surrogate pair"),
        ("52000161" + "2161", 4, "where a string is expected"),
        ("41000161" + "0161", 4, "where binary is expected"),
        ("41000161", 4, "too early"),
        ("567149", 1, "where a string is expected"),
        ("4301619201620163", 8, "too early"),
        ("43016149" + "7fffffff", 3, "2147483647 fields are claimed"),
        ("58497fffffff", 1, "2147483647 items are claimed"),
        ("588f", 1, "-1 items are claimed"),
        ("58e0", 1, "where the number of items is expected"),
        ("48905a", 2, "no value begins with 0x5a"),
    ],
)
def test_rejected_with_offset_and_reason(data: str, offset: int, reason: str) -> None:
    with pytest.raises(HessianError) as caught:
        reader.decode(bytes.fromhex(data))
    assert caught.value.offset == offset
    assert reason in caught.value.reason


def test_envelope() -> None:
    assert reader.decode(bytes.fromhex("700200907a"), envelope=True) == 0
    assert writer.encode(0, envelope=True).hex() == "700200907a"
    for data in ("90", "7002009090", "700200907a7a", "70020090", "700200", "480200907a"):
        with pytest.raises(HessianError):
            reader.decode(bytes.fromhex(data), envelope=True)


def test_depth() -> None:
    assert reader.decode(b"y" * DEPTH_LIMIT + b"N")
    with pytest.raises(HessianError, match=f"^offset {DEPTH_LIMIT}: nested more than {DEPTH_LIMIT} deep"):
        reader.decode(b"y" * (DEPTH_LIMIT + 1) + b"N")
    with pytest.raises(HessianError, match="nested more than"):
        reader.decode(b"y" * 1_000_000)
    with pytest.raises(HessianError, match="nested more than"):
        reader.decode(b"HH" * 100_000)
    # A level takes two calls, so the interpreter's default limit would come first.
    with pytest.raises(HessianError, match="nested"):
        reader.decode(bytes.fromhex("430161910162") + b"\x60" * 100_000)


def test_a_deep_value_does_not_crash_the_writer() -> None:
    value = List()
    for _ in range(100_000):
        value = List(items=[value])
    with pytest.raises(HessianError, match="nested too deeply"):
        writer.encode(value)
    # The list is taken apart here, since the interpreter would recurse when it frees it.
    while value.items:
        value = value.items.pop()


@pytest.mark.parametrize(
    "claim",
    [
        "56045b696e74497fffffff",
        "58497fffffff",
        "4301614" + "97fffffff",
        "53ffff61",
        "52ffff61",
        "42ffff61",
        "41ffff61",
        "77045b696e74",
        "33ff61",
        "37ff61",
    ],
)
def test_a_claimed_size_reserves_no_memory(claim: str) -> None:
    data = bytes.fromhex(claim) * 1
    tracemalloc.start()
    try:
        with pytest.raises(HessianError):
            reader.decode(data)
        assert tracemalloc.get_traced_memory()[1] < 64 * 1024
    finally:
        tracemalloc.stop()


def test_nested_claims_reserve_nothing() -> None:
    """Each list claims all the bytes that are left. They cannot all be right, and none reserves memory."""
    data = b"".join(b"XI" + (20_000 - 6 * i - 6).to_bytes(4, "big") for i in range(400)) + b"\x90" * 17_600
    tracemalloc.start()
    try:
        with pytest.raises(HessianError):
            reader.decode(data)
        assert tracemalloc.get_traced_memory()[1] < 4 * 1024 * 1024
    finally:
        tracemalloc.stop()


def test_empty_lists_take_little_memory() -> None:
    """Each takes less than 64 bytes, its entries in the list around it and in the table of references included."""
    count = 200_000
    data = b"XI" + count.to_bytes(4, "big") + b"x" * (count - 1) + b"N"
    tracemalloc.start()
    try:
        value = reader.decode(data)
        assert tracemalloc.get_traced_memory()[1] < 64 * count
    finally:
        tracemalloc.stop()
    assert value.items[0] is not value.items[1]
    assert writer.encode(value).endswith(data[6:])


def test_mutations_are_read_or_rejected() -> None:
    """20,000 mutated vectors, always the same ones, give only values or HessianErrors."""
    seeds = []
    for name in ("spec.jsonl", "testhessian2.jsonl"):
        for line in (FOLDER / name).read_text(encoding="utf-8").splitlines()[1:]:
            vector = json.loads(line)
            if not vector["hex"].endswith("..."):
                seeds.append(bytes.fromhex(vector["hex"])[:400])
    dice = random.Random(20_231)
    read = rejected = 0
    for _ in range(20_000):
        data = bytearray(dice.choice(seeds))
        for _ in range(dice.randint(1, 4)):
            place = dice.randrange(len(data) + 1)
            what = dice.randrange(4)
            if what == 0:
                data.insert(place, dice.randrange(256))
            elif what == 1 and len(data) > 1:
                del data[place - 1]
            elif what == 2:
                data[place:place] = dice.choice(seeds)[: dice.randrange(20)]
            elif data:
                data[place - 1] = dice.randrange(256)
        try:
            reader.decode(bytes(data))
            read += 1
        except HessianError:
            rejected += 1
    assert read > 1000
    assert rejected > 1000


def test_text_with_surrogates() -> None:
    for text in ("\ud800", "a\udc00b", "\udc00\ud800", "é\ud83dx", "\U0001f600", "\U0010ffff" * 20000):
        assert reader.decode(writer.encode(text)) == text
    assert writer.encode("\U0001f600").hex() == "02eda0bdedb880"
    assert writer.encode("a\ud800b").hex() == "0361eda08062"


@pytest.mark.parametrize("length", [31, 32, 1023, 1024, 32767, 32768, 32769, 33791, 65535, 65536, 70000])
@pytest.mark.parametrize("character", ["a", "é", "漢", "\U0001f600"])
def test_long_texts(character: str, length: int) -> None:
    text = character * length
    assert reader.decode(writer.encode(text)) == text


def test_a_chunk_never_ends_inside_a_pair() -> None:
    data = writer.encode("a" * 32767 + "\U0001f600bbbbb")
    assert data[:3].hex() == "527fff"
    assert data[3 + 32767 :].hex() == "07eda0bdedb8806262626262"

"""Every Hessian 2 vector from outside, read and written."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from wirebed_peer.hessian2 import HessianError, reader, writer
from wirebed_peer.hessian2.values import Date, EmptyList, List, Long, Map, Object

FOLDER = Path(__file__).resolve().parents[3] / "fixtures" / "vectors" / "hessian2"
LINES = [
    json.loads(line)
    for file in ("spec.jsonl", "testhessian2.jsonl")
    for line in (FOLDER / file).read_text(encoding="utf-8").splitlines()[1:]
]
WHOLE = [vector for vector in LINES if not vector["hex"].endswith("...")]
CANONICAL = [vector for vector in WHOLE if vector["canonical"]]
CUT = [vector for vector in LINES if vector["hex"].endswith("...")]
LONG_TEXT = "".join(f"{i:03} 56789012345678901234567890123456789012345678901234567890123\n" for i in range(1024))


def tree_of(value: Any, seen: dict[int, int]) -> list[Any]:
    """A value in the notation of the vectors (see their README)."""
    if value is None:
        return ["null"]
    kind = type(value)
    if kind in _SCALAR:
        return _SCALAR[kind](value)
    if id(value) in seen:
        return ["ref", seen[id(value)]]
    seen[id(value)] = len(seen)
    if kind is List or kind is EmptyList:
        return ["list", value.type, "fixed" if value.fixed else "variable", [tree_of(v, seen) for v in value.items]]
    if kind is Map:
        return ["map", value.type, [[tree_of(k, seen), tree_of(v, seen)] for k, v in value.entries]]
    fields = zip(value.names, value.values, strict=True)
    assert kind is Object
    return ["object", value.type, [[name, tree_of(v, seen)] for name, v in fields]]


_SCALAR = {
    bool: lambda value: ["bool", value],
    int: lambda value: ["int", value],
    Long: lambda value: ["long", int(value)],
    float: lambda value: ["double", repr(value)],
    Date: lambda value: ["date", value.milliseconds],
    str: lambda value: ["string", value],
    bytes: lambda value: ["binary", value.hex()],
}


def shortened(tree: list[Any], like: list[Any]) -> list[Any]:
    """The vectors have long texts as their length and their first 16 units."""
    kind, value = tree
    if kind == "string":
        return [kind, {"utf16_len": len(value), "head": value[:16]}]
    return [kind, {"len": len(value) // 2, "head": value[:32]}]


def test_there_are_148_vectors() -> None:
    assert len(LINES) == 148
    assert len(CANONICAL) == 124
    assert len(CUT) == 2


@pytest.mark.parametrize("vector", WHOLE, ids=lambda vector: vector["name"])
def test_read(vector: dict[str, Any]) -> None:
    data = bytes.fromhex(vector["hex"])
    found = tree_of(reader.decode(data), {})
    expected = vector["value"]
    if len(expected) == 2 and isinstance(expected[1], dict):
        found = shortened(found, expected)
    assert found == expected


@pytest.mark.parametrize("vector", CANONICAL, ids=lambda vector: vector["name"])
def test_canonical_bytes_are_written(vector: dict[str, Any]) -> None:
    data = bytes.fromhex(vector["hex"])
    assert writer.encode(reader.decode(data)).hex() == vector["hex"]


@pytest.mark.parametrize("vector", WHOLE, ids=lambda vector: vector["name"])
def test_what_is_read_survives_writing(vector: dict[str, Any]) -> None:
    value = reader.decode(bytes.fromhex(vector["hex"]))
    assert tree_of(reader.decode(writer.encode(value)), {}) == tree_of(value, {})


@pytest.mark.parametrize("vector", CUT, ids=lambda vector: vector["name"])
def test_long_texts(vector: dict[str, Any]) -> None:
    text = LONG_TEXT[:65536]
    value: Any = text if "String" in vector["name"] else text.encode()
    data = writer.encode(value)
    assert (len(data), hashlib.sha256(data).hexdigest()) == (vector["len"], vector["sha256"])
    assert reader.decode(data) == value


@pytest.mark.parametrize("vector", WHOLE, ids=lambda vector: vector["name"])
def test_every_truncation_is_rejected(vector: dict[str, Any]) -> None:
    data = bytes.fromhex(vector["hex"])
    for length in range(len(data)):
        with pytest.raises(HessianError, match=r"^offset \d+: "):
            reader.decode(data[:length])


@pytest.mark.parametrize("vector", WHOLE, ids=lambda vector: vector["name"])
def test_anything_after_the_value_is_rejected(vector: dict[str, Any]) -> None:
    data = bytes.fromhex(vector["hex"])
    with pytest.raises(HessianError, match=f"^offset {len(data)}: 1 bytes follow"):
        reader.decode(data + b"N")

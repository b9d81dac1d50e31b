"""Class-defs of Hessian 2 in any number, order and place, by the typed reader."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from test_hessian2_typed import STRING, definition

from wirebed_peer.bridge.models import Model
from wirebed_peer.hessian2 import reader
from wirebed_peer.hessian2.typed_reader import REMEMBERED, TypedReader
from wirebed_peer.hessian2.write_scalars import int_bytes
from wirebed_peer.hessian2.writer import class_def
from wirebed_peer.tree import Tree

GOLDENS = Path(__file__).resolve().parents[3] / "fixtures" / "golden"


def test_endless_class_defs_are_not_remembered(typed: TypedReader) -> None:
    for index in range(2500):
        data = definition(STRING, f"x{index}", "value") + "60" + "90" + "0161"
        assert typed.decode("interop.names.String", bytes.fromhex(data)).value == "a"
    assert len(typed._readers) <= REMEMBERED


def test_a_class_def_of_many_fields_of_one_name(typed: TypedReader) -> None:
    count = 200_000
    data = bytes.fromhex(definition(STRING))[:-1] + b"I" + count.to_bytes(4, "big")
    data += b"\x05value" * count + b"\x60" + b"\x01a" * (count - 1) + b"\x01b"
    assert typed.decode("interop.names.String", data).value == "b"


def test_thousands_of_class_defs_of_one_class(tree: Tree, typed: TypedReader) -> None:
    """Each takes as much time as its bytes: in a field that the class does not have, they are not even looked up."""
    entry = tree.plain_class("interop.Scalars")
    names = [field.java_name for field in entry.fields]
    orders = list(itertools.islice(itertools.permutations(names), 3000))
    data = bytearray(bytes.fromhex(definition(STRING, "value", "others") + "60" + "0161") + b"X\xd4\x0b\xb8")
    for index, order in enumerate(orders, 1):
        data += class_def(entry.java_class, order) + b"O" + int_bytes(index) + b"N" * len(names)
    assert typed.decode("interop.names.String", bytes(data)).value == "a"
    for order in orders:
        one = class_def(entry.java_class, order) + b"\x60" + b"N" * len(names)
        assert typed.decode("interop.Scalars", one) == tree.python_class(entry)()


def test_fields_in_any_order_give_the_same_object(tree: Tree, typed: TypedReader) -> None:
    entry = tree.plain_class("interop.Scalars")
    numbers = {"fBool": b"T", "fFloat": b"\x5c", "fDouble": b"\x5c", "fString": b"\x01a", "fBytes": b"\x21a"}
    values = {field.java_name: numbers.get(field.java_name, b"\x91") for field in entry.fields}
    # Caucho's order, which has a function of its own, and other orders.
    first, *others = itertools.islice(itertools.permutations(values), 0, 5000, 500)
    assert first == typed._tree.generated("plain_hessian2_read", "order", entry)
    read = [
        typed.decode("interop.Scalars", class_def(entry.java_class, order) + b"\x60" + b"".join(map(values.get, order)))
        for order in (first, *others)
    ]
    assert read[0].f_string == "a"
    assert read == read[:1] * len(read)


TEXT_BYTES = "4312696e7465726f702e706c61696e2e54657874910676616c756573604301419079430142900161"


def test_a_class_def_before_a_list_and_before_its_element(typed: TypedReader) -> None:
    assert typed.decode("interop.Text", bytes.fromhex(TEXT_BYTES)).values == ["a"]


def test_class_defs_may_stand_before_any_value(
    tree: Tree, plain: Model, typed: TypedReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reads every golden, with its class-defs moved forward to random values and with others added."""
    dice = random.Random(12)
    read = 0
    for message, data in goldens(tree):
        expected = plain.show(message, typed.decode(message, data))
        for _ in range(10):
            moved = with_class_defs_moved(data, dice, monkeypatch)
            assert plain.show(message, typed.decode(message, moved)) == expected, moved.hex()
            read += 1
    assert read > 1000


def goldens(tree: Tree) -> Iterator[tuple[str, bytes]]:
    """Message and bytes of each golden, without its envelope."""
    for path in sorted(GOLDENS.glob("*/*/hessian2/*.bin")):
        data = path.read_bytes()
        message = f"interop.{path.parts[-4]}"
        if message in tree.plain_classes:
            yield message, data[3:-1] if data.startswith(b"p\x02\x00") else data


def with_class_defs_moved(data: bytes, dice: random.Random, monkeypatch: pytest.MonkeyPatch) -> bytes:
    starts: list[int] = []
    spans: list[tuple[int, int]] = []
    read_definition = reader.read_definition

    def traced(read: Any) -> Any:
        def at(data: bytes, position: int, state: Any, depth: int) -> Any:
            starts.append(position)
            return read(data, position, state, depth)

        return at

    def defined(data: bytes, position: int) -> Any:
        found = read_definition(data, position)
        spans.append((position, found[2]))
        return found

    with monkeypatch.context() as patch:
        patch.setattr(reader, "_TABLE", [traced(read) for read in reader._TABLE])
        patch.setattr(reader, "read_definition", defined)
        reader.decode(data)
    # They keep their order, each before a value no later than its old place; an unused one is at the end.
    inserted: dict[int, bytes] = {}
    earliest = 0
    for start, end in spans:
        earliest = dice.choice([at for at in starts if earliest <= at <= start])
        inserted[earliest] = inserted.get(earliest, b"") + data[start:end]
    last = dice.choice([at for at in starts if at >= earliest])
    inserted[last] = inserted.get(last, b"") + b"C\x01A\x91\x01f"
    skipped = {position for span in spans for position in range(*span)}
    out = b""
    for position, byte in enumerate(data):
        out += inserted.get(position, b"")
        if position not in skipped:
            out += bytes((byte,))
    return out

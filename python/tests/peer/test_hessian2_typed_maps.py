"""Objects that were written as typed maps in Hessian 2: what the typed reader takes and refuses."""

from __future__ import annotations

import pytest

from wirebed_peer.hessian2 import HessianError
from wirebed_peer.hessian2.typed_reader import TypedReader
from wirebed_peer.hessian2.write_scalars import string_bytes

NODE = "interop.plain.Node"


def text(value: str) -> str:
    return string_bytes(value).hex()


def typed_map(java_class: str, *entries: str) -> str:
    return "4d" + text(java_class) + "".join(entries) + "5a"


def node(*entries: str) -> bytes:
    return bytes.fromhex(typed_map(NODE, *entries))


def test_entries_are_fields_and_other_keys_are_skipped(typed: TypedReader) -> None:
    data = node("9178", text("later") + "4e", text("name") + text("a"))
    assert typed.decode("interop.Node", data).name == "a"


def test_a_map_in_two_places_is_one_object(typed: TypedReader) -> None:
    inner = typed_map(NODE, text("name") + text("b"))
    # The numbers: the root is 0, the list 1 and the inner node 2.
    read = typed.decode("interop.Node", node(text("others") + "7a" + inner + "5190", text("next") + "5192"))
    assert read.others[0] is read.next
    assert read.others[1] is read


def test_a_skipped_map_is_read_where_a_reference_names_it(typed: TypedReader) -> None:
    inner = typed_map(NODE, text("name") + text("b"))
    assert typed.decode("interop.Node", node(text("later") + inner, text("next") + "5191")).next.name == "b"


def test_values_that_are_objects(typed: TypedReader) -> None:
    decimal = typed_map("java.math.BigDecimal", text("value") + text("1.50"))
    data = typed_map("interop.plain.Decimals", text("value") + decimal, text("maybe") + "5191")
    read = typed.decode("interop.Decimals", bytes.fromhex(data))
    assert str(read.value) == str(read.maybe) == "1.50"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (node(text("name") + text("a"), text("name") + text("b")), "'name' of a typed map stands twice"),
        (bytes.fromhex(typed_map("interop.plain.Graph")), "where interop.plain.Node is expected"),
        (bytes.fromhex(typed_map("")), "where interop.plain.Node is expected"),
        (bytes.fromhex("485a"), "interop.plain.Node"),
        (node(text("next") + typed_map(NODE), text("byName") + "5191"), "a reference to an object"),
        (node(text("name") + text("a"))[:-1], "ends too early"),
    ],
)
def test_refused(typed: TypedReader, data: bytes, reason: str) -> None:
    with pytest.raises(HessianError, match=reason):
        typed.decode("interop.Node", data)

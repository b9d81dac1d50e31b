"""Hessian 2 to and from plain objects: Caucho's bytes, and what the typed reader takes and refuses."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from google.protobuf import text_format
from wirebed_protocol.plain_pb2 import PlainType

from wirebed_peer.bridge.models import Model
from wirebed_peer.hessian2 import HessianError, java_order
from wirebed_peer.hessian2.skip import skip
from wirebed_peer.hessian2.typed_reader import TypedReader
from wirebed_peer.hessian2.typed_state import TypedState
from wirebed_peer.hessian2.typed_writer import TypedWriter
from wirebed_peer.hessian2.write_scalars import double_bytes
from wirebed_peer.hessian2.writer import class_def
from wirebed_peer.refusal import Refusal
from wirebed_peer.tree import Tree

STOCK = Path(__file__).resolve().parents[3] / "fixtures" / "cases" / "Stock" / "article_hessian.txtpb"
ViewOf = Callable[[str, str], bytes]


def definition(java_class: str, *fields: str) -> str:
    return class_def(java_class, fields).hex()


STRING = "interop.names.plain.String"


@pytest.fixture(scope="module")
def write(tree: Tree, plain: Model, view_of: ViewOf) -> Callable[[str, str], str]:
    """Returns the bytes, as hex, of a message given as text."""
    writer = TypedWriter(tree)
    return lambda message, text: writer.encode(message, plain.build(message, view_of(message, text))).hex()


def test_the_stock_of_the_article_is_567_bytes(tree: Tree, plain: Model, messages: Model, typed: TypedReader) -> None:
    message = text_format.Parse(STOCK.read_text(), tree.message_class("interop.Stock")())
    view = messages.show("interop.Stock", message)
    data = TypedWriter(tree).encode("interop.Stock", plain.build("interop.Stock", view), envelope=True)
    assert len(data) == 567
    assert data[:4].hex() == "70020043"
    assert data.endswith(bytes.fromhex("5f0000407 47a".replace(" ", "")))
    assert plain.show("interop.Stock", typed.decode("interop.Stock", data, envelope=True)) == view
    for length in range(len(data)):
        with pytest.raises(HessianError):
            typed.decode("interop.Stock", data[:length], envelope=True)


@pytest.mark.parametrize(
    ("message", "text", "tail"),
    [
        # A list, an array, a set and a map, in Caucho's bytes after the class-def.
        ("interop.Contacts", "emails: 'a'", "6071116a6176612e7574696c2e48617368536574016170" + "90"),
        ("interop.TargetObject", "ia: [1, 2]", "6070075b737472696e6772045b696e749192"),
        (
            "interop.names.Map",
            "map {key: 'k' value {value: 'v'}}",
            "6048016b" + definition(STRING, "value") + "610176" + "5a",
        ),
    ],
)
def test_bytes(write: Callable[[str, str], str], message: str, text: str, tail: str) -> None:
    assert write(message, text).endswith(tail)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("0", "5b"), ("-0.0", "5b"), ("1", "5c"), ("127", "5d7f"), ("-129", "5eff7f"), ("32768", "5f01f40000"),
        ("0.7", "443fe6666666666666"), ("12.25", "5f00002fda"), ("2147483.647", "5f7fffffff"),
        ("2147483.648", "444140624dd2f1a9fc"), ("-2147483.648", "5f80000000"), ("1e300", "447e37e43c8800759c"),
        ("nan", "447ff8000000000000"), ("inf", "447ff0000000000000"), ("65.536", "5f00010000"),
    ],
)  # fmt: skip
def test_doubles(value: str, expected: str) -> None:
    assert double_bytes(float(value)).hex() == expected


def test_a_boxed_float_is_a_handle(write: Callable[[str, str], str], typed: TypedReader) -> None:
    data = write("interop.Explicit", "single: 1.5")
    assert "433021" + b"com.caucho.hessian.io.FloatHandle".hex() + "91065f76616c7565615f000005dc" in data
    assert typed.decode("interop.Explicit", bytes.fromhex(data)).single == 1.5


def test_an_enum_constant_is_one_object(write: Callable[[str, str], str], typed: TypedReader) -> None:
    data = write("interop.Enums", "many: [CLUBS, HEARTS, CLUBS]")
    assert data.count(b"CLUBS".hex()) == 1
    many = typed.decode("interop.Enums", bytes.fromhex(data)).many
    assert [value.name for value in many] == ["CLUBS", "HEARTS", "CLUBS"]


def test_objects_keep_their_identity(tree: Tree, typed: TypedReader) -> None:
    node = tree.python_class(tree.plain_class("interop.Node"))
    root = node(name="root")
    root.next = node(name="next", next=root, others=[root])
    # An empty list takes a number too.
    data = TypedWriter(tree).encode("interop.Node", root)
    built = typed.decode("interop.Node", data)
    assert built.next.next is built
    assert built.next.others[0] is built
    assert TypedWriter(tree).encode("interop.Node", built) == data


def test_a_list_in_two_places_is_one_list(tree: Tree, typed: TypedReader) -> None:
    kind = tree.python_class(tree.plain_class("interop.Tree"))
    branches = [kind(name="b")]
    root = kind(branches=branches, by_name={"x": kind(branches=branches)})
    built = typed.decode("interop.Tree", TypedWriter(tree).encode("interop.Tree", root))
    assert built.branches is built.by_name["x"].branches


@pytest.mark.parametrize(
    ("fields", "values", "expected"),
    [
        (("value",), "0161", "a"),
        ((), "", ""),
        (("other", "value"), "7a9091" + "0161", "a"),
        (("other", "value"), "43016190" + "61" + "0161", "a"),
        (("value", "value"), "0161" + "0162", "b"),
        (("value",), "52000161" + "0162", "ab"),
    ],
)
def test_unknown_missing_and_repeated_fields(
    typed: TypedReader, fields: tuple[str, ...], values: str, expected: str
) -> None:
    data = bytes.fromhex(definition(STRING, *fields) + "60" + values)
    assert typed.decode("interop.names.String", data).value == expected


def test_null_for_a_field_that_cannot_be_null_is_its_default(tree: Tree, typed: TypedReader) -> None:
    for message in ("interop.Scalars", "interop.Lists", "interop.Sets", "interop.MapKeys", "interop.Enums"):
        entry = tree.plain_class(message)
        names = [field.java_name for field in entry.fields]
        data = bytes.fromhex(definition(entry.java_class, *names) + "60" + "4e" * len(names))
        assert typed.decode(message, data) == tree.python_class(entry)()


NODE = "interop.plain.Node"


@pytest.mark.parametrize(
    ("fields", "values"),
    [
        # The object is first in a field that the class does not have, then in one that it has.
        (("x", "next"), "60" + "4e" + "0161" + "5191"),
        # The object is in a list in such a field.
        (("x", "next"), "79" + "60" + "4e" + "0161" + "5192"),
    ],
)
def test_a_skipped_value_can_be_referred_to_later(
    tree: Tree, typed: TypedReader, fields: tuple[str, ...], values: str
) -> None:
    inner = definition(NODE, "x", "name")
    data = bytes.fromhex(inner + definition(NODE, *fields) + "61" + values)
    root = typed.decode("interop.Node", data)
    assert root.next.name == "a"


def test_an_object_is_one_whichever_reference_comes_first(typed: TypedReader) -> None:
    """The object has a skipped list and is skipped itself; it is referred to first, then the list."""
    inner = definition(NODE, "name")
    outer = definition(NODE, "x", "next", "others")
    data = bytes.fromhex(inner + outer + "61" + "79" + "60" + "0161" + "5192" + "5191")
    root = typed.decode("interop.Node", data)
    assert root.next.name == "a"
    assert root.others[0] is root.next


def test_a_list_is_read_as_declared_at_each_reference(typed: TypedReader) -> None:
    """Three fields share one list of the wire: it is skipped at first, then read as int32, then as int64."""
    head = definition("interop.plain.Lists", "x", "fInt32", "fInt64")
    built = typed.decode("interop.Lists", bytes.fromhex(head + "60" + "7a91e2" + "5191" + "5191"))
    assert (built.f_int32, built.f_int64) == ([1, 2], [1, 2])
    with pytest.raises(HessianError, match="where a string is expected"):
        head = definition("interop.plain.Lists", "fInt32", "fString")
        typed.decode("interop.Lists", bytes.fromhex(head + "60" + "7991" + "5191"))


@pytest.mark.parametrize(
    ("names", "values", "one"),
    [
        (("name",), "05434c554253", "CLUBS"),
        (("name", "x"), "05434c554253" + "78", "CLUBS"),
        (("name", "name"), "91" + "05434c554253", "CLUBS"),
        (("x", "y"), "05434c554253" + "90", None),
        ((), "", None),
    ],
)
def test_an_enum_is_its_last_name(typed: TypedReader, names: tuple[str, ...], values: str, one: str | None) -> None:
    head = definition("interop.plain.Enums", "one", "x") + definition("interop.plain.Suit", *names)
    data = bytes.fromhex(head + "60" + "61" + values + "4e")
    if one is None:
        with pytest.raises(HessianError, match="without its field 'name'"):
            typed.decode("interop.Enums", data)
    else:
        assert typed.decode("interop.Enums", data).one.name == one


def test_references_repeat_a_bounded_part_of_the_input() -> None:
    data = b"XI" + (9994).to_bytes(4, "big") + b"\x90" * 9994
    state = TypedState(lambda java_class, names: pytest.fail(java_class))
    assert skip(data, 0, state, 0) == 10_000
    again = itertools.count(1)
    with pytest.raises(HessianError, match="references repeat too much"):
        while True:
            state.again(data, 0, 0, 0, lambda *at: (None, skip(*at)))
            next(again)
    # The limit is a mebibyte plus 16 times the input.
    assert next(again) == 1 + 104 + 16


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ("91", "0x91 where a string is expected"),
        ("78", "0x78 where a string is expected"),
    ],
)
def test_a_value_of_another_type_is_refused(typed: TypedReader, values: str, reason: str) -> None:
    data = bytes.fromhex(definition(STRING, "value") + "60" + values)
    with pytest.raises(HessianError, match=reason):
        typed.decode("interop.names.String", data)


@pytest.mark.parametrize(
    "data", ["90", "4e", "78", "485a", definition("A") + "60", definition("interop.plain.Node") + "60"]
)
def test_another_class_is_refused(typed: TypedReader, data: str) -> None:
    with pytest.raises(HessianError, match="where interop.names.plain.String is expected"):
        typed.decode("interop.names.String", bytes.fromhex(data))


def test_an_unknown_constant_is_refused(write: Callable[[str, str], str], typed: TypedReader) -> None:
    data = write("interop.Enums", "one: CLUBS").replace(b"CLUBS".hex(), b"XLUBS".hex())
    with pytest.raises(HessianError, match="interop.plain.Suit has no value 'XLUBS'"):
        typed.decode("interop.Enums", bytes.fromhex(data))


def test_integers_widen_but_do_not_narrow(typed: TypedReader) -> None:
    def read(field: str, value: str) -> Any:
        data = definition("interop.plain.Scalars", field) + "60" + value
        return getattr(typed.decode("interop.Scalars", bytes.fromhex(data)), field.replace("f", "f_", 1).lower())

    assert read("fInt64", "91") == 1
    assert read("fInt32", "e1") == 1
    assert read("fDouble", "91") == 1.0
    assert read("fUint64", "4cffffffffffffffff") == 2**64 - 1
    for field, value in (("fInt32", "4c0000010000000005"), ("fInt32", "5c"), ("fDouble", "4c7fffffffffffffff")):
        with pytest.raises(HessianError):
            read(field, value)


def test_every_case_survives(tree: Tree, plain: Model, typed: TypedReader, cases: list[tuple[str, str, bytes]]) -> None:
    """A case may lose what Hessian cannot hold; the second round changes nothing more."""
    writer = TypedWriter(tree)
    written = 0
    for name, message, view in cases:
        try:
            value = plain.build(message, view)
        except Refusal:
            continue
        once = typed.decode(message, writer.encode(message, value))
        twice = typed.decode(message, writer.encode(message, once))
        assert plain.show(message, twice) == plain.show(message, once), name
        written += 1
    assert written > 100


def test_sets_and_maps_have_the_order_of_java(write: Callable[[str, str], str], typed: TypedReader) -> None:
    # The order of java.util.HashMap of JDK 17: by buckets, some of which hold two.
    texts = ["zz", "key1", "a", "key2", "b", "key0", "key3", "é"]
    assert java_order.map_order(texts, PlainType.STRING) == texts
    assert java_order.map_order(["é", "b", "zz"], PlainType.STRING) == ["zz", "b", "é"]
    assert java_order.map_order([16, 0, 33, 1], PlainType.INT32) == [16, 0, 33, 1]
    assert java_order.map_order(range(12, -1, -1), PlainType.INT64) == list(range(13))
    assert java_order.map_order([True, False], PlainType.BOOL) == [False, True]
    data = write("interop.Contacts", "emails: ['b', 'a', 'c']")
    assert b"\x01a\x01b\x01c".hex() in data
    assert typed.decode("interop.Contacts", bytes.fromhex(data)).emails == {"a", "b", "c"}

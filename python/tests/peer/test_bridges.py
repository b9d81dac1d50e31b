"""View <-> message, view <-> plain object, view <-> value without a schema."""

from __future__ import annotations

import datetime
import struct
from collections.abc import Callable
from typing import Any

import pytest
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from wirebed_protocol import peer_pb2

from wirebed_peer.bridge import nodes
from wirebed_peer.bridge.bare import BareModel
from wirebed_peer.bridge.message_to_view import MessageViews
from wirebed_peer.bridge.models import Model
from wirebed_peer.hessian2.values import Date, List, Long, Map, Object
from wirebed_peer.refusal import Refusal
from wirebed_peer.tree import Tree

ViewOf = Callable[[str, str], bytes]
Cases = list[tuple[str, str, bytes]]


def field(number: int, node: bytes) -> bytes:
    return struct.pack("<I", number) + node


def record(message: str, *fields: bytes) -> bytes:
    return nodes.record_head(message) + b"".join(fields) + nodes.END


def refused(model: Model, message: str, view: bytes) -> str:
    with pytest.raises(Refusal) as caught:
        model.build(message, view)
    assert caught.value.stage == peer_pb2.BUILD
    return caught.value.reason


def test_every_case_comes_back_from_a_message(messages: Model, cases: Cases) -> None:
    for name, message, view in cases:
        assert messages.show(message, messages.build(message, view)) == view, name


def test_a_plain_object_gives_back_what_it_was_given(plain: Model, cases: Cases) -> None:
    """An object that refuses the view passes too. The second conversion changes nothing more."""
    held = 0
    for name, message, view in cases:
        try:
            once = plain.show(message, plain.build(message, view))
        except Refusal as refusal:
            assert refusal.stage == peer_pb2.BUILD, name
            continue
        assert plain.show(message, plain.build(message, once)) == once, name
        held += 1
    assert held > 150


def test_the_grammar_of_a_message_view(view_of: ViewOf) -> None:
    found = view_of("interop.Explicit", "number: -1 single: 0.5 text: 'é' raw: '' level: HIGH child {}")
    assert found == record(
        "interop.Explicit",
        field(1, b"i" + struct.pack("<q", -1)),
        field(4, b"g" + struct.pack("<f", 0.5)),
        field(6, b"s\x02\0\0\0\xc3\xa9"),
        field(7, b"b\0\0\0\0"),
        field(8, b"e" + struct.pack("<i", 2)),
        field(9, record("interop.Explicit")),
    )


def test_fields_without_presence_are_always_present(view_of: ViewOf, plain: Model) -> None:
    view = view_of("interop.Implicit", "")
    assert view == record(
        "interop.Implicit",
        field(1, b"i" + bytes(8)),
        field(2, b"i" + bytes(8)),
        field(3, b"f"),
        field(4, b"g" + bytes(4)),
        field(5, b"d" + bytes(8)),
        field(6, b"s" + bytes(4)),
        field(7, b"b" + bytes(4)),
        field(8, b"e" + bytes(4)),
    )
    assert plain.show("interop.Implicit", plain.build("interop.Implicit", view)) == view


def test_maps_and_sets_are_sorted_by_their_bytes(view_of: ViewOf, plain: Model) -> None:
    view = view_of(
        "interop.Tree", "by_name {key: 'b' value {}} by_name {key: 'aa' value {}} by_name {key: '' value {}}"
    )
    order = [view.index(node) for node in (b"s\0\0\0\0r", b"s\1\0\0\0br", b"s\2\0\0\0aar")]
    assert order == sorted(order)
    assert plain.show("interop.Tree", plain.build("interop.Tree", view)) == view
    sets = view_of("interop.Sets", "f_int32: [2, -1, 300]")
    assert field(1, b"z\3\0\0\0i" + struct.pack("<q", 2) + b"i" + struct.pack("<q", 300)) in sets


def test_unsigned_numbers_above_the_signed_range(view_of: ViewOf, plain: Model) -> None:
    view = view_of("interop.Scalars", f"f_uint64: {2**64 - 1} f_fixed64: {2**63 - 1}")
    assert field(4, b"u" + b"\xff" * 8) in view
    assert field(8, b"i" + b"\xff" * 7 + b"\x7f") in view
    assert plain.show("interop.Scalars", plain.build("interop.Scalars", view)) == view


def test_minus_zero_and_the_bits_of_nan(view_of: ViewOf, messages: Model, plain: Model) -> None:
    nan = struct.pack("<Q", 0x7FF8_0000_0000_1234)
    view = view_of("interop.Scalars", "f_float: -0.0 f_double: -0.0")
    assert field(12, b"g\0\0\0\x80") in view
    view = view.replace(field(13, b"d" + struct.pack("<d", -0.0)), field(13, b"d" + nan))
    for model in (messages, plain):
        assert model.show("interop.Scalars", model.build("interop.Scalars", view)) == view


def test_one_object_in_two_places(plain: Model, tree: Tree) -> None:
    graph = tree.python_class(tree.plain_class("interop.Graph"))()
    node = tree.python_class(tree.plain_class("interop.Node"))(name="n")
    graph.left = graph.right = node
    graph.nodes = [node]
    view = plain.show("interop.Graph", graph)
    assert view.count(b"=") == 2
    built = plain.build("interop.Graph", view)
    assert built.left is built.right
    assert built.nodes[0] is built.left
    # The two objects are equal, but not identical.
    built.right = tree.python_class(tree.plain_class("interop.Node"))(name="n")
    assert built.left == built.right
    assert plain.show("interop.Graph", built).count(b"=") == 1


def test_a_message_makes_two_of_one_object(plain: Model, messages: Model, tree: Tree) -> None:
    graph = tree.python_class(tree.plain_class("interop.Graph"))()
    graph.left = graph.right = tree.python_class(tree.plain_class("interop.Node"))(name="n")
    view = plain.show("interop.Graph", graph)
    message = messages.build("interop.Graph", view)
    assert message.left.name == message.right.name == "n"
    assert b"=" not in messages.show("interop.Graph", message)


def test_a_cycle_is_an_object_but_no_message(plain: Model, messages: Model, tree: Tree) -> None:
    node = tree.python_class(tree.plain_class("interop.Node"))(name="n")
    node.next = tree.python_class(tree.plain_class("interop.Node"))(name="m", next=node)
    view = plain.show("interop.Node", node)
    built = plain.build("interop.Node", view)
    assert built.next.next is built
    assert plain.show("interop.Node", built) == view
    assert "cycle" in refused(messages, "interop.Node", view)


def test_the_same_text_is_the_same_string(plain: Model, view_of: ViewOf) -> None:
    view = view_of("interop.Lists", "f_string: 'one and only'")
    text = b"s\x0c\0\0\0one and only"
    again = view.replace(b"l\1\0\0\0" + text, b"l\2\0\0\0" + text + b"=" + struct.pack("<I", view.index(text)))
    built = plain.build("interop.Lists", again)
    assert built.f_string[0] is built.f_string[1]


@pytest.mark.parametrize(
    ("seconds", "nanos", "expected"),
    [
        (0, 0, "1970-01-01T00:00:00+00:00"),
        (-1, 999_999_999, "1969-12-31T23:59:59.999999+00:00"),
        (-62_135_596_800, 0, "0001-01-01T00:00:00+00:00"),
        (253_402_300_799, 999_999_000, "9999-12-31T23:59:59.999999+00:00"),
    ],
)
def test_dates(plain: Model, view_of: ViewOf, seconds: int, nanos: int, expected: str) -> None:
    view = view_of("interop.Dates", f"date {{ seconds: {seconds} nanos: {nanos} }}")
    built = plain.build("interop.Dates", view)
    assert built.date == datetime.datetime.fromisoformat(expected)
    shown = view_of("interop.Dates", f"date {{ seconds: {seconds} nanos: {nanos // 1000 * 1000} }}")
    assert plain.show("interop.Dates", built) == shown


@pytest.mark.parametrize("seconds", [-62_135_596_801, 253_402_300_800, -(2**63), 2**63 - 1])
def test_a_date_beyond_datetime_is_refused(plain: Model, view_of: ViewOf, seconds: int) -> None:
    refused(plain, "interop.Dates", view_of("interop.Dates", f"date {{ seconds: {seconds} }}"))


def test_a_plain_class_refuses_an_unknown_enum_number(plain: Model, messages: Model, view_of: ViewOf) -> None:
    view = view_of("interop.Enums", "one: 99")
    assert messages.show("interop.Enums", messages.build("interop.Enums", view)) == view
    assert refused(plain, "interop.Enums", view) == "Suit has no value 99"


def test_text_that_is_not_valid(plain: Model, messages: Model) -> None:
    surrogate = record("interop.names.String", field(1, b"x\3\0\0\0\xed\xa0\x80"))
    built = plain.build("interop.names.String", surrogate)
    assert built.value == "\ud800"
    assert plain.show("interop.names.String", built) == surrogate
    refused(messages, "interop.names.String", surrogate)
    garbage = record("interop.names.String", field(1, b"x\1\0\0\0\xff"))
    refused(plain, "interop.names.String", garbage)
    refused(messages, "interop.names.String", garbage)


@pytest.mark.parametrize(
    ("attribute", "value", "reason"),
    [
        ("f_int32", 1.5, "f_int32: 1.5 is float, not int"),
        ("f_int32", True, "f_int32: True is bool, not int"),
        ("f_int64", 2**63, "f_int64: 9223372036854775808 is out of the range of a signed 64-bit integer"),
        ("f_uint64", 2**64, "f_uint64: 18446744073709551616 has more than 64 bits"),
        ("f_float", 1, "f_float: 1 is int, not float"),
        ("f_float", 1e300, "f_float: 1e+300 is out of the range of a float"),
        ("f_string", None, "f_string: None is NoneType, not str"),
        ("f_bytes", "x", "f_bytes: 'x' is str, not bytes"),
    ],
)
def test_another_type_cannot_be_shown(plain: Model, tree: Tree, attribute: str, value: Any, reason: str) -> None:
    scalars = tree.python_class(tree.plain_class("interop.Scalars"))()
    setattr(scalars, attribute, value)
    with pytest.raises(Refusal) as caught:
        plain.show("interop.Scalars", scalars)
    assert (caught.value.stage, caught.value.reason) == (peer_pb2.USE, reason)


def test_the_path_to_a_value_of_a_wrong_type(plain: Model, tree: Tree) -> None:
    kind = tree.python_class(tree.plain_class("interop.Tree"))
    root = kind(branches=[kind(), kind(by_name={"k": kind(name=7)})])
    with pytest.raises(Refusal, match=r"branches\[1\]\.by_name\['k'\]\.name: 7 is int, not str"):
        plain.show("interop.Tree", root)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0", "0"), ("+1", "1"), ("1e3", "1E+3"), ("0.0000001", "1E-7"), ("1.50", "1.50"), (".5", "0.5"),
        ("abc", None), ("NaN", None), ("1_000", None), (" 1", None), ("1E+9999999999999999999", None),
    ],
)  # fmt: skip
def test_decimals(plain: Model, view_of: ViewOf, text: str, expected: str | None) -> None:
    view = view_of("interop.Decimals", f"maybe: '{text}'")
    if expected is None:
        refused(plain, "interop.Decimals", view)
    else:
        found = plain.show("interop.Decimals", plain.build("interop.Decimals", view))
        assert field(2, nodes.text_node(expected)) in found


def test_an_empty_text_is_no_decimal(plain: Model, view_of: ViewOf) -> None:
    built = plain.build("interop.Decimals", view_of("interop.Decimals", ""))
    assert built.value is None
    assert b"\1\0\0\0s" not in plain.show("interop.Decimals", built)


def test_a_null_element_is_shown(plain: Model, tree: Tree) -> None:
    kind = tree.python_class(tree.plain_class("interop.Tree"))
    assert field(2, b"l\1\0\0\0n") in plain.show("interop.Tree", kind(branches=[None]))


def test_edit(plain: Model, messages: Model, view_of: ViewOf) -> None:
    text = "name: 'a' branches { name: 'b' }"
    replacements = record("interop.Tree", field(1, b"s\1\0\0\0z"))
    for model in (plain, messages):
        value = model.build("interop.Tree", view_of("interop.Tree", text))
        model.edit("interop.Tree", value, replacements, [2])
        assert model.show("interop.Tree", value) == view_of("interop.Tree", "name: 'z'")


def test_a_bad_view_is_refused_whatever_is_cut_off(plain: Model, messages: Model, view_of: ViewOf) -> None:
    view = view_of("interop.Tree", "name: 'a' branches { name: 'b' } by_name {key: 'c' value {}}")
    for model in (plain, messages):
        for length in range(len(view)):
            refused(model, "interop.Tree", view[:length])
        assert "bad view" in refused(model, "interop.Tree", view + b"\0")
        assert "elements" in refused(model, "interop.Tree", record("interop.Tree", field(2, b"l\xff\xff\xff\xff")))


def _price(*without: int, backwards: bool = False) -> bytes:
    """A view of a Price, whose fields are all of fixed size, without some of them."""
    numbers = [field(1, b"i" + struct.pack("<q", 5)), field(2, b"i" + struct.pack("<q", 7000))]
    range_ = record("interop.Range", field(1, b"g" + bytes(4)), field(2, b"g" + struct.pack("<f", 2.5)))
    fields = [field(number, b"g" + struct.pack("<f", number / 4)) for number in range(1, 5)]
    fields.append(field(5, b"i" + struct.pack("<q", -1)))
    fields += [field(6, record("google.protobuf.Timestamp", *numbers)), field(7, range_)]
    chosen = [one for number, one in enumerate(fields, 1) if number not in without]
    return record("interop.Price", *(reversed(chosen) if backwards else chosen))


@pytest.mark.parametrize("without", [(), (6,), (7,), (6, 7), (1,), (3, 6), (1, 2, 3, 4, 5, 6, 7)])
def test_the_order_of_fields_changes_no_object(plain: Model, messages: Model, without: tuple[int, ...]) -> None:
    for model in (plain, messages):
        built = model.build("interop.Price", _price(*without))
        assert built == model.build("interop.Price", _price(*without, backwards=True))
        for number, name in enumerate(("open", "close", "bid", "ask"), 1):
            assert getattr(built, name) == (0 if number in without else number / 4)
        # Views have the fields without presence in any case.
        shown = model.show("interop.Price", built)
        assert shown == model.show("interop.Price", model.build("interop.Price", shown))
        assert (shown == _price(*without)) == (set(without) <= {6, 7})


def test_a_value_out_of_range_is_refused_in_any_order(messages: Model) -> None:
    number = struct.pack("<q", 7000)
    for backwards in (False, True):
        view = _price(backwards=backwards).replace(b"i" + number, b"i" + struct.pack("<q", 2**31))
        assert "Value out of range: 2147483648" in refused(messages, "interop.Price", view)


def test_a_message_again_where_its_fields_are_of_fixed_size(messages: Model) -> None:
    range_ = record("interop.Range", field(1, b"g" + bytes(4)), field(2, b"g" + struct.pack("<f", 2.5)))
    start = record("interop.Stock", field(4, range_))[:-4]
    price = record("interop.Price", field(7, b"=" + struct.pack("<I", start.index(range_))))
    built = messages.build("interop.Stock", start + field(3, price) + nodes.END)
    assert built.todays_price.range == built.fifty_two_week_range
    assert built.todays_price.range.high == 2.5


def test_values_without_a_schema() -> None:
    shared = List("[int", [1, Long(2), None, True, 0.5])
    value = Map(None, [("k", shared), (Date(5), Object("A", ("f", "g"), [shared, b"\xff"])), ("\ud800", "é")])
    model = BareModel()
    view = model.show("", value)
    assert view.count(b"=") == 1
    built = model.build("", view)
    assert built.entries[0][1] is built.entries[1][1].values[0]
    assert [type(item) for item in built.entries[0][1].items] == [int, Long, type(None), bool, float]
    assert model.show("", built) == view
    assert model.show("", 5) == record("int", field(1, b"i" + struct.pack("<q", 5)))
    for length in range(len(view)):
        refused(model, "", view[:length])


def test_absent_fields_show_their_defaults(run: Callable[..., peer_pb2.Result], view_of: ViewOf) -> None:
    def shown(message: str, data: bytes = b"") -> bytes:
        return run("protobuf/upb", message, decode=data, options={"defaults": "shown"}).decoded

    # The first value of a closed enum is its default; a list is never absent.
    absent = field(1, b"a" + nodes.enum_node(1))
    rest = [field(2, b"l" + bytes(4)), field(3, b"l" + bytes(4)), field(4, b"m" + bytes(4))]
    assert shown("interop.Closed") == record("interop.Closed", absent, *rest)
    # A oneof shows no default.
    assert shown("interop.Choice") == view_of("interop.Choice", "")
    assert shown("interop.Explicit", b"\x08\x05").count(b"\x01\0\0\0i\x05") == 1
    assert shown("interop.Explicit").count(b"\x01\0\0\0ai\0") == 1
    # Plain objects do not check this.
    plain = run("json/msgspec", "interop.Closed", decode=b"{}", options={"defaults": "shown"}).decoded
    assert plain and plain == run("json/msgspec", "interop.Closed", decode=b"{}").decoded


def test_a_key_of_a_proto2_map_that_is_not_utf8_cannot_be_used() -> None:
    file = descriptor_pb2.FileDescriptorProto(name="keys.proto", syntax="proto2")
    message = file.message_type.add(name="Keys")
    message.field.add(name="texts", number=1, label=3, type=11, type_name=".Keys.TextsEntry")
    entry = message.nested_type.add(name="TextsEntry")
    entry.options.map_entry = True
    for number, name in enumerate(("key", "value"), 1):
        entry.field.add(name=name, number=number, label=1, type=9)
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    keys = message_factory.GetMessageClass(pool.FindMessageTypeByName("Keys"))
    with pytest.raises(Refusal, match="is bytes, not str") as caught:
        MessageViews().show(keys.FromString(bytes.fromhex("0a 06 0a01ff 120161")))
    assert caught.value.stage == peer_pb2.USE

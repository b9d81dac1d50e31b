"""What the rules of planted faults make of views and bytes; nothing of it needs a peer."""

import pytest
from google.protobuf import text_format

from wirebed import view
from wirebed.bed import Bed
from wirebed.bed.schema import Schema
from wirebed.cases import random_cases
from wirebed.view import grammar as g
from wirebed.view import parse
from wirebed.view.writer import ViewWriter
from wirebed_fuzz.mutants.refusals import refuses_unknown_closed_enums, refuses_unknown_members
from wirebed_fuzz.mutants.rules import RULES
from wirebed_fuzz.mutants.tree import written
from wirebed_fuzz.mutants.wire import fields

MESSAGES = ("Person", "Scalars", "MapValues", "MapKeys", "Extended", "WellKnown", "Choice", "Sets", "Times", "Graph")


@pytest.fixture(scope="module")
def schema() -> Schema:
    return Schema.load(Bed.open().tree_dir)


def changed(rule: str, data: bytes, schema: Schema, **parameters: object) -> bytes:
    root = parse(data)
    RULES[rule].make(**parameters)(root, schema)
    return written(root)


def of(schema: Schema, name: str, **values: object) -> bytes:
    return view.of_message(schema.message_class(f"interop.{name}")(**values))


def test_a_view_that_nothing_changes_is_written_again(schema):
    for name in MESSAGES:
        for seed in range(1, 30):
            data = view.of_message(random_cases.value(schema, f"interop.{name}", seed, 0))
            assert written(parse(data)) == data


def node(name: str, next_same: bool) -> bytes:
    """A Graph whose right side is its left side, or a copy of it."""
    out = ViewWriter()
    out.record("interop.Graph")
    places = []
    for number in (1, 2):
        out.field(number)
        if places and next_same:
            out.same_as(places[0])
            continue
        places.append(out.offset)
        out.record("interop.Node")
        out.field(1)
        out.text(name)
        out.end()
    out.end()
    return out.finish()


def test_references(schema):
    shared, copies = node("a", True), node("a", False)
    assert changed("copied_references", shared, schema) == copies
    assert changed("unified_records", copies, schema) == shared
    assert changed("shifted_references", shared, schema) == shared  # there is no other record to name


@pytest.mark.parametrize(
    ("rule", "given", "parameters", "made"),
    [
        ("text_up_to", "a\0b", {"letter": "\0"}, "a"),
        ("without_letter", "a\r\nb", {"letter": "\r"}, "a\nb"),
        ("without_first", "\ufeffx", {"letter": "\ufeff"}, "x"),
        ("stripped_texts", " a b\t", {}, "a b"),
        ("texts_of_at_most", "aé", {"bytes": 2}, "a"),
    ],
)
def test_texts(schema, rule, given, parameters, made):
    assert changed(rule, of(schema, "Person", id=given), schema, **parameters) == of(schema, "Person", id=made)


STAMP, SPAN = "stamp {{ seconds: {} nanos: {} }}", "span {{ seconds: {} nanos: {} }}"


@pytest.mark.parametrize(
    ("rule", "parameters", "message", "given", "made"),
    [
        ("integers_as_doubles", {}, "Scalars", "f_int64: 9007199254740993", "f_int64: 9007199254740992"),
        ("integers_as_doubles", {}, "Scalars", "f_int64: 9007199254740992", "f_int64: 9007199254740992"),
        ("positive_zeros", {}, "Scalars", "f_float: -0.0 f_double: -0.0", "f_float: 0.0 f_double: 0.0"),
        ("rounded_doubles", {"digits": 6}, "Scalars", "f_double: 0.123456789", "f_double: 0.123457"),
        ("decimals_without_zeros", {}, "Decimals", "value: '1.50' values: '2.00'", "value: '1.5' values: '2'"),
        ("decimals_without_zeros", {}, "Decimals", "value: '100' values: '1E+3'", "value: '100' values: '1E+3'"),
        ("negative_nanos", {}, "Times", STAMP.format(-1, 999000000), STAMP.format(-1, -1000000)),
        ("negative_nanos", {}, "Times", STAMP.format(1, 999000000), STAMP.format(1, 999000000)),
        ("fractions_as_nanos", {}, "Times", STAMP.format(1, 123000000), STAMP.format(1, 123)),
        ("fractions_as_nanos", {}, "Times", STAMP.format(1, 123456789), STAMP.format(1, 123456789)),
        ("coarse_nanos", {"step": 1000000}, "Times", STAMP.format(1, 123456789), STAMP.format(1, 123000000)),
        ("coarse_nanos", {"step": 1000000}, "Times", SPAN.format(1, 123456789), SPAN.format(1, 123456789)),
        ("unsigned_minutes", {}, "Times", STAMP.format(-60, 0), STAMP.format(257698037700, 0)),
        ("unsigned_minutes", {}, "Times", STAMP.format(-61, 0), STAMP.format(-61, 0)),
        ("zeros_for_unknown_enums", {}, "Person", "sex: 1000000", ""),
        ("without_empty_records", {}, "HoldsEmpty", "one {} many {}", "many {}"),
        ("without_default_wrappers", {}, "Wrappers", "w_int32 {} w_bool { value: true }", "w_bool { value: true }"),
        ("without_numbers", {"above": 3}, "Person", "id: 'a' sex: 1 address {} children {}", "id: 'a'"),
    ],
)
def test_values(schema, rule, parameters, message, given, made):
    given, ought = (
        view.of_message(text_format.Parse(text, schema.message_class(f"interop.{message}")())) for text in (given, made)
    )
    assert changed(rule, given, schema, **parameters) == ought


def test_entries_of_a_map(schema):
    """Those whose value is empty."""
    data = of(schema, "MapValues", f_string={"a": "", "b": "c"})
    assert changed("without_empty_entries", data, schema) == of(schema, "MapValues", f_string={"b": "c"})
    assert changed("empty_keys", data, schema) == of(schema, "MapValues", f_string={"": "", "b": "c"})


def test_lists(schema):
    data = of(schema, "Graph", texts=["b", "a", "b"], numbers=[3, 1])
    assert changed("sorted_lists", data, schema) == of(schema, "Graph", texts=["a", "b"], numbers=[1, 3])
    assert parse(changed("null_in_empty_lists", of(schema, "Graph"), schema)).field(1).children[0].tag == g.NULL


@pytest.mark.parametrize(
    ("rule", "parameters", "message", "given", "why"),
    [
        (
            "refuses_letters",
            {"above": 0xFFFF},
            "Person",
            "name: '\U0001f600'",
            "a letter of the text cannot be decoded",
        ),
        ("refuses_letters", {"above": 0xFFFF}, "Person", "name: '\u4e2d'", None),
        ("refuses_negative_int32", {}, "Scalars", "f_int32: -1", "a varint has more than five bytes"),
        ("refuses_negative_int32", {}, "Scalars", "f_sint32: -1", None),
        ("refuses_integers", {"least": 1 << 63}, "Scalars", "f_uint64: 9223372036854775808", "an integer is too big"),
        ("refuses_integers", {"least": 1 << 63}, "Scalars", "f_uint64: 9223372036854775807", None),
    ],
)
def test_refusals_of_values(schema, rule, parameters, message, given, why):
    data = view.of_message(text_format.Parse(given, schema.message_class(f"interop.{message}")()))
    assert RULES[rule].make(**parameters)(parse(data), schema) == why


def test_numbers_that_a_closed_enum_does_not_know(schema):
    refuse = refuses_unknown_closed_enums()
    assert refuse(bytes.fromhex("0801"), "interop.Closed", schema) is None
    assert refuse(bytes.fromhex("08c0843d"), "interop.Closed", schema) == "field 1 has an unknown number of its enum"


def test_bytes_of_a_text_format(schema):
    replaced = RULES["replaced_bytes"].make(pattern='"-0\\.([0-9]+)s"', by='"0.-\\1s"')
    assert replaced(b'{"a":"-0.5s","b":"-1.5s"}', "", schema) == b'{"a":"0.-5s","b":"-1.5s"}'
    assert RULES["replaced_utf8"].make()(b'"\xff"', "", schema) == '"\ufffd"'.encode()


def test_the_parts_of_a_message(schema):
    """The field 5 of Person is a message, and 6 is a list of them."""
    change = RULES["last_part_only"].make()
    data = bytes.fromhex("2a030a0161 2a03120162 3200 3200".replace(" ", ""))
    assert change(data, "interop.Person", schema).hex() == "2a0312016232003200"


def test_the_wire_in_fields(schema):
    data = bytes.fromhex("0801 1203616263 f8e10901 25ffffffff".replace(" ", ""))
    assert [(each.number, data[each.start : each.end].hex()) for each in fields(data)] == [
        (1, "0801"),
        (2, "1203616263"),
        (19999, "f8e10901"),
        (4, "25ffffffff"),
    ]
    assert list(fields(bytes.fromhex("f8ffffff7f01"))) == []  # no field has such a number
    *_, cut = fields(data[:5])
    assert (cut.number, cut.end) == (2, 7)


def test_bytes_with_an_unknown_field(schema):
    make = {name: RULES[name].make() for name in ("without_field_behind_unknown", "content_of_unknown")}
    data = bytes.fromhex("0a0161f8e10901120162")
    assert make["without_field_behind_unknown"](data, "interop.Person", schema).hex() == "0a0161f8e10901"
    assert make["content_of_unknown"](data, "interop.Person", schema).hex() == "0a016101120162"


def test_lengths_that_fit(schema):
    """The field 1 of Person is a text."""
    change = RULES["fitting_lengths"].make()
    assert change(b"\x0a\x05ab", "interop.Person", schema) == b"\x0a\x82\x00ab"
    assert change(b"\x0a\x02ab", "interop.Person", schema) == b"\x0a\x02ab"


def test_unknown_members(schema):
    refuse = refuses_unknown_members()
    assert refuse(b'{"id": "1"}', "interop.Person", schema) is None
    assert refuse(b'{"ie": "1"}', "interop.Person", schema) == "unexpected member ie"
    assert refuse(b'{"id":', "interop.Person", schema) is None

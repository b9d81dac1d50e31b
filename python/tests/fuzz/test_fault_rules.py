"""What the rules of planted faults make of views and bytes; nothing of it needs a peer."""

import pytest

from wirebed import view
from wirebed.bed import Bed
from wirebed.bed.schema import Schema
from wirebed.cases import random_cases
from wirebed.view import parse
from wirebed.view.writer import ViewWriter
from wirebed_fuzz.mutants.refusals import refuses_unknown_members
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

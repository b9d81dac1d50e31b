"""Other bytes of the same meaning: the library that wrote the first ones reads the same value in each of them."""

import pytest
from google.protobuf import json_format

from wirebed.bed import Bed
from wirebed.bed.schema import Schema
from wirebed.cases import random_cases
from wirebed_fuzz import same

WAYS = {
    "protobuf": {"order", "unknown field", "overlong varint", "message in two parts"},
    "protojson": {"order", "blanks", "escapes", "no escapes", "names"},
}


@pytest.fixture(scope="module")
def schema() -> Schema:
    return Schema.load(Bed.open().tree_dir)


def read(format, data, message, schema):
    made = type(message)()
    if format == "protojson":
        return json_format.Parse(data, made, descriptor_pool=schema.pool)
    made.ParseFromString(data)
    made.DiscardUnknownFields()
    return made


def round_trips(message, schema) -> bool:
    """It does not for the largest float, which the library writes and does not read (fixtures/deviations)."""
    try:
        return read("protojson", json_format.MessageToJson(message), message, schema) == message
    except json_format.ParseError:
        return False


@pytest.mark.parametrize("format", same.WRITERS)
def test_the_value_is_the_same(schema, format):
    seen = set()
    for seed in range(1, 25):
        for name in ("Person", "Stock", "Choice", "MapValues"):
            message = random_cases.value(schema, f"interop.{name}", seed, 0)
            ought = message.SerializeToString(deterministic=True)
            if format == "protojson" and not round_trips(message, schema):
                continue
            for way, data in same.spelled(format, message, schema):
                assert read(format, data, message, schema).SerializeToString(deterministic=True) == ought, (way, data)
                seen.add(way)
    assert seen == WAYS[format]


def test_what_is_written_otherwise_is_other_bytes(schema):
    message = schema.message_class("interop.Person")(id="1", age=300)
    message.address.city, message.address.zip = "a", "b"
    written = message.SerializeToString(deterministic=True)
    spellings = same.spelled("protobuf", message, schema)
    assert all(data != written for way, data in spellings if way != "order")
    # The tag, the length and the value of each field, apart from the value of a text.
    assert sum(way == "overlong varint" for way, _ in spellings) == 2 * 3

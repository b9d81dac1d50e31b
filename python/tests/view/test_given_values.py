"""What given bytes say, and that bytes which no parser takes say nothing, whatever the parser raises."""

import pytest

from wirebed.bed import Bed
from wirebed.bed.schema import Schema
from wirebed.view import given
from wirebed.view.parse import parse


@pytest.fixture(scope="module")
def schema() -> Schema:
    return Schema.load(Bed.open().tree_dir)


@pytest.mark.parametrize(
    ("format", "text", "message"),
    [
        ("json", '{"\\ud800":1}', "interop.Testobject"),  # a SystemError of json_format
        ("protojson", '{"any":{"@type":"type.googleapis.com/google.protobuf.Any"}}', "interop.WellKnown"),  # a KeyError
        ("protojson", "[" * 5000, "interop.Testobject"),
        ("prototext", "a: ", "interop.Testobject"),
        ("protobuf", "0a05", "interop.Testobject"),
        ("xml", "<a>", "interop.Testobject"),
    ],
)
def test_what_no_parser_takes_says_nothing(format: str, text: str, message: str, schema: Schema):
    assert given.value(format, text, schema, message) is None


def test_what_a_parser_takes_is_a_value(schema: Schema):
    view = given.value("protobuf", "0a03616263", schema, "interop.Testobject")
    assert view is not None and parse(view).value == "interop.Testobject"

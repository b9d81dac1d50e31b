"""What a reader of Hessian 2 finds at a reference when it does not count the empty lists before it."""

import pytest

from wirebed.bed import Bed
from wirebed.bed.schema import Schema
from wirebed.state.deviations.condition import ConditionError, condition
from wirebed.state.deviations.places import ValuePlaces
from wirebed.view import of_message
from wirebed_build.trees import ensure

PROTO = """
syntax = "proto3";
package r;
enum Size { SMALL = 0; LARGE = 1; }
message Item { Size size = 1; repeated string tags = 2; Size again = 3; }
message Box { repeated string texts = 1; Item item = 2; map<string, Item> by_key = 3; }
"""


@pytest.fixture(scope="module")
def schema(tmp_path_factory):
    folder = tmp_path_factory.mktemp("references")
    (folder / "proto").mkdir()
    (folder / "proto" / "r.proto").write_text(PROTO)
    return Schema.load(ensure(Bed.open(str(folder)), []))


def found(schema, message, order):
    value = ValuePlaces(of_message(message), schema, message.DESCRIPTOR.full_name)
    words = ("nothing", "another-class", "another-object")
    return {
        word: [place.path for place in condition({"without-empty-lists": {order: word}}).places(value)]
        for word in words
        if condition({"without-empty-lists": {order: word}}).somewhere(value)
    }


def test_a_reference_behind_an_empty_list(schema):
    """The constant of `again` is that of `size`, which is counted before the list, and in the other order is none."""
    item = schema.message_class("r.Item")
    assert found(schema, item(), "declared") == found(schema, item(), "reversed") == {}
    box = schema.message_class("r.Box")
    # texts, which are not counted, item, SMALL, tags, again.
    assert found(schema, box(item={}), "declared") == {"nothing": ["item.again"]}
    assert found(schema, box(texts=["a"], item={}), "declared") == {}
    # by_key, item, again, tags, SMALL, texts.
    assert found(schema, box(item={}), "reversed") == {}
    # The second item refers to SMALL as 3 and to LARGE as 5: the reader has counted box, item, SMALL, LARGE, by_key and
    # the second item.
    both = box(item={"again": "LARGE"}, by_key={"a": {"again": "LARGE"}})
    assert found(schema, both, "declared") == {
        "another-class": ['by_key["a"].again'],
        "another-object": ['by_key["a"].size'],
    }


def test_an_order_that_there_is_not(schema):
    with pytest.raises(ConditionError, match="one of declared, reversed"):
        condition({"without-empty-lists": {"sorted": "nothing"}})

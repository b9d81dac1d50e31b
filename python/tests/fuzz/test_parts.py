"""A message in parts: any of them can be left out, and texts become shorter."""

import pytest

from wirebed.bed import Bed
from wirebed.bed.schema import Schema
from wirebed.cases import random_cases
from wirebed_fuzz.parts import only, parts, shorter

MESSAGES = ("Person", "Scalars", "MapValues", "Extended", "Groups", "WellKnown", "Choice")


@pytest.fixture(scope="module")
def schema() -> Schema:
    return Schema.load(Bed.open().tree_dir)


@pytest.mark.parametrize("name", MESSAGES)
def test_all_parts_are_the_message_again(schema, name):
    for seed in range(1, 20):
        message = random_cases.value(schema, f"interop.{name}", seed, 0)
        every = list(parts(message))
        assert only(message, set(every)) == message
        assert not only(message, set()).ListFields()


def test_each_part_can_be_left_out(schema):
    message = random_cases.value(schema, "interop.Person", 3, 0)
    every = list(parts(message))
    assert len(every) > 5
    for part in every:
        left = [each for each in every if each[: len(part)] != part]
        made = only(message, {each for each in every if each != part})
        assert len(list(parts(made))) == len(left)


def test_one_text_becomes_shorter(schema):
    message = schema.message_class("interop.Person")(id="abcd")
    message.friends["k"].name = "xy"
    found = [(made.id, made.friends["k"].name) for made in shorter(message)]
    assert found == [("ab", "xy"), ("cd", "xy"), ("bcd", "xy"), ("abc", "xy"), ("abcd", "x"), ("abcd", "y")]

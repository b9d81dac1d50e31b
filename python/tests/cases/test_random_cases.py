"""Random values: the same on every machine, each alone, and of all that a message can hold."""

from collections import Counter

import pytest

from wirebed import cases
from wirebed.cases.random_cases import RandomFiller

PROTO = """
syntax = "proto3";
package t;
import "google/protobuf/duration.proto";
import "wirebed/options.proto";
enum Color { RED = 0; BLUE = 7; }
message M {
  int32 number = 1;
  optional string text = 2;
  repeated bool truths = 3 [(wirebed.plain).collection = SET];
  map<string, M> more = 4;
  oneof choice { double real = 5; bytes raw = 6; }
  Color color = 7;
  string price = 8 [(wirebed.plain).type = DECIMAL];
  google.protobuf.Duration pause = 9;
}
"""


@pytest.fixture
def schema(bed, compiled):
    (bed.proto_root / "m.proto").write_text(PROTO)
    return compiled(bed.root / "tree", bed.proto_root, ["m.proto"])


def values(schema, seed=1, count=200):
    return {case.name: case.view for case in cases.drawn(schema, seed, count)}


def messages(schema):
    made = [schema.message_class("t.M")() for _ in range(200)]
    for k, message in enumerate(made):
        RandomFiller(schema, "t.M", 1, k).fill(message, 1)
    return made


def test_a_value_depends_on_its_seed_and_number_alone(schema):
    first = values(schema)
    assert values(schema) == first
    assert values(schema, count=3) == {name: first[name] for name in list(first)[:3]}
    other = values(schema, seed=2)
    assert len(set(first.values()) & set(other.values())) < 20


def test_every_field_is_set_and_left_out(schema):
    made = messages(schema)
    counts = Counter(field.name for message in made for field, _ in message.ListFields())
    assert set(counts) == {field.name for field in schema.message("t.M").fields}
    assert all(20 < count < 180 for count in counts.values()), counts
    assert {message.WhichOneof("choice") for message in made} == {"real", "raw", None}


def test_numbers_and_texts_are_not_those_of_the_tables_alone(schema):
    made = messages(schema)
    assert len({message.number for message in made}) > 30
    assert len({message.text for message in made}) > 30
    assert {message.color for message in made} > {0, 7}


def test_a_set_holds_each_element_once(schema):
    sets = [list(message.truths) for message in messages(schema)]
    assert [] in sets and any(len(each) == 2 for each in sets)
    assert all(len(each) == len(set(each)) for each in sets)


def test_durations_have_one_sign_and_may_be_short(schema):
    pauses = [message.pause for message in messages(schema) if message.HasField("pause")]
    assert all(pause.seconds * pause.nanos >= 0 for pause in pauses)
    assert all(abs(pause.seconds) <= 315576000000 and abs(pause.nanos) < 1_000_000_000 for pause in pauses)
    assert {pause.nanos < 0 for pause in pauses if not pause.seconds and pause.nanos} == {True, False}

"""Whose words a difference is: an entry states the library or a conversion of this bed, and must be right."""

from dataclasses import dataclass, replace

import pytest
from google.protobuf import descriptor_pb2, message_factory, timestamp_pb2
from wirebed_protocol import options_pb2

from wirebed.bed.schema import pool_of
from wirebed.peers.codecs import CodecRef, Setting
from wirebed.report.settings import table
from wirebed.state.deviations.places import ValuePlace, ValuePlaces
from wirebed.state.deviations.speakers import Speakers, kinds_of
from wirebed.view import of_message
from wirebed.view.compare import Found
from wirebed.view.outcome import Kind
from wirebed.view.parse import Node

# `two` swaps letters, so `one` reads what nobody wrote, and `two` what `one` did not write.
ENTRY = """
  - name: two-swaps-letters
    format: json
    codec: two/fake
    value: {type: string, matches: swapme}
    outcome: differs
    kind: reinterpreted
    reason: It does.
    authority: fake_peer.py
    nature: by-design
"""


def problems(report):
    return {problem for cell in report.unexpected for problem in cell.problems}


@pytest.mark.parametrize("way", ["reads", "writes"])
def test_an_entry_that_says_nothing_of_a_conversion_is_red(fake_runs, way):
    fake_runs.entries(ENTRY)
    code, report = fake_runs.run(two=["swap:json/fake", f"{way}-texts:json/fake"])
    assert code == 1
    (told,) = problems(report)
    assert "`two-swaps-letters` states another speaker" in told
    assert told.endswith("the words are those of a conversion of this bed in two:json/fake: `by: codec`")
    assert {found.by for cell in report.unexpected for found in cell.differences} == {"codec"}


def test_an_entry_that_states_the_conversion_is_green(fake_runs):
    fake_runs.entries(ENTRY + "    by: {two/fake: codec}\n")
    assert fake_runs.run(two=["swap:json/fake", "reads-texts:json/fake", "writes-texts:json/fake"])[0] == 0


def test_an_entry_that_blames_a_conversion_for_the_library_is_red(fake_runs):
    fake_runs.entries(ENTRY + "    by: codec\n")
    code, report = fake_runs.run(two=["swap:json/fake"])
    assert code == 1
    assert any(told.endswith("the words are those of the library of two:json/fake: `by: library`")
               for told in problems(report))  # fmt: skip


def test_a_draft_states_the_conversion(fake_runs):
    _, report = fake_runs.run(two=["swap:json/fake", "reads-texts:json/fake", "writes-texts:json/fake"])
    assert "    by: codec\n" in report.footer.unstated
    _, report = fake_runs.run(two=["swap:json/fake"])
    assert "by:" not in report.footer.unstated


def test_the_table_of_codecs_names_what_is_converted():
    setting = Setting("code", "it converts", "", "It is a test.", reads=("keys", "dates"), writes=("dates",))
    said = table([replace(_codec("dates"), settings=(setting,))])
    assert "| It is a test. Converts keys, dates that are read. Converts dates that are written. |" in said
    assert "| It is a test. Converts keys. |" in table([_codec("keys", "keys")])


def test_a_place_is_touched_by_its_declared_type():
    value = _value()
    touched = {
        word: {place.path for place in value.places if _speaker(word, place, value.places[0].node) == "codec"}
        for word in ("everything", "keys", "numbers", "texts", "bytes", "enums", "dates", "decimals")
    }
    every = {
        "",
        "count",
        "text",
        "data",
        "colour",
        "when",
        "when.seconds",
        "when.nanos",
        "price",
        "by_text",
        "by_number",
    }
    keys = {'by_text["a"]', "by_number[1]"}
    assert touched == {
        "everything": every | keys,
        "keys": {"by_number", "by_number[1]"},
        "numbers": {"count"} | keys,
        "texts": {"text", 'by_text["a"]'},
        "bytes": {"data"},
        "enums": {"colour"},
        "dates": {"when", "when.seconds", "when.nanos"},
        "decimals": {"price"},
    }


def test_a_value_that_was_not_read_is_touched_by_nothing():
    places = _value().places
    assert {_speaker("everything", place, None) for place in places} == {"library"}
    assert {_speaker("everything", place, place.node, Kind.DROPPED) for place in places} == {"library"}


def test_the_last_conversion_on_the_way_speaks():
    """A relay reads a value and writes it again."""
    (place,) = (one for one in _value().places if one.path == "text")
    found = Found(Kind.REINTERPRETED, place.node, place.node, place.node)
    ends, reads, writes = (
        replace(_codec(*words), id=name)
        for name, words in (("ends", ()), ("reads", ("texts",)), ("writes", ("numbers", "texts")))
    )
    speakers = Speakers([ends, reads, writes])
    whose = {
        ("ends", "ends", "ends"): ("ends", "library"),
        ("ends", "reads", "ends"): ("reads", "codec"),
        ("ends", "writes", "ends"): ("writes", "codec"),
        ("writes", "ends", "ends"): ("writes", "codec"),
        ("writes", "reads", "ends"): ("reads", "codec"),
        ("ends", "ends", "writes"): ("writes", "library"),
    }
    assert {way: speakers.of(way, kinds_of(found, place)) for way in whose} == whose


def _speaker(word: str, place: ValuePlace, read: Node | None, kind: Kind = Kind.REINTERPRETED) -> str:
    found = Found(kind, place.node, read, place.node)
    return Speakers([_codec(word)]).of(("", "x:json/x"), kinds_of(found, place))[1]


@dataclass(eq=False)
class Typed:
    """A schema with a place of each type."""

    pool: object


def _codec(*reads: str) -> CodecRef:
    setting = Setting("code", "a conversion", "", "It is a test.", reads=reads[:1], writes=reads[1:])
    return CodecRef("x", "json", "x", "1", True, True, "plain", False, False, "x:json/x", "json/x", settings=(setting,))


def _value() -> ValuePlaces:
    f = descriptor_pb2.FieldDescriptorProto
    file = descriptor_pb2.FileDescriptorProto(name="t.proto", package="t", syntax="proto3")
    file.dependency.append("google/protobuf/timestamp.proto")
    file.dependency.append("wirebed/options.proto")
    file.enum_type.add(name="Colour").value.add(name="RED", number=0)
    made = file.message_type.add(name="M")
    made.field.add(name="count", number=1, type=f.TYPE_INT32, label=1)
    made.field.add(name="text", number=2, type=f.TYPE_STRING, label=1)
    made.field.add(name="data", number=3, type=f.TYPE_BYTES, label=1)
    made.field.add(name="colour", number=4, type=f.TYPE_ENUM, type_name=".t.Colour", label=1)
    when = made.field.add(name="when", number=5, type=f.TYPE_MESSAGE, label=1, type_name=".google.protobuf.Timestamp")
    when.options.Extensions[options_pb2.plain].type = options_pb2.DATE
    price = made.field.add(name="price", number=6, type=f.TYPE_STRING, label=1)
    price.options.Extensions[options_pb2.plain].type = options_pb2.DECIMAL
    for number, (name, key) in enumerate((("by_text", f.TYPE_STRING), ("by_number", f.TYPE_INT32)), start=7):
        entry_name = "".join(map(str.title, name.split("_"))) + "Entry"
        made.field.add(name=name, number=number, type=f.TYPE_MESSAGE, label=3, type_name=f".t.M.{entry_name}")
        entry = made.nested_type.add(name=entry_name)
        entry.options.map_entry = True
        entry.field.add(name="key", number=1, type=key, label=1)
        entry.field.add(name="value", number=2, type=f.TYPE_INT32, label=1)
    files = []
    for needed in (descriptor_pb2, timestamp_pb2, options_pb2):
        files.append(descriptor_pb2.FileDescriptorProto())
        needed.DESCRIPTOR.CopyToProto(files[-1])
    pool = pool_of(descriptor_pb2.FileDescriptorSet(file=[*files, file]))
    schema = Typed(pool)
    message = message_factory.GetMessageClass(pool.FindMessageTypeByName("t.M"))
    value = message(count=1, text="a", data=b"a", price="1", by_text={"a": 1}, by_number={1: 1})
    value.when.seconds = 1
    return ValuePlaces(of_message(value), schema, "t.M")

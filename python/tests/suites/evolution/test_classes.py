"""Bare objects of classes written by hand <-> views of the messages that describe them."""

import pytest
from google.protobuf import descriptor_pb2, text_format

from wirebed.bed.schema import Schema
from wirebed.suites.evolution.classes import NotOfTheClass, from_bare, to_bare
from wirebed.view import ViewWriter, of_message

F = descriptor_pb2.FieldDescriptorProto
NAME = "evolution.classes.C"


@pytest.fixture(scope="module")
def schema(tmp_path_factory):
    file = descriptor_pb2.FileDescriptorProto(name="c.proto", package="p", syntax="proto3")
    message = file.message_type.add(name="M")
    kinds = [F.TYPE_INT32, F.TYPE_INT64, F.TYPE_FLOAT, F.TYPE_DOUBLE, F.TYPE_BOOL, F.TYPE_BYTES]
    for number, kind in enumerate(kinds, 1):
        message.field.add(name=f"f{number}", number=number, type=kind, label=1)
    message.field.add(name="text", number=7, type=F.TYPE_STRING, label=1, proto3_optional=True, oneof_index=0)
    message.oneof_decl.add(name="_text")
    message.field.add(name="color", number=8, type=F.TYPE_ENUM, type_name=".p.Color", label=1)
    message.field.add(name="items", number=9, type=F.TYPE_STRING, label=3)
    message.field.add(name="m", number=10, type=F.TYPE_MESSAGE, type_name=".p.M", label=1)
    color = file.enum_type.add(name="Color")
    color.value.add(name="RED", number=0)
    color.value.add(name="BLUE", number=5)
    folder = tmp_path_factory.mktemp("tree")
    (folder / "schema.binpb").write_bytes(descriptor_pb2.FileDescriptorSet(file=[file]).SerializeToString())
    return Schema.load(folder)


def view_of(schema, text):
    return of_message(text_format.Parse(text, schema.message_class("p.M")()))


@pytest.mark.parametrize(
    "text",
    ["", "text: ''", "f1: -5 f2: 6 f3: 1.5 f4: 1e300 f5: true f6: '\\xff' text: 'a' color: BLUE items: 'x' items: ''"],
)
def test_there_and_back(schema, text):
    view = view_of(schema, text)
    assert from_bare(to_bare(view, schema, NAME), schema, "p.M") == view


def bare(**fields):
    out = ViewWriter()
    out.record("object")
    out.field(1)
    out.text(NAME)
    out.field(2)
    out.list(len(fields))
    for name, word in fields.items():
        out.record("field")
        out.field(1)
        out.text(name)
        out.field(2)
        out.record(word)
        if word != "null":
            out.field(1)
            out.integer(7)
        out.end()
        out.end()
    out.end()
    return out.finish()


def test_null_is_absent_and_an_int_where_a_text_should_be_stays_one(schema):
    assert from_bare(bare(text="null"), schema, "p.M") == b"r\3\0p.M" + bytes(4)
    assert from_bare(bare(text="int"), schema, "p.M") == b"r\3\0p.M" + b"\7\0\0\0i\7" + bytes(7) + bytes(4)


def test_what_the_other_side_has_no_word_for(schema):
    with pytest.raises(NotOfTheClass, match="no field more, which the class has"):
        from_bare(bare(more="int"), schema, "p.M")
    with pytest.raises(NotOfTheClass, match="a record in p.M.m"):
        to_bare(view_of(schema, "m {}"), schema, NAME)


def test_an_object_that_lacks_what_every_object_has(schema):
    out = ViewWriter()
    out.record("object")
    out.end()
    with pytest.raises(NotOfTheClass, match="object without its field 2"):
        from_bare(out.finish(), schema, "p.M")

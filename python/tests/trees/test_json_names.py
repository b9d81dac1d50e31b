"""JSON names that the Python library refuses, though protoc and other languages do not."""

import pytest
from google.protobuf import descriptor_pb2

from wirebed.bed.schema import json_name, pool_of
from wirebed.errors import UserError


def files(**json_names: str) -> descriptor_pb2.FileDescriptorSet:
    file = descriptor_pb2.FileDescriptorProto(name="t.proto", package="t", syntax="proto3")
    message = file.message_type.add(name="M")
    for number, (name, json) in enumerate(json_names.items(), start=1):
        message.field.add(name=name, json_name=json, number=number, type="TYPE_INT32", label="LABEL_OPTIONAL")
    return descriptor_pb2.FileDescriptorSet(file=[file])


@pytest.mark.parametrize("names", [{"a": "b", "b": "a"}, {"a_b": "aB", "aB": "aB"}, {"a": "x", "b": "y"}])
def test_the_runner_takes_them_as_the_schema_says_them(names):
    message = pool_of(files(**names)).FindMessageTypeByName("t.M")
    assert {field.name: json_name(field) for field in message.fields} == names


def test_what_is_wrong_for_another_reason_is_an_error():
    wrong = files(a="b", b="a")
    wrong.file[0].message_type[0].field[0].number = 0
    with pytest.raises(UserError, match="refuses this schema"):
        pool_of(wrong)

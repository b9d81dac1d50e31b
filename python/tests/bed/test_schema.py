"""What a schema declares has a digest, by which kept verdicts are found."""

from google.protobuf import descriptor_pb2
from wirebed_protocol import plain_pb2

from wirebed.bed.schema import Schema


def digest(folder, number=1, java_class="a.M") -> str:
    file = descriptor_pb2.FileDescriptorProto(name="m.proto", package="a", syntax="proto3")
    file.message_type.add(name="M").field.add(name="f", number=number, type=9, label=1)
    plain = plain_pb2.PlainSchema(classes=[plain_pb2.PlainClass(message="a.M", java_class=java_class)])
    (folder / "schema.binpb").write_bytes(descriptor_pb2.FileDescriptorSet(file=[file]).SerializeToString())
    (folder / "plain.binpb").write_bytes(plain.SerializeToString())
    return Schema.load(folder).digest


def test_a_message_and_its_plain_class_count(tmp_path):
    assert digest(tmp_path) == digest(tmp_path)
    assert len({digest(tmp_path), digest(tmp_path, number=2), digest(tmp_path, java_class="b.M")}) == 3

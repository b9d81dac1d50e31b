"""A schema tree of which the library refuses a file."""

import pytest
from google.protobuf import descriptor_pb2

from wirebed_peer.refusal import Unsupported
from wirebed_peer.tree import Tree


def file(name: str, message: str, *imports: str) -> descriptor_pb2.FileDescriptorProto:
    found = descriptor_pb2.FileDescriptorProto(name=name, package="t", dependency=imports, syntax="proto3")
    found.message_type.add(name=message).nested_type.add(name="Inner")
    return found


def test_a_file_that_the_library_refuses_is_left_out_with_all_that_import_it(tmp_path):
    bad = file("bad.proto", "Bad")
    for name, json_name in (("a", "b"), ("b", "a")):
        bad.message_type[0].field.add(name=name, json_name=json_name, number=ord(name), type="TYPE_INT32", label=1)
    files = [file("good.proto", "Good"), bad, file("user.proto", "User", "bad.proto")]
    (tmp_path / "schema.binpb").write_bytes(descriptor_pb2.FileDescriptorSet(file=files).SerializeToString())
    tree = Tree(tmp_path)
    assert tree.message_class("t.Good.Inner")().ByteSize() == 0
    for name in ("t.Bad", "t.Bad.Inner", "t.User"):
        with pytest.raises(Unsupported, match="bad.proto: .*duplicate json_name"):
            tree.descriptor(name)

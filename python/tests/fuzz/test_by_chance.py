"""What pairs of schemas show by chance holds where its cause can be there, and nowhere else."""

import pytest
from google.protobuf import descriptor_pb2, descriptor_pool

from wirebed_fuzz.schemas import by_chance

F = descriptor_pb2.FieldDescriptorProto


def descriptor(maps: bool, required: bool):
    """A message that holds another one, which has a map or a required field, or both."""
    file = descriptor_pb2.FileDescriptorProto(name="t.proto", package="t", syntax="proto2")
    outer, inner = file.message_type.add(name="Outer"), file.message_type.add(name="Inner")
    outer.field.add(name="inner", number=1, type=F.TYPE_MESSAGE, type_name=".t.Inner", label=F.LABEL_OPTIONAL)
    outer.field.add(name="again", number=2, type=F.TYPE_MESSAGE, type_name=".t.Outer", label=F.LABEL_OPTIONAL)
    inner.field.add(name="text", number=1, type=9, label=F.LABEL_REQUIRED if required else F.LABEL_OPTIONAL)
    if maps:
        entry = inner.nested_type.add(name="ManyEntry")
        entry.options.map_entry = True
        for number, name in enumerate(("key", "value"), 1):
            entry.field.add(name=name, number=number, type=F.TYPE_INT32, label=F.LABEL_OPTIONAL)
        inner.field.add(name="many", number=2, type=11, type_name=".t.Inner.ManyEntry", label=F.LABEL_REPEATED)
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return pool.FindMessageTypeByName("t.Outer")


@pytest.mark.parametrize("maps", [True, False])
@pytest.mark.parametrize("required", [True, False])
def test_upb_ends_beside_a_map_alone(maps, required):
    message = descriptor(maps, required)
    assert bool(by_chance.why(("python",), "crash", message)) == (maps and required)
    assert not by_chance.why(("python", "java"), "crash", message)
    assert not by_chance.why(("python",), "differs", message)

"""What values hold is counted by what they hold, not by their schema alone."""

from wirebed.bed import Bed
from wirebed.bed.schema import Schema
from wirebed_fuzz.held import Counted


def test_a_oneof_is_one_that_is_declared():
    """An `optional` field of proto3 has a oneof that nobody sees, and most fields have none."""
    schema, counted = Schema.load(Bed.open().tree_dir), Counted()
    counted.see(schema.message_class("interop.Person")(id="a"))
    counted.see(schema.message_class("interop.Explicit")())
    assert counted.holding["a oneof"] == 0
    choice = schema.message_class("interop.Choice")()
    member = next(field for oneof in choice.DESCRIPTOR.oneofs for field in oneof.fields if field.message_type is None)
    setattr(choice, member.name, type(getattr(choice, member.name))())
    counted.see(choice)
    assert counted.holding["a oneof"] == 1

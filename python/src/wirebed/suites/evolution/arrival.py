"""The kind of a value that is not seen where it ought to be: one rule, for the steps and for OLD= and NEW=.

| on the way | kind | verdict |
|---|---|---|
| a version has no field for it, and passes it on | `preserved` | safe |
| a version has no field for it, and loses it | `dropped` | lossy |
| all have the field, but one has no room there for the value: see below | `dropped` | lossy |
| all have the field, and the reader sees a default in place of the value | `unread` | corrupting |

The migration says which field is the same thing in another version. A reader without the field is not misled: the
documents call it safe to add a field and to remove one, and unknown fields are kept. A reader with the field takes its
default for what was written, and nothing tells it otherwise. fixtures/evolution/README.md names the documents.

There is no room for a value that the enum of the field lacks, nor for one beside another member of its oneof, nor for a
default that a field without presence does not write, also when it comes last and only the last element counts.
"""

from google.protobuf.descriptor import FieldDescriptor

from wirebed.view import Node
from wirebed.view import grammar as g
from wirebed.view.compare.scalar_kinds import is_default
from wirebed.view.outcome import Kind


def without_field(kept: bool) -> Kind:
    """The kind of a value that a version has no field for; `kept`: a relay through that version brings it back."""
    return Kind.PRESERVED if kept else Kind.DROPPED


def with_field(ought: Node, field: FieldDescriptor | None) -> Kind:
    """The kind of a value other than a default, of which nothing or a default is seen. `ought`: the value as it ought
    to be seen in `field`, which is None where it is not known."""
    if field is None:
        return Kind.UNREAD
    crowded = _unnamed(ought, field) or _beside_another(ought, field) or _default(ought, field)
    return Kind.DROPPED if crowded else Kind.UNREAD


def _beside_another(node: Node, field: FieldDescriptor) -> bool:
    """Whether another member of the same oneof came, too."""
    record = node.parent
    if (
        field.containing_oneof is None
        or record is None
        or record.tag != g.RECORD
        or record.field(field.number) is not node
    ):
        return False
    return any(
        record.field(member.number) is not None for member in field.containing_oneof.fields if member is not field
    )


def _default(node: Node, field: FieldDescriptor) -> bool:
    """Whether a value, or one of several where one is held, is a default that the field does not write."""
    if field.is_repeated or field.has_presence:
        return False
    return is_default(node) or (node.tag in (g.LIST, g.SET) and any(map(is_default, node.children)))


def _unnamed(node: Node, field: FieldDescriptor) -> bool:
    """Whether a value, or all there is in a container, is none of those that the enum of a field has."""
    node = node.value if node.tag == g.SAME else node
    if node.tag == g.MAP and field.message_type is not None:
        field = field.message_type.fields_by_name.get("value", field)
    if node.tag in (g.LIST, g.SET, g.MAP):
        return all(_unnamed(child, field) for child in node.children)
    if field.enum_type is None:
        return False
    return node.tag != g.ENUM or node.value not in field.enum_type.values_by_number

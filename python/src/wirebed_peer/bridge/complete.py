"""Messages whose record has one layout when all fields are there: each is a scalar of fixed size, or such a message.

Both directions treat such a record at once, with the messages inside of it.
"""

from __future__ import annotations

import keyword
from dataclasses import dataclass, field

from google.protobuf.descriptor import Descriptor, FieldDescriptor

from wirebed_peer.bridge import nodes
from wirebed_peer.bridge.kinds import KIND
from wirebed_peer.older_protobuf import is_repeated


@dataclass
class Complete:
    """The record of `m`. In generated code, `c1` and so on are the messages inside."""

    # Each message inside: its name, the message that holds it, and the field there.
    children: list[tuple[str, str, str]] = field(default_factory=list)
    # Each scalar: the bytes from the one before to this one's tag, its kind, and the attribute.
    scalars: list[tuple[bytes, str, str]] = field(default_factory=list)
    rest: bytes = b""  # the bytes after the last scalar


def named(name: str) -> bool:
    """Whether an attribute of this name can be written as `object.name`."""
    return name.isidentifier() and not keyword.iskeyword(name)


def complete(descriptor: Descriptor) -> Complete | None:
    record = Complete()
    return record if _add(record, descriptor, "m", ()) else None


def _add(record: Complete, descriptor: Descriptor, holder: str, above: tuple[Descriptor, ...]) -> bool:
    # A message without fields has nothing that would set it in the message that holds it.
    if descriptor in above or descriptor.is_extendable or not descriptor.fields:
        return False
    record.rest += nodes.record_head(descriptor.full_name)
    for member in descriptor.fields:
        if is_repeated(member) or member.containing_oneof is not None or not named(member.name):
            return False
        record.rest += nodes.pack_u32(member.number)
        if not _field(record, member, holder, (*above, descriptor)):
            return False
    record.rest += nodes.END
    return True


def _field(record: Complete, member: FieldDescriptor, holder: str, above: tuple[Descriptor, ...]) -> bool:
    kind = KIND[member.type]
    if member.message_type is not None:
        child = f"c{len(record.children)}"
        record.children.append((child, holder, member.name))
        return _add(record, member.message_type, child, above)
    if kind not in nodes.FIXED or member.has_presence:
        return False
    record.scalars.append((record.rest, kind, f"{holder}.{member.name}"))
    record.rest = b""
    return True

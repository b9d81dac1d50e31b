"""Messages whose record has one layout when all fields are there: each is a scalar of fixed size, or such a message.

Both directions treat such a record at once, with the messages inside of it.
"""

from __future__ import annotations

import keyword
from dataclasses import dataclass, field

from google.protobuf.descriptor import Descriptor, FieldDescriptor

from wirebed_peer.bridge import nodes
from wirebed_peer.bridge.kinds import KIND


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
    found = Complete()
    return found if _add(found, descriptor, "m", ()) else None


def _add(found: Complete, descriptor: Descriptor, holder: str, above: tuple[Descriptor, ...]) -> bool:
    # A message without fields has nothing that would set it in the message that holds it.
    if descriptor in above or descriptor.is_extendable or not descriptor.fields:
        return False
    found.rest += nodes.record_head(descriptor.full_name)
    for one in descriptor.fields:
        if one.is_repeated or one.containing_oneof is not None or not named(one.name):
            return False
        found.rest += nodes.pack_u32(one.number)
        if not _field(found, one, holder, (*above, descriptor)):
            return False
    found.rest += nodes.END
    return True


def _field(found: Complete, one: FieldDescriptor, holder: str, above: tuple[Descriptor, ...]) -> bool:
    kind = KIND[one.type]
    if one.message_type is not None:
        child = f"c{len(found.children)}"
        found.children.append((child, holder, one.name))
        return _add(found, one.message_type, child, above)
    if kind not in nodes.FIXED or one.has_presence:
        return False
    found.scalars.append((found.rest, kind, f"{holder}.{one.name}"))
    found.rest = b""
    return True

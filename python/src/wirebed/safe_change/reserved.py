"""Numbers and names that a message or an enum reserves.

A reservation says that something else had them before: what was written then must not be read as something new
(https://protobuf.dev/programming-guides/proto3/#fieldreserved).
"""

from dataclasses import dataclass

from google.protobuf import descriptor_pb2
from google.protobuf.descriptor import EnumDescriptor


@dataclass(frozen=True)
class Reserved:
    ranges: tuple[tuple[int, int], ...]  # first and last number
    names: frozenset[str]

    def number(self, number: int) -> bool:
        return any(first <= number <= last for first, last in self.ranges)

    def takes(self, one) -> dict[str, str]:
        """Words about the reserved number or name that a field, or a value of an enum, takes."""
        found = {"number": f"number {one.number}"} if self.number(one.number) else {}
        return found | ({"name": f'name "{one.name}"'} if one.name in self.names else {})


def reserved(descriptor) -> Reserved:
    """The reservations of a message, or of an enum, whose ranges include their ends."""
    enum = isinstance(descriptor, EnumDescriptor)
    proto = descriptor_pb2.EnumDescriptorProto() if enum else descriptor_pb2.DescriptorProto()
    descriptor.CopyToProto(proto)
    ranges = tuple((one.start, one.end if enum else one.end - 1) for one in proto.reserved_range)
    return Reserved(ranges, frozenset(proto.reserved_name))

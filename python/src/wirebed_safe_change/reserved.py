"""Numbers and names that a message or an enum reserves.

A reservation says that something else had them before: what was written then must not be read as something new
(https://protobuf.dev/programming-guides/proto3/#fieldreserved).
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from google.protobuf import descriptor_pb2
from google.protobuf.descriptor import EnumDescriptor


@dataclass(frozen=True)
class Reserved:
    ranges: tuple[tuple[int, int], ...]  # first and last number
    names: frozenset[str]

    def number(self, number: int) -> bool:
        return any(first <= number <= last for first, last in self.ranges)

    def without(self, other: "Reserved", taken: Collection[tuple[int, str]]) -> Iterator[str]:
        """Words about what is reserved here and not in the other version, nor taken by one of its fields or values."""
        numbers = [number for number, _ in taken]
        for first, last in self.ranges:
            if not other.covers(first, last, numbers):
                yield f"no longer reserves {first}" if first == last else f"no longer reserves {first} to {last}"
        for name in sorted(self.names - other.names - {name for _, name in taken}):
            yield f'no longer reserves "{name}"'

    def covers(self, first: int, last: int, taken: Collection[int]) -> bool:
        """Whether each number of a range is reserved or taken."""
        at = first
        for begin, end in sorted((*self.ranges, *((number, number) for number in taken))):
            if begin <= at <= end:
                at = end + 1
        return at > last

    def takes(self, descriptor) -> dict[str, str]:
        """Words about the reserved number or name that a field, or a value of an enum, takes."""
        taken = {"number": f"number {descriptor.number}"} if self.number(descriptor.number) else {}
        return taken | ({"name": f'name "{descriptor.name}"'} if descriptor.name in self.names else {})


def reserved(descriptor) -> Reserved:
    """The reservations of a message, or of an enum, whose ranges include their ends."""
    enum = isinstance(descriptor, EnumDescriptor)
    proto = descriptor_pb2.EnumDescriptorProto() if enum else descriptor_pb2.DescriptorProto()
    descriptor.CopyToProto(proto)
    ranges = tuple((span.start, span.end if enum else span.end - 1) for span in proto.reserved_range)
    return Reserved(ranges, frozenset(proto.reserved_name))

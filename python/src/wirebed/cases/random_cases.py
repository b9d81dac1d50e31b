"""Random values of every message of a bed, drawn from its descriptors: what no case was written for.

A value depends on the seed, its number and the name of its message alone, so it is the same on every machine.
"""

import functools
import math
import struct
from collections.abc import Sequence

from google.protobuf.descriptor import FieldDescriptor as F
from google.protobuf.message import Message
from wirebed_protocol import options_pb2

from wirebed import view
from wirebed.bed.schema import Schema, descriptor_of, hint_of
from wirebed.cases import edges
from wirebed.cases.case import Case
from wirebed.cases.generated_cases import Filler, own_messages
from wirebed.cases.place import Held, element_type
from wirebed.cases.prng import SplitMix64

# The depth of nested messages, and the most elements of a list or map.
_DEPTH = 4
_ELEMENTS = 3
_DURATION = "google.protobuf.Duration"
_SECONDS = 315576000000  # of the longest one
_SECOND = 1_000_000_000  # in nanoseconds
_STEPS = (_SECOND, 1_000_000, 1_000, 1)
_LETTERS = ((0x20, 0x7E), (0x61, 0x7A), (0x30, 0x39), (0x00, 0x1F), (0x7F, 0x24F), (0x4E00, 0x9FFF), (0x1F300, 0x1F5FF))


def drawn(schema: Schema, seed: int, count: int) -> list[Case]:
    """`count` cases of each message of the tree's own files, `<folder>/random_<seed>_<k>`, by name."""
    cases = [
        Case(
            name=f"{folder}/random_{seed}_{k:04}",
            message=message.full_name,
            build=functools.partial(_build, schema, message.full_name, seed, k),
            about="a random value",
            tags=("random",),
            meaning={"random": [seed, k]},
        )
        for message, folder in own_messages(schema)
        for k in range(count)
    ]
    return sorted(cases, key=lambda case: case.name)


def value(schema: Schema, full_name: str, seed: int, k: int) -> Message:
    """The value of a case that `drawn` gives."""
    message = schema.message_class(full_name)()
    RandomFiller(schema, full_name, seed, k).fill(message, 1)
    return message


def _build(schema: Schema, full_name: str, seed: int, k: int) -> bytes:
    return view.of_message(value(schema, full_name, seed, k))


def _float(form: str, data: bytes) -> float:
    """The number of these bits; of all NaN the usual one, since views tell them apart and no format has to."""
    number: float = struct.unpack(form, data)[0]
    return math.nan if math.isnan(number) else number


class RandomFiller(Filler):
    """Fills a message with what its random numbers choose: what is set, how many elements there are, and each value."""

    def __init__(self, schema: Schema, full_name: str, seed: int, k: int) -> None:
        super().__init__(schema, "random", k, seed, depth=_DEPTH)
        self.random = SplitMix64(seed * 1000003 + k)
        for byte in full_name.encode():
            self.random = SplitMix64(self.random.next() ^ byte)
        # Between nearly nothing and everything, of each value.
        self.density = self.random.below(101)
        self.members: dict[int, str] = {}  # the chosen members of the oneofs of the message that is being filled

    def fields(self, message: Message, depth: int) -> None:
        if descriptor_of(message).full_name == _DURATION and self.random.below(2):
            self.duration(message)
            return
        above, self.members = self.members, {}
        super().fields(message, depth)
        self.members = above

    def duration(self, message: Held) -> None:
        """Seconds and nanos of one sign; every fourth is below one second, and a fraction has up to 9 digits."""
        sign, step = 1 - 2 * self.random.below(2), self.random.choice(_STEPS)
        bits = self.random.below(_SECONDS.bit_length()) if self.random.below(4) else 0
        message.seconds = sign * (self.random.next() >> (64 - bits)) if bits else 0
        message.nanos = sign * step * self.random.below(_SECOND // step)

    def wanted(self, field: F, depth: int) -> bool:
        if self.left <= 0 or (depth >= self.depth and element_type(field) is not None):
            return False
        oneof = field.containing_oneof
        if oneof is None or len(oneof.fields) == 1:
            return self.random.below(100) < self.density
        if oneof.index not in self.members:
            chosen = self.random.choice(sorted(oneof.fields, key=lambda f: f.number))
            self.members[oneof.index] = chosen.name if self.random.below(100) < self.density else ""
        return self.members[oneof.index] == field.name

    def extended(self, depth: int) -> bool:
        return self.random.below(4) == 0

    def extension_scalar(self, field: F) -> edges.Scalar:
        return self.scalar(field, 0)

    def well_known(self) -> tuple[int, bool]:
        return self.random.below(1000), self.random.below(4) == 0

    def indexes(self, field: F) -> Sequence[int]:
        return range(self.random.below(_ELEMENTS + 1))

    def list(self, values: Held, field: F, depth: int) -> None:
        """A set holds each element once."""
        super().list(values, field, depth)
        if hint_of(field).collection == options_pb2.SET and field.message_type is None:
            each = list(dict.fromkeys(values))
            del values[:]
            values.extend(each)

    def key(self, field: F, k: int) -> edges.Scalar:
        return self.scalar(field, k)

    def scalar(self, field: F, k: int) -> edges.Scalar:
        """A boundary value half of the time, now and then what some format has no place for, else any value."""
        way = self.random.below(8)
        if way == 0 and (value := edges.limit(field, self.random.below(1000))) is not None:
            return value
        if way <= 4 or field.enum_type is not None or field.type == F.TYPE_BOOL:
            return self.random.choice(edges.edges_of(field))
        return self.any_value(field)

    def any_value(self, field: F) -> edges.Scalar:
        if edges.is_decimal(field):
            return self.decimal()
        if field.type == F.TYPE_STRING:
            letters = self.random.choice(_LETTERS), self.random.choice(_LETTERS)
            return "".join(self.letter(letters) for _ in range(self.random.below(24)))
        if field.type == F.TYPE_BYTES:
            return bytes(self.random.below(256) for _ in range(self.random.below(24)))
        if field.type == F.TYPE_FLOAT:
            return _float("<f", struct.pack("<I", self.random.next() >> 32))
        if field.type == F.TYPE_DOUBLE:
            return _float("<d", struct.pack("<Q", self.random.next()))
        return self.integer(field)

    def decimal(self) -> str:
        """A number of up to 20 digits, some of them behind the point; the last may be zeros."""
        digits = str(self.random.next() >> self.random.below(64))
        digits += "0" * self.random.below(3)
        behind = self.random.below(len(digits))
        number = f"{digits[:-behind]}.{digits[-behind:]}" if behind else digits
        return "-" * self.random.below(2) + number

    def letter(self, ranges: Sequence[tuple[int, int]]) -> str:
        first, last = self.random.choice(ranges)
        return chr(first + self.random.below(last - first + 1))

    def integer(self, field: F) -> int:
        """A number of so many bits, since most of all numbers have nearly as many as fit."""
        wide = field.cpp_type in (F.CPPTYPE_INT64, F.CPPTYPE_UINT64)
        signed = field.cpp_type in (F.CPPTYPE_INT32, F.CPPTYPE_INT64)
        size = (64 if wide else 32) - signed
        bits = self.random.below(size + 1)
        number = self.random.next() >> (64 - bits) if bits else 0
        return -number - 1 if signed and self.random.below(2) else number

"""What random values hold, so that it is seen what was not tried."""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from google.protobuf.descriptor import FieldDescriptor as F
from google.protobuf.message import Message

from wirebed.cases.place import Held, entry_fields, is_map
from wirebed_build.plain.hints import real_oneof
from wirebed_fuzz.parts import values

_FLOATS = (F.TYPE_FLOAT, F.TYPE_DOUBLE)


def _text(holds: Callable[[str], bool]) -> Callable[[F, Held], bool]:
    return lambda field, value: field.type == F.TYPE_STRING and holds(value)


def _float(holds: Callable[[float], bool]) -> Callable[[F, Held], bool]:
    return lambda field, value: field.type in _FLOATS and holds(value)


def _is(name: str) -> Callable[[F, Held], bool]:
    return lambda field, _: field.message_type is not None and field.message_type.full_name == f"google.protobuf.{name}"


KINDS: Mapping[str, Callable[[F, Held], bool]] = {
    "NaN": _float(math.isnan),
    "an infinite number": _float(math.isinf),
    "-0.0": _float(lambda value: value == 0 and math.copysign(1, value) < 0),
    "a double beyond a float": lambda field, value: field.type == F.TYPE_DOUBLE and 3.5e38 < abs(value) < math.inf,
    "a number from 2^63 on": lambda field, value: field.type in (F.TYPE_UINT64, F.TYPE_FIXED64) and value >= 1 << 63,
    "a number beyond 2^53": lambda field, value: (
        field.cpp_type in (F.CPPTYPE_INT64, F.CPPTYPE_UINT64) and abs(value) > 1 << 53
    ),
    "an empty text": _text(lambda value: not value),
    "NUL": _text(lambda value: "\0" in value),
    "a carriage return": _text(lambda value: "\r" in value),
    "a byte order mark": _text(lambda value: "\ufeff" in value),
    "a character beyond U+FFFF": _text(lambda value: any(letter > "\uffff" for letter in value)),
    "a text beyond 1,000 characters": _text(lambda value: len(value) > 1000),
    "an unknown number of an enum": lambda field, value: (
        field.enum_type is not None and value not in field.enum_type.values_by_number
    ),
    "an empty message": lambda field, value: (
        field.message_type is not None and not is_map(field) and not field.is_repeated and not value.ListFields()
    ),
    "a group": lambda field, _: field.type == F.TYPE_GROUP,
    "an extension": lambda field, _: field.is_extension,
    "a map": lambda field, _: is_map(field),
    "a oneof": lambda field, _: bool(real_oneof(field)),
    "Any": _is("Any"),
    "Timestamp": _is("Timestamp"),
    "a time before 1970": lambda field, value: (
        _is("Timestamp")(field, value) and not field.is_repeated and value.seconds < 0
    ),
    "Duration": _is("Duration"),
    "Struct": _is("Struct"),
}


class Counted:
    def __init__(self) -> None:
        self.values = 0
        self.holding = Counter[str]()

    def see(self, message: Message) -> None:
        self.values += 1
        self.holding.update(
            {name for field, value in _fields(message) for name, holds in KINDS.items() if holds(field, value)}
        )

    def join(self, other: "Counted") -> None:
        """Adds other values."""
        self.values += other.values
        self.holding.update(other.holding)

    def shares(self) -> Iterator[tuple[str, float]]:
        """What they held, the rarest first, and the percentage of values that did."""
        for name in sorted(KINDS, key=lambda name: self.holding[name]):
            percent = 100 * self.holding[name] / self.values if self.values else 0.0
            yield f"{name} ({percent:.2f} %)", percent


def _fields(message: Message) -> Iterator[tuple[F, Held]]:
    """Each scalar and message in it, elements of lists and keys and values of maps one by one."""
    for field, at, value in values(message):
        if is_map(field):
            of_key, of_value = entry_fields(field)
            yield field, value
            yield of_key, at
            yield from _each(of_value, value)
        else:
            yield from _each(field, value)


def _each(field: F, value: Held) -> Iterator[tuple[F, Held]]:
    yield field, value
    if field.message_type is not None:
        yield from _fields(value)

"""Boundary values of every type: `EDGES`, which all formats and languages should carry, `LIMITS`, which some cannot.

The two are separate, so that a case of edges does not fail because of a value that some format cannot carry.
"""

from collections.abc import Sequence

from google.protobuf.descriptor import EnumDescriptor
from google.protobuf.descriptor import FieldDescriptor as F
from wirebed_protocol import options_pb2

from wirebed.cases.prng import SplitMix64
from wirebed_build.plain.hints import stated

Scalar = int | float | str | bytes

_I32 = (0, 1, -1, 2147483647, -2147483648, 127, 128, -2049, 262144)
_U32 = (0, 1, 4294967295, 2147483648, 127, 128, 16384, 65536)
_I64 = (0, 1, -1, 9223372036854775807, -9223372036854775808, 9007199254740993, -2147483649, 4294967296, -9)
_U64 = (0, 1, 9223372036854775807, 4294967296, 9007199254740993, 127, 128)
_FLOAT = (0.0, 1.5, -1.0, 0.10000000149011612, 1.0000000150474662e30, 1.401298464324817e-45, 65.536, -128.0)
_DOUBLE = (0.0, 0.1, -1.0, 1.7976931348623157e308, 5e-324, 0.7, 65.536, 9007199254740992.0, 1e300)
_TEXT = ("", "a", "z{|}~\x7f", "é€😀", "x" * 32, '\t\n"\\/<&>', "中" * 1024, "e\u0301 \u05d0\u05d1", "0")
_BYTES = (b"", b"\x00", b"\xff\xfe", bytes(range(16)), bytes(range(256)) * 5)
_BOOL = (False, True)
_DECIMAL = ("0", "1.50", "-0.001", "123456789012345678901234567890.12", "1E+3", "-7")

EDGES: dict[int, Sequence[Scalar]] = {
    **dict.fromkeys((F.TYPE_INT32, F.TYPE_SINT32, F.TYPE_SFIXED32), _I32),
    **dict.fromkeys((F.TYPE_UINT32, F.TYPE_FIXED32), _U32),
    **dict.fromkeys((F.TYPE_INT64, F.TYPE_SINT64, F.TYPE_SFIXED64), _I64),
    **dict.fromkeys((F.TYPE_UINT64, F.TYPE_FIXED64), _U64),
    F.TYPE_FLOAT: _FLOAT,
    F.TYPE_DOUBLE: _DOUBLE,
    F.TYPE_STRING: _TEXT,
    F.TYPE_BYTES: _BYTES,
    F.TYPE_BOOL: _BOOL,
}

_ODD = (float("nan"), float("inf"), float("-inf"), -0.0)

LIMITS: dict[int, Sequence[Scalar]] = {
    **dict.fromkeys((F.TYPE_UINT64, F.TYPE_FIXED64), (18446744073709551615, 9223372036854775808)),
    F.TYPE_FLOAT: (*_ODD, 3.4028234663852886e38),  # the greatest float: a reader of JSON takes it for larger
    F.TYPE_DOUBLE: (*_ODD, 1.7976931348623157e308),
    F.TYPE_STRING: ("\x00", "\x01\x1f", "\ufeffx", "\ufffe\uffff"),
}

# Seconds and nanos. Every date type holds milliseconds between 1900 and 2100. Some do not hold nanoseconds, or the
# first and the last year of JSON's text form.
TIMESTAMPS = ((0, 0), (1, 1000000), (-1, 999000000), (2147483648, 0), (-2208988800, 0), (4102444800, 5000000))
LIMIT_TIMESTAMPS = ((1, 1), (-62135596800, 0), (253402300799, 999000000), (-1, 999999999))
DURATIONS = ((0, 0), (1, 500000000), (-1, -1), (315576000000, 0), (-315576000000, 0), (0, 999999999))
VALUES = (1.5, "text", True, None, -2.0, "")
PATHS = ("a", "a.b", "snake_case.x1")


def edge(field: F, k: int, seed: int) -> Scalar:
    """The k-th boundary value of a scalar field; beyond the table a random one, which depends on the field's name."""
    if field.type == F.TYPE_ENUM or is_decimal(field):
        known = edges_of(field)
        return known[k % len(known)]
    table = EDGES[field.type]
    if k < len(table):
        return table[k]
    return _random(field, k, seed)


def edges_of(field: F) -> Sequence[Scalar]:
    """All boundary values of a scalar field."""
    if field.enum_type is not None:
        return tuple(sorted({value.number for value in field.enum_type.values}))
    return _DECIMAL if is_decimal(field) else EDGES[field.type]


def is_decimal(field: F) -> bool:
    """Whether a plain class holds the text of the field as a number, so that not every text is valid."""
    return field.type == F.TYPE_STRING and stated(field).type == options_pb2.DECIMAL


def limit(field: F, k: int) -> Scalar | None:
    """The k-th value that some format cannot carry; None when the type has no such values."""
    if field.enum_type is not None:
        return None if field.enum_type.is_closed else _unknown_number(field.enum_type, k)
    table = None if is_decimal(field) else LIMITS.get(field.type)
    return table[k % len(table)] if table else None


def _unknown_number(enum: EnumDescriptor, k: int) -> int:
    known = {value.number for value in enum.values}
    tried = (1000000, -1000000, 2147483647, -2147483648)[k % 4]
    return tried if tried not in known else max(n for n in range(len(known) + 1) if n not in known)


def _random(field: F, k: int, seed: int) -> Scalar:
    """A random value that depends on the field's full name, so that other fields do not change it."""
    random = SplitMix64(seed * 1000003 + k)
    for byte in field.full_name.encode():
        random = SplitMix64(random.next() ^ byte)
    if field.type == F.TYPE_STRING:
        return "".join(chr(random.choice((97, 233, 8364, 20013, 128512)) + random.below(26)) for _ in range(12))
    if field.type == F.TYPE_BYTES:
        return random.next().to_bytes(8, "big")
    if field.type in (F.TYPE_FLOAT, F.TYPE_DOUBLE):
        return (random.below(1 << 24) - (1 << 23)) / 64
    return random.choice(EDGES[field.type])

"""Inputs in protobuf and Hessian 2: of each kind the shape that it needs, and its bytes."""

import struct
from collections.abc import Callable, Iterable, Mapping

from wirebed_limits import collisions
from wirebed_limits.shapes import DECIMAL, LIST, MAP, NESTED, NUMBERED, SELVES, STRUCT, TEXT, Shape
from wirebed_limits.text import STRUCTS

# By the kind; the function takes the size, too.
Binaries = Mapping[str, tuple[str, Callable[[Shape, int], bytes]]]

_VARINT, _FIXED, _DELIMITED, _START, _END = range(5)  # wire types


def _varint(number: int) -> bytes:
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


def _tag(number: int, wire_type: int) -> bytes:
    return _varint(number << 3 | wire_type)


def _delimited(number: int, data: bytes) -> bytes:
    return _tag(number, _DELIMITED) + _varint(len(data)) + data


def _nested(of: Shape, size: int) -> bytes:
    """The heads of the messages, made from the innermost outwards."""
    tag, heads, length = _tag(of.field.number, _DELIMITED), [], 0
    for _ in range(size - 1):
        heads.append(tag + _varint(length))
        length += len(heads[-1])
    return b"".join(reversed(heads))


def _groups(of: Shape, size: int) -> bytes:
    number = of.unknown_number
    return _tag(number, _START) * size + _tag(number, _END) * size


def _entries(of: Shape, keys: Iterable[bytes]) -> bytes:
    """`keys`: with their tags."""
    return b"".join(_delimited(of.field.number, key + _delimited(2, b"a")) for key in keys)


def _text_keys(texts: Iterable[str]) -> Iterable[bytes]:
    return (_delimited(1, text.encode()) for text in texts)


def _number_keys(numbers: Iterable[int]) -> Iterable[bytes]:
    return (_tag(1, _VARINT) + _varint(number) for number in numbers)


def _structs(of: Shape, size: int, innermost: bytes) -> bytes:
    """So many Structs inside each other, of which the innermost is given: the heads, from that outwards."""
    heads, length = [], len(innermost)
    for number in (5, 2, 1) * (size - 1):  # a Value's Struct, the entry's Value, and the entry with its key
        heads.append((_delimited(1, b"a") if number == 2 else b"") + _tag(number, _DELIMITED) + _varint(length))
        length += len(heads[-1])
    return _delimited(of.field.number, b"".join(reversed(heads)) + innermost)


def _list_in_struct(size: int) -> bytes:
    """A Struct with a list of ones."""
    numbers = _delimited(1, _tag(2, _FIXED) + struct.pack("<d", 1)) * size
    return _delimited(1, _delimited(1, b"a") + _delimited(2, _delimited(6, numbers)))


PROTOBUF: Binaries = {
    "depth": (NESTED, _nested),
    "depth-unknown": (TEXT, _groups),
    "length": (TEXT, lambda of, n: _delimited(of.field.number, b"a" * n)),
    "elements": (LIST, lambda of, n: _delimited(of.field.number, b"a") * n),
    "entries": (MAP, lambda of, n: _entries(of, _text_keys(f"{i:07}" for i in range(n)))),
    "collisions": (MAP, lambda of, n: _entries(of, _text_keys(collisions.texts(n)))),
    "collisions-number": (NUMBERED, lambda of, n: _entries(of, _number_keys(collisions.numbers(n)))),
    "collisions-dict": (NUMBERED, lambda of, n: _entries(of, _number_keys(collisions.probed(n)))),
    "depth-struct": (STRUCT, lambda of, n: _structs(of, n, b"")),
    "elements-struct": (STRUCT, lambda of, n: _structs(of, STRUCTS, _list_in_struct(n))),
    "claimed": (TEXT, lambda of, n: _tag(of.field.number, _DELIMITED) + _varint(n) + b"a"),
    "fields": (TEXT, lambda of, n: b"".join(_tag(of.unknown_number + i, _VARINT) + b"\1" for i in range(n))),
    "number": (TEXT, lambda of, n: _tag(n, _VARINT) + b"\1"),
}


def _int(value: int) -> bytes:
    return b"I" + struct.pack(">i", value)


def _text(text: bytes) -> bytes:
    """ASCII in chunks of at most 65,535 characters."""
    pieces = [text[i : i + 65535] for i in range(0, len(text), 65535)] or [b""]
    heads = [b"R"] * (len(pieces) - 1) + [b"S"]
    return b"".join(head + struct.pack(">H", len(p)) + p for head, p in zip(heads, pieces, strict=True))


def _class(name: str, *fields: str) -> bytes:
    return b"C" + _text(name.encode()) + _int(len(fields)) + b"".join(_text(field.encode()) for field in fields)


def _object(of: Shape, *fields: str) -> bytes:
    """The head of an object of the class, whose fields follow."""
    return _class(of.of.java_class, *fields) + b"\x60"


def _decimal(of: Shape, size: int) -> bytes:
    return _object(of, of.name) + _class("java.math.BigDecimal", "value") + b"\x61" + _text(b"7" * size)


def _map(of: Shape, keys: Iterable[bytes]) -> bytes:
    return _object(of, of.name) + b"H" + b"".join(key + b"\1a" for key in keys) + b"Z"


def _longs(numbers: Iterable[int]) -> Iterable[bytes]:
    return (b"L" + struct.pack(">q", number) for number in numbers)


HESSIAN2: Binaries = {
    "depth": (NESTED, lambda of, n: _object(of, of.name) + b"\x60" * (n - 1) + b"N"),
    "depth-unknown": (TEXT, lambda of, n: _object(of, "zz") + b"\x79" * (n - 1) + b"\x78"),
    "digits-decimal": (DECIMAL, _decimal),
    "length": (TEXT, lambda of, n: _object(of, of.name) + _text(b"a" * n)),
    "elements": (LIST, lambda of, n: _object(of, of.name) + b"X" + _int(n) + b"\1a" * n),
    "entries": (MAP, lambda of, n: _map(of, (b"\x07%07d" % i for i in range(n)))),
    "collisions": (MAP, lambda of, n: _map(of, (_text(text.encode()) for text in collisions.texts(n)))),
    "collisions-number": (NUMBERED, lambda of, n: _map(of, _longs(collisions.numbers(n)))),
    "collisions-dict": (NUMBERED, lambda of, n: _map(of, _longs(collisions.probed(n)))),
    "references": (SELVES, lambda of, n: _object(of, of.name) + b"X" + _int(n) + b"\x51\x90" * n),
    "claimed": (LIST, lambda of, n: _object(of, of.name) + b"X" + _int(n) + b"\1a"),
    "fields": (TEXT, lambda of, n: _object(of, *(f"zz{i:07}" for i in range(n))) + b"N" * n),
    "name": (TEXT, lambda of, n: _object(of, "z" * n) + b"N"),
}

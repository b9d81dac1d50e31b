"""Inputs in binary formats that make a careless reader slow or fill its memory: about `n` bytes each, or fewer."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator

from hostile_text import same_hash

Make = Callable[[int], bytes]
Input = tuple[str, str, Make]


# ---- Hessian 2


def _text(text: str) -> bytes:
    """A text in chunks of at most 65,535 characters."""
    pieces = [text[i : i + 65535] for i in range(0, len(text), 65535)] or [""]
    heads = [b"R"] * (len(pieces) - 1) + [b"S"]
    return b"".join(head + struct.pack(">H", len(p)) + p.encode() for head, p in zip(heads, pieces, strict=True))


def _class(name: str, *fields: str) -> bytes:
    return b"C" + _text(name) + bytes([0x90 + len(fields)]) + b"".join(map(_text, fields))


def _int(value: int) -> bytes:
    return b"I" + struct.pack(">i", value)


def hessian2() -> Iterator[Input]:
    scalars = "interop.plain.Scalars"
    for type_ in ("[int", "[long", "[string", "[object", "[interop.plain.Node", "java.util.HashSet", "[java.util.Date"):
        one = b"V" + _text(type_) + _int(1 << 24)
        yield f"100 lists of 2^24, {type_}", "Scalars", lambda n, one=one: one * 100
    yield "100 untyped lists of 2^24", "Scalars", lambda n: (b"X" + _int(1 << 24)) * 100
    yield "100 lists of 2^17 in compact ints", "Scalars", lambda n: (b"V" + _text("[int") + b"\xd6\0\0") * 100
    yield "a list of 2^31-1", "Scalars", lambda n: b"V" + _text("[int") + _int(2**31 - 1)
    yield "a list of -1", "Scalars", lambda n: b"V" + _text("[int") + _int(-1)
    yield "a list as long as a long says", "Scalars", lambda n: b"V\x04[int" + b"L" + struct.pack(">q", 1 << 28)
    yield "a list as long as a double says", "Scalars", lambda n: b"V\x04[int" + b"D" + struct.pack(">d", 1 << 28)
    yield "a list of a type in pieces", "Scalars", lambda n: b"VR\0\x02[iS\0\x02nt" + _int(1 << 28)
    yield "a class of 2^28 fields", "Scalars", lambda n: b"C" + _text(scalars) + _int(1 << 28)
    yield "a class of 2^31-1 fields", "Scalars", lambda n: b"C" + _text(scalars) + _int(2**31 - 1)
    yield (
        "a decimal",
        "Decimals",
        lambda n: (
            _class("interop.plain.Decimals", "value")
            + _class("java.math.BigDecimal", "value")
            + b"\x60\x61"
            + _text("7" * n)
        ),
    )
    yield "dimensions of an array", "Scalars", lambda n: b"\x70" + _text("[" * n)
    yield "a long type", "Scalars", lambda n: b"M" + _text("a." * (n // 2)) + b"Z"
    yield "types", "Scalars", lambda n: b"W" + b"".join(b"\x70" + _text(f"t{i}") for i in range(n // 10)) + b"Z"
    yield "deep lists", "Scalars", lambda n: b"\x79" * n
    yield "deep maps", "Scalars", lambda n: b"H\x01a" * (n // 3)
    yield "deep objects", "Tower", lambda n: _class("interop.plain.Tower", "next") + b"\x60" * n
    yield "deep, unknown", "Scalars", lambda n: _class(scalars, "zz") + b"\x60" + b"\x79" * n
    yield "empty chunks", "Scalars", lambda n: _class(scalars, "fString") + b"\x60" + b"R\0\0" * (n // 3) + b"\0"
    yield "an int in text", "Scalars", lambda n: _class(scalars, "fInt32") + b"\x60" + _text("7" * n)
    yield (
        "keys of one hash",
        "MapKeys",
        lambda n: (
            _class("interop.plain.MapKeys", "fString")
            + b"\x60H"
            + b"".join(_text(s) + b"\0" for s in same_hash(n // 36))
            + b"Z"
        ),
    )


# ---- Java's object streams


def _name(text: str) -> bytes:
    return struct.pack(">H", len(text)) + text.encode()


def _description(name: str, version: int, flags: int, fields: tuple[tuple[str, str], ...], above: bytes) -> bytes:
    described = b"r" + _name(name) + struct.pack(">qBH", version, flags, len(fields))
    for type_, field in fields:
        described += type_[0].encode() + _name(field)
        if type_[0] in "L[":
            described += b"t" + _name(type_)
    return described + b"x" + above


_STREAM = b"\xac\xed\0\x05"
_NUMBER = _description("java.lang.Number", -8742448824652078965, 2, (), b"p")
_OF_BYTES = _description("[B", -5984413125824719648, 2, (), b"p")
_OF_OBJECTS = _description("[Ljava.lang.Object;", -8012369246846506644, 2, (), b"p")
_SET = _description("java.util.HashSet", -5024744406713321676, 3, (), b"p")


def _decimal(magnitude: bytes, claimed: int | None = None) -> bytes:
    """A Decimals with one BigDecimal, whose class description is object 3 of the stream; that of Number is object 5."""
    integer = _description(
        "java.math.BigInteger",
        -8287574255936472291,
        3,
        (*(("I", name) for name in _OLD_FIELDS), ("I", "signum"), ("[B", "magnitude")),
        b"q\0\x7e\0\x05",
    )
    decimal = _description(
        "java.math.BigDecimal",
        6108874887143696463,
        2,
        (("I", "scale"), ("Ljava/math/BigInteger;", "intVal")),
        _NUMBER,
    )
    fields = (("Ljava/math/BigDecimal;", "value"),)
    length = struct.pack(">i", len(magnitude) if claimed is None else claimed)
    return (
        _STREAM
        + b"s"
        + _description("interop.plain.Decimals", 1, 2, fields, b"p")
        + b"s"
        + decimal
        + struct.pack(">i", 0)
        + b"s"
        + integer
        + struct.pack(">iiiii", -1, -1, -2, -2, 1)
        + b"u"
        + _OF_BYTES
        + length
        + magnitude
        + b"x"
    )


_OLD_FIELDS = ("bitCount", "bitLength", "firstNonzeroByteNum", "lowestSetBit")


def java_stream() -> Iterator[Input]:
    yield "a decimal of 963,000 digits", "Decimals", lambda n: _decimal(b"\x7f" * 400_000)
    yield "a decimal of 4 MB", "Decimals", lambda n: _decimal(b"\x7f" * 4_000_000)
    yield "a decimal of zeros", "Decimals", lambda n: _decimal(b"\0" * n + b"\x7f")
    yield "a decimal of 2^30 bytes", "Decimals", lambda n: _decimal(b"\x7f", claimed=1 << 30)
    yield (
        "100 arrays of 2^24",
        "Scalars",
        lambda n: (
            _STREAM
            + b"u"
            + _OF_OBJECTS
            + struct.pack(">i", 1 << 24)
            + (b"uq\0\x7e\0\0" + struct.pack(">i", 1 << 24)) * 99
        ),
    )
    yield (
        "a set of 2^30",
        "Scalars",
        lambda n: _STREAM + b"s" + _SET + b"w\x0c" + struct.pack(">ifi", 1 << 30, 0.75, 1 << 30),
    )
    yield "texts of one hash in a set", "Scalars", lambda n: _of_set(same_hash(n // 36))
    yield "a text of 2^40", "Scalars", lambda n: _STREAM + b"|" + struct.pack(">Q", 1 << 40) + b"a" * 1000
    yield (
        "deep arrays",
        "Scalars",
        lambda n: (
            _STREAM + b"u" + _OF_OBJECTS + struct.pack(">i", 1) + (b"uq\0\x7e\0\0" + struct.pack(">i", 1)) * (n // 10)
        ),
    )
    yield (
        "classes",
        "Scalars",
        lambda n: _STREAM + b"".join(b"v" + _description(f"x.Y{i}", 1, 2, (), b"p") for i in range(n // 25)),
    )


def _of_set(texts: list[str]) -> bytes:
    head = b"s" + _SET + b"w\x0c" + struct.pack(">ifi", 16, 0.75, len(texts))
    return _STREAM + head + b"".join(b"t" + _name(text) for text in texts) + b"x"


def java_data() -> Iterator[Input]:
    """An object stream's messages followed by blocks of data, for readers that read the data as it comes."""
    for message in ("Arrays", "Lists", "Sets", "MapKeys", "Tree", "Decimals"):
        for byte in (b"\0", b"\1", b"\x7f"):
            yield f"{message} of {byte.hex()}", message, lambda n, b=byte: _STREAM + b"z" + struct.pack(">i", n) + b * n


# ---- raw, cereal, pickle, protobuf


def raw() -> Iterator[Input]:
    def text(length: int) -> bytes:
        return struct.pack("<i", length) + ("7" * length).encode("utf-16-le")

    yield "a decimal", "Decimals", lambda n: text(n) + b"\xff" * 4 + bytes(8)
    yield "a decimal behind a flag", "Decimals", lambda n: b"\1" + text(n) + b"\xff" * 4 + bytes(8)
    yield from _claims()


def cereal() -> Iterator[Input]:
    yield from _claims()


def _claims() -> Iterator[Input]:
    for message in ("Arrays", "Lists", "Sets", "MapKeys", "Tree", "Tower"):
        yield f"{message} of 2^31-1", message, lambda n: b"\xff\xff\xff\x7f" * (n // 4)
        yield f"{message} of as many as there are bytes", message, lambda n: struct.pack("<i", n // 4) + bytes(n)
        yield f"{message} of one in one", message, lambda n: struct.pack("<i", 1) * (n // 4)
        yield f"{message} of 64 bits each", message, lambda n: b"\1" + struct.pack("<q", n // 8) + bytes(n)


def pickle() -> Iterator[Input]:
    call = b"\x80\x04\x8c\x07decimal\x94\x8c\x07Decimal\x94\x93\x94"
    yield "a decimal", "Decimals", lambda n: call + b"X" + struct.pack("<I", n) + b"7" * n + b"\x85\x94R\x94."
    yield (
        "a decimal of an int",
        "Decimals",
        lambda n: call + b"\x8b" + struct.pack("<i", n) + b"\x7f" * n + b"\x85\x94R\x94.",
    )
    yield "an int", "Decimals", lambda n: b"\x80\x04\x8b" + struct.pack("<i", n) + b"\x7f" * n + b"."
    yield "an int in text", "Decimals", lambda n: b"\x80\x04I" + b"9" * n + b"\n."
    yield "a text of 2^40", "Decimals", lambda n: b"\x80\x04\x8d" + struct.pack("<Q", 1 << 40)
    yield "a place of the memo", "Decimals", lambda n: b"\x80\x04]r\xff\xff\xff\x7f."
    yield "deep lists", "Decimals", lambda n: b"\x80\x04" + b"](" * (n // 2)
    yield (
        "ints of one hash",
        "Decimals",
        lambda n: (
            b"\x80\x04\x8f("
            + b"".join(b"\x8a\x14" + ((i + 1) * ((1 << 61) - 1)).to_bytes(20, "little") for i in range(n // 22))
            + b"\x90."
        ),
    )


def protobuf() -> Iterator[Input]:
    yield "deep", "Tower", lambda n: b"\x12\xff\xff\xff\x07" * (n // 5)
    yield "deep groups, unknown", "Scalars", lambda n: b"\xa3\x06" * (n // 4) + b"\xa4\x06" * (n // 4)
    yield "unknown", "Scalars", lambda n: b"\xa0\x06\0" * (n // 3)
    yield "a text of 2^31-1", "Scalars", lambda n: b"\x72\xff\xff\xff\xff\x07"
    yield "one message again and again", "Tower", lambda n: b"\x12\0" * (n // 2)
    yield (
        "keys of one hash",
        "MapKeys",
        lambda n: b"".join(
            b"\x62" + bytes([len(s) + 2]) + b"\x0a" + bytes([len(s)]) + s.encode() for s in same_hash(n // 36)
        ),
    )
    yield "Any", "WellKnown", lambda n: b"\x3a\0" * (n // 2)

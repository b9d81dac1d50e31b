"""Restores the long texts that vectors abbreviate: those of com.caucho.hessian.test.TestHessian2Servlet.

A vector has `{"len": n, "head": hex}` or `{"utf16_len": n, "head": text}` instead of 64 KiB, and hex that ends in
`...`. Its sha256 proves that they are restored correctly.
"""

from functools import cache
from typing import Any

# A value of a line of a vector, which only its use knows.
Json = Any
_DIGITS = "0123456789" * 7


@cache
def _texts() -> tuple[str, ...]:
    """A text of 16 lines of 64 characters that begin with two digits and a space, and one of 1024 with three digits."""
    short = "".join(f"{i:02d} {_DIGITS[4:64]}\n" for i in range(16))
    long = "".join(f"{i:03d} {_DIGITS[5:64]}\n" for i in range(1024))
    return short, long


def restored(value: Json) -> Json:
    """The value with every known abbreviated text or binary in full."""
    if not isinstance(value, list):
        return value
    if len(value) == 2 and value[0] in ("string", "binary") and isinstance(value[1], dict):
        return [value[0], _full(value[0], value[1])]
    return [restored(part) for part in value]


def _full(type_name: str, short: dict[str, Json]) -> Json:
    head = short["head"] if type_name == "string" else bytes.fromhex(short["head"]).decode("latin-1")
    size = short["utf16_len"] if type_name == "string" else short["len"]
    for text in _texts():
        if text.startswith(head) and len(text) >= size:
            return text[:size] if type_name == "string" else text[:size].encode().hex()
    return short


def completed(head: bytes, value: Json, size: int) -> bytes:
    """All bytes of a cut vector: chunks of the length of the first one, the last in its shortest form."""
    full = restored(value)
    if not isinstance(full, list) or full[0] not in ("string", "binary") or not isinstance(full[1], str):
        raise ValueError("hex is cut, and only known long strings and binaries can be completed")
    body = full[1].encode() if full[0] == "string" else bytes.fromhex(full[1])
    lead, step = head[0], int.from_bytes(head[1:3], "big")
    if lead not in (0x41, 0x52) or not step or not body.isascii():
        raise ValueError("hex is cut, and does not begin with a chunk of an ASCII text")
    out = bytearray()
    at = 0
    while len(body) - at > step:
        out += bytes((lead,)) + step.to_bytes(2, "big") + body[at : at + step]
        at += step
    rest = body[at:]
    out += _last(full[0], len(rest)) + rest
    if not out.startswith(head) or len(out) != size:
        raise ValueError("hex is cut, and the text that its value names does not continue it")
    return bytes(out)


def _last(type_name: str, size: int) -> bytes:
    """The shortest head of a final chunk."""
    tiny, tiny_most, short, long = (0x00, 31, 0x30, 0x53) if type_name == "string" else (0x20, 15, 0x34, 0x42)
    if size <= tiny_most:
        return bytes((tiny + size,))
    if size <= 1023:
        return bytes((short + (size >> 8), size & 0xFF))
    return bytes((long,)) + size.to_bytes(2, "big")

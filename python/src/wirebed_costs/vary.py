"""Another value of the same message and shape, with other leaves: streams of many messages are made of such values.

A leaf is replaced by one of as many bytes, in place, so lists keep their counts and shared objects stay shared. Texts
keep their length and numbers their digits. Zeros stay, so that a time keeps its precision, and so do enums, numbers
from 2^63 on, keys of maps, infinities, NaN, and the contents of `Any` and `FieldMask`.
"""

import re
import string

from wirebed.cases.prng import SplitMix64
from wirebed.view import Node, parse
from wirebed.view import grammar as g

_UNCHANGED = ("google.protobuf.Any", "google.protobuf.FieldMask")
_ALPHABETS = (string.ascii_lowercase, string.ascii_uppercase, "123456789")
_WITH_POWER = re.compile(r"[-+]?[\d.]+[eE][-+]?\d+")  # a decimal with an exponent
_REALS = {g.FLOAT: g.F32, g.DOUBLE: g.F64}
_LARGEST = {4: 1e38, 8: 1e307}


def vary(data: bytes, seed: int) -> bytes:
    """The view `data` with other values, the same ones for each seed."""
    random, out = SplitMix64(seed), bytearray(data)
    root = parse(data)
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.tag == g.RECORD and node.value in _UNCHANGED:
            continue
        if node.tag == g.SET:
            _set(node, random, out)
            continue
        waiting += reversed(node.children)
        leaf = _leaf(node, random)
        out[node.end - len(leaf) : node.end] = leaf
    return bytes(out)


def _set(node: Node, random: SplitMix64, out: bytearray):
    """Elements stay different and sorted; the old ones stay where there are too few others."""
    elements = []
    for child in node.children:
        leaf = _leaf(child, random)
        elements.append(bytes(out[child.offset : child.end - len(leaf)]) + leaf)
    if len(set(elements)) == len(elements) > 0:
        out[node.children[0].offset : node.children[-1].end] = b"".join(sorted(elements))


def _leaf(node: Node, random: SplitMix64) -> bytes:
    """The bytes with which another node of this kind ends; none where it stays."""
    value = node.value
    if node.tag in (g.TRUE, g.FALSE):
        return bytes([g.FALSE if value else g.TRUE])
    if node.tag == g.INT:
        return g.I64.pack(_integer(value, random))
    if node.tag in _REALS:
        return _REALS[node.tag].pack(_real(value, _REALS[node.tag], random))
    if node.tag == g.TEXT:
        return value.encode() if _WITH_POWER.fullmatch(value) else _other(value, random).encode()
    if node.tag == g.BYTES:
        return bytes((byte + 1 + random.below(255)) & 0xFF for byte in value)
    return b""


def _integer(value: int, random: SplitMix64) -> int:
    """Another number with as many digits. The longest of 32 and 64 bits begin with 1, so that the type can hold it."""
    digits = str(value)
    start = 2 if value < 0 else 1
    first, rest = digits[:start], digits[start:]
    longest = len(rest) + 1 in (10, 19)
    return int((re.sub(r"\d", "1", first) if longest else _other(first, random)) + _other(rest, random))


def _real(value: float, form, random: SplitMix64) -> float:
    """Another number of as many decimal digits at the same power of ten; the largest ones stay."""
    if not abs(value) < _LARGEST[form.size]:
        return value
    spelled = next(text for more in range(18) if form.pack(float(text := f"{value:.{more}e}")) == form.pack(value))
    mantissa, _, power = spelled.partition("e")
    return float(f"{_other(mantissa, random)}e{power}")


def _other(text: str, random: SplitMix64) -> str:
    """Other letters for letters, and other digits for digits that are not zero."""
    return "".join(_letter(letter, random) for letter in text)


def _letter(letter: str, random: SplitMix64) -> str:
    for alphabet in _ALPHABETS:
        if letter in alphabet:
            return alphabet[(alphabet.index(letter) + 1 + random.below(len(alphabet) - 1)) % len(alphabet)]
    return letter

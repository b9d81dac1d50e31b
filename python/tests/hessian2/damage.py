"""Damages a Hessian 2 value: at any byte, or at the places where its values and class definitions begin and end."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from wirebed.view import dump
from wirebed_fuzz.broken.spans import of_lines
from wirebed_peer.hessian2.write_scalars import int_bytes

# Bytes that have a meaning at any position.
SIGNIFICANT = bytes.fromhex(
    "00011f202f303437383f4142434446484a4b4c4d4e4f5152535455565758595a5b5c5d5e5f606f7077787f8090bfc8d4e0f0edff"
)
# Claims of counts and lengths that the input does not have.
CLAIMS = [
    b"\x53\xff\xff",
    b"\x52\xff\xff",
    b"\x33\xff",
    b"\x42\xff\xff",
    b"\x41\xff\xff",
    b"\x37\xff",
    b"\x77",
    b"\x7f",
]
NUMBERS = [-1, 0, 1, 2, 3, 7, 8, 15, 16, 47, 48, 255, 0x7FFFFFFF]


@dataclass(frozen=True)
class Seed:
    """A complete value. `message` is that of its class, or "" for a value without a schema."""

    message: str
    data: bytes

    @cached_property
    def pieces(self) -> list[tuple[int, int]]:
        """Where each value and each class definition begins, and where it ends with all that is in it."""
        return [(span.start, span.end) for span in of_lines(dump.lines("hessian2", self.data), len(self.data))]

    @cached_property
    def definitions(self) -> list[tuple[int, int]]:
        """The pieces that are class definitions."""
        return [(start, end) for start, end in self.pieces if self.data[start] == 0x43]


def damaged(seed: Seed, others: Sequence[Seed], dice: random.Random) -> bytes:
    """The value, once damaged at the places of its pieces, or up to three times at any bytes, or both."""
    data = seed.data
    if seed.pieces and dice.random() < 0.5:
        data = dice.choice(_AT_PIECES)(seed, others, dice)
        if dice.random() < 0.8:
            return data
    for _ in range(dice.randint(1, 3)):
        data = mutated(data, others, dice)
    return data


def mutated(data: bytes, others: Sequence[Seed], dice: random.Random) -> bytes:
    """The bytes after one change at any place."""
    out = bytearray(data)
    place = dice.randrange(len(out) + 1)
    size = dice.randint(1, 12)
    what = dice.randrange(9)
    if what == 0:
        out.insert(place, dice.choice(SIGNIFICANT))
    elif what == 1:
        out[place : place + 1] = bytes((dice.choice(SIGNIFICANT),))
    elif what == 2:
        out[place : place + 1] = bytes((dice.randrange(256),))
    elif what == 3:
        del out[place : place + dice.randint(1, 4)]
    elif what == 4:
        other = dice.choice(others).data
        start = dice.randrange(len(other) + 1)
        out[place:place] = other[start : start + dice.randint(1, 24)]
    elif what == 5:
        out[place:place] = out[place : place + size]
    elif what == 6 and place < len(out):
        out[place] ^= 1 << dice.randrange(8)
    elif what == 7:
        out[place : place + 1] = dice.choice(CLAIMS)
    else:
        del out[place:]
    return bytes(out)


def _replaced(seed: Seed, others: Sequence[Seed], dice: random.Random) -> bytes:
    """With a value of another input in place of one of its own."""
    start, end = dice.choice(seed.pieces)
    return seed.data[:start] + _piece_of(others, dice) + seed.data[end:]


def _inserted(seed: Seed, others: Sequence[Seed], dice: random.Random) -> bytes:
    start, _ = dice.choice(seed.pieces)
    return seed.data[:start] + _piece_of(others, dice) + seed.data[start:]


def _piece_of(others: Sequence[Seed], dice: random.Random) -> bytes:
    other = dice.choice(others)
    start, end = dice.choice(other.pieces or [(0, len(other.data))])
    return other.data[start:end]


def _removed(seed: Seed, others: Sequence[Seed], dice: random.Random) -> bytes:
    start, end = dice.choice(seed.pieces)
    return seed.data[:start] + seed.data[end:]


def _repeated(seed: Seed, others: Sequence[Seed], dice: random.Random) -> bytes:
    start, end = dice.choice(seed.pieces)
    return seed.data[:end] + seed.data[start:end] * dice.randint(1, 3) + seed.data[end:]


def _moved(seed: Seed, others: Sequence[Seed], dice: random.Random) -> bytes:
    """With one of its values, or more often a class definition, before another one."""
    start, end = dice.choice(seed.definitions if seed.definitions and dice.random() < 0.6 else seed.pieces)
    to, _ = dice.choice(seed.pieces)
    piece = seed.data[start:end]
    rest = seed.data[:start] + seed.data[end:]
    to = to if to <= start else max(start, to - len(piece))
    return rest[:to] + piece + rest[to:]


def _renumbered(seed: Seed, others: Sequence[Seed], dice: random.Random) -> bytes:
    """With another number, count or class at the beginning of a value, or a reference in its place."""
    start, end = dice.choice(seed.pieces)
    lead = seed.data[start]
    number = int_bytes(dice.choice(NUMBERS))
    if 0x60 <= lead <= 0x7F and dice.random() < 0.6:
        return seed.data[:start] + bytes((lead & 0xF8 | dice.randrange(8),)) + seed.data[start + 1 :]
    if lead in b"OQX" and dice.random() < 0.8:
        return seed.data[: start + 1] + number + seed.data[start + 2 :]
    return seed.data[:start] + b"Q" + number + seed.data[end:]


_AT_PIECES = (_replaced, _inserted, _removed, _repeated, _moved, _renumbered)

"""Makes random Hessian 2 scalars in every form of the grammar, and sometimes in an invalid one."""

from __future__ import annotations

import random
from struct import pack

from wirebed_peer.hessian2 import write_scalars

INTS = [0, 1, -1, 2, 47, 48, -17, 255, 2047, 2048, -2049, 262_143, 262_144, 2**31 - 1, -(2**31), 2**24 + 1]
LONGS = [*INTS, 2**31, 2**32 - 1, 2**32, 2**40, 2**53, 2**53 + 1, 2**63 - 1, -(2**63), -(2**31) - 1]
DOUBLES = [0.0, 1.0, -1.0, 0.5, 0.1, 0.1 + 2**-55, 1e-50, 1e39, 3.4028235e38, 16_777_217.0, 2.0**63, float("inf")]
DATES = [0, 1, -1, 60_000, -60_000, 894_621_091_000, 253_402_300_799_999, 253_402_300_800_000, -62_135_596_800_001]
CHARACTERS = ["a", "b", "z", "~", "\0", "é", "€", "\U0001f600", "\ud83d", "\ude00", "漢"]
DECIMALS = ["1", "-1.10", "0E-8", "-0", "-0.00", "1e3", "+1", ".5", "1.", "00012", "1E2147483647", "1E-2147483648",
            "1E+2147483648", "1E99999999999999999999", "1e00000000000000000000000003", "0.000001", "0.0000001",
            "123E-7", "", "x", "1e", "--1", "0e5", "-12.50e-3"]  # fmt: skip


class Scalars:
    """Makes the bytes of values without parts from one source of random numbers."""

    def __init__(self, dice: random.Random) -> None:
        self.dice = dice

    def one_of(self, *weighted: tuple[int, object]) -> object:
        weights = [weight for weight, _ in weighted]
        return self.dice.choices([what for _, what in weighted], weights)[0]

    def int_(self, value: int | None = None) -> bytes:
        if value is None:
            value = self.dice.choice(INTS)
        if self.dice.random() < 0.8:
            return write_scalars.int_bytes(value)
        if -0x40000 <= value <= 0x3FFFF and self.dice.random() < 0.5:
            return bytes((0xD4 + (value >> 16), value >> 8 & 0xFF, value & 0xFF))
        return b"I" + pack(">i", value)

    def long_(self, value: int | None = None) -> bytes:
        if value is None:
            value = self.dice.choice(LONGS)
        if self.dice.random() < 0.8:
            return write_scalars.long_bytes(value)
        if -(2**31) <= value < 2**31 and self.dice.random() < 0.5:
            return b"Y" + pack(">i", value)
        return b"L" + pack(">q", value)

    def double(self) -> bytes:
        value = self.dice.choice(DOUBLES) if self.dice.random() < 0.7 else self.dice.uniform(-1e6, 1e6)
        roll = self.dice.random()
        if roll < 0.6:
            return write_scalars.double_bytes(value)
        if roll < 0.7:
            return b"\x5f" + self.dice.randbytes(4)
        if roll < 0.8:
            return self.dice.choice([b"\x5d", b"\x5e\xff"]) + self.dice.randbytes(1)
        return b"D" + (pack(">d", value) if roll < 0.95 else self.dice.randbytes(8))

    def date(self) -> bytes:
        if self.dice.random() < 0.3:
            return b"\x4b" + pack(">i", self.dice.choice([0, -1, 2**31 - 1, -(2**31), 27_000_000]))
        return b"\x4a" + pack(">q", self.dice.choice([*DATES, 2**63 - 1, -(2**63)]))

    def string(self, text: str | None = None) -> bytes:
        """A text in up to four chunks, whose ends may split a surrogate pair."""
        if text is None:
            text = "".join(self.dice.choices(CHARACTERS, k=self.dice.choice([0, 1, 1, 2, 3, 5])))
        units = text.encode("utf-16-be", "surrogatepass")
        count = len(units) // 2
        out = b""
        start = 0
        while self.dice.random() < 0.1:
            end = self.dice.randint(start, count)
            out += b"R" + pack(">H", end - start) + write_scalars.cesu8(units[2 * start : 2 * end])
            start = end
        return out + self._last(count - start, 0x00, 0x30, b"S") + write_scalars.cesu8(units[2 * start :])

    def _last(self, size: int, short: int, middle: int, long: bytes) -> bytes:
        """A head for the last chunk, which is not always the shortest."""
        roll = self.dice.random()
        if size <= 0x0F and roll < 0.8:
            return bytes((short + size,))
        if size <= 0x3FF and roll < 0.9:
            return bytes((middle + (size >> 8), size & 0xFF))
        return long + pack(">H", size)

    def binary(self) -> bytes:
        data = self.dice.randbytes(self.dice.choice([0, 1, 3, 15, 16]))
        start = self.dice.randint(0, len(data)) if self.dice.random() < 0.1 else 0
        head = b"A" + pack(">H", start) + data[:start] if start else b""
        return head + self._last(len(data) - start, 0x20, 0x34, b"B") + data[start:]

    def bool_(self) -> bytes:
        return self.dice.choice([b"T", b"F"])

    def decimal_text(self) -> bytes:
        return self.string(self.dice.choice(DECIMALS))

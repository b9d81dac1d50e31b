"""The ways in which an input is damaged at a part of it. Each gives the bytes that readers are asked."""

from collections.abc import Callable, Mapping, Sequence

from wirebed.cases.prng import SplitMix64
from wirebed_fuzz.broken.spans import Span

# Takes the bytes, the part, all parts of the same input, and the bytes of a part with the same label.
Way = Callable[[SplitMix64, bytes, Span, Sequence[Span], bytes], bytes]
_BYTES = (0x00, 0x7F, 0x80, 0xFF)


def _left_out(random: SplitMix64, data: bytes, at: Span, every: Sequence[Span], other: bytes) -> bytes:
    return data[: at.start] + data[at.end :]


def _twice(random: SplitMix64, data: bytes, at: Span, every: Sequence[Span], other: bytes) -> bytes:
    return data[: at.end] + at.of(data) + data[at.end :]


def _cut(random: SplitMix64, data: bytes, at: Span, every: Sequence[Span], other: bytes) -> bytes:
    """The input ends in the part, or before it."""
    return data[: at.start + random.below(at.end - at.start)]


def _emptied(random: SplitMix64, data: bytes, at: Span, every: Sequence[Span], other: bytes) -> bytes:
    """The head of the part stays, without what it holds."""
    return data[: at.head] + data[at.end :]


def _replaced(random: SplitMix64, data: bytes, at: Span, every: Sequence[Span], other: bytes) -> bytes:
    return data[: at.start] + other + data[at.end :]


def _inserted(random: SplitMix64, data: bytes, at: Span, every: Sequence[Span], other: bytes) -> bytes:
    return data[: at.start] + other + data[at.start :]


def _exchanged(random: SplitMix64, data: bytes, at: Span, every: Sequence[Span], other: bytes) -> bytes:
    """The part and another one of the input change places; nothing changes where one lies in the other."""
    first, second = sorted((at, random.choice(every)))
    if first.end > second.start:
        return data
    between = data[first.end : second.start]
    return data[: first.start] + second.of(data) + between + first.of(data) + data[second.end :]


def _next_number(random: SplitMix64, data: bytes, at: Span, every: Sequence[Span], other: bytes) -> bytes:
    """The first byte of the part is the next one, or the one before: a length, a count, a type or a digit."""
    byte = (data[at.start] + (1 if random.below(2) else -1)) % 256
    return data[: at.start] + bytes([byte]) + data[at.start + 1 :]


def _bit(random: SplitMix64, data: bytes, at: Span, every: Sequence[Span], other: bytes) -> bytes:
    place = at.start + random.below(at.end - at.start)
    return data[:place] + bytes([data[place] ^ 1 << random.below(8)]) + data[place + 1 :]


def _byte(random: SplitMix64, data: bytes, at: Span, every: Sequence[Span], other: bytes) -> bytes:
    """A byte of the part is one at the end of a range, or one of another part."""
    place = at.start + random.below(at.end - at.start)
    byte = random.choice(_BYTES) if random.below(2) or not other else random.choice(other)
    return data[:place] + bytes([byte]) + data[place + 1 :]


def _another_byte(random: SplitMix64, data: bytes, at: Span, every: Sequence[Span], other: bytes) -> bytes:
    place = at.start + random.below(at.end - at.start)
    byte = random.choice(_BYTES) if random.below(2) or not other else random.choice(other)
    return data[:place] + bytes([byte]) + data[place:]


WAYS: Mapping[str, Way] = {
    "left out": _left_out,
    "twice": _twice,
    "cut": _cut,
    "emptied": _emptied,
    "replaced": _replaced,
    "inserted": _inserted,
    "exchanged": _exchanged,
    "next number": _next_number,
    "bit": _bit,
    "byte": _byte,
    "another byte": _another_byte,
}

"""Records that have their length before them: as a varint, which is how the libraries of protobuf write delimited
messages, or as four bytes."""

from wirebed_replay.framing.record import Frame, Frames

# The length of what is no payload: -1, as Kafka has it for a tombstone, and as kcat writes it.
NULL = b"\xff\xff\xff\xff"
_MOST_VARINT = 5  # bytes of a length below 2^31, which the libraries' own helpers take at most


def delimited(data: bytes, rest: int) -> Frames:
    """Lengths as varints."""
    frames: list[Frame] = []
    at, end = 0, len(data)
    while at < end:
        length, start = data[at], at + 1
        if length & 0x80:
            length, start = _varint(data, at)
        if start > end or length < 0:
            if length >= 0 and rest:
                break
            return Frames(frames, at, _no_varint(length, end - at))
        if start + length > end:
            if start + length > end + rest:
                return Frames(frames, at, _too_long(length, end + rest - start))
            break
        frames.append((at, start, start + length))
        at = start + length
    return Frames(frames, at)


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A number and where it ends: beyond the end of `data` where that has not all of it; -1 where it is none."""
    value = 0
    for position in range(_MOST_VARINT):
        if at + position >= len(data):
            return 0, len(data) + 1
        byte = data[at + position]
        value |= (byte & 0x7F) << (7 * position)
        if byte < 0x80:
            return (value if value < 1 << 31 else -1), at + position + 1
    return -1, at


def _no_varint(length: int, left: int) -> str:
    if length < 0:
        return "no length of a delimited message is here: a varint below 2^31 was expected"
    return f"the file ends within the length of a record: {left} bytes of it are there"


def _too_long(length: int, left: int) -> str:
    return f"a record of {length:,} bytes is announced, and {left:,} bytes are left in the file"


class FourBytes:
    """Lengths as four bytes."""

    def __init__(self, little: bool) -> None:
        self.little = little

    def __call__(self, data: bytes, rest: int) -> Frames:
        frames: list[Frame] = []
        at, end = 0, len(data)
        while at < end:
            start = at + 4
            if start > end:
                if rest:
                    break
                return Frames(frames, at, f"the file ends within the length of a record: {end - at} bytes are there")
            frame = data[at:start]
            length = 0 if frame == NULL else int.from_bytes(frame, "little" if self.little else "big")
            if start + length > end:
                if start + length > end + rest:
                    return Frames(frames, at, _too_long(length, end + rest - start))
                break
            frames.append((at, start, start + length))
            at = start + length
        return Frames(frames, at)

"""Framings in which one record follows the other in a file: ranges of whole records, read in chunks."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from wirebed_replay.framing.record import LARGEST, Damage, Extent, Frame, Frames, Record
from wirebed_replay.framing.source import Source

CHUNK = 1 << 20
# A range has at most so many records: enough that a column costs little, few enough that a loss does.
RECORDS = 2048
BYTES = 1 << 20

# Finds the frames in bytes that begin with one. `rest`: how many bytes of the file come after these.
Split = Callable[[bytes, int], Frames]
Payload = Callable[[bytes], bytes | str]  # of what a frame holds; a text says why it has none


@dataclass(frozen=True)
class Stream:
    """`payload`: where what a frame holds is no payload yet. `null`: what stands before a record without a payload."""

    split: Split
    payload: Payload | None = None
    null: bytes | None = None

    def extents(self, source: Source) -> Iterator[Extent | Damage]:
        at, chunk = 0, CHUNK
        while at < source.size:
            data = source.read(at, min(at + chunk, source.size))
            found = self.split(data, source.size - at - len(data))
            yield from _extents(found.frames, at)
            at += found.used
            if found.damage:
                yield Damage(at, source.size - at, found.damage)
                return
            if not found.used and chunk >= LARGEST:
                yield Damage(at, source.size - at, f"a record of more than {LARGEST:,} bytes is here")
                return
            # A record that is longer than a chunk is there: `split` has seen that the file has so many bytes.
            chunk = CHUNK if found.used else 2 * chunk

    def records(self, source: Source, extent: Extent) -> Iterator[Record | Damage]:
        data = source.read(extent.start, extent.end)
        for at, start, end in self.split(data, 0).frames:
            payload = data[start:end]
            read = payload if self.payload is None else self.payload(payload)
            if self.null is not None and data[at:start] == self.null:
                yield Damage(extent.start + at, 0, "the record has no payload (a length of -1)", skipped=True)
            elif isinstance(read, bytes):
                yield Record(extent.start + at, read)
            else:
                yield Damage(extent.start + at, len(payload), read)


def _extents(frames: Sequence[Frame], at: int) -> Iterator[Extent]:
    """Ranges of bounded count and size. `at`: where the bytes of the frames begin in the file."""
    first = 0
    for number, (_, _, end) in enumerate(frames, 1):
        start = frames[first][0]
        if number - first >= RECORDS or end - start >= BYTES or number == len(frames):
            # A frame may end with what is no payload, such as a line feed: the next one says where.
            last = frames[number][0] if number < len(frames) else end
            yield Extent(at + start, at + last, number - first, last - start)
            first = number

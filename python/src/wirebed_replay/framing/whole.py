"""One file is one record."""

from collections.abc import Iterator

from wirebed_replay.framing.record import LARGEST, Damage, Extent, Record
from wirebed_replay.framing.source import Source


class Whole:
    def extents(self, source: Source) -> Iterator[Extent | Damage]:
        if source.size > LARGEST:
            yield Damage(0, source.size, f"the file has {source.size:,} bytes, and a record has at most {LARGEST:,}")
        else:
            yield Extent(0, source.size, 1, source.size)

    def records(self, source: Source, extent: Extent) -> Iterator[Record | Damage]:
        yield Record(0, source.read(extent.start, extent.end))

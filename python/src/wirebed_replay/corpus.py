"""A corpus: the files with a team's recordings, cut into shards. The index of the shards is kept under build/replay."""

import hashlib
import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

import msgspec

from wirebed.bed import BUILD, files
from wirebed_build.progress import Progress, Show
from wirebed_replay.framing import Container, Framing
from wirebed_replay.framing.record import Damage, Extent, Record
from wirebed_replay.framing.source import Source, absolute, listed, relative
from wirebed_replay.framing.stream import BYTES, RECORDS

FOLDER = BUILD / "replay"


class Part(NamedTuple):
    """Records of one file. `file`: its number in the corpus."""

    file: int
    extent: Extent


class Shard(msgspec.Struct, frozen=True):
    """Records that are asked together. `first`: how many records the corpus has before them."""

    number: int
    first: int
    parts: list[Part]

    @property
    def records(self) -> int:
        return sum(part.extent.records for part in self.parts)


class Gap(NamedTuple):
    """A place of a file that no framing makes a record of."""

    file: int
    damage: Damage


class Index(msgspec.Struct, frozen=True):
    shards: list[Shard]
    gaps: list[Gap]

    @property
    def records(self) -> int:
        return sum(shard.records for shard in self.shards)


# Files that are indexed together, as long as they are small.
_FILES, _SIZE = 256, 64 << 20
Found = Extent | Damage
# Asks a function for each of some values; the answers come in the order of these.
Asks = Callable[[Callable[[list[Source]], list[list[Found]]], Iterable[list[Source]]], Iterable[list[list[Found]]]]


class Corpus:
    def __init__(self, root: str, framing: Framing) -> None:
        """`root`: the path or the address of a file, or of a folder."""
        self.root, self.framing = absolute(root), framing
        self.sources = listed(self.root)
        self.names = [relative(source.name, self.root) for source in self.sources]

    @property
    def digest(self) -> str:
        """Changes with each file and with the framing."""
        digest = hashlib.sha256(self.framing.name.encode())
        for source in self.sources:
            digest.update(f"\0{source.name}\0{source.size}\0{source.stamp}".encode(errors="surrogateescape"))
        return digest.hexdigest()

    def index(self, asks: Asks = map) -> Index:
        """The shards, from an earlier run where there is one over the same files. `asks`: where several processes look
        for records."""
        path = FOLDER / f"{self.digest[:32]}.index"
        try:
            return msgspec.msgpack.decode(path.read_bytes(), type=Index)
        except (OSError, msgspec.MsgspecError):
            pass
        index = self._made(asks)
        files.write(path, msgspec.msgpack.encode(index))
        return index

    def _made(self, asks: Asks) -> Index:
        gaps: list[Gap] = []
        with Progress("replay", quiet=False).step(f"index of {self.root}") as show:
            shards = list(_shards(self._parts(asks, gaps, show)))
        return Index(shards, gaps)

    def _parts(self, asks: Asks, gaps: list[Gap], show: Show) -> Iterator[Part]:
        done, size = 0, sum(source.size for source in self.sources)
        of_files = itertools.chain.from_iterable(
            asks(partial(_extents, self.framing.container), _together(self.sources))
        )
        for number, (source, of_file) in enumerate(zip(self.sources, of_files, strict=True)):
            for found in of_file:
                if isinstance(found, Damage):
                    gaps.append(Gap(number, found))
                else:
                    yield Part(number, found)
            done += source.size
            show(f"{done / 1e6:,.0f}/{size / 1e6:,.0f} MB", done, size)

    def appended(self) -> Iterator[Gap]:
        """What files have got since they were listed, which is not read."""
        now = {source.name: source.size for source in listed(self.root)}
        for number, source in enumerate(self.sources):
            more = now.get(source.name, 0) - source.size
            if more > 0:
                yield Gap(number, Damage(source.size, more, "appended since the files were listed", skipped=True))

    def records(self, shard: Shard) -> Iterator[tuple[int, Record | Damage]]:
        """The records of a shard, with the number of their file."""
        for part in shard.parts:
            for record in self.framing.records(self.sources[part.file], part.extent):
                yield part.file, record


def _extents(container: Container, sources: Sequence[Source]) -> list[list[Found]]:
    """Of each file, all that the framing finds."""
    return [list(container.extents(source)) for source in sources]


def _together(sources: Sequence[Source]) -> Iterator[list[Source]]:
    together: list[Source] = []
    for source in sources:
        together.append(source)
        if len(together) >= _FILES or sum(each.size for each in together) >= _SIZE:
            yield together
            together = []
    if together:
        yield together


def _shards(parts: Iterable[Part]) -> Iterator[Shard]:
    """Parts together as far as they are small, such as files of one record."""
    number = first = records = size = 0
    together: list[Part] = []
    for part in parts:
        if together and (records + part.extent.records > RECORDS or size + part.extent.size > BYTES):
            yield Shard(number, first, together)
            number, first, records, size, together = number + 1, first + records, 0, 0, []
        together.append(part)
        records, size = records + part.extent.records, size + part.extent.size
    if together:
        yield Shard(number, first, together)

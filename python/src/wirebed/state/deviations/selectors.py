"""Which entries are about the codecs of a cell, found for all entries at once.

Each selector of an entry looks at one name: the format, the leg, the writer, the reader or the relay. So an index has
for each name the set of entries whose selector takes it, as the bits of an integer. The entries about a pair of codecs
are the intersection of the sets of its names.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

from wirebed.bed.codec_id import base_of, matches
from wirebed.bed.glob import any_matches
from wirebed.state.deviations.entry import Entry, in_range

K = TypeVar("K", bound=Hashable)  # what entries say of one name: globs


class Pair(NamedTuple):
    """The codecs of a cell, and where they meet."""

    format: str
    writer: str
    reader: str
    leg: str = ""
    relay: str = ""

    @property
    def codecs(self) -> list[str]:
        return [codec for codec in (self.writer, self.reader, self.relay) if codec]


class PairIndex:
    def __init__(self, entries: Iterable[Entry], versions: Mapping[str, str]) -> None:
        """`versions`: of the codecs that run, by their ids. An entry about the version of a codec is about a mechanism,
        which other versions may share: a generation also has the entries of its base."""
        self.entries, self.versions = list(entries), versions
        self._known: dict[Pair, int] = {}
        self._formats = self._selector(lambda entry: entry.formats, any_matches)
        self._legs = self._selector(lambda entry: entry.legs, lambda name, globs: not globs or any_matches(name, globs))
        self._writers = self._selector(lambda entry: entry.writers, _is_of)
        self._readers = self._selector(lambda entry: entry.readers, _is_of)
        self._relays = self._selector(lambda entry: entry.relays, _is_of_any)
        self._others = self._selector(lambda entry: entry.others, _is_of_any)
        self._codecs = self._selector(lambda entry: entry.codecs, _is_of_any)
        self._ranges = self._selector(
            lambda entry: entry.versions,
            lambda codec, ranges: any(
                all(in_range(name, glob, allowed, versions) for glob, allowed in ranges)
                for name in {codec, base_of(codec)}
            ),
        )

    def _selector(self, key: Callable[[Entry], K], takes: Callable[[str, K], bool]) -> "_Selector[K]":
        return _Selector(map(key, self.entries), takes)

    def bits(self, pair: Pair) -> int:
        """The entries about a pair: bit `i` is `entries[i]`."""
        bits = self._known.get(pair)
        if bits is None:
            bits = self._known[pair] = self._bits(pair)
        return bits

    def _bits(self, pair: Pair) -> int:
        bits = self._formats[pair.format] & self._legs[pair.leg]
        bits &= self._writers[pair.writer] & self._readers[pair.reader]
        bits &= self._relays[pair.relay] & self._others[pair.relay or pair.reader]
        of_any = 0
        for codec in pair.codecs:
            of_any |= self._codecs[codec]
            bits &= self._ranges[codec]
        return bits & of_any

    def of(self, entries: Iterable[Entry]) -> int:
        """The bits of some of its entries."""
        bits = {id(entry): 1 << position for position, entry in enumerate(self.entries)}
        return sum(bits[id(entry)] for entry in entries)

    def of_bits(self, bits: int) -> list[Entry]:
        """The entries of some bits, in their order."""
        return [self.entries[position] for position in positions(bits)]

    def about(self, pair: Pair) -> list[Entry]:
        """The entries about a pair, in their order."""
        return self.of_bits(self.bits(pair))


class _Selector(Generic[K]):
    """Name -> the entries whose selector takes it. Many entries have the same selector, which is asked once a name."""

    def __init__(self, keys: Iterable[K], takes: Callable[[str, K], bool]) -> None:
        self.takes = takes
        self.bits: dict[K, int] = {}
        self.known: dict[str, int] = {}
        for index, key in enumerate(keys):
            self.bits[key] = self.bits.get(key, 0) | 1 << index

    def __getitem__(self, name: str) -> int:
        mask = self.known.get(name)
        if mask is None:
            mask = self.known[name] = sum(bits for key, bits in self.bits.items() if self.takes(name, key))
        return mask


def unseen(entry: Entry, pairs: Collection[Pair]) -> list[str]:
    """The codecs that an entry names and that have no part in these pairs, as `reader: java/gson`."""
    sides = {
        "writer": (entry.writers, {pair.writer for pair in pairs}),
        "reader": (entry.readers, {pair.reader for pair in pairs}),
        "relay": (entry.relays, {pair.relay for pair in pairs}),
        "other": (entry.others, {pair.relay or pair.reader for pair in pairs}),
        "codec": (entry.codecs, {codec for pair in pairs for codec in pair.codecs}),
    }
    return [
        f"{key}: {glob}"
        for key, (globs, seen) in sides.items()
        for glob in globs
        if not any(_is_of(codec, (glob,)) for codec in seen)
    ]


def _is_of(codec: str, globs: Sequence[str]) -> bool:
    return bool(codec) and any(matches(codec, glob) for glob in globs)


def _is_of_any(codec: str, globs: Sequence[str]) -> bool:
    """As `_is_of`, of a selector that takes everything when it is left out."""
    return not globs or _is_of(codec, globs)


def positions(bits: int) -> Iterator[int]:
    """The positions of the bits that are set, from the lowest."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest

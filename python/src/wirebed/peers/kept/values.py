"""Packs: files of values by their SHA-256, each value compressed by itself. A pack never changes.

A value that no pack has any more is no error: what referred to it is asked again.
"""

import hashlib
import struct
from collections.abc import Mapping

import zstandard

from wirebed.peers.kept.folder import Folder

_COUNT = struct.Struct("<I")
_ENTRY = struct.Struct("<32sQI")
_LEVEL = 1
# Packs become one when there are more of them.
MOST_PACKS = 16
# Values that were read lately are kept as they are, up to so many bytes.
_RECENT = 64 << 20


class Values:
    def __init__(self, folder: Folder) -> None:
        self.folder = folder
        self._packs: dict[str, memoryview] = {}
        self._places: dict[bytes, tuple[str, int, int]] = {}  # digest -> pack, start, end
        self._new: dict[bytes, bytes] = {}  # digest -> compressed
        self._packer = zstandard.ZstdCompressor(level=_LEVEL)
        self._unpacker = zstandard.ZstdDecompressor()
        self._recent = _Recent()
        for name in folder.names():
            self._open(name)

    def _open(self, name: str) -> None:
        pack = self.folder.parsed_or_none(name, _parsed)
        if pack is not None:
            self._packs[name], entries = pack
            self._places |= {digest: (name, start, start + size) for digest, start, size in entries}

    def digest(self, value: bytes) -> bytes:
        digest = self._recent.digests.get(value)
        if digest is None:
            digest = hashlib.sha256(value).digest()
            self._recent.add(digest, value)
        return digest

    def get(self, digest: bytes) -> bytes | None:
        value = self._recent.values.get(digest)
        if value is None:
            packed = self._packed(digest)
            if packed is None:
                return None
            try:
                value = self._unpacker.decompress(packed)
            except zstandard.ZstdError:
                return None
            self._recent.add(digest, value)
        return value

    def _packed(self, digest: bytes) -> bytes | memoryview | None:
        if digest in self._new:
            return self._new[digest]
        place = self._places.get(digest)
        if place is None:
            return None
        name, start, end = place
        return self._packs[name][start:end]

    def add(self, value: bytes) -> bytes:
        """Keeps a value; returns its digest."""
        digest = self.digest(value)
        if digest not in self._new and digest not in self._places:
            self._new[digest] = self._packer.compress(value)
        return digest

    def save(self) -> None:
        """Writes the new values into a pack, together with those of all packs if these are many."""
        if not self._new:
            return
        together: list[str] = []
        if len(self._packs) >= MOST_PACKS:
            together = list(self._packs)
        packed = {digest: self._packed(digest) for digest, place in self._places.items() if place[0] in together}
        frames = {digest: frame for digest, frame in packed.items() if frame is not None} | self._new
        name = self._write(frames)
        for old in together:
            if old != name:
                self.folder.drop(old)
        self._new = {}

    def _write(self, frames: Mapping[bytes, bytes | memoryview]) -> str:
        entries, start = [], 0
        for digest, frame in frames.items():
            entries.append(_ENTRY.pack(digest, start, len(frame)))
            start += len(frame)
        data = b"".join((_COUNT.pack(len(entries)), *entries, *frames.values()))
        name = hashlib.sha256(data).hexdigest()[:32]
        self.folder.write(name, data)
        return name


def _parsed(data: bytes) -> tuple[memoryview, list[tuple[bytes, int, int]]]:
    """The values of a pack, one after the other, and the digest, start and size of each."""
    view = memoryview(data)
    (count,) = _COUNT.unpack_from(view)
    end = _COUNT.size + count * _ENTRY.size
    return view[end:], list(_ENTRY.iter_unpack(view[_COUNT.size : end]))


class _Recent:
    """The values that were met lately, by value and by digest, so that equal ones are one object and hashed once."""

    def __init__(self) -> None:
        self.digests: dict[bytes, bytes] = {}
        self.values: dict[bytes, bytes] = {}
        self.size = 0

    def add(self, digest: bytes, value: bytes) -> None:
        self.size += len(value)
        if self.size > _RECENT:
            self.digests.clear()
            self.values.clear()
            self.size = len(value)
        self.digests[value] = digest
        self.values[digest] = value

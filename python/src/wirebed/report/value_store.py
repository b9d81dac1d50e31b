"""The file beside a report that holds the bytes and views of its cells, each once, by SHA-256.

`<run>.values.zst` is made of zstd frames. Each has the values of one work, as records in the order in which the run met
them: 32 bytes of SHA-256, the length as 4 bytes (big-endian), the data. The report's rows name a value by the first 16
hex digits of its hash. The same inputs give the same file.
"""

import hashlib
import struct
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO

import zstandard

from wirebed.bed.files import PartialFile
from wirebed.errors import UserError

SUFFIX = ".values.zst"
# This level is worth the time that it takes more than the fastest one; the higher levels are not.
_LEVEL = 1
_DIGITS = 16
_HEAD = struct.Struct(">32sI")
_CHUNK = 1 << 20


class ValuesWriter:
    """Writes each value that `name` meets first; at the end `keep` or `drop` the file."""

    def __init__(self, path: Path) -> None:
        self._out = PartialFile(path)
        self._begin()

    def _begin(self) -> None:
        self._known: dict[bytes, str] = {}
        self._packer = zstandard.ZstdCompressor(level=_LEVEL).compressobj()
        self._written: set[bytes] = set()
        self._packed: list[bytes] = []

    def name(self, data: bytes) -> str:
        """The name of a value in rows. A new value is written."""
        if data not in self._known:
            digest = hashlib.sha256(data).digest()
            self._known[data] = digest.hex()[:_DIGITS]
            if digest not in self._written:
                self._written.add(digest)
                self._packed += self._packer.compress(_HEAD.pack(digest, len(data))), self._packer.compress(data)
        return self._known[data]

    def forget(self) -> None:
        """Forgets the values of a case whose rows are written: those of the next case are others."""
        self._known.clear()

    def part(self) -> bytes:
        """What was named since this was asked before, as a frame of its own; `add` writes it."""
        frame = b"".join([*self._packed, self._packer.flush()]) if self._written else b""
        self._begin()
        return frame

    def add(self, frame: bytes) -> None:
        self._out.write(frame)

    def keep(self) -> None:
        self.add(self.part())
        self._out.keep()

    def drop(self) -> None:
        self._out.drop()


def find(path: Path, names: Iterable[str]) -> dict[str, bytes]:
    """The named values that the file has; UserError when it is missing or damaged."""
    wanted, values = set(names), {}
    try:
        for name, data in _records(path):
            if name in wanted:
                values[name] = data
                if len(values) == len(wanted):
                    break
    except FileNotFoundError:
        raise UserError("there are no values beside the report", path) from None
    except (zstandard.ZstdError, EOFError) as error:
        raise UserError(f"the values of the run are damaged: {error}", path) from None
    return values


def _records(path: Path) -> Iterator[tuple[str, bytes]]:
    with path.open("rb") as packed, _frames(packed) as stream:
        while head := stream.read(_HEAD.size):
            if len(head) < _HEAD.size:
                raise EOFError("it ends within a record")
            digest, length = _HEAD.unpack(head)
            data = stream.read(length)
            if len(data) < length or hashlib.sha256(data).digest() != digest:
                raise EOFError("a value is not what its hash says")
            yield digest.hex()[:_DIGITS], data


def _frames(packed: IO[bytes]) -> zstandard.ZstdDecompressionReader:
    return zstandard.ZstdDecompressor().stream_reader(packed, read_size=_CHUNK, read_across_frames=True)

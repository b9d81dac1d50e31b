"""The .proto files of an archive: tar, tar.gz or zip, whatever its name ends with.

Nothing is extracted by a library: each file is read within bounds, and its name is checked before it is used.
"""

import gzip
import io
import stat
import tarfile
import zipfile
import zlib
from pathlib import Path

from wirebed.errors import UserError
from wirebed_safe_change.given_files import MOST_BYTES, Files

# All of a tar archive is read, its other files too.
_MOST_UNPACKED = 512 << 20
_BLOCK = 512
_BROKEN = (tarfile.TarError, zipfile.BadZipFile, gzip.BadGzipFile, zlib.error, EOFError, OSError, NotImplementedError,
           RuntimeError, ValueError, OverflowError)  # fmt: skip


def is_archive(path: Path) -> bool:
    with path.open("rb") as file:
        head = file.read(512)
    return head[:2] == b"\x1f\x8b" or head[:4] in (b"PK\x03\x04", b"PK\x05\x06") or head[257:262] == b"ustar"


def of_archive(what: str, path: Path) -> Files:
    """`what`: how the user gives it, for errors."""
    files = Files(what)
    try:
        with path.open("rb") as file:
            if file.read(2) == b"PK":
                _zip(files, path)
            else:
                _tar(files, path)
    except _BROKEN as error:
        raise UserError(f"{what} is no archive that can be read, or is cut: {error}") from None
    return files


def _zip(files: Files, path: Path):
    with zipfile.ZipFile(path) as archive:
        for member in archive.infolist():
            if member.filename.endswith(".proto") and not member.is_dir():
                name = files.checked(member.filename)
                if stat.S_ISLNK(member.external_attr >> 16):
                    files.links.append(name)
                    continue
                with archive.open(member) as file:
                    files.add(name, _read(file, member.file_size))


def _tar(files: Files, path: Path):
    with path.open("rb") as raw:
        packed = raw.read(2) == b"\x1f\x8b"
        raw.seek(0)
        file = _Bounded(gzip.GzipFile(fileobj=raw) if packed else raw, files.what)
        # A stream is read from front to end, so that no offset in the archive leads anywhere.
        with tarfile.open(fileobj=file, mode="r|") as archive:
            for member in archive:
                if member.name.endswith(".proto") and not member.isdir():
                    name = files.checked(member.name)
                    if member.isreg() and not member.issparse():
                        files.add(name, _read(archive.extractfile(member), member.size))
                    else:
                        files.links.append(name)
        # An archive that is cut between two files looks whole, but for the zeros at its end.
        while file.read(_BLOCK):
            pass
        if file.last.strip(b"\0"):
            raise EOFError("its end is missing")


def _read(file, size: int) -> bytes:
    """All of a file, of which the archive says that it has this size."""
    data = file.read(min(size, MOST_BYTES) + 1)
    if len(data) != size and len(data) <= MOST_BYTES:
        raise EOFError("a file is cut")
    return data


class _Bounded(io.RawIOBase):
    """A file that ends with an error after so many bytes: a small archive can unpack to endless ones."""

    def __init__(self, file, what: str):
        self.file, self.what, self.left = file, what, _MOST_UNPACKED
        self.last = b"?"

    def read(self, size: int = -1) -> bytes:
        if size < 0 or size > self.left:
            size = self.left + 1
        data = self.file.read(size)
        self.left -= len(data)
        if self.left < 0:
            raise UserError(f"{self.what}: it unpacks to more than {_MOST_UNPACKED >> 20} MiB")
        self.last = (self.last + data)[-_BLOCK:]
        return data

"""The build cache: what build steps made, by the content of all that it was made of, for every checkout and bed.

steps/<key>      which files a step made, each with its hash; or why it does not support the schema
files/<sha256>   the content of one such file, compressed
codecs/<key>     which codecs the peer of these sources introduced (wirebed.trees.asked)
ccache/          the compiler's own cache, which cpp/ccache uses

What is in here is executed, so folders and files that another user owns or may write are refused. Each file is written
beside its place and moved there, so two runs at once see whole entries only. A damaged entry is no entry. What was
used least recently is removed first. The loss of any of it costs only time.
"""

import hashlib
import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from wirebed.bed import CACHE
from wirebed.errors import UserError, shown
from wirebed.files import foreign

FOLDERS = ("steps", "files", "codecs")
# Of the bound, ccache has a quarter.
GIGABYTES, OF_CCACHE = 2.0, 0.25


class Damaged(Exception):
    """An entry, or a file that it needs, is missing, damaged, or not ours; str() says why, and is empty if missing."""


class Cache:
    """A folder of kept builds. `gigabytes`: the most that it may take, with ccache."""

    def __init__(self, folder: Path = CACHE, gigabytes: float | None = None):
        self.folder, self.gigabytes = folder, gigabytes or _gigabytes()
        self.bound = int(self.gigabytes * (1 - OF_CCACHE) * 1e9)
        for path in (folder, *(folder / name for name in (*FOLDERS, "ccache"))):
            try:
                path.mkdir(mode=0o700, parents=True, exist_ok=True)
            except OSError as error:
                raise UserError(f"CACHE={shown(folder)} cannot be made: {error.strerror}") from error
            if why := foreign(path.stat() if path == folder else path.lstat()):
                told = f"CACHE={shown(folder)}: {path} {why}. What is in there is executed: choose another folder"
                raise UserError(f"{told}, or remove this one")

    @property
    def environment(self) -> dict[str, str]:
        """What the scripts of a build need to know, for ccache (cpp/ccache)."""
        return {"WIREBED_CACHE": str(self.folder), "WIREBED_CCACHE_SIZE": f"{self.gigabytes * OF_CCACHE * 1000:.0f}M"}

    def get(self, kind: str, key: str) -> Any:
        """The JSON under a key; Damaged when there is none."""
        head, _, text = self._read(self.folder / kind / key).partition(b"\n")
        if hashlib.sha256(text).hexdigest().encode() != head:
            raise Damaged(f"{self.folder / kind / key} is damaged")
        return json.loads(text)

    def put(self, kind: str, key: str, value: Any):
        text = json.dumps(value).encode()
        self._write(self.folder / kind / key, hashlib.sha256(text).hexdigest().encode() + b"\n" + text)

    def file(self, digest: str) -> bytes:
        """The content with this hash; Damaged when it is not there."""
        import zstandard

        path = self.folder / "files" / digest
        packed = self._read(path)
        with suppress(zstandard.ZstdError):
            data = zstandard.ZstdDecompressor().decompress(packed)
            if hashlib.sha256(data).hexdigest() == digest:
                return data
        path.unlink(missing_ok=True)
        raise Damaged(f"{path} is damaged")

    def put_file(self, digest: str, source: Path):
        import zstandard

        path = self.folder / "files" / digest
        with suppress(OSError):
            if not foreign(path.lstat()):
                os.utime(path)
                return
        self._write(path, zstandard.ZstdCompressor(level=3).compress(source.read_bytes()))

    def drop(self, kind: str, key: str):
        (self.folder / kind / key).unlink(missing_ok=True)

    def trim(self):
        """Removes what was used least recently, until the rest is within the bound."""
        found = sorted(self._files())
        over = sum(size for _, size, _ in found) - self.bound
        for _, size, path in found:
            if over <= 0:
                return
            with suppress(FileNotFoundError):
                os.unlink(path)
            over -= size

    def _files(self) -> Iterator[tuple[float, int, str]]:
        """The time of the last use, the size and the path of each file."""
        for folder in FOLDERS:
            for entry in os.scandir(self.folder / folder):
                with suppress(FileNotFoundError):
                    stat = entry.stat(follow_symlinks=False)
                    yield stat.st_mtime, stat.st_size, entry.path

    def _read(self, path: Path) -> bytes:
        try:
            with open(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC), "rb") as file:
                if why := foreign(os.fstat(file.fileno())):
                    raise Damaged(f"{path} {why}")
                data = file.read()
        except FileNotFoundError:
            raise Damaged from None
        except OSError as error:
            raise Damaged(f"{path}: {error.strerror}") from None
        with suppress(OSError):
            os.utime(path)
        return data

    def _write(self, path: Path, data: bytes):
        # Private to this user (mode 600), with a name of its own in each process and thread.
        number, name = tempfile.mkstemp(dir=path.parent, prefix=".new-")
        try:
            with open(number, "wb") as file:
                file.write(data)
            os.replace(name, path)
        except BaseException:
            with suppress(FileNotFoundError):
                os.unlink(name)
            raise


def _gigabytes() -> float:
    text = os.environ.get("WIREBED_CACHE_GB")
    try:
        found = float(text) if text else GIGABYTES
    except ValueError:
        found = 0.0
    if not 0 < found < float("inf"):
        raise UserError(f"CACHE_GB={text}: say how many gigabytes the build cache may take, like CACHE_GB=2")
    return found

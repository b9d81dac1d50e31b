"""A folder of files that only this user writes, each with the hash of its content.

A file is written beside its place and moved there, so a kill at any moment leaves whole files only, and two runs at
once see no half of one. What another user owns or may write is refused. A damaged file is removed and said; it is never
believed. What was used least recently is removed first when the folder is too large.
"""

import fcntl
import hashlib
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from wirebed.errors import UserError, shown
from wirebed.files import disk_errors, foreign

_HASH = 32
_PARTIAL = ".new-"
_ABANDONED = 3600.0  # seconds after which a partial file belongs to a run that was killed


class Folder:
    def __init__(self, path: Path):
        self.path = path
        with disk_errors(path):
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
        if why := foreign(path.lstat()):
            raise UserError(f"{path} {why}: it could hold anything; remove it, or choose another folder by CACHE=")

    def read(self, name: str) -> bytes | None:
        """The content of a file, or None where there is none to believe."""
        path = self.path / name
        try:
            with open(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC), "rb") as file:
                if why := foreign(os.fstat(file.fileno())):
                    self.damaged(name, why)
                    return None
                head, data = file.read(_HASH), file.read()
        except OSError:
            return None
        if hashlib.sha256(data).digest() != head:
            self.damaged(name, "is damaged")
            return None
        with suppress(OSError):
            os.utime(path)
        return data

    def write(self, name: str, data: bytes):
        with disk_errors(self.path / name):
            number, partial = tempfile.mkstemp(dir=self.path, prefix=_PARTIAL)
            try:
                with open(number, "wb") as file:
                    file.write(hashlib.sha256(data).digest())
                    file.write(data)
                os.replace(partial, self.path / name)
            except BaseException:
                with suppress(FileNotFoundError):
                    os.unlink(partial)
                raise

    def drop(self, name: str):
        (self.path / name).unlink(missing_ok=True)

    def damaged(self, name: str, why: str):
        """Removes a file that cannot be believed."""
        print(f"kept: {shown(self.path / name)} {why}; it was removed", file=sys.stderr, flush=True)
        with suppress(OSError):
            self.drop(name)

    def names(self) -> list[str]:
        return sorted(entry.name for entry in os.scandir(self.path) if not entry.name.startswith("."))

    def files(self) -> Iterator[tuple[float, int, str]]:
        """The time of the last use, the size and the path of each file; abandoned partial ones are removed."""
        for entry in os.scandir(self.path):
            with suppress(FileNotFoundError):
                stat = entry.stat(follow_symlinks=False)
                if not entry.name.startswith("."):
                    yield stat.st_mtime, stat.st_size, entry.path
                elif entry.name.startswith(_PARTIAL) and stat.st_mtime < time.time() - _ABANDONED:
                    os.unlink(entry.path)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Only one run at a time changes what it has read."""
        with open(self.path / ".lock", "wb") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield


def trim(folders: list[Folder], most: int):
    """Removes what was used least recently, until all of the folders is within `most` bytes."""
    found = sorted(one for folder in folders for one in folder.files())
    over = sum(size for _, size, _ in found) - most
    for _, size, path in found:
        if over <= 0:
            return
        with suppress(FileNotFoundError):
            os.unlink(path)
        over -= size

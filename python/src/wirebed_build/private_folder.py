"""A folder of files that only this user writes, each with the hash of its content.

A file is written beside its place and moved there, so a kill at any moment leaves whole files only, and two runs at
once see no half of one. What another user owns or may write is refused. A damaged file is removed and said; it is never
believed. What was used least recently is removed first when the folders are too large.
"""

import fcntl
import hashlib
import os
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_ISREG

from wirebed.bed.files import disk_errors, foreign
from wirebed.errors import UserError

_HASH = 32
_PARTIAL = ".new-"
_ABANDONED = 3600.0  # seconds after which a partial file belongs to a run that was killed


class Damaged(Exception):
    """A file cannot be believed; str() names it and says why, and is empty where there is no file."""


class PrivateFolder:
    """`choice`: what the user can do instead of using this folder; an error says it."""

    def __init__(self, path: Path, choice: str = "remove it, or choose another folder by CACHE=") -> None:
        self.path = path
        with disk_errors(path):
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
        if why := foreign(path.lstat()):
            raise UserError(f"{path} {why}. What is in there is believed: {choice}")

    def read(self, name: str) -> bytes:
        """The content of a file. Raises Damaged where there is none, or none to believe; what is damaged is removed."""
        path = self.path / name
        try:
            # A pipe without a writer would wait for one.
            number = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
            with open(number, "rb") as file:
                stat = os.fstat(number)
                why = foreign(stat) or (None if S_ISREG(stat.st_mode) else "is no file")
                head, data = (b"", b"") if why else (file.read(_HASH), file.read())
        except FileNotFoundError:
            raise Damaged from None
        except OSError as error:
            why, head, data = f"cannot be read: {error.strerror}", b"", b""
        if why is None and hashlib.sha256(data).digest() != head:
            why = "is damaged"
        if why is not None:
            with suppress(OSError):
                self.drop(name)
            raise Damaged(f"{path} {why}")
        self._touch(name)
        return data

    def _touch(self, name: str) -> None:
        """Says that a file is in use."""
        with suppress(OSError):
            os.utime(self.path / name, follow_symlinks=False)

    def write(self, name: str, data: bytes) -> None:
        with disk_errors(self.path / name):
            # Private to this user (mode 600), with a name of its own in each process and thread.
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

    def drop(self, name: str) -> None:
        (self.path / name).unlink(missing_ok=True)

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
        # For reading, too, since a pipe would otherwise wait for a reader.
        number = os.open(self.path / ".lock", os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        with open(number, "rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield


def trim(folders: Iterable[PrivateFolder], most: int) -> None:
    """Removes what was used least recently, until all of the folders is within `most` bytes."""
    kept = sorted(file for folder in folders for file in folder.files())
    over = sum(size for _, size, _ in kept) - most
    for _, size, path in kept:
        if over <= 0:
            return
        with suppress(FileNotFoundError):
            os.unlink(path)
        over -= size

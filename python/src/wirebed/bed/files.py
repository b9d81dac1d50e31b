"""Writes files beside their place, where they are moved when they are whole; an early end removes partial files.

An error of the disk is one line that names the file and says what to do.
"""

import contextlib
import errno
import os
import pwd
from collections.abc import Iterator
from pathlib import Path

from wirebed.bed import BUILD
from wirebed.errors import UserError

_partial: set[Path] = set()
_SPACE = "free some space, or keep reports elsewhere: WIREBED_REPORTS=<folder>"
_COPY = "use a copy of the checkout that can be written; WIREBED_REPORTS=<folder> moves reports alone"
_ADVICE = {errno.ENOSPC: _SPACE, errno.EDQUOT: _SPACE, errno.EROFS: _COPY, errno.EACCES: _COPY}


class PartialFile:
    """A file that is being written: `keep` gives it its name, `drop` removes it. Errors of the disk are UserErrors."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._path = path.with_name(f"{path.name}.{os.getpid()}.new")
        with disk_errors(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            _partial.add(self._path)
            self._out = self._path.open("wb")

    def write(self, data: str | bytes) -> None:
        with disk_errors(self.path):
            self._out.write(data.encode() if isinstance(data, str) else data)

    def keep(self) -> None:
        with disk_errors(self.path):
            self._out.close()
            self._path.replace(self.path)
        _partial.discard(self._path)

    def drop(self) -> None:
        # Closing writes the rest of the buffer, which a full disk refuses again.
        with contextlib.suppress(OSError):
            self._out.close()
        _remove(self._path)


def write(path: Path, data: str | bytes) -> None:
    """Writes a whole file; an error leaves the old one."""
    file = PartialFile(path)
    try:
        file.write(data)
        file.keep()
    except BaseException:
        file.drop()
        raise


@contextlib.contextmanager
def disk_errors(path: Path | None = None) -> Iterator[None]:
    """Turns the error of a full or read-only disk into a UserError that names the file and says what to do."""
    try:
        yield
    except OSError as error:
        if (advice := _ADVICE.get(error.errno or 0)) is None:
            raise
        place = path or error.filename
        # The advice about the checkout does not concern a file of the user that cannot be read.
        ours = error.errno != errno.EACCES or path or str(place).startswith(str(BUILD))
        raise UserError(f"{error.strerror}: {advice}" if ours else str(error.strerror), place) from None


def foreign(stat: os.stat_result) -> str | None:
    """Why a file or folder cannot be trusted; None when it can."""
    if stat.st_uid != os.geteuid():
        try:
            name = pwd.getpwuid(stat.st_uid).pw_name
        except KeyError:
            name = str(stat.st_uid)
        return f"belongs to the user {name}"
    if stat.st_mode & 0o022:
        return f"can be written by others (mode {stat.st_mode & 0o777:o})"
    return None


def drop_all() -> None:
    """Removes all partial files of this process."""
    for file in list(_partial):
        _remove(file)


def _remove(file: Path) -> None:
    with contextlib.suppress(OSError):
        file.unlink(missing_ok=True)
    _partial.discard(file)


def read_text(path: Path) -> str:
    """The text of a file; UserError, with the line, where it is not UTF-8."""
    try:
        return path.read_bytes().decode()
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise UserError(f"byte {error.start} is not UTF-8", path, line) from None

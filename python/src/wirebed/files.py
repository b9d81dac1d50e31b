"""Writes files as drafts beside them, which get the name only when they are whole; an early end removes drafts.

An error of the disk is one line that names the file and says what to do.
"""

import contextlib
import errno
import os
from pathlib import Path

from wirebed.bed import BUILD
from wirebed.errors import UserError

_drafts: set[Path] = set()
_SPACE = "free some space, or keep reports elsewhere: WIREBED_REPORTS=<folder>"
_COPY = "use a copy of the checkout that can be written; WIREBED_REPORTS=<folder> moves reports alone"
_ADVICE = {errno.ENOSPC: _SPACE, errno.EDQUOT: _SPACE, errno.EROFS: _COPY, errno.EACCES: _COPY}


class Draft:
    """A file that is being written: `keep` gives it its name, `drop` removes it. Errors of the disk are UserErrors."""

    def __init__(self, path: Path):
        self.path = path
        self._draft = path.with_name(f"{path.name}.{os.getpid()}.new")
        with disk_errors(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            _drafts.add(self._draft)
            self._out = self._draft.open("wb")

    def write(self, data: str | bytes) -> None:
        with disk_errors(self.path):
            self._out.write(data.encode() if isinstance(data, str) else data)

    def keep(self) -> None:
        with disk_errors(self.path):
            self._out.close()
            self._draft.replace(self.path)
        _drafts.discard(self._draft)

    def drop(self) -> None:
        # Closing writes the rest of the buffer, which a full disk refuses again.
        with contextlib.suppress(OSError):
            self._out.close()
        _remove(self._draft)


def write(path: Path, data: str | bytes) -> None:
    """Writes a whole file; an error leaves the old one."""
    draft = Draft(path)
    try:
        draft.write(data)
        draft.keep()
    except BaseException:
        draft.drop()
        raise


@contextlib.contextmanager
def disk_errors(path: Path | None = None):
    """Turns the error of a full or read-only disk into a UserError that names the file and says what to do."""
    try:
        yield
    except OSError as error:
        if (advice := _ADVICE.get(error.errno)) is None:
            raise
        place = path or error.filename
        # The advice about the checkout does not concern a file of the user that cannot be read.
        ours = error.errno != errno.EACCES or path or str(place).startswith(str(BUILD))
        raise UserError(f"{error.strerror}: {advice}" if ours else error.strerror, place) from None


def drop_all() -> None:
    """Removes all drafts of this process."""
    for draft in list(_drafts):
        _remove(draft)


def _remove(draft: Path) -> None:
    with contextlib.suppress(OSError):
        draft.unlink(missing_ok=True)
    _drafts.discard(draft)

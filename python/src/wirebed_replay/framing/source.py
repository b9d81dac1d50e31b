"""A file of a corpus: its bytes by range, and no more of it at once."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from wirebed.errors import UserError


@dataclass(frozen=True)
class Source:
    """`size` and `modified` are those of the moment when the corpus was listed: what is appended later is not read."""

    path: Path
    size: int
    modified: int  # nanoseconds

    @classmethod
    def of(cls, path: Path) -> "Source":
        stat = path.stat()
        return cls(path, stat.st_size, stat.st_mtime_ns)

    @contextmanager
    def opened(self) -> Iterator[BinaryIO]:
        """UserError where the file cannot be read."""
        try:
            with self.path.open("rb") as file:
                yield file
        except OSError as error:
            raise UserError(f"cannot be read: {error.strerror}", self.path) from None

    def read(self, start: int, end: int) -> bytes:
        """The bytes of a range; UserError where the file no longer has all of them."""
        with self.opened() as file:
            file.seek(start)
            data = file.read(end - start)
        if len(data) != end - start:
            raise UserError(f"has become shorter: it had {self.size:,} bytes when it was listed", self.path)
        return data

"""A file of a corpus, and its bytes by range. It lies on this machine, or where fsspec opens it (`s3://bucket/orders`)."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from wirebed.bed.extras import extra
from wirebed.errors import UserError

EXTRA = "replay"
_ELSEWHERE = "://"


@dataclass(frozen=True)
class Source:
    """`name`: its absolute path, or its address. `size` and `stamp` are those of the moment when the corpus was listed,
    and what is appended later is not read."""

    name: str
    size: int
    stamp: str

    @contextmanager
    def opened(self) -> Iterator[BinaryIO]:
        """UserError where the file cannot be read."""
        try:
            with _open(self.name) as file:
                yield file
        except OSError as error:
            raise UserError(f"cannot be read: {error.strerror or error}", self.name) from None

    def read(self, start: int, end: int) -> bytes:
        """The bytes of a range; UserError where the file no longer has all of them."""
        with self.opened() as file:
            file.seek(start)
            data = file.read(end - start)
        if len(data) != end - start:
            raise UserError(f"has become shorter: it had {self.size:,} bytes when it was listed", self.name)
        return data


def listed(root: str) -> list[Source]:
    """The file of this name, or all files below the folder but hidden ones, in the order of their names."""
    found = _elsewhere(root) if _ELSEWHERE in root else _here(Path(root))
    if not found:
        raise UserError(f"CORPUS={root} is a folder without files")
    return sorted(found, key=lambda source: source.name)


def absolute(root: str) -> str:
    if _ELSEWHERE in root:
        system, path = _system(root)
        return str(system.unstrip_protocol(path))
    return str(Path(root).expanduser().resolve())


def relative(name: str, root: str) -> str:
    """The name of a file below the root."""
    return name.rpartition("/")[2] if name == root else name.removeprefix(root).lstrip("/")


def _here(root: Path) -> list[Source]:
    if root.is_file():
        return [_of(root)]
    if not root.is_dir():
        raise UserError(f"CORPUS={root} is neither a file nor a folder")
    paths = (path for path in root.rglob("*") if path.is_file())
    return [_of(path) for path in paths if not _hidden(path.relative_to(root).parts)]


def _of(path: Path) -> Source:
    stat = path.stat()
    return Source(str(path), stat.st_size, str(stat.st_mtime_ns))


def _elsewhere(root: str) -> list[Source]:
    system, path = _system(root)
    try:
        found = system.find(path, detail=True)
    except OSError as error:
        raise UserError(f"CORPUS={root}: {error}") from None
    if not found:
        raise UserError(f"CORPUS={root} is neither a file nor a folder")
    inside = {name: about for name, about in found.items() if not _hidden(name.removeprefix(path).split("/"))}
    return [
        Source(system.unstrip_protocol(name), about["size"], hashlib.sha256(repr(about).encode()).hexdigest())
        for name, about in inside.items()
    ]


def _hidden(parts: Any) -> bool:
    return any(part.startswith(".") for part in parts)


def _system(root: str) -> tuple[Any, str]:
    with extra(EXTRA):
        import fsspec
    try:
        system, path = fsspec.core.url_to_fs(root)
    except (ValueError, ImportError) as error:
        raise UserError(f"CORPUS={root}: {error}") from None
    return system, path


def _open(name: str) -> Any:
    if _ELSEWHERE not in name:
        return open(name, "rb")
    system, path = _system(name)
    return system.open(path, "rb")

"""Hashes of files, which are remembered as long as size, times and inode stay the same.

A step of the build is up to date when its stamp has the fingerprint of today's inputs and its outputs exist.
"""

import hashlib
import json
import os
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from glob import glob
from pathlib import Path
from stat import S_ISREG
from typing import Any, NamedTuple

import msgspec

from wirebed.bed import BUILD, files
from wirebed_build.languages.peer_yaml import Peer, fill

STAMPS = BUILD / "stamps"
IGNORED = {"__pycache__", "target", "node_modules"}
# From so many files on, the memory forgets those that nobody asked for this time.
_MANY = 20_000
_DECODER = msgspec.json.Decoder(dict[str, list[int | str]])
# The memory that this process has read or written last, at most one: its file, the time of it, and what stands there.
_last: list[tuple[tuple[Path, int], Mapping[str, list[int | str]]]] = []
_YOUNG = 50_000_000  # nanoseconds; the clock of a file system moves in steps of some milliseconds


class Seen(NamedTuple):
    """A file as it was looked at. A file that gets the size and the modification time of the one that it replaces has
    another inode, or another time at which the inode changed."""

    modified: int
    size: int
    inode: int
    changed: int
    links: int
    digest: str


class _Look(NamedTuple):
    files: dict[str, Seen | None]
    folders: dict[tuple[str, bool], list[str]]  # the files of a folder, with or without those that tools generate


class FileHashes:
    """Hashes of files. The memory is one JSON file, whose loss costs only time."""

    def __init__(self, memory: Path | None = None) -> None:
        self._memory = memory or STAMPS / "contents.json"
        self._known = dict(_remembered(self._memory))
        self._changed = False
        self._asked: set[str] = set()
        self._watched: list[dict[str, Seen | None]] = []
        self._look: _Look | None = None

    @contextmanager
    def one_look(self) -> Iterator[None]:
        """Each file and each folder is looked at once meanwhile, however often it is asked for."""
        self._look = _Look({}, {})
        try:
            yield
        finally:
            self._look = None

    @contextmanager
    def watched(self) -> Iterator[dict[str, Seen | None]]:
        """The files that are looked at meanwhile, by their paths; None for those that are not there."""
        seen: dict[str, Seen | None] = {}
        self._watched.append(seen)
        try:
            yield seen
        finally:
            self._watched.pop()

    def hash(self, path: str) -> str | None:
        """None when there is no such file, or none that has a content of its own."""
        look = self._look.files if self._look is not None else {}
        if path not in look:
            look[path] = self._seen(path)
        about = look[path]
        for seen in self._watched:
            seen[path] = about
        return about.digest if about is not None else None

    def _seen(self, path: str) -> Seen | None:
        try:
            stat = os.stat(path)
            if not S_ISREG(stat.st_mode):
                return None
            digest = self._digest(path, stat)
        except OSError:
            return None
        return Seen(stat.st_mtime_ns, stat.st_size, stat.st_ino, stat.st_ctime_ns, stat.st_nlink, digest)

    def _digest(self, path: str, stat: os.stat_result) -> str:
        about = [stat.st_mtime_ns, stat.st_size, stat.st_ino, stat.st_ctime_ns]
        self._asked.add(path)
        known = self._known.get(path)
        if known and known[:-1] == about:
            return str(known[-1])
        with open(path, "rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        # A file that is this young could change again without another time. A name in no encoding is no text in JSON.
        if time.time_ns() - stat.st_ctime_ns > _YOUNG and path.isprintable():
            self._known[path] = [*about, digest]
            self._changed = True
        return digest

    def of(self, paths: Iterable[str | Path], *more: str) -> str:
        """One fingerprint of files, folders and texts."""
        digest = hashlib.sha256()
        for text in more:
            digest.update(f"{len(text)}:{text}".encode())
        for path in paths:
            for file in files_below(str(path)):
                digest.update(f"{file}\0{self.hash(file)}\0".encode())
        return digest.hexdigest()

    @staticmethod
    def of_texts(*texts: str) -> str:
        digest = hashlib.sha256()
        for text in texts:
            digest.update(f"{len(text)}:{text}".encode(errors="surrogateescape"))
        return digest.hexdigest()

    def below(self, path: str, generated: bool = False) -> Iterator[tuple[str, str]]:
        """The files of a folder, each by its path in there, with the hash; a file alone has the path ""."""
        folders = self._look.folders if self._look is not None else {}
        if (path, generated) not in folders:
            folders[path, generated] = [*files_below(path, generated)]
        for file in folders[path, generated]:
            yield file[len(path) + 1 :], self.hash(file) or "missing"

    def save(self) -> None:
        if not self._changed:
            return
        if len(self._known) > _MANY:
            self._known = {path: about for path, about in self._known.items() if path in self._asked}
        files.write(self._memory, msgspec.json.encode(self._known))
        _last[:] = [((self._memory, _changed_at(self._memory)), dict(self._known))]
        self._changed = False


def _remembered(memory: Path) -> Mapping[str, list[int | str]]:
    """What stands in a memory. Many of a process read what one of them has read or written."""
    key = memory, _changed_at(memory)
    for known, content in _last:
        if known == key:
            return content
    try:
        content = _DECODER.decode(memory.read_bytes())
    except (OSError, msgspec.DecodeError):
        content = {}
    _last[:] = [(key, content)]
    return content


def _changed_at(memory: Path) -> int:
    try:
        return memory.stat().st_ctime_ns
    except OSError:
        return 0


def files_below(path: str, generated: bool = False) -> Iterator[str]:
    """The file itself, or all files of a folder in a fixed order, without hidden ones and those that tools generate
    among sources; `generated`: the folder has no sources, and only what Python compiles by itself is left out."""
    if not os.path.isdir(path):
        yield path
        return
    for folder, folders, names in os.walk(path):
        if generated:
            folders[:] = sorted(name for name in folders if name != "__pycache__")
        else:
            folders[:] = sorted(name for name in folders if name not in IGNORED and not name.startswith("."))
        for name in sorted(names):
            if not name.endswith(".pyc"):
                yield os.path.join(folder, name)


def paths_of(peer: Peer, text: str, tree: Path | None = None) -> list[str]:
    """The paths that an entry of `inputs`, `outputs` or `loads` names."""
    path = str(peer.folder / fill(text, tree))
    return sorted(glob(path, recursive=True)) if "*" in path else [path]


def contents(peer: Peer, text: str, hashes: FileHashes, tree: Path | None = None) -> Iterator[str]:
    """A line for each file that such an entry names, without the place of checkout, build and tree."""
    fixed = str(peer.folder / fill(text, tree)).partition("*")[0].rpartition("/")[0]
    for path in paths_of(peer, text, tree):
        outer = path[len(fixed) + 1 :] if "*" in text else ""
        digests = hashes.below(path, generated=text.startswith("{"))
        yield from (f"{text} {outer} {inner} {digest}" for inner, digest in digests)


class Stamp:
    """The record of the last run of a step."""

    def __init__(self, key: str) -> None:
        self._path = STAMPS / f"{key}.json"

    def read(self) -> dict[str, Any]:
        try:
            known: dict[str, Any] = json.loads(self._path.read_bytes())
            return known
        except (OSError, ValueError):
            return {}

    def write(self, data: dict[str, Any]) -> None:
        files.write(self._path, json.dumps(data, indent=1))

    def remove(self) -> None:
        self._path.unlink(missing_ok=True)


def write_if_changed(path: Path, content: bytes) -> bool:
    try:
        if path.read_bytes() == content:
            return False
    except OSError:
        pass
    files.write(path, content)
    return True

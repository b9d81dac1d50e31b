"""Hashes of files, which are remembered as long as size and modification time stay the same.

A step of the build is up to date when its stamp has the fingerprint of today's inputs and its outputs exist.
"""

import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from wirebed import files
from wirebed.bed import BUILD

STAMPS = BUILD / "stamps"
IGNORED = {"__pycache__", "target", "node_modules"}


class FileHashes:
    """Hashes of files. The memory is one JSON file, whose loss costs only time."""

    def __init__(self, memory: Path = STAMPS / "contents.json"):
        self._memory = memory
        try:
            self._known: dict[str, list] = json.loads(memory.read_bytes())
        except (OSError, ValueError):
            self._known = {}
        self._changed = False

    def hash(self, path: str) -> str | None:
        """None when there is no such file."""
        try:
            stat = os.stat(path)
        except OSError:
            return None
        known = self._known.get(path)
        if known and known[0] == stat.st_mtime_ns and known[1] == stat.st_size:
            return known[2]
        with open(path, "rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        self._known[path] = [stat.st_mtime_ns, stat.st_size, digest]
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

    def save(self):
        if not self._changed:
            return
        files.write(self._memory, json.dumps(self._known))
        self._changed = False


def files_below(path: str) -> Iterator[str]:
    """The file itself, or all files of a folder in a fixed order, without generated and hidden ones."""
    if not os.path.isdir(path):
        yield path
        return
    for folder, folders, names in os.walk(path):
        folders[:] = sorted(name for name in folders if name not in IGNORED and not name.startswith("."))
        for name in sorted(names):
            if not name.endswith(".pyc"):
                yield os.path.join(folder, name)


class Stamp:
    """The record of the last run of a step."""

    def __init__(self, key: str):
        self._path = STAMPS / f"{key}.json"

    def read(self) -> dict[str, Any]:
        try:
            return json.loads(self._path.read_bytes())
        except (OSError, ValueError):
            return {}

    def write(self, data: dict[str, Any]):
        files.write(self._path, json.dumps(data, indent=1))

    def remove(self):
        self._path.unlink(missing_ok=True)


def write_if_changed(path: Path, content: bytes) -> bool:
    try:
        if path.read_bytes() == content:
            return False
    except OSError:
        pass
    files.write(path, content)
    return True

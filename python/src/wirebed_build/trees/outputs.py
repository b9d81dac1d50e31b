"""The outputs of a step of a build: into the build cache, and out of it instead of running the step.

Paths are kept as peer.yaml names them, `{tree}/java/classes/…`, so that an entry serves every checkout and tree.
"""

import os
from collections.abc import Iterator
from pathlib import Path

from wirebed_build.languages.peer_yaml import BuildStep, Peer, fill
from wirebed_build.private_folder import Damaged
from wirebed_build.trees.cache import Cache
from wirebed_build.trees.fingerprint import FileHashes, files_below
from wirebed_build.trees.prebuilt import Prebuilt
from wirebed_build.trees.tree import Tree

# Times that follow from contents are between 1973 and 1990.
_FIRST, _SPAN = 100_000_000, 1 << 29


class Outputs:
    """The outputs of one step for one tree."""

    def __init__(self, peer: Peer, step: BuildStep, tree: Tree, hashes: FileHashes) -> None:
        self.step, self.hashes = step, hashes
        self.paths = {text: str(peer.folder / fill(text, tree.dir)) for text in step.outputs}

    @property
    def kept(self) -> bool:
        """Whether the cache can have them: those of a glob, or outside of the build folder, stay where they are."""
        return bool(self.paths) and all(t.startswith(("{tree}/", "{build}/")) and "*" not in t for t in self.paths)

    def keep(self, cache: Cache | Prebuilt, key: str) -> None:
        """Puts all files into the cache. `date` comes before."""
        kept = {}
        for name, path in self._files():
            digest = self._digest(path)
            cache.put_file(digest, Path(path))
            kept[name] = [digest, os.stat(path).st_mode & 0o777]
        cache.put("steps", key, {"files": kept})

    def take(self, cache: Cache | Prebuilt, files: dict[str, tuple[str, int]]) -> None:
        """Makes the outputs what an entry says. Damaged, with only part of them made, when the cache lacks a file."""
        wanted = {self._path(name): about for name, about in files.items()}
        for path, (digest, mode) in wanted.items():
            # A file that is what it should be keeps its time, by which make and ninja judge.
            if self.hashes.hash(path) != digest:
                _write(path, cache.file(digest), mode)
        for _, path in list(self._files()):
            if path not in wanted:
                os.unlink(path)
        self.date()

    def date(self) -> None:
        """Gives each file a time that follows from its content, where the step says so."""
        if not self.step.times_of_content:
            return
        for _, path in self._files():
            time = _FIRST + int(self._digest(path)[:12], 16) % _SPAN
            if os.stat(path).st_mtime != time:
                os.utime(path, (time, time))

    def _digest(self, path: str) -> str:
        """The output of a file that is there."""
        return self.hashes.hash(path) or ""

    def _files(self) -> Iterator[tuple[str, str]]:
        """The name in an entry, and the path, of each file that is there."""
        for text, path in self.paths.items():
            for file in files_below(path, generated=True):
                if os.path.isfile(file):
                    yield text + file[len(path) :], file

    def _path(self, name: str) -> str:
        for text, path in self.paths.items():
            rest = name.removeprefix(text)
            if name.startswith(text) and (not rest or rest.startswith("/")) and ".." not in rest.split("/"):
                return path + rest
        raise Damaged(f"the cache has {name} among the outputs of a step that does not make it")


def _write(path: str, data: bytes, mode: int) -> None:
    os.makedirs(os.path.dirname(path), exist_ok=True)
    part = f"{path}.{os.getpid()}.new"
    with open(part, "wb") as file:
        file.write(data)
    os.chmod(part, mode)
    os.replace(part, path)

"""The lines of the report that an earlier run made of the same inputs, which are not made again.

The key is of all that they follow from, by content: both schemas with their places, all that the user gives (globs,
ACCEPT, FAIL, …), the builds of the peers that take part and why others take none, our own code with the libraries that
it runs on, and the fixtures that it reads. A run is not kept when one of these changes before it ends, when it is not
whole, and when a peer failed in a way that need not come again.
"""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from wirebed.bed import BUILD, CACHE, ROOT
from wirebed.codec_id import peer_and_version
from wirebed.kept.builds import Records
from wirebed.kept.folder import Folder
from wirebed.languages import peer_yaml
from wirebed.peers.loaded import Loaded
from wirebed.private_folder import trim
from wirebed.trees import identity
from wirebed.trees.fingerprint import FileHashes
from wirebed.trees.searched import LOADER_CACHE

# Reports of another number are not used: it counts the changes of what makes the key, and of a report.
_SCHEME = 1
_MOST_BYTES = 32 << 20
# What a run reads of each tree, besides what the identity of a peer holds.
_OF_TREE = ("schema.binpb", "own.list", "proto.list", "roots.list")
# What decides what the cells of a run mean.
_JUDGING = ("python/src", "fixtures/roster.yaml", "fixtures/evolution/variants.yaml",
            "fixtures/evolution/descriptors.yaml")  # fmt: skip
# The Python of the runner with its standard library, and its libraries. Packages of the machine take no part.
_STANDARD = sorted(Path(os.__file__).parent.glob("[!_]*"))
_RUNS_ON = [os.path.realpath(sys.executable), str(BUILD / "venv/lib"), LOADER_CACHE]
_RUNS_ON += [str(path) for path in _STANDARD if path.name not in ("site-packages", "test")]


class KeptReport:
    """Of a run that has not begun."""

    def __init__(self, run):
        self.run, self.folder = run, Folder(CACHE / "kept" / "changes")
        # The run itself finds out more about who takes part.
        self.peers, self.unsupported = [spec.name for spec in run.specs], dict(run.unsupported)
        self.records = Records(Folder(CACHE / "kept" / "loaded"))
        self.loaded: dict[str, Loaded] = {}  # by what a build states: what its processes were seen to load
        self.key = self._key()

    def read(self) -> list[dict] | None:
        """The lines, or None where there are none."""
        data = self.folder.read_or_none(self.key)
        return None if data is None else json.loads(data)

    def write(self, lines: list[dict]):
        """Keeps the lines of the run, which is over."""
        if not self.run.repeatable or self.key != self._key():
            return
        hashes = FileHashes()
        for process, loaded in self.run.loaded.items():
            name, version = peer_and_version(process)
            tree = self.run.trees[version]
            stated = self._build(name, tree, hashes).of_stated
            self.loaded[stated] = self.loaded.get(stated, Loaded()) | loaded
            self.records.write(stated, self.loaded[stated], tree)
        self.folder.write(self._key(), json.dumps(lines).encode())
        trim([self.folder], _MOST_BYTES)

    def _key(self) -> str:
        hashes = FileHashes()
        key = hashes.of([], *self._parts(hashes))
        hashes.save()
        return key

    def _parts(self, hashes: FileHashes) -> Iterator[str]:
        run = self.run
        yield json.dumps([_SCHEME, sys.version, run.given, self.peers, self.unsupported], default=str)
        yield run.accepted_text()
        for path in (*_JUDGING, *(tree / name for tree in run.trees.values() for name in _OF_TREE)):
            yield from (f"{inner} {digest}" for inner, digest in hashes.below(str(ROOT / path)))
        for path in _RUNS_ON:
            yield from (f"{inner} {digest}" for inner, digest in hashes.below(path, generated=True))
        for name in self.peers:
            # From descriptors, the builds of a peer are the same but for the schema.
            for tree in run.trees.values() if run.compiled else list(run.trees.values())[:1]:
                yield f"{name} {self._build(name, tree, hashes).digest}"

    def _build(self, name: str, tree: Path, hashes: FileHashes) -> identity.Identity:
        (*_, peer) = peer_yaml.discover([name])
        return identity.of_build(
            peer if self.run.compiled else peer.of_descriptors(),
            tree,
            lambda stated: self.loaded.setdefault(stated, self.records.known(stated, tree)),
            hashes,
        )

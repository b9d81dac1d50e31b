"""The lines of the report that an earlier run made of the same inputs, which are not made again.

The key is of all that they follow from, by content: both schemas with their places, all that the user gives (globs,
ACCEPT, FAIL, …), the builds of the peers that take part and why others take none, our own code with the libraries that
it runs on, and the fixtures that it reads. A run is not kept when one of these changes before it ends, when it is not
whole, and when a peer failed in a way that need not come again.
"""

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

from wirebed.bed import CACHE, ROOT
from wirebed.bed.codec_id import peer_and_version
from wirebed.peers.kept.builds import Records
from wirebed.peers.kept.folder import Folder
from wirebed_build.languages import discovery
from wirebed_build.loaded import Loaded, of_this_process
from wirebed_build.private_folder import trim
from wirebed_build.trees import identity, searched
from wirebed_build.trees.fingerprint import FileHashes
from wirebed_build.trees.identity import neutral

# Reports of another number are not used: it counts the changes of what makes the key, and of a report.
_SCHEME = 2
_MOST_BYTES = 32 << 20
# What the runner itself loads is known from earlier runs, as that of a peer is.
_RUNNER = FileHashes.of_texts("runner", sys.version, os.path.realpath(sys.executable))
# What a run reads of each tree, besides what the identity of a peer holds.
_OF_TREE = ("schema.binpb", "own.list", "proto.list", "roots.list")
# What decides what the cells of a run mean.
_JUDGING = ("python/src", "fixtures/roster.yaml", "fixtures/evolution/variants.yaml",
            "fixtures/evolution/descriptors.yaml")  # fmt: skip


class KeptReport:
    """`run` has not begun."""

    def __init__(self, run):
        self.run, self.folder, self.started = run, Folder(CACHE / "kept" / "changes"), time.time_ns()
        # The run itself finds out more about who takes part.
        self.peers, self.unsupported = [spec.name for spec in run.specs], dict(run.unsupported)
        self.records = Records(Folder(CACHE / "kept" / "loaded"))
        # By what a build states: what its processes were seen to load.
        self.loaded: dict[str, Loaded] = {_RUNNER: self.records.known(_RUNNER, ROOT)}
        hashes = FileHashes()
        # The programs of Java are of the same toolchain and libraries.
        with hashes.one_look():
            self.inputs, self.programs = self._inputs(hashes), self._programs(hashes)
        self.key = _key(hashes, self.inputs, self.programs)

    def read(self) -> list[dict] | None:
        """The lines, or None where there are none."""
        data = self.folder.read_or_none(self.key)
        return None if data is None else json.loads(data)

    def write(self, lines: list[dict]):
        """Keeps the lines of the run, which is over."""
        hashes = FileHashes()
        with hashes.one_look():
            key = self._key_now(hashes)
        if key is not None:
            self.folder.write(key, json.dumps(lines).encode())
            trim([self.folder], _MOST_BYTES)

    def _key_now(self, hashes: FileHashes) -> str | None:
        """The key by all that the run has learnt; None where something has changed since it began."""
        if not self.run.repeatable or self.inputs != self._inputs(hashes) or self.programs != self._programs(hashes):
            return None
        loaded = of_this_process()
        # Nobody looked at these files before the run began.
        if any(_changed(path) > self.started for path in loaded.files - self.loaded[_RUNNER].files):
            return None
        before = dict(self.loaded)
        self._take(_RUNNER, loaded, ROOT)
        for process, loaded in self.run.loaded.items():
            name, version = peer_and_version(process)
            tree = self.run.trees[version]
            self._take(self._build(name, tree, hashes, lambda stated: Loaded()).of_stated, loaded, tree)
        programs = self.programs if self.loaded == before else self._programs(hashes)
        return _key(hashes, self.inputs, programs)

    def _take(self, stated: str, loaded: Loaded, tree: Path):
        """Remembers what a process has loaded besides what was known."""
        known = self.loaded.get(stated, Loaded())
        if loaded | known != known:
            self.loaded[stated] = loaded | known
            self.records.write(stated, self.loaded[stated], tree)

    def _inputs(self, hashes: FileHashes) -> list[str]:
        """The arguments of the user, and the files that decide what they mean."""
        run = self.run
        given = json.dumps([_SCHEME, sys.version, run.given, self.peers, self.unsupported], default=str)
        paths = (*_JUDGING, *(tree / name for tree in run.trees.values() for name in _OF_TREE))
        of_files = (f"{inner} {digest}" for path in paths for inner, digest in hashes.below(str(ROOT / path)))
        return [given, run.accepted_text(), *of_files]

    def _programs(self, hashes: FileHashes) -> list[str]:
        """The runner with its Python and its libraries, and the build of each peer."""
        parts = list(searched.lines(self.loaded[_RUNNER], lambda path: neutral(path, ROOT), os.environ, hashes))
        for name in self.peers:
            # From descriptors, the builds of a peer are the same but for the schema.
            trees = list(self.run.trees.values())[: None if self.run.compiled else 1]
            parts += [f"{name} {self._build(name, tree, hashes, self._known(tree)).digest}" for tree in trees]
        return parts

    def _known(self, tree: Path) -> Callable[[str], Loaded]:
        """What a build of this tree was seen to load, by what it states."""
        return lambda stated: self.loaded.setdefault(stated, self.records.known(stated, tree))

    def _build(self, name: str, tree: Path, hashes: FileHashes, loaded: Callable[[str], Loaded]) -> identity.Identity:
        (*_, peer) = discovery.discover([name])
        return identity.of_build(peer if self.run.compiled else peer.of_descriptors(), tree, loaded, hashes)


def _changed(path: str) -> int:
    """When a file was last changed, in nanoseconds; 0 where it is gone."""
    try:
        return os.stat(path).st_ctime_ns
    except OSError:
        return 0


def _key(hashes: FileHashes, *parts: list[str]) -> str:
    hashes.save()
    return hashes.of_texts(*(text for part in parts for text in part))

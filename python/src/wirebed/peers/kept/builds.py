"""The builds of the processes of a run, before it and after it.

What the processes of a build load is known from earlier runs (`loaded/` of the store), so its identity is known before
a process starts. At the end it is taken again: where a file was written meanwhile, nobody knows which answers are of
which content. Where processes have loaded more than was known, all answers move to the identity that names it, too.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path

from wirebed.peers import Pool
from wirebed.peers.kept.folder import Folder
from wirebed.peers.kept.store import Store
from wirebed_build.languages.peer_yaml import fill
from wirebed_build.loaded import Loaded
from wirebed_build.trees.fingerprint import FileHashes
from wirebed_build.trees.identity import Identity, neutral

# The identity of a process as it is built now, by its name. The second tells what such a build is known to load.
Take = Callable[[str, Callable[[str], Loaded]], Identity]


class Records:
    """The files that processes of builds were seen to load: one record for each build (Identity.of_stated)."""

    def __init__(self, folder: Folder) -> None:
        self.folder = folder

    def known(self, stated: str, tree: Path) -> Loaded:
        data = self.folder.parsed_or_none(stated, _parsed) or [[], []]
        return Loaded(*(frozenset(fill(path, tree) for path in paths) for paths in data))

    def write(self, stated: str, loaded: Loaded, tree: Path) -> None:
        lists = (sorted(neutral(path, tree) for path in paths) for paths in (loaded.files, loaded.searched))
        self.folder.write(stated, json.dumps(list(lists)).encode())


class Builds:
    """`take`: see `Take`; it has the hashes of files from `hashes`. `pool`: one that is not entered yet."""

    def __init__(self, pool: Pool, store: Store, take: Take, hashes: FileHashes) -> None:
        self.pool, self.store, self.take, self.hashes = pool, store, take, hashes
        self.records, self.started = Records(store.loaded), time.time_ns()
        self.known: dict[str, Loaded] = {}
        with hashes.one_look():
            self.identities = {name: take(name, self._known_of(name)) for name in pool.specs}
        hashes.save()
        # Processes of which nothing is kept. What was written during the run; what they loaded first, and is as young.
        self.moved: dict[str, list[str]] = {}
        self.young: dict[str, list[str]] = {}

    def __contains__(self, process: str) -> bool:
        return process in self.identities

    def digest(self, process: str) -> str:
        return self.identities[process].digest

    def take_again(self) -> None:
        """Looks again at the builds of the processes that were started. No job may be out."""
        with self.hashes.one_look():
            for name, loaded in self.pool.loaded().items():
                self._again(name, loaded)

    def _again(self, name: str, loaded: Loaded) -> None:
        known, was = self.known[name], self.identities[name]
        if moved := was.moved(self._take(name, known)):
            self.moved[name] = moved
        elif loaded | known != known:
            now = self._take(name, loaded | known)
            if young := was.made_since(now, self.started):
                self.young[name] = young
            else:
                self.identities[name] = now
                self.records.write(was.of_stated, loaded | known, self.pool.trees[name])

    def _take(self, name: str, loaded: Loaded) -> Identity:
        return self.take(name, lambda _: loaded)

    def _known_of(self, name: str) -> Callable[[str], Loaded]:
        def known(stated: str) -> Loaded:
            return self.known.setdefault(name, self.records.known(stated, self.pool.trees[name]))

        return known


def _parsed(data: bytes) -> list[list[str]]:
    """The paths of files, and of places that are searched; ValueError where one is none."""
    files, searched = json.loads(data)
    for path in (*files, *searched):
        if not isinstance(path, str) or b"\0" in os.fsencode(path):
            raise ValueError
    return [files, searched]

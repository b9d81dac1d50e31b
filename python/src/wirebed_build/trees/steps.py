"""Runs the build steps of one peer in order. A step is skipped when nothing that it depends on has changed, and what
was made of the same contents before comes from the build cache."""

import fcntl
import json
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import IO

from wirebed.bed import BUILD, ROOT, files
from wirebed.errors import shown
from wirebed_build.languages.peer_yaml import EXIT_UNSUPPORTED, BuildStep, Peer, fill
from wirebed_build.private_folder import Damaged
from wirebed_build.progress import Progress
from wirebed_build.trees import prebuilt, toolchain
from wirebed_build.trees.cache import Cache
from wirebed_build.trees.fingerprint import STAMPS, FileHashes, Stamp, contents, paths_of
from wirebed_build.trees.outputs import Outputs
from wirebed_build.trees.process import Processes, excerpt, failed, log_path
from wirebed_build.trees.tree import Tree

# Entries of another number are not used: it counts the changes of what an entry says and of what makes its key.
_SCHEME = 1


@dataclass
class Build:
    """The parts that the builds of all peers of one tree share."""

    tree: Tree
    hashes: FileHashes
    processes: Processes
    progress: Progress
    cache: Cache


def build_peer(peer: Peer, build: Build) -> None:
    """Runs the steps of a peer; only the builds of one tree, and those that change what all trees share, wait for each
    other."""
    of_machine = toolchain.fingerprint(peer.toolchain, build.hashes) if peer.steps else ""
    for step in peer.steps:
        with _locked_for(peer, step, build):
            supported = _Step(peer, step, build, of_machine).supported()
        if supported is None:
            with _locked_for(peer, step, build, to_run=True):
                supported = _Step(peer, step, build, of_machine).do()
        if not supported:
            return
    (build.tree.dir / peer.name / "unsupported").unlink(missing_ok=True)


@contextmanager
def _locked_for(peer: Peer, step: BuildStep, build: Build, to_run: bool = False) -> Iterator[None]:
    """Keeps the outputs of the steps without a tree as they are while another step reads them."""
    with ExitStack() as locks:
        shares = step.of_tree or not to_run
        locks.enter_context(locked(f"peer-{peer.name}", build.processes, shares))
        if step.of_tree:
            locks.enter_context(locked(f"{build.tree.name}-{peer.name}", build.processes))
        yield


class _Step:
    """One step of a peer for one tree."""

    def __init__(self, peer: Peer, step: BuildStep, build: Build, of_machine: str) -> None:
        self.peer, self.step, self.build = peer, step, build
        self.tree, self.cache = build.tree, build.cache
        self.key = key_of(peer, step, build.tree, build.hashes, of_machine)
        self.name = (self.tree.name, peer.name, step.name) if step.of_tree else (peer.name, step.name)
        self.stamp, self.log = Stamp("/".join(self.name)), log_path(*self.name)
        self.unsupported = self.tree.dir / peer.name / "unsupported"
        self.outputs = Outputs(peer, step, self.tree, build.hashes)

    @cached_property
    def title(self) -> str:
        title = f"{self.peer.name} {self.step.name}"
        return f"{title} ({self.tree.name})" if self.step.of_tree else title

    def supported(self) -> bool | None:
        """Whether the peer supports the tree's schema, if the step is up to date; None where it has to run."""
        made = self.stamp.read()
        if made.get("from") == self.key:
            if made.get("unsupported") and self.unsupported.exists():
                return False
            if not made.get("unsupported") and _outputs_exist(self.peer, self.step, self.tree):
                return True
        return None

    def do(self) -> bool:
        """Makes the outputs if necessary; False when the peer does not support the tree's schema."""
        supported = self.supported()
        if supported is not None:
            return supported
        self.stamp.remove()
        self.unsupported.unlink(missing_ok=True)
        words = self._taken() if self.outputs.kept else None
        if words is None and self.outputs.kept:
            words = self._prebuilt()
        if words is None:
            words = self._run()
            if self.outputs.kept:
                self._keep(words)
        # The stamp has the state before the step, so that files edited during the step are built the next time.
        if words:
            files.write(self.unsupported, words)
            self.build.progress.note(f"{self.peer.name} does not support this schema: {shown(self.unsupported)}")
            self.stamp.write({"from": self.key, "unsupported": True})
            return False
        self.stamp.write({"from": self.key})
        return True

    def _taken(self) -> str | None:
        """Takes the step from the cache: why it does not support the schema, or ""; None when the cache lacks it."""
        begun = time.monotonic()
        try:
            entry = self.cache.get("steps", self.key)
            if "unsupported" not in entry:
                self.outputs.take(self.cache, entry["files"])
        except Damaged as why:
            if str(why):
                self.build.progress.note(f"{self.title}: not from the cache: {why}")
                self.cache.drop("steps", self.key)
            return None
        self.build.progress.note(f"{self.title}: taken from the cache in {time.monotonic() - begun:.1f} s")
        return fill(entry.get("unsupported", ""), self.tree.dir)

    def _prebuilt(self) -> str | None:
        """Takes the step from an installed package: "", or None where there is none that has it."""
        package = prebuilt.installed()
        if package is None:
            return None
        key = key_of(self.peer, self.step, self.tree, self.build.hashes, prebuilt.OF_MACHINE)
        try:
            self.outputs.take(package, package.get("steps", key)["files"])
        except Damaged as why:
            if str(why):
                self.build.progress.note(f"{self.title}: not from the package: {why}")
            return None
        self.build.progress.note(f"{self.title}: taken from the package that pip has installed")
        return ""

    def _run(self) -> str:
        """Runs the command: why it does not support the schema, or ""."""
        command = [fill(word, self.tree.dir) for word in self.step.command]
        (self.tree.dir / self.peer.name).mkdir(parents=True, exist_ok=True)
        with self.build.progress.step(self.title, "built in") as watch:
            environment = self.cache.environment
            code = self.build.processes.run(command, self.peer.folder, self.log, environment, watch=watch)
            if code not in (0, EXIT_UNSUPPORTED):
                raise failed(self.title, code, self.log)
        if code == EXIT_UNSUPPORTED:
            return excerpt(self.log, tail=40) + "\n"
        self.outputs.date()
        return ""

    def _keep(self, unsupported: str) -> None:
        """Puts what the step has made into the cache; a cache that cannot be written is only worth a line."""
        # Files that were edited while the step ran are not those of the key.
        of_machine = toolchain.fingerprint(self.peer.toolchain, self.build.hashes)
        if self.key != key_of(self.peer, self.step, self.tree, self.build.hashes, of_machine):
            return
        try:
            if unsupported:
                words = unsupported.replace(str(self.tree.dir), "{tree}").replace(str(ROOT), "{root}")
                self.cache.put("steps", self.key, {"unsupported": words})
            else:
                self.outputs.keep(self.cache, self.key)
            self.cache.trim()
        except OSError as error:
            self.build.progress.note(f"{self.title}: not kept in {shown(self.cache.folder)}: {error.strerror}")


def key_of(peer: Peer, step: BuildStep, tree: Tree, hashes: FileHashes, of_machine: str) -> str:
    """The key of what a step makes: of the contents of its inputs, its command, and the machine's toolchain.

    No path of the checkout, the bed or the build folder is part of it.
    """
    inputs = (line for text in step.inputs for line in contents(peer, text, hashes, tree.dir))
    role = tree.role if step.of_tree else ""
    return hashes.of([], f"scheme {_SCHEME}", peer.name, role, json.dumps(vars(step)), of_machine, *inputs)


def state(peer: Peer, tree: Tree, hashes: FileHashes) -> str:
    """The fingerprint of what a peer would be built from today."""
    of_machine = toolchain.fingerprint(peer.toolchain, hashes) if peer.steps else ""
    states = [key_of(peer, step, tree, hashes, of_machine) for step in peer.steps]
    return " ".join(states) or hashes.of([peer.folder])


def _outputs_exist(peer: Peer, step: BuildStep, tree: Tree) -> bool:
    return all(Path(path).exists() for text in step.outputs for path in paths_of(peer, text, tree.dir))


@contextmanager
def locked(name: str, processes: Processes, shared: bool = False) -> Iterator[None]:
    """Holds a lock, so that only one process builds the same thing at a time; `shared`: together with others that only
    read it."""
    STAMPS.mkdir(parents=True, exist_ok=True)
    with (STAMPS / f"{name}.lock").open("w") as file:
        reported = False
        # The lock is polled, since a thread that waits in the kernel cannot be stopped.
        while not _lock(file, shared):
            if not reported:
                print(f"build: waiting for another build of {name}", file=sys.stderr, flush=True)
                reported = True
            time.sleep(0.1)
            processes.check()
        yield


def _lock(file: IO[str], shared: bool) -> bool:
    try:
        fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def clean() -> None:
    """Removes everything that was built, also what build/cache has; the environment of `make setup` stays."""
    if (BUILD / "cache").exists():
        print(f"clean: removes what was kept of earlier builds, too: {shown(BUILD / 'cache')}")
    for path in BUILD.glob("*"):
        if path.name in ("venv", "python", "stamps"):
            continue
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    for path in STAMPS.glob("*"):
        if not path.name.startswith("bootstrap"):
            shutil.rmtree(path) if path.is_dir() else path.unlink()

"""Runs the build steps of one peer in order. A step is skipped when its inputs have not changed."""

import fcntl
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from glob import glob
from pathlib import Path
from typing import IO

from wirebed import files
from wirebed.bed import BUILD
from wirebed.errors import shown
from wirebed.languages.peer_yaml import BuildStep, Peer, fill
from wirebed.progress import Progress
from wirebed.trees.fingerprint import STAMPS, FileHashes, Stamp
from wirebed.trees.process import Processes, excerpt, failed, log_path
from wirebed.trees.tree import Tree

# The exit code of a step that cannot compile the schema: the peer is `unsupported`, and the others go on.
EXIT_UNSUPPORTED = 65


def build_peer(peer: Peer, tree: Tree, hashes: FileHashes, processes: Processes, progress: Progress):
    unsupported = tree.dir / peer.name / "unsupported"
    with locked(f"peer-{peer.name}", processes):
        for step in peer.steps:
            if not _build_step(peer, step, tree, hashes, processes, progress):
                return
    unsupported.unlink(missing_ok=True)


def _build_step(
    peer: Peer, step: BuildStep, tree: Tree, hashes: FileHashes, processes: Processes, progress: Progress
) -> bool:
    """Runs a step if necessary; False when the peer does not support the tree's schema."""
    key = (tree.name, peer.name, step.name) if step.of_tree else (peer.name, step.name)
    stamp = Stamp("/".join(key))
    unsupported = tree.dir / peer.name / "unsupported"
    command = [fill(word, tree.dir) for word in step.command]
    state = _state(peer, step, tree, hashes, command)
    made = stamp.read()
    if made.get("from") == state:
        if made.get("unsupported") and unsupported.exists():
            return False
        if not made.get("unsupported") and _outputs_exist(peer, step, tree):
            return True
    stamp.remove()
    title = f"{peer.name} {step.name} ({tree.name})" if step.of_tree else f"{peer.name} {step.name}"
    log = log_path(*key)
    (tree.dir / peer.name).mkdir(parents=True, exist_ok=True)
    with progress.step(title):
        code = processes.run(command, peer.folder, log)
        if code not in (0, EXIT_UNSUPPORTED):
            raise failed(title, code, log)
    # The stamp has the state before the step, so that files edited during the step are built the next time.
    if code == EXIT_UNSUPPORTED:
        files.write(unsupported, excerpt(log, tail=40) + "\n")
        progress.note(f"{peer.name} does not support this schema: {shown(log)}")
        stamp.write({"from": state, "unsupported": True})
        return False
    stamp.write({"from": state})
    return True


def _state(peer: Peer, step: BuildStep, tree: Tree, hashes: FileHashes, command: list[str]) -> str:
    inputs = (path for text in step.inputs for path in _paths(peer, text, tree))
    return hashes.of(inputs, *command)


def state(peer: Peer, tree: Tree, hashes: FileHashes) -> str:
    """The fingerprint of the inputs of all steps, or of the peer's folder where nothing is built."""
    commands = ([fill(word, tree.dir) for word in step.command] for step in peer.steps)
    states = [_state(peer, step, tree, hashes, command) for step, command in zip(peer.steps, commands, strict=True)]
    return " ".join(states) or hashes.of([peer.folder])


def _outputs_exist(peer: Peer, step: BuildStep, tree: Tree) -> bool:
    return all(Path(path).exists() for text in step.outputs for path in _paths(peer, text, tree))


def _paths(peer: Peer, text: str, tree: Tree) -> list[str]:
    """The paths that an entry of `inputs` or `outputs` names, relative to the peer's folder."""
    path = str(peer.folder / fill(text, tree.dir))
    return sorted(glob(path, recursive=True)) if "*" in path else [path]


@contextmanager
def locked(name: str, processes: Processes) -> Iterator[None]:
    """Holds a lock, so that only one process builds the same thing at a time."""
    STAMPS.mkdir(parents=True, exist_ok=True)
    with (STAMPS / f"{name}.lock").open("w") as file:
        reported = False
        # The lock is polled, since a thread that waits in the kernel cannot be stopped.
        while not _lock(file):
            if not reported:
                print(f"build: waiting for another build of {name}", file=sys.stderr, flush=True)
                reported = True
            time.sleep(0.1)
            processes.check()
        yield


def _lock(file: IO) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def clean():
    """Removes everything that was built; the environment of `make setup` stays."""
    for path in BUILD.glob("*"):
        if path.name in ("venv", "python", "stamps"):
            continue
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    for path in STAMPS.glob("*"):
        if not path.name.startswith("bootstrap"):
            shutil.rmtree(path) if path.is_dir() else path.unlink()

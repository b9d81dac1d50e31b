"""The identity of a peer's build: two processes of one identity run the same code over the same schema tree.

It is of contents alone, so it is the same in every checkout and folder: what the build made, what the processes load
besides (`loads:` of peer.yaml), the tree's own files, the runtime and the shared libraries (`toolchain:`), the command.
A library that is replaced under its version changes it, since the content of every file is hashed; what was hashed is
remembered until the file's size, times or inode change.
"""

import json
from pathlib import Path

from wirebed.languages import peer_yaml
from wirebed.languages.peer_yaml import Peer, fill
from wirebed.trees import toolchain
from wirebed.trees.fingerprint import FileHashes, contents

# The files of a tree that peers read, besides what `loads:` names. Paths stand in proto.list and roots.list.
OF_TREE = ("{tree}/schema.binpb", "{tree}/own.list", "{tree}/plain.binpb", "{tree}/xsd")


def of(name: str, tree: Path, hashes: FileHashes | None = None) -> str:
    """The identity of the peer of this name as it is built now against the tree in this folder, as 64 hex digits.

    The tree must be built (`wirebed.trees.ensure`). Give the same `hashes` when you ask for several peers, and save
    them; without, what is hashed is remembered by this call.
    """
    own = hashes or FileHashes()
    (*_, peer) = peer_yaml.discover([name])
    try:
        return of_build(peer, tree, own)
    finally:
        if hashes is None:
            own.save()


def of_build(peer: Peer, tree: Path, hashes: FileHashes) -> str:
    """As `of`, also for the benchmark or echo program of a peer."""
    everyone = (*peer_yaml.needed(peer), peer)
    parts = [json.dumps([peer.data["run"], peer.data.get("measured")])]
    parts.append(toolchain.libraries(fill(peer.data["run"][0], tree), hashes))
    for one in everyone:
        parts.append(toolchain.fingerprint(one.toolchain, hashes))
        made = (text for step in one.steps for text in step.outputs)
        parts += [line for text in (*made, *one.loads) for line in contents(one, text, hashes, tree)]
    parts += [line for text in OF_TREE for line in contents(peer, text, hashes, tree)]
    return hashes.of([], *parts)


def of_sources(peer: Peer, hashes: FileHashes) -> str:
    """The identity of a peer before it meets a tree: its sources, the toolchain, what its processes load besides."""
    parts = []
    for one in (*peer_yaml.needed(peer), peer):
        parts.append(toolchain.fingerprint(one.toolchain, hashes))
        texts = [*(text for step in one.steps for text in step.inputs if not text.startswith("{")), *one.loads]
        parts += [line for text in texts if "{tree}" not in text for line in contents(one, text, hashes)]
    return hashes.of([], *parts)

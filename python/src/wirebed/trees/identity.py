"""The identity of a peer's build: two processes of one identity run the same code over the same schema tree.

It is of contents alone, so it is the same in every checkout and folder: what the build made, what the processes load
besides (`loads:` of peer.yaml), the tree's own files, the runtime and the shared libraries (`toolchain:`), the command.
A library that is replaced under its version changes it, since the content of every file is hashed; what was hashed is
remembered until the file's size, times or inode change.

Each codec of a build has an identity of its own. Files that only other codecs load (`only:` of peer.yaml) are no part
of it, so an edit to one codec does not make the others new.
"""

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from wirebed.languages import peer_yaml
from wirebed.languages.peer_yaml import Peer, fill
from wirebed.trees import toolchain
from wirebed.trees.fingerprint import FileHashes, contents

# The files of a tree that peers read, besides what `loads:` names. Paths stand in proto.list and roots.list.
OF_TREE = ("{tree}/schema.binpb", "{tree}/own.list", "{tree}/plain.binpb", "{tree}/xsd")


@dataclass(frozen=True)
class Identity:
    """Digests, as 64 hex digits."""

    whole: str
    common: str  # of what every codec loads
    of_codecs: Mapping[str, str]  # of codecs that load more, by key

    def of(self, *codecs: str) -> str:
        """That of one codec, or of several that answer together."""
        found = [self.of_codecs.get(codec, self.common) for codec in codecs]
        return found[0] if len(found) == 1 else hashlib.sha256(" ".join(found).encode()).hexdigest()


def of(name: str, tree: Path, hashes: FileHashes | None = None) -> Identity:
    """The identity of the peer of this name as it is built now against the tree in this folder.

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


def of_build(peer: Peer, tree: Path, hashes: FileHashes) -> Identity:
    """As `of`, also for the benchmark or echo program of a peer."""
    everyone = (*peer_yaml.needed(peer), peer)
    parts = [json.dumps([peer.data["run"], peer.data.get("measured")])]
    parts.append(toolchain.libraries(fill(peer.data["run"][0], tree), hashes))
    for one in everyone:
        parts.append(toolchain.fingerprint(one.toolchain, hashes))
        made = (text for step in one.steps for text in step.outputs)
        parts += [line for text in (*made, *one.loads) for line in contents(one, text, hashes, tree)]
    parts += [line for text in OF_TREE for line in contents(peer, text, hashes, tree)]
    return _identity(parts, _only(peer), hashes)


def _only(peer: Peer) -> dict[str, Collection[str]]:
    """The path of a file, as a line of `contents` begins with it -> the codecs that load it."""
    found = {}
    for path, codecs in peer.only.items():
        above = next((text for text in peer.loads if path.startswith(f"{text}/")), "")
        found[f"{above}  {path.removeprefix(f'{above}/')} "] = codecs
    return found


def _identity(parts: Sequence[str], only: Mapping[str, Collection[str]], hashes: FileHashes) -> Identity:
    common, own = [], {}
    for part in parts:
        codecs = only.get(part.rpartition(" ")[0] + " ")
        if codecs is None:
            common.append(part)
        for codec in codecs or ():
            own.setdefault(codec, []).append(part)
    of_codecs = {codec: hashes.of([], *common, *some) for codec, some in own.items()}
    return Identity(hashes.of([], *parts), hashes.of([], *common), of_codecs)


def of_sources(peer: Peer, hashes: FileHashes) -> str:
    """The identity of a peer before it meets a tree: its sources, the toolchain, what its processes load besides."""
    parts = []
    for one in (*peer_yaml.needed(peer), peer):
        parts.append(toolchain.fingerprint(one.toolchain, hashes))
        texts = [*(text for step in one.steps for text in step.inputs if not text.startswith("{")), *one.loads]
        parts += [line for text in texts if "{tree}" not in text for line in contents(one, text, hashes)]
    return hashes.of([], *parts)

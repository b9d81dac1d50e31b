"""Answers of peers are kept by content: what was asked of this build of a peer before is not executed again.

question    what a codec is asked: codec, message, options, action, and the bytes or view, as a digest
store       the answers on disk, of each codec of each build; values, each once; folder, whole files that only we write
keeper      between the engine and the pool: answers what is kept, passes on the rest, and keeps those answers
repeats     two in a hundred of the kept answers are executed again, and must be the same

The build identity of a codec (wirebed.trees.identity) is of all that its process loads but what only other codecs load,
by content, and of the schema tree.
What the answers mean is judged anew in each run.
"""

from dataclasses import dataclass

from wirebed.kept.keeper import Keeper
from wirebed.kept.store import Store
from wirebed.peers import Pool
from wirebed.trees.identity import Identity

__all__ = ["Keep", "Keeper", "Store"]


@dataclass(frozen=True)
class Keep:
    """Makes the keeper of a pool. `fresh`: everything is executed; `timing`: every codec is timed."""

    fresh: bool = False
    timing: bool = False

    def __call__(self, pool: Pool) -> Keeper:
        return Keeper(pool, Store(), _identities(pool), self.fresh, self.timing)


def _identities(pool: Pool) -> dict[str, Identity]:
    """The identity of the build of each process."""
    from wirebed.codec_id import peer_and_version
    from wirebed.trees import identity
    from wirebed.trees.fingerprint import FileHashes

    hashes = FileHashes()
    try:
        return {name: identity.of(peer_and_version(name)[0], pool.trees[name], hashes) for name in pool.specs}
    finally:
        hashes.save()

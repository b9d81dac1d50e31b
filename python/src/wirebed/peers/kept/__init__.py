"""Answers of peers are kept by content: what was asked of this build of a peer before is not executed again.

question    what a codec is asked: codec, message, options, action, and the bytes or view, as a digest
store       the answers on disk, of each codec of each build; values, each once; folder, whole files that only we write
answer_cache      between the engine and the pool: answers what is kept, passes on the rest, and keeps those answers
repeats     some of the kept answers are executed again, and must be the same
builds      the identities of the processes' builds, which are taken before a run and again after it

The identity (wirebed_build.trees.identity) is of all that a process is made of, by content: an edit to one codec of a
process may change what another one answers.
Which verdicts on the answers are kept, wirebed.run.kept_works says.
"""

from collections.abc import Callable
from dataclasses import dataclass

from wirebed.peers import Pool
from wirebed.peers.kept.answer_cache import AnswerCache
from wirebed.peers.kept.builds import Builds
from wirebed.peers.kept.store import Store
from wirebed_build.loaded import Loaded

__all__ = ["Keep", "AnswerCache", "Store"]


@dataclass(frozen=True)
class Keep:
    """Makes the answer cache of a pool. `fresh`: everything is executed; `timing`: every codec is timed."""

    fresh: bool = False
    timing: bool = False

    def __call__(self, pool: Pool) -> AnswerCache:
        return AnswerCache(pool, _builds(pool), self.fresh, self.timing)


def _builds(pool: Pool) -> Builds:
    from wirebed.bed.codec_id import peer_and_version
    from wirebed_build.trees import identity
    from wirebed_build.trees.fingerprint import FileHashes

    hashes = FileHashes()

    def take(process: str, loaded: Callable[[str], Loaded]) -> identity.Identity:
        return identity.of(peer_and_version(process)[0], pool.trees[process], loaded, hashes)

    return Builds(pool, Store(), take, hashes)

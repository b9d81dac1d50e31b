"""Which peers the user's globs ask for: the others are neither built nor started.

A peer is asked when a codec of it is on some side of a run (the writers, the readers): its glob and format take it.
The codecs of a peer are known before it starts if one of the same sources has introduced itself before: the build cache
keeps that. Of a peer that is not known, the codecs that the caller states decide (those of the roster), else its name.
If it then introduces itself and has no such codec, it takes no part (`taking_part`), so a run has the same cells
whatever was known.

Codecs out of the scope of a run are on no side. If a glob matches no codec, all peers of the scope start, since given
bytes may be meant; without sides they all start, too.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from google.protobuf.message import DecodeError
from wirebed_protocol.peer_pb2 import Introduction

from wirebed.bed import ROOT
from wirebed.bed import glob as globs
from wirebed.bed.codec_id import MAPPER, NONE, peer_and_version
from wirebed.peers.codecs import CodecRef, codecs_of
from wirebed.peers.scope import Scope
from wirebed_build.languages import discovery, peer_yaml
from wirebed_build.private_folder import Damaged
from wirebed_build.trees import identity
from wirebed_build.trees.cache import Cache
from wirebed_build.trees.fingerprint import FileHashes


@dataclass(frozen=True)
class Side:
    """The codecs that do one thing in a run. `glob`: what the user gives for it, `takes`: with format and direction."""

    glob: str | None
    takes: Callable[[CodecRef], bool]

    def may_take(self, peer: str) -> bool:
        """Whether the globs take some codec that a peer of this name could have."""
        listed = globs.listed(self.glob)
        out = [glob for glob in listed if glob.startswith("!")]
        taken = [glob for glob in listed if glob not in out]
        return globs.takes([peer], out) and (not taken or any(_may_mean(glob, peer) for glob in taken))


def _may_mean(glob: str, peer: str) -> bool:
    return globs.matches(peer, glob) or any(globs.may_begin(glob, peer + end) for end in "/:")


# The side of a run that takes every codec with bytes.
_EVERY = Side(None, lambda codec: codec.format != NONE)


def codecs(
    root: Path = ROOT, stated: Collection[CodecRef] = (), without: Collection[str] = ()
) -> dict[str, list[CodecRef] | None]:
    """Peer -> its codecs, also of those that the machine or the user leaves out; None where nothing is known of them.

    `stated`: the codecs that peers are held to have, for peers that are not known; `without`: peers that nobody asks.
    """
    everyone = discovery.in_folder(root)
    out, hashes, cache = {*discovery.left_out(everyone), *without}, FileHashes(), Cache()
    by_peer: dict[str, list[CodecRef] | None] = {}
    with hashes.one_look():
        for peer in everyone:
            introduced_before = None if peer.name in out else known(peer, cache, hashes)
            held = [codec for codec in stated if codec.peer == peer.name] or None
            by_peer[peer.name] = held if introduced_before is None else introduced_before
    hashes.save()
    return by_peer


def peers(
    sides: Sequence[Side], by_peer: Mapping[str, Collection[CodecRef] | None], scope: Scope | None = None
) -> list[str] | None:
    """The names of the peers that are asked, also of those that the machine or the user leaves out; None for all.

    `by_peer`: their `codecs`; `scope`: those that take part.
    """
    scope = scope or Scope()
    if not sides and scope.whole:
        return None
    part = {name: _part(scope, of_peer) for name, of_peer in by_peer.items() if name not in scope.without}
    names = _together([_asked_by(side, part) for side in sides])
    return sorted(_asked_by(_EVERY, part)) if names is None and not scope.whole else names


def _part(scope: Scope, codecs: Collection[CodecRef] | None) -> list[CodecRef] | None:
    if codecs is None:
        return None
    taken = scope.of(codec.id for codec in codecs)
    return [codec for codec in codecs if codec.id in taken]


def _asked_by(side: Side, by_peer: Mapping[str, Collection[CodecRef] | None]) -> set[str]:
    named = ((name, codecs) for name, codecs in by_peer.items() if side.may_take(name))
    return {name for name, codecs in named if codecs is None or any(map(side.takes, codecs))}


def named(sides: Sequence[Side], names: Collection[str] | None = None) -> list[str] | None:
    """As `peers`, by the names alone; `names`: of these peers."""
    everyone = [peer.name for peer in discovery.in_folder(ROOT)] if names is None else names
    by_side = [{name for name in everyone if side.may_take(name)} for side in sides]
    return _together(by_side) or (None if names is None else sorted(names))


def _together(sides: Sequence[set[str]]) -> list[str] | None:
    """The names of all sides; None, for everybody, where there is no side or one takes nobody."""
    return sorted(set().union(*sides)) if sides and all(sides) else None


def here(names: Collection[str] | None) -> list[str] | None:
    """The peers among these that can be built; None for all."""
    return None if names is None else [peer.name for peer in discovery.discover() if peer.name in names]


def taking_part(codecs: Iterable[CodecRef], sides: Sequence[Side]) -> set[str]:
    """The peers that take part, of those that have introduced these codecs."""
    codecs = list(codecs)
    by_side = [{codec.peer for codec in codecs if side.takes(codec)} for side in sides]
    names = _together(by_side)
    return {codec.peer for codec in codecs} if names is None else set(names)


def known(peer: peer_yaml.Peer, cache: Cache, hashes: FileHashes) -> list[CodecRef] | None:
    """The codecs that a peer of these sources has introduced before; None if none has."""
    try:
        text = cache.get("codecs", identity.of_sources(peer, hashes))
        introduction = Introduction.FromString(bytes.fromhex(text))
    except (Damaged, DecodeError, RecursionError, TypeError, ValueError):
        # Whoever may write there may also write what is no introduction.
        return None
    if introduction.peer != peer.name:
        return None
    introductions = {peer.name: introduction}
    return [*codecs_of(introductions), *codecs_of(introductions, of_classes=True)]


def introduced(
    introductions: Mapping[str, Introduction], sides: Sequence[Side], scope: Scope | None = None
) -> dict[str, Introduction]:
    """The introductions of the processes whose peers take part, with their codecs that do."""
    introductions = (scope or Scope()).within(introductions)
    every = [*codecs_of(introductions), *codecs_of(introductions, of_classes=True)]
    names = taking_part(every, sides)
    return {process: intro for process, intro in introductions.items() if peer_and_version(process)[0] in names}


def remember(introductions: Mapping[str, Introduction], names: Collection[str] | None) -> None:
    """Keeps what peers have introduced, by process or peer; nothing after a run of everybody (None)."""
    if names is None:
        return
    hashes, cache = FileHashes(), Cache()
    by_name = {peer.name: peer for peer in discovery.in_folder(ROOT)}
    for process, introduction in introductions.items():
        # A generation may introduce itself by the name of its base.
        if peer := by_name.pop(peer_and_version(process)[0], None):
            keep(peer, introduction, cache, hashes)
    hashes.save()


def keep(peer: peer_yaml.Peer, introduction: Introduction, cache: Cache, hashes: FileHashes) -> None:
    """Keeps what a peer has introduced, until its sources change, without the mappers, which are of one bed."""
    of_sources = Introduction()
    of_sources.CopyFrom(introduction)
    del of_sources.codecs[:]
    of_sources.codecs.extend(codec for codec in introduction.codecs if MAPPER not in codec.library)
    with suppress(OSError):
        text = of_sources.SerializeToString(deterministic=True).hex()
        cache.put("codecs", identity.of_sources(peer, hashes), text)

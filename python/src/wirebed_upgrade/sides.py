"""The two sides of an upgrade: the versions before and after, of the peers that have the libraries."""

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from wirebed.bed import ROOT, Bed
from wirebed.bed.codec_id import NONE, codec_id
from wirebed.commands import bed_libraries
from wirebed.errors import UserError, unknown
from wirebed.peers.codecs import CodecRef
from wirebed_build.languages import discovery, generations
from wirebed_build.languages.generations import GENERATIONS, Pin, pins_of
from wirebed_build.languages.libraries import libraries as of_peer
from wirebed_build.languages.libraries import renamed, unlisted
from wirebed_build.languages.peer_yaml import Peer


@dataclass(frozen=True)
class Side:
    """`pins` are empty for the versions of today, which are `known` where it is asked what has become of others."""

    pins: tuple[Pin, ...]
    known: tuple[Pin, ...] = ()

    @property
    def name(self) -> str:
        """`gson 2.10.1`; `today` where no version is known."""
        return ", ".join(f"{pin.artifact} {pin.version}" for pin in self.pins or self.known) or "today"

    @property
    def spelled(self) -> str:
        """As GENERATIONS= has it."""
        return ",".join(map(str, self.pins))

    def loads(self, codec: CodecRef) -> bool:
        """Whether the library of a codec is the jar of a pin."""
        return Path(codec.loaded.path).name.startswith(tuple(pin.label for pin in self.pins))

    def generations(self, bases: Sequence[Peer]) -> dict[str, str]:
        """The name of a peer that has a library of this side -> that of its generation."""
        made = generations.of_pins(self.pins, bases, "SET=")
        return {peer.needs[-1]: peer.name for peer in made}


TODAY = Side(())


@dataclass(frozen=True)
class Sides:
    old: Side
    new: Side

    @property
    def variable(self) -> str:
        """What a command of make has to be given, to know both sides."""
        return f"GENERATIONS='{self.generations}'"

    @property
    def generations(self) -> str:
        return " ".join(filter(None, (self.old.spelled, self.new.spelled)))

    def peers(self) -> dict[str, str]:
        """The peer of the old side -> that of the new side; the runner knows both from now on."""
        bases = bases_of_today()
        of_side = [side.generations(bases) for side in (self.old, self.new)]
        os.environ[GENERATIONS] = self.generations
        old, new = of_side
        if old and new and not old.keys() & new.keys():  # an artifact of one peer, and what it became in another
            return dict(zip(old.values(), new.values(), strict=False))
        return {old.get(base, base): new.get(base, base) for base in dict.fromkeys((*old, *new))}


def of(library: str | None, old: str | None, new: str | None) -> Sides:
    """`library`: pins, or without a version the library of which `old` and `new` are versions.

    Without `old`, the upgrade is from the version of today; without `new`, to it. Without `library`, both are pins:
    those of an artifact before and after its name changed.
    """
    if not library and old and new:
        return Sides(Side(pins_of(old, "FROM=")), Side(pins_of(new, "TO=")))
    if not library:
        raise UserError("SET= is missing: the library and its version, as SET='com.google.code.gson:gson=2.10.1'")
    if not old and not new:
        return Sides(TODAY, Side(pins_of(library, "SET=")))
    if "=" in library or "," in library:
        raise UserError(f"SET={library} has a version or several libraries, and FROM= and TO= are versions of one")
    before, after = (pins_of(f"{library}={version}", word) if version else () for word, version in _words(old, new))
    if before == after:
        raise UserError(f"FROM={old} and TO={new} are the same version")
    return Sides(Side(before), Side(after))


def since(bed: Bed, base: str) -> Sides | None:
    """From the versions that the bed named in a commit to those that it names now; None where they are the same."""
    names = renamed(discovery.in_folder(ROOT))
    of_bed, of_commit = bed_libraries.of_bed(bed), bed_libraries.of_commit(bed, base)
    now, before = ({names.get(pin.library, pin.library): pin for pin in pins} for pins in (of_bed, of_commit))
    if before == now:
        return None
    unnamed = {library: Pin(library, version) for library, version in of_today().items()}
    changed = [name for name in dict.fromkeys((*before, *now)) if before.get(name) != now.get(name)]
    old, new = (tuple(named.get(name, unnamed[name]) for name in changed) for named in (before, now))
    if unknown_then := next((pin.library for pin in old if not pin.version), None):
        raise UserError(
            f"BASE={base}: the bed named no {unknown_then} there, and ran with that of each machine: "
            "name both versions by FROM= and TO="
        )
    return Sides(Side(old), Side((), known=new))


def of_today() -> dict[str, str]:
    """Library -> its version where the bed names none."""
    peers = (peer for peer in discovery.in_folder(ROOT) if "generation" in peer.data)
    return {name: version for peer in peers for name, version in of_peer(peer).items()}


def _words(old: str | None, new: str | None) -> tuple[tuple[str, str | None], ...]:
    return ("FROM=", old), ("TO=", new)


def check(library: str) -> None:
    """Raises UserError for a library that no peer has."""
    known = of_today()
    if library not in known:
        raise UserError(f"SET={library}: {unknown('library of a peer', library, known).message}")


def check_listed(library: str) -> None:
    """Raises UserError for a library whose releases cannot be swept."""
    if library in unlisted(bases_of_today()):
        raise UserError(
            f"SET={library}: no registry lists its versions; make upgrade SET='{library}=…' compares one of them"
        )


def bases_of_today() -> list[Peer]:
    """All peers, and from now on no generation of them."""
    os.environ.pop(GENERATIONS, None)
    return discovery.in_folder(ROOT)


@dataclass(frozen=True)
class Pair:
    """A codec of both sides."""

    old: CodecRef
    new: CodecRef
    same_runtime: bool = True

    @property
    def differs(self) -> bool:
        """Whether another version of its library has been loaded, or of the runtime."""
        return not self.same_runtime or (self.old.version, self.old.loaded.version) != (
            self.new.version,
            self.new.loaded.version,
        )


def pairs(codecs: Sequence[CodecRef], peers: Mapping[str, str], runtimes: Mapping[str, str], of: Sides) -> list[Pair]:
    """The codecs that both sides have, but those without bytes. `runtimes`: by peer."""
    by_id = {codec.id: codec for codec in codecs}
    made = []
    for old in codecs:
        if old.peer in peers and old.format != NONE:
            new = by_id.get(codec_id(peers[old.peer], old.key)) or _renamed(old, peers[old.peer], codecs, of)
            if new is not None:
                made.append(Pair(old, new, runtimes[old.peer] == runtimes[new.peer]))
    return made


def _renamed(old: CodecRef, peer: str, codecs: Sequence[CodecRef], of: Sides) -> CodecRef | None:
    """The codec of a peer, of the same format, that loads what the library of `old` is called now."""
    same = (codec for codec in codecs if (codec.peer, codec.format) == (peer, old.format))
    return next(filter(of.new.loads, same), None) if of.old.loads(old) else None


def codecs_of(pairs: Iterable[Pair]) -> dict[str, str]:
    """The codecs of the old side -> those of the new side."""
    return {pair.old.id: pair.new.id for pair in pairs}


def asked(of_both: Sequence[Pair], full: bool, sides: Sides) -> list[Pair]:
    """The pairs whose answers can differ: those that load another version, or all of them where no codec says so, as of
    a library below the codecs' own."""
    if not of_both:
        raise UserError(f"{sides.old.name} and {sides.new.name} have no codec in common")
    return list(of_both) if full else [pair for pair in of_both if pair.differs] or list(of_both)

"""Who takes part in a run, decided before anything is built: the scope that the file of a bed and LANGUAGE= give it,
and in it the peers that FORMAT=, WRITER= and READER= ask for.

A glob that matches nothing is an error that names what is near. Codecs are known by what their peers have introduced
before, else by the roster. Where neither knows a peer, as a new one, the plan says so once it has introduced itself.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from wirebed.bed import ROOT, Bed, glob
from wirebed.bed import settings as bed_settings
from wirebed.bed.codec_id import NONE, codec_id, library_of, plain_of
from wirebed.bed.codec_id import names as names_of
from wirebed.bed.mappers import Mapper
from wirebed.bed.settings import FILE, Settings
from wirebed.bed.yaml_tree import Value
from wirebed.cases.byte_source import HEX_WRITER
from wirebed.errors import UserError, instead, unknown
from wirebed.peers import asked
from wirebed.peers.asked import Side
from wirebed.peers.codecs import CodecRef, Format, formats_of
from wirebed.peers.scope import Scope
from wirebed.run.selection import CodecSelection, Names, check_list, itself
from wirebed.state.golden.store import Store
from wirebed.state.roster import Roster
from wirebed_build.languages import discovery, peer_yaml

EVERYTHING = CodecSelection()


@dataclass(frozen=True)
class TakingPart:
    names: list[str] | None = None  # of the peers that are asked; None for all
    scope: Scope = Scope()

    @property
    def here(self) -> list[str] | None:
        """The peers that can be built."""
        return asked.here(self.names)


EVERYBODY = TakingPart()


def taking_part(
    bed: Bed,
    selection: CodecSelection = EVERYTHING,
    names: Names = itself,
    formats: Callable[[list[CodecRef]], list[Format]] = formats_of,
    sides: Sequence[Side] | None = None,
    root: Path = ROOT,
    settings: Settings | None = None,
) -> TakingPart:
    """`formats`: what FORMAT= may name, by the codecs; `sides`: where they are not those of the selection; `settings`:
    in place of those of the bed's file."""
    settings = bed_settings.load(bed) if settings is None else settings
    sides = selection.sides(names) if sides is None else sides
    _check_mappers(settings.mappers, discovery.in_folder(root))
    if not (any(settings.lists.values()) or settings.switches or sides or selection.language):
        return EVERYBODY
    scope = _scope(settings, selection.language, discovery.in_folder(root), root)
    # The file of the bed may name formats and codecs of a language that is left out this time.
    out = frozenset[str]() if settings.formats or settings.codecs else scope.without
    by_peer = asked.codecs(root, Roster.load(root / "fixtures" / "roster.yaml").refs((), [""], ()), out)
    by_peer = {name: None if of is None else _with_mappers(of, settings.mappers) for name, of in by_peer.items()}
    _check_file(settings, by_peer.values())
    codecs = _all(of_peer for name, of_peer in by_peer.items() if name not in scope.without)
    if codecs is not None:
        taken = scope.of(codec.id for codec in codecs)
        if not taken:
            words = [name for name, globs in settings.lists.items() if globs]
            words += ["LANGUAGE="] * bool(selection.language)
            path = bed.fixtures / FILE
            raise UserError(f"no codec is left: each of {', '.join(words)} takes some, together none", path)
        codecs = [codec for codec in codecs if codec.id in taken]
        selection.check_codecs(codecs, [format_.name for format_ in formats(codecs)], _given(bed))
        selection.check_together(codecs, names, _given(bed))
    return TakingPart(asked.peers(sides, by_peer, scope), scope)


def _check_mappers(mappers: Iterable[Mapper], peers: Iterable[peer_yaml.Peer]) -> None:
    """Each mapper is of a codec whose peer takes one."""
    known = {codec_id(peer.name, key) for peer in peers for key in peer.mappers}
    for mapper in mappers:
        if plain_of(mapper.codec) not in known:
            raise mapper.place.key_error(unknown("codec that takes a mapper", plain_of(mapper.codec), known).message)


def _with_mappers(codecs: list[CodecRef], mappers: Iterable[Mapper]) -> list[CodecRef]:
    """With those that the bed adds to these, which no peer has introduced before it meets the bed."""
    named = [(codec, mapper) for mapper in mappers for codec in codecs if codec.id == plain_of(mapper.codec)]
    own = (replace(codec, id=mapper.codec, key=mapper.key, library=library_of(mapper.codec)) for codec, mapper in named)
    return [*codecs, *own]


def _all(by_peer: Iterable[list[CodecRef] | None]) -> list[CodecRef] | None:
    """The codecs of several peers; None where nothing is known of a peer."""
    codecs: list[CodecRef] = []
    for of_peer in by_peer:
        if of_peer is None:
            return None
        codecs += of_peer
    return codecs


def _check_file(settings: Settings, by_peer: Iterable[list[CodecRef] | None]) -> None:
    codecs = _all(by_peer)
    if codecs is not None:
        _check(settings.formats, "format", {codec.format for codec in codecs} - {NONE})
        _check(settings.codecs, "codec", (name for codec in codecs for name in names_of(codec.id)))


def _scope(settings: Settings, language: str | None, peers: Iterable[peer_yaml.Peer], root: Path) -> Scope:
    languages = {peer.name: peer.language(root) for peer in peers}
    switches = {peer.data["switch"]: peer.name for peer in peers if "switch" in peer.data}
    for name, value in settings.switches.items():
        if name not in switches:
            raise value.key_error(unknown("switch", name, switches).message)
    off = {switches[name] for name, value in settings.switches.items() if value.raw == 0}
    _check(settings.languages, "language", languages.values())
    globs = _texts(settings.languages)
    of_bed = {peer: name for peer, name in languages.items() if peer not in off and glob.takes([name], globs)}
    check_list("LANGUAGE", language, of_bed.values())
    chosen = {peer for peer, name in of_bed.items() if glob.takes([name], glob.listed(language))}
    return Scope(frozenset(languages.keys() - chosen), _texts(settings.formats), _texts(settings.codecs))


def _texts(values: Iterable[Value]) -> tuple[str, ...]:
    return tuple(str(value.raw) for value in values)


def _check(values: Sequence[Value], what: str, names: Iterable[str]) -> None:
    """A glob in the file of a bed that takes nothing is an error at its place."""
    known = set(names)
    for value, text in zip(values, _texts(values), strict=True):
        if not any(glob.matches(name, text.removeprefix("!")) for name in known):
            raise value.error(f"{text} matches no {what}{instead(text.strip('!*'), known)}")


def _given(bed: Bed) -> Iterable[str]:
    """What else writes: bytes that the bed has."""
    yield HEX_WRITER
    store = Store(bed.fixtures / "golden")
    for case in store.cases():
        for entry in store.record(case).files.values():
            yield from entry.writers

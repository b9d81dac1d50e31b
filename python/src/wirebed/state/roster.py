"""fixtures/roster.yaml: who must take part in a full run. A run that tests little must not be green.

```yaml
peers:
  java:
    none/message: both        # both | encode | decode
    hessian2/caucho: both
classes:                      # the codecs for classes that were written by hand, in the same form
  java:
    java-serial/jdk: both
java_types:                   # all codecs for such classes, for the values of fixtures/java_types
  java:
    json/gson: both
descriptors:                  # the codecs that answer from the descriptors alone
  java:
    protobuf/protobuf-java: both
echo:                         # the codecs that an echo program has besides those of its peer
  legacy:
    java-serial/jdk: both
transports:                   # those of each echo program
  java: [socket, http]
direct_only:                  # codecs that take part in the direct legs of `make evolution` only
  java: [json/gson]
alone:                        # codecs that meet nobody but themselves in `make evolution`, in its direct legs
  legacy: [json/json-lib]
interop_only:                 # codecs that take part in `make interop` alone
  java: [json/jackson-default]
```
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from wirebed.bed import yaml_tree
from wirebed.bed.codec_id import NONE, at, format_of, has_mapper, is_generation, key_of, library_of, peer_of
from wirebed.cases.byte_source import ByteSource
from wirebed.cases.case import Case
from wirebed.errors import UserError, instead, shown
from wirebed.peers.codecs import PLAIN, CodecRef
from wirebed.peers.scope import Scope
from wirebed_build.languages import discovery

FILE = "roster.yaml"
_DIRECTIONS = {"both": (True, True), "encode": (True, False), "decode": (False, True)}


@dataclass(frozen=True)
class Member:
    codec: str  # java:hessian2/caucho
    format: str
    encodes: bool
    decodes: bool
    path: Path
    line: int


@dataclass(frozen=True)
class Roster:
    path: Path
    members: tuple[Member, ...]
    direct_only: frozenset[str] = frozenset()  # by id: where a relay stands in between, another codec stands for it
    alone: frozenset[str] = frozenset()  # by id: in `make evolution` they meet nobody but themselves
    interop_only: frozenset[str] = frozenset()  # by id: they take part in `make interop` alone
    transports: Mapping[str, Sequence[str]] = field(default_factory=dict)  # of the echo programs, by peer
    elsewhere: Mapping[str, Path] = field(default_factory=dict)  # the rosters of peers from elsewhere

    @classmethod
    def load(cls, path: Path, section: str = "peers") -> "Roster":
        """`path`: of the repository. Peers from elsewhere bring rosters of their own."""
        whole = cls._of_file(path, section)
        for peer in discovery.elsewhere():
            own = peer.folder / FILE
            whole = replace(whole, elsewhere={**whole.elsewhere, peer.name: own})
            if own.is_file():
                whole = whole.plus(cls._of_file(own, section))
        return whole

    @classmethod
    def _of_file(cls, path: Path, section: str) -> "Roster":
        try:
            text = path.read_text()
        except FileNotFoundError:
            raise UserError("there is no roster: it names the peers and codecs that must take part", path) from None
        top = yaml_tree.value_of(yaml_tree.compose(text, path, pure=False), path).raw
        if not isinstance(top, dict) or "peers" not in top or not isinstance(top["peers"].raw, dict):
            raise UserError("a roster is `peers:`, then each peer, then each codec of it", path, 1, 1)
        members = tuple(_members(top[section], path)) if section in top else ()
        known = {member.codec: member for member in (members if section == "peers" else _members(top["peers"], path))}
        keys = ("direct_only", "alone", "interop_only")
        direct, alone, interop = (_named(key, top[key], known) if key in top else {} for key in keys)
        for codec, value in direct.items():
            peer, format_ = peer_of(codec), known[codec].format
            if not any(_relays(member, peer, format_) for member in known.values() if member.codec not in direct):
                raise value.error(f"no other codec of {peer} is left that could relay {format_} for `{codec}`")
        return cls(path, members, frozenset(direct), frozenset(alone), frozenset(interop), _transports(top))

    def without(self, peers: Iterable[str]) -> "Roster":
        """Without the peers that cannot compile the tree: each is one pinned `unsupported` instead."""
        gone = set(peers)
        members = tuple(m for m in self.members if peer_of(m.codec) not in gone)
        return replace(self, members=members)

    def within(self, scope: Scope) -> "Roster":
        """Without the codecs that a run is not about."""
        taken = scope.of(member.codec for member in self.members)
        return replace(self, members=tuple(m for m in self.members if m.codec in taken))

    def with_others(self, codecs: Iterable[CodecRef]) -> "Roster":
        """With the codecs of generations and of the bed's mappers, as they were introduced: no roster names them."""
        of = [codec for codec in codecs if is_generation(codec.id) or has_mapper(codec.id)]
        members = [Member(codec.id, codec.format, codec.encodes, codec.decodes, self.path, 0) for codec in of]
        return replace(self, members=(*self.members, *members))

    def beyond_interop(self) -> "Roster":
        """Without the codecs that take part in `make interop` alone."""
        return replace(self, members=tuple(m for m in self.members if m.codec not in self.interop_only))

    def plus(self, other: "Roster") -> "Roster":
        """With the members of another section, or of another file."""
        return replace(
            self,
            members=(*self.members, *other.members),
            direct_only=self.direct_only | other.direct_only,
            alone=self.alone | other.alone,
            interop_only=self.interop_only | other.interop_only,
            transports={**self.transports, **other.transports},
        )

    def missing(self, codecs: Iterable[CodecRef]) -> list[str]:
        """Codecs that are missing, and those that take part without being named; each line says what to change."""
        here = {codec.id: codec for codec in codecs}
        lines = []
        for member in self.members:
            codec = here.pop(member.codec, None)
            where = f"{shown(member.path)}:{member.line}"
            if codec is None:
                lines.append(f"{where}: {member.codec} must take part, but no peer offers it")
            elif (codec.encodes, codec.decodes) != (member.encodes, member.decodes):
                lines.append(f"{where}: {member.codec} should {_words(member)}, but it offers to {_words(codec)}")
        for name, codec in here.items():
            word = next(word for word, both in _DIRECTIONS.items() if both == (codec.encodes, codec.decodes))
            path = self.elsewhere.get(peer_of(name), self.path)
            lines.append(f"{shown(path)}: {name} takes part without being named; add `{codec.key}: {word}`")
        return lines

    def planned(self, cases: Iterable[Case], sources: Iterable[ByteSource]) -> int:
        """How many cells a full run of interop has, by the roster alone: a plan that forgets some must not be green."""
        writers: Counter[str] = Counter()
        readers: Counter[str] = Counter()
        for member in self.members:
            writers[member.format] += member.encodes
            readers[member.format] += member.decodes
        pairs = sum(count * readers[format] for format, count in writers.items() if format != NONE)
        alone = [m for m in self.members if m.format == NONE and m.encodes and m.decodes]
        plain = [member for member in alone if library_of(member.codec) == PLAIN]
        met = cache(self._met)
        cells = 0
        for case in cases:
            if case.codecs is not None:
                cells += met(case.codecs) + len(plain)
                continue
            cells += sum(readers[format] for format in case.wire) if case.wire else pairs
            cells += 0 if case.expect_reject else len(alone)
        # How many readers take a value without schema, only the codecs can say: the plan counts these.
        return cells + sum(readers[source.format] for source in sources if source.message)

    def _met(self, codecs: frozenset[str]) -> int:
        """How many pairs of a writer and a reader of one format have one of these codecs."""
        writers = [member for member in self.members if member.encodes and member.format != NONE]
        pairs = ((writer, other) for writer in writers for other in self.members if other.decodes)
        return sum(w.format == other.format and not codecs.isdisjoint((w.codec, other.codec)) for w, other in pairs)

    def echoes(self) -> int:
        """How many cells a full run of echo has for each payload, by the roster alone."""
        both = [member for member in self.members if member.encodes and member.decodes and member.format != NONE]
        pairs = ((peer_of(m.codec), peer_of(other.codec)) for m in both for other in both if m.format == other.format)
        return sum(
            len({*self.transports.get(client, ())} & {*self.transports.get(server, ())}) for client, server in pairs
        )

    def refs(self, known: Iterable[CodecRef], trees: Iterable[str], unsupported: Collection[str]) -> list[CodecRef]:
        """The codecs that should take part, to count their cells; their models are those of the `known` ones.

        `unsupported`: the processes that cannot compile their tree.
        """
        models = {codec.id: codec.model for codec in known}
        codecs = []
        for tree in sorted(trees):
            for member in self.members:
                if at(peer_of(member.codec), tree) not in unsupported:
                    codecs.append(_ref(member, tree, models.get(member.codec, "message")))
        return codecs


def _ref(member: Member, tree: str, model: str) -> CodecRef:
    codec = member.codec
    return CodecRef(
        peer=peer_of(codec),
        format=format_of(codec),
        library=library_of(codec),
        version="",
        encodes=member.encodes,
        decodes=member.decodes,
        model=model,
        canonical=False,
        bare=False,
        id=codec,
        key=key_of(codec),
        tree=tree,
    )


def _members(section: yaml_tree.Value, path: Path) -> Iterator[Member]:
    """`section`: peer -> codec -> direction."""
    for peer, codecs in section.want(dict, "the codecs of each peer").items():
        for codec, value in codecs.want(dict, "the codecs of the peer").items():
            if value.raw not in _DIRECTIONS:
                raise value.error(f"`{value.raw}` is none of {', '.join(_DIRECTIONS)}")
            format_, slash, _ = codec.partition("/")
            if not slash:
                raise value.error(f"a codec is <format>/<library>, not `{codec}`")
            yield Member(f"{peer}:{codec}", format_, *_DIRECTIONS[value.raw], path, value.line)


def _named(key: str, section: yaml_tree.Value, known: Collection[str]) -> dict[str, yaml_tree.Value]:
    """Each codec with its place. `section`: peer -> list of codecs, which must be among the `known` ones."""
    peers = section.raw
    if not isinstance(peers, dict) or not all(isinstance(listed.raw, list) for listed in peers.values()):
        raise section.error(f"`{key}:` has a list of codecs for each peer")
    places: dict[str, yaml_tree.Value] = {}
    for peer, listed in peers.items():
        places |= {f"{peer}:{value.raw}": value for value in listed.want(list, "a list of codecs")}
    for codec, value in places.items():
        if codec not in known:
            raise value.error(f"no codec `{codec}` is among `peers:`{instead(codec, known)}")
    return places


def _transports(top: Mapping[str, yaml_tree.Value]) -> dict[str, list[str]]:
    peers = top["transports"].want(dict, "the transports of each peer") if "transports" in top else {}
    return {
        peer: [name.want(str, "a transport") for name in listed.want(list, "a list of transports")]
        for peer, listed in peers.items()
    }


def _relays(member: Member, peer: str, format_: str) -> bool:
    return (peer_of(member.codec), member.format) == (peer, format_) and member.encodes and member.decodes


def _words(ref: Member | CodecRef) -> str:
    return " and ".join(word for word, does in (("encode", ref.encodes), ("decode", ref.decodes)) if does) or "nothing"

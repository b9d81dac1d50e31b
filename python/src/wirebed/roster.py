"""fixtures/roster.yaml: who must take part in a full run. A run that tests little must not be green.

```yaml
peers:
  java:
    none/message: both        # both | encode | decode
    hessian2/caucho: both
classes:                      # the codecs for classes that were written by hand, in the same form
  java:
    java-serial/jdk: both
direct_only:                  # codecs that take part in the direct legs of `make evolution` only
  java: [hessian2/lite]
alone:                        # codecs that meet nobody but themselves in `make evolution`, in its direct legs
  legacy: [json/json-lib]
```
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from wirebed.codec_id import at, format_of, key_of, library_of, peer_of
from wirebed.errors import UserError, bad_yaml, instead, shown
from wirebed.peers.codecs import CodecRef

_DIRECTIONS = {"both": (True, True), "encode": (True, False), "decode": (False, True)}


@dataclass(frozen=True)
class Member:
    codec: str  # java:hessian2/caucho
    format: str
    encodes: bool
    decodes: bool
    line: int


@dataclass(frozen=True)
class Roster:
    path: Path
    members: tuple[Member, ...]
    direct_only: frozenset[str] = frozenset()  # by id: where a relay stands in between, another codec stands for it
    alone: frozenset[str] = frozenset()  # by id: in `make evolution` they meet nobody but themselves

    @classmethod
    def load(cls, path: Path, section: str = "peers") -> "Roster":
        from ruamel.yaml import YAML, YAMLError
        from ruamel.yaml.nodes import MappingNode

        try:
            root = YAML(typ="safe").compose(path.read_text())
        except FileNotFoundError:
            raise UserError("there is no roster: it names the peers and codecs that must take part", path) from None
        except YAMLError as error:
            raise bad_yaml(error, path) from None
        top = {key.value: value for key, value in root.value} if isinstance(root, MappingNode) else {}
        if not isinstance(top.get("peers"), MappingNode):
            raise UserError("a roster is `peers:`, then each peer, then each codec of it", path, 1, 1)
        members = tuple(_members(path, top[section])) if section in top else ()
        known = members if section == "peers" else tuple(_members(path, top["peers"]))
        direct = _direct_only(path, top["direct_only"], known) if "direct_only" in top else ()
        alone = _named(path, "alone", top["alone"], known) if "alone" in top else ()
        return cls(path, members, frozenset(direct), frozenset(name for name, _ in alone))

    def without(self, peers: Iterable[str]) -> "Roster":
        """Without the peers that cannot compile the tree: each is one pinned `unsupported` instead."""
        gone = set(peers)
        members = tuple(m for m in self.members if peer_of(m.codec) not in gone)
        return Roster(self.path, members, self.direct_only, self.alone)

    def missing(self, codecs: Iterable[CodecRef]) -> list[str]:
        """Codecs that are missing, and those that take part without being named; each line says what to change."""
        here = {codec.id: codec for codec in codecs}
        told = []
        for member in self.members:
            codec = here.pop(member.codec, None)
            where = f"{shown(self.path)}:{member.line}"
            if codec is None:
                told.append(f"{where}: {member.codec} must take part, but no peer offers it")
            elif (codec.encodes, codec.decodes) != (member.encodes, member.decodes):
                told.append(f"{where}: {member.codec} should {_words(member)}, but it offers to {_words(codec)}")
        for name, codec in here.items():
            word = next(word for word, both in _DIRECTIONS.items() if both == (codec.encodes, codec.decodes))
            told.append(f"{shown(self.path)}: {name} takes part without being named; add `{codec.key}: {word}`")
        return told

    def refs(
        self, known: Iterable[CodecRef], trees: Iterable[str] = ("",), unsupported: Collection[str] = ()
    ) -> list[CodecRef]:
        """The codecs that should take part, to count their cells; their models are those of the `known` ones.

        `unsupported`: the processes that cannot compile their tree.
        """
        here = {codec.id: codec for codec in known}
        found = []
        for tree in sorted(trees):
            for member in self.members:
                if at(peer_of(member.codec), tree) not in unsupported:
                    found.append(_ref(member, tree, here.get(member.codec)))
        return found


def _ref(member: Member, tree: str, known: CodecRef | None) -> CodecRef:
    codec = member.codec
    return CodecRef(
        peer=peer_of(codec),
        format=format_of(codec),
        library=library_of(codec),
        version="",
        encodes=member.encodes,
        decodes=member.decodes,
        model=known.model if known is not None else "message",
        canonical=False,
        bare=known is not None and known.bare,
        id=codec,
        key=key_of(codec),
        tree=tree,
    )


def _members(path: Path, section) -> Iterator[Member]:
    """`section` is a node of YAML: peer -> codec -> direction."""
    for peer, codecs in section.value:
        for codec, word in codecs.value:
            place = _place(path, codec)
            if word.value not in _DIRECTIONS:
                raise UserError(f"`{word.value}` is none of {', '.join(_DIRECTIONS)}", *place)
            format_, slash, _ = codec.value.partition("/")
            if not slash:
                raise UserError(f"a codec is <format>/<library>, not `{codec.value}`", *place)
            yield Member(f"{peer.value}:{codec.value}", format_, *_DIRECTIONS[word.value], place[1])


def _direct_only(path: Path, section, members: Iterable[Member]) -> Iterator[str]:
    """As `_named`; another codec must be able to relay in the place of each."""
    members = tuple(members)
    named = dict(_named(path, "direct_only", section, members))
    known = {member.codec: member for member in members}
    for codec, node in named.items():
        peer, format_ = peer_of(codec), known[codec].format
        if not any(_relays(m, peer, format_) for m in members if m.codec not in named):
            raise UserError(
                f"no other codec of {peer} is left that could relay {format_} for `{codec}`", *_place(path, node)
            )
        yield codec


def _named(path: Path, key: str, section, members: Iterable[Member]) -> Iterator[tuple[str, object]]:
    """Codecs and their nodes; `section` is a node of YAML: peer -> list of codecs, each one of `members`."""
    from ruamel.yaml.nodes import MappingNode, SequenceNode

    known = {member.codec for member in members}
    for codec, node in _listed(path, key, section, MappingNode, SequenceNode).items():
        if codec not in known:
            raise UserError(f"no codec `{codec}` is among `peers:`{instead(codec, known)}", *_place(path, node))
        yield codec, node


def _listed(path: Path, key: str, section, mapping: type, sequence: type) -> dict[str, object]:
    """Codec -> its node."""
    if not isinstance(section, mapping) or not all(isinstance(listed, sequence) for _, listed in section.value):
        raise UserError(f"`{key}:` has a list of codecs for each peer", *_place(path, section))
    return {f"{peer.value}:{node.value}": node for peer, listed in section.value for node in listed.value}


def _relays(member: Member, peer: str, format_: str) -> bool:
    return (peer_of(member.codec), member.format) == (peer, format_) and member.encodes and member.decodes


def _place(path: Path, node) -> tuple[Path, int, int]:
    return path, node.start_mark.line + 1, node.start_mark.column + 1


def _words(one) -> str:
    return " and ".join(word for word, does in (("encode", one.encodes), ("decode", one.decodes)) if does) or "nothing"

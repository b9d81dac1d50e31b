"""The codecs of a run of the evolution suite: of every version the same ones, each in a process of its own.

A *variant* is a format that is read with other options: fixtures/evolution/variants.yaml declares them.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from wirebed_protocol import peer_pb2

from wirebed.codec_id import NONE, at, format_of, key_of, library_of, peer_and_version, peer_of
from wirebed.errors import UserError, bad_yaml
from wirebed.peers.codecs import CodecRef, codecs_of
from wirebed.roster import Member, Roster


@dataclass(frozen=True)
class Format:
    """A format as a report names it. `base`: what the codecs call it."""

    name: str
    base: str
    options: dict[str, str] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Codec:
    """One codec in the process of one version."""

    ref: CodecRef
    version: str

    @property
    def process(self) -> str:
        return at(self.ref.peer, self.version)

    @property
    def id(self) -> str:
        return self.ref.id


class Codecs:
    """What the processes introduced: by version and format."""

    def __init__(self, refs: Mapping[str, list[CodecRef]]):
        self.refs = dict(sorted(refs.items()))
        # All codecs, whichever version they could be built against.
        self.all = list({ref.id: ref for refs in self.refs.values() for ref in refs}.values())
        self.by_id = {(version, ref.id): Codec(ref, version) for version, refs in self.refs.items() for ref in refs}
        self.of_format: dict[tuple[str, str], list[Codec]] = {}
        for (version, _), codec in self.by_id.items():
            self.of_format.setdefault((version, codec.ref.format), []).append(codec)

    @classmethod
    def introduced(cls, introductions: Mapping[str, object], of_classes: bool = False) -> "Codecs":
        """Of processes such as `java@v1`; `of_classes`: those for classes that were written by hand."""
        by_version: dict[str, dict[str, object]] = {}
        for process, introduction in introductions.items():
            peer, version = peer_and_version(process)
            if of_classes:
                introduction = peer_pb2.Introduction(codecs=introduction.class_codecs)
            by_version.setdefault(version, {})[peer] = introduction
        return cls({version: codecs_of(found) for version, found in by_version.items()})

    def rostered(self, roster: Roster, unsupported: Iterable[str]) -> "Codecs":
        """Those that should take part, by the roster alone; only their model is asked of these."""
        models = {ref.id: ref.model for ref in self.all}
        gone, refs = set(unsupported), {}
        for version in self.refs:
            members = [m for m in roster.members if at(peer_of(m.codec), version) not in gone]
            refs[version] = [_ref(member, models.get(member.codec, "message")) for member in members]
        return Codecs(refs)

    def without(self, ids: Collection[str]) -> "Codecs":
        return Codecs({version: [ref for ref in refs if ref.id not in ids] for version, refs in self.refs.items()})

    def find(self, version: str, format_: str, encodes: bool = False, decodes: bool = False) -> list[Codec]:
        found = self.of_format.get((version, format_), ())
        return [c for c in found if (c.ref.encodes or not encodes) and (c.ref.decodes or not decodes)]

    def into(self, codec: Codec, format_: str) -> Codec | None:
        """The codec by which the same objects are written in another format."""
        for other in self.find(codec.version, format_, encodes=True):
            if (other.ref.peer, other.ref.model) == (codec.ref.peer, codec.ref.model):
                return other
        return None

    def none(self, codec: Codec, version: str | None = None) -> Codec | None:
        """The codec without bytes over the same objects, of this version or another."""
        return self.by_id.get((version or codec.version, f"{codec.ref.peer}:{NONE}/{codec.ref.model}"))


def formats_of(variants: Mapping[str, Format], *some: Codecs) -> list[Format]:
    """Plain formats and variants of them, each variant after its format."""
    found = []
    for base in sorted({ref.format for codecs in some for ref in codecs.all} - {NONE}):
        found.append(Format(base, base))
        found += [variant for variant in variants.values() if variant.base == base]
    return found


def load_variants(path: Path) -> dict[str, Format]:
    """By name; none where there is no such file."""
    from ruamel.yaml import YAML, YAMLError

    if not path.is_file():
        return {}
    try:
        said = YAML(typ="safe").load(path.read_text(encoding="utf-8")) or {}
    except YAMLError as error:
        raise bad_yaml(error, path) from None
    found = {}
    for name, one in said.items():
        if not isinstance(one, dict) or not isinstance(one.get("format"), str) or set(one) - _KEYS:
            raise UserError(f"the variant `{name}` has `format:`, `options:` and `about:`", path)
        options = {str(key): str(value) for key, value in (one.get("options") or {}).items()}
        found[name] = Format(name, one["format"], options)
    return found


def _ref(member: Member, model: str) -> CodecRef:
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
    )


_KEYS = {"format", "options", "about"}

"""The codecs of a run, as their peers introduced them: in one process for each peer and version of the schemas."""

import itertools
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from google.protobuf.internal.enum_type_wrapper import EnumTypeWrapper
from wirebed_protocol import peer_pb2

from wirebed.bed.codec_id import NONE, at, base_of, codec_id, peer_and_version, short

# What can be left, by the member of `wirebed.Left`.
LEFT = ("object", "output")
# The models.
MESSAGE, PLAIN = "message", "plain"
ENVIRONMENT = "environment"  # the role of a setting


@dataclass(frozen=True)
class Setting:
    """As in peer.proto."""

    role: str  # option | guard | code | environment
    name: str
    value: str
    why: str
    reads: tuple[str, ...] = ()  # what the code converts: `keys`, `dates`
    writes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Loaded:
    """As LoadedLibrary of peer.proto; empty of a codec without a library, and of a peer that does not say it."""

    path: str = ""  # without the place of the checkout (wirebed_build.trees.identity.neutral)
    version: str = ""


@dataclass(frozen=True, eq=False)
class CodecRef:
    """A codec in one process. A run has one object for it, which is cheap to look things up by."""

    peer: str
    format: str
    library: str
    version: str  # of the library
    encodes: bool
    decodes: bool
    model: str  # message | plain
    canonical: bool
    bare: bool
    id: str  # java:hessian2/caucho
    key: str  # hessian2/caucho
    leaves: frozenset[str] = frozenset()  # what a failure may leave with its user: `object`, `output`
    tree: str = ""  # the version of the schemas that its process is built against: v1; empty where there is only one
    runtime: bool = False  # the version is that of the language's runtime, or ends with it
    settings: tuple[Setting, ...] = ()  # all that differs from the defaults of the library
    loaded: Loaded = Loaded()  # of its library
    runs: str = ""  # the version whose process stands in for that of `tree`; empty where it has its own

    @property
    def short(self) -> str:
        return short(self.id)

    @cached_property
    def environment(self) -> dict[str, str]:
        """The settings of its process on which its bytes depend."""
        return {setting.name: setting.value for setting in self.settings if setting.role == ENVIRONMENT}

    def converts(self, way: str) -> frozenset[str]:
        """The conversions by code of this bed: `reads` what the library has read, `writes` what it is given."""
        return frozenset(value for s in self.settings for value in (s.reads if way == "reads" else s.writes))

    @cached_property
    def process(self) -> str:
        return at(self.peer, self.runs or self.tree)


@dataclass(frozen=True)
class Format:
    """A format as a report names it. `base`: what the codecs call it."""

    name: str
    base: str
    options: dict[str, str] = field(default_factory=dict, hash=False)


def _of_runtime(version: str, runtime: str) -> bool:
    """Whether a codec is part of the runtime, as 17.0.15, or a library that uses such a part, as 4.0.9+jdk.17.0.15."""
    library, _, part = version.rpartition("+")
    return version == runtime or (bool(library) and part.endswith(f".{runtime}"))


def codecs_of(introductions: Mapping[str, peer_pb2.Introduction], of_classes: bool = False) -> list[CodecRef]:
    """All codecs, by version and peer and in the order in which the peer names them.

    `of_classes`: those for classes that were written by hand.
    """
    processes = sorted((peer_and_version(process)[::-1], intro) for process, intro in introductions.items())
    return [
        CodecRef(
            peer=peer,
            format=codec.format,
            library=codec.library,
            version=codec.version,
            encodes=codec.encodes,
            decodes=codec.decodes,
            model=MESSAGE if codec.model == peer_pb2.MESSAGE else PLAIN,
            canonical=codec.canonical,
            bare=codec.bare,
            id=codec_id(peer, f"{codec.format}/{codec.library}"),
            key=f"{codec.format}/{codec.library}",
            leaves=frozenset(itertools.compress(LEFT, (codec.leaves_object, codec.leaves_output))),
            tree=tree,
            loaded=Loaded(codec.loaded.path, codec.loaded.version),
            runtime=_of_runtime(codec.version, intro.runtime.rpartition(" ")[2]),
            settings=tuple(
                Setting(
                    _word(peer_pb2.Setting.Role, setting.role),
                    setting.name,
                    setting.value,
                    setting.why,
                    *(
                        tuple(_word(peer_pb2.Setting.Converted, number) for number in numbers)
                        for numbers in (setting.reads, setting.writes)
                    ),
                )
                for setting in codec.settings
            ),
        )
        for (tree, peer), intro in processes
        for codec in (intro.class_codecs if of_classes else intro.codecs)
    ]


def _word(known: EnumTypeWrapper, number: int) -> str:
    """The word of a value of an enum; of a newer peer's, its number."""
    return known.Name(number).lower() if number in known.values() else str(number)


class Codecs:
    """The codecs of all processes, by version and format."""

    def __init__(self, refs: Iterable[CodecRef]) -> None:
        self.refs = list(refs)
        # Each codec once, whichever versions it could be built against.
        self.all = list({ref.id: ref for ref in self.refs}.values())
        self.by_id = {(ref.tree, ref.id): ref for ref in self.refs}
        self.of_format: dict[tuple[str, str], list[CodecRef]] = {}
        for ref in self.refs:
            self.of_format.setdefault((ref.tree, ref.format), []).append(ref)
        self._ids: dict[tuple[CodecRef, ...], tuple[str, ...]] = {}
        self._nones: dict[tuple[CodecRef, ...], tuple[CodecRef | None, ...]] = {}

    def with_one(self, version: str) -> "Codecs":
        """The processes of this version stand in for those of every other."""
        trees = dict.fromkeys(ref.tree for ref in self.refs)
        of_version = [ref for ref in self.refs if ref.tree == version]
        return Codecs(replace(ref, tree=tree, runs=version) for tree in trees for ref in of_version)

    def without(self, ids: Collection[str]) -> "Codecs":
        """Without these codecs, and those of generations of them."""
        return Codecs(ref for ref in self.refs if base_of(ref.id) not in ids)

    def find(self, tree: str, format_: str, encodes: bool = False, decodes: bool = False) -> list[CodecRef]:
        refs = self.of_format.get((tree, format_), ())
        return [ref for ref in refs if (ref.encodes or not encodes) and (ref.decodes or not decodes)]

    def into(self, codec: CodecRef, format_: str) -> CodecRef | None:
        """The codec by which the same objects are written in another format."""
        for other in self.find(codec.tree, format_, encodes=True):
            if (other.peer, other.model) == (codec.peer, codec.model):
                return other
        return None

    def none(self, codec: CodecRef) -> CodecRef | None:
        """The codec without bytes over the same objects."""
        return self.nones((codec,))[0]

    def nones(self, codecs: tuple[CodecRef, ...]) -> tuple[CodecRef | None, ...]:
        """The codec without bytes over the objects of each codec."""
        if codecs not in self._nones:
            ids = ((ref.tree, f"{ref.peer}:{NONE}/{ref.model}") for ref in codecs)
            self._nones[codecs] = tuple(map(self.by_id.get, ids))
        return self._nones[codecs]

    def ids(self, codecs: tuple[CodecRef, ...]) -> tuple[str, ...]:
        if codecs not in self._ids:
            self._ids[codecs] = tuple(ref.id for ref in codecs)
        return self._ids[codecs]


def formats_of(codecs: Iterable[CodecRef], variants: Iterable[Format] = ()) -> list[Format]:
    """The formats of codecs, each with its variants after it. `none` comes first: what it shows explains the rest."""
    formats: list[Format] = []
    for base in sorted({ref.format for ref in codecs}, key=format_order):
        formats.append(Format(base, base))
        formats += [variant for variant in variants if variant.base == base]
    return formats


def format_order(name: str) -> tuple[bool, str]:
    return (name != NONE, name)

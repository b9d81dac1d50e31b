"""The header of a report: what ran, of what, on which machine."""

import msgspec

# The version of the form of reports that a run writes. Reports of every earlier version can be read.
VERSION = 1


class Machine(msgspec.Struct, frozen=True):
    system: str = ""
    cpu: str = ""
    cores: int | None = None


class Peer(msgspec.Struct, frozen=True):
    """A process that took part."""

    peer: str  # in evolution with its version, `cpp@v1`
    language: str = ""
    runtime: str = ""


class Setting(msgspec.Struct, frozen=True):
    """A setting of a codec, as in peer.proto."""

    role: str
    name: str
    value: str = ""


class Loaded(msgspec.Struct, frozen=True):
    """The file of a library, as the process of its codec loaded it."""

    path: str = ""  # `{tree}`, `{build}` and `{root}` stand for the folders of the checkout
    sha256: str = ""
    version: str = ""  # as the library says itself


class Codec(msgspec.Struct, frozen=True):
    """A codec that took part."""

    codec: str
    format: str
    library: str = ""
    version: str = ""
    model: str = ""  # whose objects it fills, as the codec `none` of its language names them
    settings: tuple[Setting, ...] = ()
    loaded: Loaded | None = None  # None of a codec without a library


class Header(msgspec.Struct, frozen=True, kw_only=True):
    version: int = msgspec.field(default=VERSION, name="report")  # of the report's form
    suite: str = ""
    bed: str = ""
    variables: tuple[str, ...] = ()  # those that repeat the run in its bed: `BED=…`
    filters: dict[str, str] = {}  # the globs of the user; empty for a full run
    kept: bool = False  # whether answers of earlier runs were taken
    started: str = ""
    machine: Machine = Machine()
    commit: str = ""
    content: str = ""  # of a full run, the identity of the repository's files
    build: str = ""  # the identity of the sources of the peers
    runner: str = ""  # the version of Python that ran it
    peers: tuple[Peer, ...] = ()
    codecs: tuple[Codec, ...] = ()
    transports: tuple[str, ...] = ()  # of an echo
    programs: dict[str, str] = {}  # of an echo, the identity of each program by the name of its peer
    values: str = ""  # of an echo, that of the values

    @property
    def chosen(self) -> str:
        """`FORMAT=json LANGUAGE=java,python`, as the user has chosen a part; empty for a full run."""
        return " ".join(f"{name.upper()}={globs}" for name, globs in self.filters.items())

    @property
    def languages(self) -> list[str]:
        """Those of the processes that took part, each once."""
        return list(dict.fromkeys(peer.language for peer in self.peers))

"""The unit of a run: what is written, by whom, through whom, and who reads it, at which versions."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from wirebed.engine.leg import Leg
from wirebed.engine.slots import Slot
from wirebed.peers.codecs import CodecRef, Format

HEX_WRITER = "bytes"  # the writer of the bytes of a `hex:` case


@dataclass(frozen=True)
class ByteSource:
    """Bytes that no writer of this run wrote: of a golden, a vector or a `hex:` case."""

    name: str  # shown in reports: a file, a vector's name
    format: str
    message: str  # full name; empty for a value without schema
    data: bytes
    case: object | None = None  # wirebed.cases.Case
    options: Mapping[str, str] = field(default_factory=dict)
    writer: str = ""  # the codec whose deviations apply, "java:hessian2/caucho"; else what the source is
    expect: bytes | None = None  # the view that a reader should give
    reject: bool = False  # every reader should refuse


@dataclass(frozen=True, slots=True)
class Route:
    """One value on one leg, from one writer through one relay, if any, to each reader."""

    name: str  # of the case, the sample or the source
    case: object | None  # wirebed.cases.Case; None for a vector
    leg: Leg
    format: Format
    writer: CodecRef | None  # None: the bytes are given
    readers: tuple[CodecRef, ...]
    given: ByteSource | None = None
    relay: CodecRef | None = None
    into: CodecRef | None = None  # what the relay writes with, where that is another codec
    mutation: object | None = None  # what the relay sets or clears: wirebed.evolution.model.Mutation

    @property
    def writer_id(self) -> str:
        return self.writer.id if self.writer is not None else self.given.writer or "given"

    @property
    def source(self) -> str:
        """The file or vector whose bytes are read; empty where the case itself has them, or a codec writes them."""
        if self.given is None:
            return ""
        return self.given.name if self.given.name != (self.name if self.case is None else self.case.name) else ""

    @property
    def rejects(self) -> bool:
        """Whether every reader should refuse the bytes."""
        return self.given is not None and self.given.reject


@dataclass(slots=True)
class RouteState:
    """The answers of the peers on a route, as far as they are there. Lists have one element for each reader."""

    route: Route
    written: Slot | None = None  # None: the bytes are given
    relayed: Slot | None = None
    reads: list[Slot] | None = None
    references: list[Slot | None] | None = None  # what the reader's own objects hold of what is expected
    # Without a relay on the leg: the reader's codec passes the bytes on, and the writer's version reads them again.
    passed: list[Slot | None] | None = None
    returned: list[Slot | None] | None = None

    @property
    def data(self) -> bytes | None:
        return self.route.given.data if self.written is None else self.written.data

"""What can be measured, and what of it was chosen: operations of codecs on workloads, each a row of the result.

The kind of a row is its operation and what is special about it: `encode`, `decode reused`, `populate cold`,
`decode foreign` (bytes that others wrote). BENCH= is a glob of kinds.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from wirebed import glob
from wirebed.bench.verify import Verified
from wirebed.bench.workloads import Workload
from wirebed.codec_id import NONE, key_of, matches
from wirebed.errors import UserError, no_match
from wirebed.peers.codecs import CodecRef

WRITING, READING = ("encode", "populate"), ("decode", "convert")
OPERATIONS = ("encode", "decode", "populate", "convert")
# What a row is a multiple of. They come along with whatever is chosen.
REFERENCES = ("copy", "memcpy")
KINDS = (
    *(f"{operation}{more}" for more in ("", " reused", " cold") for operation in OPERATIONS),
    *(f"{operation} foreign" for operation in READING),
    *REFERENCES,
)
DEFAULT = ("encode", "decode")


@dataclass(eq=False)
class Row:
    """One row and, as they come in, its samples. `why` is the reason when it is refused its time."""

    peer: str
    operation: str
    codec: str | None = None  # java:protobuf/protobuf-java; None for copy and memcpy
    case: str | None = None
    message: str | None = None
    reused: bool = False
    cold: bool = False
    foreign: bool = False
    of: str = ""  # the writer that stands for those whose bytes are read, where it is not the codec itself
    written_by: list[str] = field(default_factory=list)
    view: bytes = b""
    data: bytes = b""  # what is read, or copied
    wire: int | None = None  # bytes of the encoding
    options: dict[str, str] = field(default_factory=dict)
    loses: str | None = None
    why: str | None = None
    task: str = ""  # its name in the files of the harness
    kept: str = ""
    samples: list[list[float]] = field(default_factory=list)  # nanoseconds an operation; one list a process
    operations: list[int] = field(default_factory=list)
    allocations: list[tuple[float, float | None]] = field(default_factory=list)  # bytes and count, as often as measured

    @property
    def kind(self) -> str:
        more = ((self.reused, " reused"), (self.cold, " cold"), (self.foreign, " foreign"))
        return self.operation + "".join(word for is_so, word in more if is_so)

    @property
    def id(self) -> str:
        codec = key_of(self.codec) if self.codec else None
        words = [self.peer, codec, self.case, self.operation]
        if self.operation == "memcpy":
            words.append(str(self.wire))
        more = ((self.reused, "reused"), (self.cold, "cold"), (self.of, f"of {self.of}"))
        return " ".join(filter(None, [*words, *(word for is_so, word in more if is_so)]))

    @property
    def reference(self) -> bool:
        return self.operation in REFERENCES


@dataclass(frozen=True)
class Selection:
    """BENCH= and CODEC= of `make bench`; None is the default, or everything."""

    bench: str | None = None
    codec: str | None = None

    def takes(self, kind: str) -> bool:
        return glob.matches(kind, self.bench) if self.bench else kind in DEFAULT

    def check(self, codecs: Iterable[CodecRef]) -> None:
        """A glob that matches nothing is an error that names what is near."""
        if self.bench and not any(self.takes(kind) for kind in KINDS):
            raise no_match("BENCH", self.bench, KINDS)
        if self.codec and not any(matches(one.id, self.codec) for one in codecs):
            raise no_match("CODEC", self.codec, (name for one in codecs for name in (one.id, one.short, one.peer)))


def of(
    codecs: Sequence[CodecRef],
    workloads: Sequence[Workload],
    verified: Verified,
    copiers: dict[str, str],
    selection: Selection,
) -> list[Row]:
    """The chosen rows, refused ones with the reason. `copiers`: peer -> the peer of its language that does the copies;
    codecs of other peers have no benchmark program and no row."""
    able = [one for one in codecs if one.peer in copiers and one.format != NONE]
    everything = []
    for workload in workloads:
        # What a workload is there for matters where the user does not say.
        of_it = [one for one in able if selection.codec or workload.takes(one.id)]
        everything += _of_case(of_it, workload, verified)
    asked = [row for row in everything if not selection.codec or matches(row.codec, selection.codec)]
    chosen = [row for row in asked if selection.takes(row.kind)]
    if not chosen and not any(map(selection.takes, REFERENCES)):
        raise UserError("no row is left: each of BENCH, CODEC and MESSAGE matches something, together nothing")
    rows = chosen + _references(chosen or asked, copiers)
    for number, row in enumerate(rows):
        row.task = f"r{number}"
    return rows


def _of_case(codecs: Sequence[CodecRef], workload: Workload, verified: Verified) -> list[Row]:
    rows = []
    for codec in codecs:
        if codec.encodes:
            rows += _writing(codec, workload, verified)
        if codec.decodes:
            rows += _reading(codec, workload, verified)
    return rows


def _writing(codec: CodecRef, workload: Workload, verified: Verified) -> list[Row]:
    wrote = verified.wrote(codec.id, workload.case)
    ways = [{}, {"reused": True}, {"cold": True}]
    more = {
        "wire": None if wrote.data is None else len(wrote.data),
        "loses": wrote.loses.get(codec.id),
        "why": verified.refuses(codec.id, workload.case) or wrote.why,
    }
    return [_row(codec, workload, operation, **more, **way) for operation in WRITING for way in ways]


def _reading(codec: CodecRef, workload: Workload, verified: Verified) -> list[Row]:
    """Its own bytes first; then those of others, the same bytes once."""
    rows = []
    unexpected = verified.refuses(codec.id, workload.case)
    for index, found in enumerate(verified.encodings(codec, workload.case)):
        ways = [{"foreign": True}] if index else [{}, {"reused": True}, {"cold": True}]
        first = found.writers[0]
        more = {
            "data": found.data,
            "wire": len(found.data),
            "written_by": found.writers,
            "of": "" if first == codec.id else first,
            "loses": found.loses,
            "why": unexpected or found.why,
        }
        rows += [_row(codec, workload, operation, **more, **way) for operation in READING for way in ways]
    return rows


def _row(codec: CodecRef, workload: Workload, operation: str, **more) -> Row:
    case = workload.case
    options = dict(case.options.get(codec.format, {}))
    return Row(codec.peer, operation, codec.id, case.name, case.message, view=case.view, options=options, **more)


def _references(rows: Sequence[Row], copiers: dict[str, str]) -> list[Row]:
    """The copy constructor of every value, and memcpy of every number of bytes, in each language that needs it."""
    copies: dict[tuple, Row] = {}
    copied: dict[tuple, Row] = {}
    for row in rows:
        if row.why is not None:
            continue
        peer = copiers[row.peer]
        copies.setdefault((peer, row.case), Row(peer, "copy", None, row.case, row.message, view=row.view))
        if row.wire and (peer, row.wire) not in copied:
            data = row.data or bytes(row.wire)
            copied[peer, row.wire] = Row(peer, "memcpy", data=data, wire=row.wire)
    return [*copies.values(), *copied.values()]

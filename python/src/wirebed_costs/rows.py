"""The rows of a run: operations of codecs on workloads, and which of them were chosen.

The benchmark of a row is its operation and its variation: `encode`, `decode reused`, `populate cold`,
`decode foreign` (bytes that others wrote). BENCH= is a list of globs of benchmarks.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from wirebed.bed import glob
from wirebed.bed.codec_id import NONE, key_of, takes
from wirebed.errors import UserError, no_match
from wirebed.peers.codecs import MESSAGE, CodecRef
from wirebed_costs.verify import Verified
from wirebed_costs.workloads import Workload

WRITING, READING = ("encode", "populate"), ("decode", "convert")
OPERATIONS = ("encode", "decode", "populate", "convert")
# Each row is shown as a multiple of these, which are measured with any choice of rows.
REFERENCES = ("copy", "memcpy")
BENCHMARKS = (
    *(f"{operation}{more}" for more in ("", " reused", " cold") for operation in OPERATIONS),
    *(f"{operation} foreign" for operation in READING),
    *REFERENCES,
)
DEFAULT = ("encode", "decode")
# The way from and to the plain object is measured by default where it is not part of these: a codec of messages.
OF_MESSAGES = ("populate", "convert")


@dataclass(eq=False)
class BenchRow:
    """One row with its samples. `why` is the reason when it is refused."""

    peer: str
    operation: str
    codec: str | None = None  # java:protobuf/protobuf-java; None for copy and memcpy
    case: str | None = None
    message: str | None = None
    reused: bool = False
    cold: bool = False
    foreign: bool = False
    of: str = ""  # the first writer of the bytes that are read, where it is not the codec itself
    written_by: list[str] = field(default_factory=list)
    view: bytes = b""
    data: bytes = b""  # the bytes that are read or copied
    wire: int | None = None  # bytes of the encoding
    options: dict[str, str] = field(default_factory=dict)
    loses: str | None = None
    why: str | None = None
    task: str = ""  # its name in the files of the harness
    kept: str = ""  # what the library's user keeps between operations
    samples: list[list[float]] = field(default_factory=list)  # nanoseconds per operation; one list for each process
    operations: list[int] = field(default_factory=list)
    disturbed: list[bool] = field(default_factory=list)  # by process: whether other programs were at work meanwhile
    left_out: int = 0  # processes of an earlier run that others disturbed
    allocations: list[tuple[float, float | None]] = field(default_factory=list)  # bytes and count of each measurement
    stacks: tuple[int, int] | None = None  # how many were sampled, and how many are in code of this bed

    @property
    def benchmark(self) -> str:
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
    def value(self) -> str:
        """A digest of what is written or read. How often each byte is read counts, and not where: some libraries write
        the entries of a map in another order in each process."""
        read = [self.data.count(byte) for byte in range(256)]
        return hashlib.sha256(b"%b %r" % (self.view, read)).hexdigest()[:16]

    @property
    def reference(self) -> bool:
        return self.operation in REFERENCES


@dataclass(frozen=True)
class RowSelection:
    """BENCH= and CODEC= of `make bench`, lists of globs; None is the default, or everything."""

    bench: str | None = None
    codec: str | None = None

    def takes(self, benchmark: str, of_messages: bool = False) -> bool:
        if self.bench:
            return glob.takes({benchmark}, glob.listed(self.bench))
        return benchmark in DEFAULT or (of_messages and benchmark in OF_MESSAGES)

    def names(self, codec: str) -> bool:
        """Whether CODEC= takes a codec, or there is none."""
        return takes(codec, glob.listed(self.codec))

    def check(self, codecs: Iterable[CodecRef]):
        """Raises an error for a glob that matches nothing; it names similar names."""
        if self.bench and not any(self.takes(benchmark) for benchmark in BENCHMARKS):
            raise no_match("BENCH", self.bench, BENCHMARKS)
        refs = list(codecs)
        # A peer that a `!` leaves out altogether has no codecs here.
        for one in (one for one in glob.listed(self.codec) if not one.startswith("!")):
            if not any(takes(ref.id, (one,)) for ref in refs):
                raise no_match("CODEC", one, (name for ref in refs for name in (ref.id, ref.short, ref.peer)))


def of(
    codecs: Sequence[CodecRef],
    workloads: Sequence[Workload],
    verified: Verified,
    copiers: dict[str, str],
    selection: RowSelection,
) -> list[BenchRow]:
    """The chosen rows, refused ones with the reason. `copiers`: peer -> the peer of its language that measures the
    copies; codecs of other peers have no benchmark program and no row."""
    able = [codec for codec in codecs if codec.peer in copiers and codec.format != NONE]
    everything = []
    for workload in workloads:
        # The codecs of a workload count only where the user names none.
        of_it = [codec for codec in able if selection.codec or workload.takes(codec.id)]
        everything += _of_case(of_it, workload, verified)
    asked = [row for row in everything if selection.names(row.codec or "")]
    of_messages = {codec.id for codec in able if codec.model == MESSAGE}
    chosen = [row for row in asked if selection.takes(row.benchmark, row.codec in of_messages)]
    if not chosen and not any(map(selection.takes, REFERENCES)):
        raise UserError("no row is left: each of BENCH, CODEC and MESSAGE matches something, together nothing")
    rows = chosen + _references(chosen or asked, copiers)
    for number, row in enumerate(rows):
        row.task = f"r{number}"
    return rows


def _of_case(codecs: Sequence[CodecRef], workload: Workload, verified: Verified) -> list[BenchRow]:
    rows = []
    for codec in codecs:
        if codec.encodes:
            rows += _writing(codec, workload, verified)
        if codec.decodes:
            rows += _reading(codec, workload, verified)
    return rows


def _writing(codec: CodecRef, workload: Workload, verified: Verified) -> list[BenchRow]:
    written = verified.written(codec.id, workload.case)
    variations = [{}, {"reused": True}, {"cold": True}]
    more = {
        "wire": None if written.data is None else len(written.data),
        "loses": written.loses.get(codec.id),
        "why": verified.refuses(codec.id, workload.case) or written.why,
    }
    return [_row(codec, workload, operation, **more, **kind) for operation in WRITING for kind in variations]


def _reading(codec: CodecRef, workload: Workload, verified: Verified) -> list[BenchRow]:
    """Rows for the codec's own bytes first, then for the different bytes of others."""
    rows = []
    unexpected = verified.refuses(codec.id, workload.case)
    for index, encoding in enumerate(verified.encodings(codec, workload.case)):
        variations = [{"foreign": True}] if index else [{}, {"reused": True}, {"cold": True}]
        first = encoding.writers[0]
        more = {
            "data": encoding.data,
            "wire": len(encoding.data),
            "written_by": encoding.writers,
            "of": "" if first == codec.id else first,
            "loses": encoding.loses,
            "why": unexpected or encoding.why,
        }
        rows += [_row(codec, workload, operation, **more, **kind) for operation in READING for kind in variations]
    return rows


def _row(codec: CodecRef, workload: Workload, operation: str, **more) -> BenchRow:
    case = workload.case
    options = dict(case.options.get(codec.format, {}))
    return BenchRow(codec.peer, operation, codec.id, case.name, case.message, view=case.view, options=options, **more)


def _references(rows: Sequence[BenchRow], copiers: dict[str, str]) -> list[BenchRow]:
    """A row for the copy constructor of each value and for memcpy of each size, in each language that has such rows."""
    copies: dict[tuple, BenchRow] = {}
    copied: dict[tuple, BenchRow] = {}
    for row in rows:
        if row.why is not None:
            continue
        peer = copiers[row.peer]
        copies.setdefault((peer, row.case), BenchRow(peer, "copy", None, row.case, row.message, view=row.view))
        if row.wire and (peer, row.wire) not in copied:
            data = row.data or bytes(row.wire)
            copied[peer, row.wire] = BenchRow(peer, "memcpy", data=data, wire=row.wire)
    return [*copies.values(), *copied.values()]

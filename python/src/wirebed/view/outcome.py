"""Cells and their outcomes, stages and kinds of differences (the enums are those of proto/wirebed/peer.proto)."""

import enum
import re
from dataclasses import dataclass, field

from wirebed_protocol import peer_pb2

from wirebed.bed.codec_id import short

Kind = enum.IntEnum("Kind", dict(peer_pb2.Kind.items()))
Stage = enum.IntEnum("Stage", dict(peer_pb2.Stage.items()))
Manner = enum.IntEnum("Manner", dict(peer_pb2.Manner.items()))
By = enum.IntEnum("By", dict(peer_pb2.By.items()))


class Outcome(enum.Enum):
    """What happened in a cell. Each outcome has a sign in report/phrases.py; peers/answer.py makes it of an answer."""

    EQUAL = "equal"
    DIFFERS = "differs"
    REJECTED = "rejected"  # by the reader
    REFUSED = "refused"  # by the writer
    UNSUPPORTED = "unsupported"
    CRASH = "crash"
    TIMEOUT = "timeout"
    LOST = "lost"  # of an echo: the connection failed, or the reply did not come
    INTERNAL = "internal"


def word(value: enum.Enum) -> str:
    """How reports and deviation files spell a kind, a stage, a manner or who refused: `presence-lost`, `library`."""
    return value.name.lower().replace("_", "-")


def kind_of(text: str) -> Kind:
    return Kind[text.upper().replace("-", "_")]


@dataclass(frozen=True, slots=True)
class Left:
    """What a failure left with the user of a library.

    Two outputs count as the same: an ObjectOutputStream writes the error with its stack into what it leaves.
    """

    what: str  # `object` or `output`
    view: bytes = b""  # empty where an object has none, or one that is too long
    output: bytes = field(default=b"", compare=False)  # the first bytes
    size: int = field(default=0, compare=False)  # of the whole view or output; 0 where there is no view


class Fault(enum.Enum):
    """Why a cell is not as expected."""

    UNSTATED = "unstated"  # no entry states what happened
    NOT_SHOWN = "not-shown"  # an entry states something else
    OVERLAP = "overlap"  # several entries state the same


@dataclass(frozen=True, slots=True)
class Problem:
    fault: Fault
    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class CellId:
    """case × format × writing codec × reading codec; codecs as `java:hessian2/caucho`.

    In the evolution suite also the leg, and the codec in between where the leg has one.
    """

    case: str
    format: str
    writer: str
    reader: str
    leg: str = ""
    relay: str = ""

    def __str__(self):
        ways = " > ".join(short(codec) for codec in (self.writer, self.relay, self.reader) if codec)
        return " ".join(filter(None, (self.case, self.format, self.leg, ways)))


@dataclass(slots=True)
class Cell:
    """A cell and what happened in it."""

    id: CellId
    outcome: Outcome
    stage: str = ""
    manner: str = ""  # of a rejection or a refusal: `typed`, `untyped` or `exhausted`
    by: str = ""  # of a rejection or a refusal, whose code refused: `library`, `codec` or `cast`
    left: Left | None = None
    reason: str = ""
    differences: list = field(default_factory=list)  # compare.Found
    # Which of the differences, by their index, are of values that a conversion of this bed touched.
    converted: frozenset[int] = frozenset()
    # As expected without an entry: the language's own object cannot hold the value either, in any version on its way.
    derived: bool = False
    entries: list = field(default_factory=list)  # names of the deviations that cover it
    problems: list[Problem] = field(default_factory=list)  # why it is not as expected
    size: int | None = None
    identical: list | None = None  # writers that wrote the same bytes
    lost: tuple = ()  # kinds of loss against the case itself
    unstated: list = field(default_factory=list)  # those of the differences that no entry states
    unattributed: bool = False  # a process was lost over it, and its task does not do that again
    # Who failed where it was not the reader (or, for a refusal, the writer): `relay`; of an echo, `client` or `server`.
    side: str = ""

    @property
    def failing(self) -> str:
        """The codec that failed."""
        side = self.side or ("client" if self.outcome is Outcome.REFUSED else "server")
        return {"relay": self.id.relay, "client": self.id.writer, "server": self.id.reader}[side]

    @property
    def expected(self) -> bool:
        return not self.problems

    @property
    def to_state(self) -> bool:
        """Whether an entry could state what happened. Nothing is to be stated of a process that is not lost again."""
        return not self.unattributed and any(problem.fault is Fault.UNSTATED for problem in self.problems)


_ADDRESS = re.compile(r"(@|0x)[0-9a-f]{5,16}\b")


def steady(reason: str) -> str:
    """A library's words without what changes from run to run: hash codes and addresses."""
    return _ADDRESS.sub(r"\1…", reason)

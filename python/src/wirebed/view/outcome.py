"""Cells and their outcomes, stages and kinds of differences.

Stages, kinds, manners and speakers are the enums of proto/wirebed/peer.proto. `SIGNS`, `HARM` and `OUTCOMES` say once
how each outcome is marked, coloured, ranked and put in a sentence. A new outcome stands here. Of an answer without a
value, wirebed.peers.answer makes it; of a value, wirebed.run.judge and wirebed_connections.judge do.
"""

import enum
import re
from dataclasses import dataclass, field
from typing import NamedTuple

from wirebed_protocol import peer_pb2

from wirebed.bed.codec_id import short
from wirebed.bed.schema import Schema
from wirebed.view.parse import Node


class Kind(enum.IntEnum):
    KIND_NONE = peer_pb2.KIND_NONE
    PRESERVED = peer_pb2.PRESERVED
    DEFAULT_FILLED = peer_pb2.DEFAULT_FILLED
    OTHER_DEFAULT = peer_pb2.OTHER_DEFAULT
    REORDERED = peer_pb2.REORDERED
    WIDENED = peer_pb2.WIDENED
    IDENTITY_LOST = peer_pb2.IDENTITY_LOST
    PRESENCE_LOST = peer_pb2.PRESENCE_LOST
    DROPPED = peer_pb2.DROPPED
    COLLAPSED = peer_pb2.COLLAPSED
    UNREAD = peer_pb2.UNREAD
    NARROWED = peer_pb2.NARROWED
    UNUSABLE = peer_pb2.UNUSABLE
    STALE = peer_pb2.STALE
    REINTERPRETED = peer_pb2.REINTERPRETED


class Stage(enum.IntEnum):
    STAGE_UNSPECIFIED = peer_pb2.STAGE_UNSPECIFIED
    PARSE = peer_pb2.PARSE
    REQUIRED_CHECK = peer_pb2.REQUIRED_CHECK
    USE = peer_pb2.USE
    BUILD = peer_pb2.BUILD
    WRITE = peer_pb2.WRITE


class Manner(enum.IntEnum):
    MANNER_UNSPECIFIED = peer_pb2.MANNER_UNSPECIFIED
    TYPED = peer_pb2.TYPED
    UNTYPED = peer_pb2.UNTYPED
    EXHAUSTED = peer_pb2.EXHAUSTED


class By(enum.IntEnum):
    BY_UNSPECIFIED = peer_pb2.BY_UNSPECIFIED
    LIBRARY = peer_pb2.LIBRARY
    CODEC = peer_pb2.CODEC
    CAST = peer_pb2.CAST


class Outcome(enum.StrEnum):
    """The result of a cell. `OUTCOMES` says more of each."""

    EQUAL = "equal"
    DIFFERS = "differs"
    REJECTED = "rejected"  # by the reader
    REFUSED = "refused"  # by the writer
    UNSUPPORTED = "unsupported"
    CRASH = "crash"
    TIMEOUT = "timeout"
    LOST = "lost"  # of an echo: the connection failed, or the reply did not come
    INTERNAL = "internal"


class Sign(NamedTuple):
    """A sign under which cells count, with its name in styles and its colours: of a line, and of a ground behind text
    where the page is light or dark."""

    sign: str
    name: str
    words: str
    line: str
    light: str
    dark: str


EXACT, IN_PART, NOT_AT_ALL, DIFFERS, FAILS, OURS, UNSUPPORTED, ENDED = "=", "≈", "∅", "≠", "✗", "⊘", "–", "!"
_SIGNS = (
    Sign(EXACT, "exact", "exact", "#2e8540", "#d7efd9", "#1e4426"),
    Sign(
        IN_PART, "part", "equal as far as the objects of the two languages hold the value",
        "#8a9a1b", "#eef3c9", "#434a16",
    ),
    Sign(NOT_AT_ALL, "none", "not held by the objects of the two languages", "#9a9aa5", "#e4e4e8", "#3a3b42"),
    Sign(DIFFERS, "differs", "differs", "#d98200", "#ffe2b8", "#5c3d06"),
    Sign(FAILS, "fails", "rejected or refused by the library", "#c62828", "#ffd1cf", "#641f1f"),
    Sign(
        OURS, "ours", "refused by code of this bed, or by a cast to the declared type",
        "#7b3fa0", "#e9d7f5", "#46295c",
    ),
    Sign(UNSUPPORTED, "unsupported", "unsupported", "#b9b9c2", "#e4e4e8", "#3a3b42"),
    Sign(
        ENDED, "crash", "crash, timeout, lost connection, or a defect of the peer",
        "#6e0d0d", "#f5a8a8", "#8a1414",
    ),
)  # fmt: skip
# By the sign itself, in the order of columns and legends.
SIGNS = {mark.sign: mark for mark in _SIGNS}
# How harmful a sign is, from 0 for the best one. A value that changes in silence harms more than a failure, which is
# seen, and what a codec does not support is known beforehand.
HARM = {sign: rank for rank, sign in enumerate((EXACT, IN_PART, UNSUPPORTED, NOT_AT_ALL, OURS, FAILS, DIFFERS, ENDED))}


class Said(NamedTuple):
    """How an outcome is marked, what became of a case that had it (after `is`), and what it means to whoever changed a
    schema; no meaning where the differences say it, or where it is no harm."""

    sign: str
    ends: str
    means: str = ""


# The mildest first: of many values that one cell has, the last one here counts.
OUTCOMES = {
    Outcome.EQUAL: Said(EXACT, "equal"),
    Outcome.DIFFERS: Said(DIFFERS, "read otherwise"),
    Outcome.REJECTED: Said(FAILS, "rejected", "refused by the reader"),
    Outcome.REFUSED: Said(FAILS, "refused", "refused by the writer"),
    Outcome.UNSUPPORTED: Said(UNSUPPORTED, "unsupported"),
    Outcome.CRASH: Said(ENDED, "ended by a crash", "the reader crashes"),
    Outcome.TIMEOUT: Said(ENDED, "ended by a timeout", "the reader hangs"),
    Outcome.LOST: Said(ENDED, "ended by a lost connection", "the connection fails"),
    Outcome.INTERNAL: Said(ENDED, "ended by an internal error", "the peer fails"),
}
# The reader has a value.
READ = (Outcome.EQUAL, Outcome.DIFFERS)
# A library, or code around it, says no. Such a failure has a manner, and somebody's words.
FAILURES = tuple(outcome for outcome, said in OUTCOMES.items() if said.sign == FAILS)
# Of a process that ended, hung or broke: no baseline accepts them, and a process that was started anew may show others.
BROKEN = tuple(outcome for outcome, said in OUTCOMES.items() if said.sign == ENDED)


def word(value: enum.Enum) -> str:
    """How reports and deviation files spell a kind, a stage, a manner or who refused: `presence-lost`, `library`."""
    return value.name.lower().replace("_", "-")


def kind_of(text: str) -> Kind:
    return Kind[text.upper().replace("-", "_")]


@dataclass(frozen=True, slots=True)
class Left:
    """The object or output that a failure left with the user of a library.

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
    # The entries that it is about, where all of them are of this repository, and the run is of another bed.
    foreign: tuple[str, ...] = ()

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

    @property
    def way(self) -> tuple[str, ...]:
        """The codecs that the value goes through."""
        return tuple(filter(None, (self.writer, self.relay, self.reader)))

    def __str__(self) -> str:
        way = " > ".join(map(short, self.way))
        return " ".join(filter(None, (self.case, self.format, self.leg, way)))


@dataclass(frozen=True, slots=True)
class Found:
    """One difference of two views: the two nodes (None for a missing one), and the node whose path names the place."""

    kind: Kind
    expected: Node | None
    actual: Node | None
    place: Node
    # The schema that names the place, where it is of another version than the reader's.
    schema: Schema | None = None


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
    differences: list[Found] = field(default_factory=list)
    # Which of the differences, by their index, are of values that a conversion of this bed touched.
    converted: frozenset[int] = frozenset()
    # As expected without an entry: the language's own object cannot hold the value either, in any version on its way.
    derived: bool = False
    entries: list[str] = field(default_factory=list)  # names of the deviations that cover it
    problems: list[Problem] = field(default_factory=list)  # why it is not as expected
    size: int | None = None
    identical: list[str] | None = None  # writers that wrote the same bytes
    lost: tuple[Kind, ...] = ()  # kinds of loss against the case itself
    unstated: list[Found] = field(default_factory=list)  # those of the differences that no entry states
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
_VARIES = re.compile(r"'[^']*'|\"[^\"]*\"|`[^`]*`|\d+|@[0-9a-f]+")
_HEAD = 160  # characters


def steady(reason: str) -> str:
    """A library's words without what changes from run to run: hash codes and addresses."""
    return _ADDRESS.sub(r"\1…", reason)


def template(reason: str) -> str:
    """The beginning of the words of a library, without numbers and what they quote. Errors of one cause share it."""
    return without_quotes(" ".join(reason.split()))[:_HEAD]


def without_quotes(text: str) -> str:
    return _VARIES.sub("…", text)

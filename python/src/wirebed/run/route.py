"""The unit of a run: what is written, by whom, through whom, and who reads it, at which versions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from wirebed.cases.byte_source import ByteSource
from wirebed.cases.case import Case
from wirebed.peers.answer import Answer
from wirebed.peers.codecs import CodecRef, Format
from wirebed.run.leg import Leg
from wirebed.run.questions import Edits, Panel, Place, Slot


class Mutation(Protocol):
    """A change that a relay makes to a value."""

    @property
    def edits(self) -> Edits: ...

    @property
    def gives(self) -> Case:
        """The view that the writer's own version ought to read then."""


@dataclass(frozen=True, slots=True, eq=False)
class Route:
    """One value on one leg, from one writer through one relay, if any, to each reader."""

    name: str  # of the case, the sample or the source
    case: Case | None  # None for a vector, and where a suite has values of its own
    leg: Leg
    format: Format
    writer: CodecRef | None  # None: the bytes are given
    readers: tuple[CodecRef, ...]
    given: ByteSource | None = None
    relay: CodecRef | None = None
    into: CodecRef | None = None  # what the relay writes with, where that is another codec
    mutation: Mutation | None = None  # what the relay sets or clears

    @property
    def writer_id(self) -> str:
        return self.writer.id if self.writer is not None else self.given_bytes.writer or "given"

    @property
    def value(self) -> Case:
        """The case whose value a codec writes."""
        assert self.case is not None, "vectors are given, and a suite with values of its own has other `Values`"
        return self.case

    @property
    def given_bytes(self) -> ByteSource:
        """The bytes that no codec writes."""
        assert self.given is not None, "a route has a writer, or its bytes are given"
        return self.given

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


class References:
    """The answers of the readers' own objects to the expected view; None where they cannot be asked."""

    __slots__ = ("expected", "places", "at_home", "_held")

    def __init__(self, expected: bytes, places: Sequence[Place | None], at_home: Sequence[Place | None] = ()) -> None:
        """`at_home`: what these objects hold of the value in the version that wrote it, where that is another one."""
        self.expected, self.places, self.at_home = expected, places, at_home
        self._held: bool | None = None

    def answer(self, index: int) -> bytes | Answer | None:
        """The answer of the objects of one reader."""
        place = self.places[index]
        return None if place is None else place.answer

    def of_failure(self, index: int) -> list[bytes | Answer | None]:
        """The answers, one for each version, that say whether a failure of a reader is a limit of its objects."""
        there = [None if place is None else place.answer for place in self.at_home[index : index + 1]]
        return [self.answer(index), *there]

    @property
    def held(self) -> bool:
        """Whether the objects of all readers hold exactly what is expected, as far as they can hold it at all."""
        if self._held is None:
            answers = [place.answer for place in self.places if place is not None]
            self._held = all(answer == self.expected or isinstance(answer, Answer) for answer in answers)
        return self._held


_NO_REFERENCES = References(b"", ())  # none was asked


@dataclass(slots=True)
class RouteState:
    """Where the answers of the peers on a route are, as far as it has come. Lists have one element for each reader."""

    route: Route
    options: Mapping[str, str]
    written: Place | None = None  # None: the bytes are given
    relayed: Slot | None = None
    # The readers answer at a position of this panel; None: nothing came as far as them.
    panel: Panel | None = None
    position: int = -1
    references: References = _NO_REFERENCES  # what the readers' own objects hold of what is expected
    relay_references: References = _NO_REFERENCES  # what the relay's own objects hold of what it ought to read
    # Without a relay on the leg: the reader's codec passes the bytes on, and the writer's version reads them again.
    passed: list[Slot | None] | None = None
    returned: list[Place | None] | None = None

    @property
    def data(self) -> bytes | None:
        if self.written is None:
            return self.route.given_bytes.data
        answer = self.written.answer
        return answer if isinstance(answer, bytes) else None

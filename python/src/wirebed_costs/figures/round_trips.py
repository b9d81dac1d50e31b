"""The round trips of a value through the codecs of a language: from an object to bytes and back to an object.

As jvm-serializers does, all codecs are compared from and to the plain object. A codec whose objects are messages of its
own converts on both ways there (`populate` and `convert`). Its round trip from and to its own message is another one,
which leaves that out (`encode` and `decode`). That of a layout is another one, too: this repository generates code for
each class that places the fields itself.
"""

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

from wirebed_costs import code, wording
from wirebed_costs.columns import own_part
from wirebed_costs.figures.rows import OPERATIONS, Rows
from wirebed_costs.others import is_disturbed
from wirebed_costs.rows import OF_MESSAGES
from wirebed_costs.statistics import Estimate, Summary, observed, summarize, total

DIRECTIONS = ("write", "read")


class Kind(IntEnum):
    """What is compared with each other, in the order of the tables."""

    PLAIN = 0  # a library, from and to the plain object
    OWN = 1  # a library, from and to its own message
    LAYOUT = 2  # code that is generated for each class


HEADS = {
    Kind.PLAIN: "libraries, from and to the plain object",
    Kind.OWN: "libraries, from and to their own messages",
    Kind.LAYOUT: "layouts that are generated for each class",
}


@dataclass(frozen=True)
class RoundTrip:
    codec: str
    kind: Kind
    rows: dict[str, dict]  # by direction; a codec that only reads has no `write`

    @property
    def name(self) -> str:
        return wording.codec(self.codec) + (", its own message" if self.kind is Kind.OWN else "") + " ≠" * self.loses

    @property
    def loses(self) -> bool:
        """Whether the value read differs from the value written, as a deviation states."""
        return any(row["loses"] for row in self.rows.values())

    def summary(self, direction: str) -> Summary | None:
        row = self.rows.get(direction)
        return summarize(row) if row else None

    def estimate(self, directions: Sequence[str]) -> Estimate | None:
        """The sum of these directions with its error; None where the codec lacks one of them."""
        rows = [self.rows[direction] for direction in directions if direction in self.rows]
        return total(list(map(observed, rows))) if len(rows) == len(directions) else None

    def is_disturbed(self, direction: str) -> bool:
        """Whether other programs disturbed its time."""
        return direction in self.rows and is_disturbed(self.rows[direction])

    @property
    def time(self) -> float:
        """The sum of the directions that there are, in nanoseconds."""
        return sum(summarize(row).mean for row in self.rows.values())

    @property
    def place(self) -> tuple[int, float, str]:
        """The fastest come first. Those with one direction come last: their time is not like the sum of both."""
        return -len(self.rows), self.time, self.codec

    @property
    def own(self) -> float | None:
        """The part of the time of both directions that is in code of this bed; None where it was not sampled."""
        parts = {direction: own_part(row) for direction, row in self.rows.items()}
        times = {direction: summarize(row).mean for direction, row in self.rows.items()}
        shares = [part * times[direction] for direction, part in parts.items() if part is not None]
        return sum(shares) / sum(times.values()) if len(shares) == len(times) else None


def of(rows: Rows, case: str, language: str) -> list[RoundTrip]:
    """By kind, and then by their place."""
    every = (trip for codec in rows.codecs(case, language) for trip in _of_codec(rows, case, codec))
    return sorted(every, key=lambda trip: (trip.kind, trip.place))


def _of_codec(rows: Rows, case: str, codec: str) -> Iterator[RoundTrip]:
    """Of a codec of messages two round trips, else one."""
    for operations in (OF_MESSAGES, OPERATIONS) if codec in rows.messages else (OPERATIONS,):
        if found := _rows(rows, case, codec, operations):
            yield RoundTrip(codec, kind_of(codec, operations[0], rows.messages), found)


def is_layout(codec: str) -> bool:
    """Whether code.yaml names it among the layouts."""
    return code.is_listed("layouts", codec)


def kind_of(codec: str, operation: str, messages: Container[str]) -> Kind:
    """What a row is compared with. `messages`: the codecs whose objects are messages."""
    if codec in messages:
        return Kind.OWN if operation in OPERATIONS else Kind.PLAIN
    return Kind.LAYOUT if is_layout(codec) else Kind.PLAIN


def _rows(rows: Rows, case: str, codec: str, operations: tuple[str, ...]) -> dict[str, dict]:
    found = {direction: rows.row(case, codec, one) for direction, one in zip(DIRECTIONS, operations, strict=True)}
    return {direction: row for direction, row in found.items() if row}

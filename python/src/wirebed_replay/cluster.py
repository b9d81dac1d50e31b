"""What a replay has found: clusters of records of which the same is to be said, and what could not be read.

Summaries are added up in any order, and the sum is the same. So nothing in them depends on which records were asked
together, or by which process.
"""

import re
from typing import NamedTuple

import msgspec

from wirebed_replay.framing.record import Damage

# The most records that a cluster names.
FIRST = 5
_POSITION = re.compile(r"\[\d+\]|\{\d+\}")


class Where(NamedTuple):
    """The place of a record. `number`: how many records of the corpus come before it."""

    number: int
    file: str
    at: int
    id: str = ""

    def __str__(self) -> str:
        return f"{self.file}@{self.at}{f' ({self.id})' if self.id else ''}"


class Key(NamedTuple):
    """What the records of a cluster have in common."""

    message: str
    readers: tuple[str, ...]  # that read otherwise than is expected
    outcome: str  # of these readers
    what: str  # the kinds and places of what they read otherwise, or how they failed
    entries: tuple[str, ...]  # that state it
    expected: bool  # whether nothing is left that no entry states


class Cluster(msgspec.Struct):
    records: int = 0
    first: list[Where] = []
    shortest: tuple[int, Where] | None = None  # its size in bytes and its place

    def add(self, other: "Cluster") -> None:
        self.records += other.records
        self.first = sorted({*self.first, *other.first})[:FIRST]
        self.shortest = min(filter(None, (self.shortest, other.shortest)), default=None)


class Unreadable(msgspec.Struct):
    """Places without a record, for one reason."""

    places: int = 0
    size: int = 0  # bytes, where that is known
    first: list[Where] = []
    skipped: bool = False  # as the user has declared

    def add(self, other: "Unreadable") -> None:
        self.skipped = other.skipped
        self.places, self.size = self.places + other.places, self.size + other.size
        self.first = sorted({*self.first, *other.first})[:FIRST]


class Summary(msgspec.Struct):
    records: int = 0
    size: int = 0  # bytes of the payloads
    alike: int = 0  # records of which all readers have read the same
    equal: dict[str, int] = {}  # by reader: records that it has read as is expected
    clusters: list[tuple[Key, Cluster]] = []
    unreadable: dict[str, Unreadable] = {}  # by the reason


class Sum:
    """Adds up summaries."""

    def __init__(self) -> None:
        self.records = self.size = self.alike = 0
        self.equal: dict[str, int] = {}
        self.clusters: dict[Key, Cluster] = {}
        self.unreadable: dict[str, Unreadable] = {}

    def add(self, summary: Summary) -> None:
        self.records += summary.records
        self.size += summary.size
        self.alike += summary.alike
        for reader, records in summary.equal.items():
            self.read(reader, records)
        for key, cluster in summary.clusters:
            self.clusters.setdefault(key, Cluster()).add(cluster)
        for why, places in summary.unreadable.items():
            self.unreadable.setdefault(why, Unreadable()).add(places)

    def read(self, reader: str, records: int) -> None:
        self.equal[reader] = self.equal.get(reader, 0) + records

    def see(self, key: Key, where: Where, size: int) -> None:
        """Adds a record, which has so many bytes."""
        self.clusters.setdefault(key, Cluster()).add(Cluster(1, [where], (size, where)))

    def lose(self, damage: Damage, where: Where) -> None:
        of_reason = self.unreadable.setdefault(damage.why, Unreadable())
        of_reason.add(Unreadable(1, damage.size, [where], damage.skipped))

    def summary(self) -> Summary:
        """In an order that does not depend on the one in which it was added up: the largest clusters first."""
        clusters = sorted(self.clusters.items(), key=lambda item: (item[0].expected, -item[1].records, item[0]))
        equal, unreadable = dict(sorted(self.equal.items())), dict(sorted(self.unreadable.items()))
        return Summary(self.records, self.size, self.alike, equal, clusters, unreadable)


def anywhere(path: str) -> str:
    """A path without positions: `prices[].date`."""
    return _POSITION.sub("[]", path)

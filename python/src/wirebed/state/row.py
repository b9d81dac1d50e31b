"""The cells of one route: what the engine hands to matchers and reports."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from wirebed.bed.schema import Schema
from wirebed.view.outcome import Cell, CellId, Kind, Outcome

if TYPE_CHECKING:
    from wirebed.state.deviations.places import ValuePlaces


class Valued(Protocol):
    """The part of a case (wirebed.cases.Case), or of a value in its place, that a row needs."""

    @property
    def name(self) -> str: ...

    @property
    def message(self) -> str:
        """The full name of its message."""

    @property
    def options(self) -> Mapping[str, Mapping[str, str]]:
        """By format."""

    @property
    def tags(self) -> tuple[str, ...]: ...


@dataclass(slots=True)
class Reading:
    """The view that one reader saw in the bytes of a row."""

    reader: str
    cell: Cell | None = None  # None is `equal`
    expected: bytes = b""  # the reference: the value as its own objects hold what the writer's hold
    seen: bytes | None = None  # what it read; None where it failed
    lost: tuple[Kind, ...] = ()  # the kinds of loss against the case itself
    value: bytes | None = None  # what the case says, where the row has several values


@dataclass(slots=True)
class Row:
    case: Valued | None  # None for a vector
    name: str  # of the case or the source
    source: str  # the file or vector whose bytes were read; empty when the writer wrote them now
    format: str
    writer: str
    readers: Sequence[str] = ()
    # Readers that saw `expected`, of which there is nothing else to say. They share this row and have no reading.
    equal: Sequence[str] = ()
    readings: list[Reading] = field(default_factory=list)  # of the other readers
    size: int | None = None
    identical: list[str] | None = None  # other writers of the same bytes; None where order is not defined
    value: bytes = b""  # what the case says, as a view
    held: bytes = b""  # the value as the writer's objects hold it
    expected: bytes = b""  # what readers ought to see whose objects can hold it
    data: bytes | None = None  # what was written
    relayed: bytes | None = None  # what the relay wrote
    reject: bool = False  # every reader should refuse the bytes
    of_vector: str = ""  # the message of a vector; empty where it has no schema
    schema: Schema | None = None  # of the readers' version; None where the value has no schema
    # Where another version meets the value: its places, with what both versions declare for them.
    places: "ValuePlaces | None" = None
    leg: str = ""  # of the evolution suite, and the codec that relays, if any
    relay: str = ""
    kept: Sequence[str] = ()  # the readers whose answers were kept from an earlier run
    # Of an echo, by reader: `objects`, how many values had each outcome; `object`, which value the cell shows; `sent`
    # and `received`, the bytes of all.
    objects: dict[str, dict[str, Any]] | None = None

    @property
    def message(self) -> str:
        """The full name of that of the value; empty for a value without schema."""
        return self.case.message if self.case is not None else self.of_vector

    def id(self, reader: str) -> CellId:
        return CellId(self.name, self.format, self.writer, reader, self.leg, self.relay)

    def cell(self, reading: Reading) -> Cell:
        """The cell of a reading; makes it where there is none."""
        if reading.cell is None:
            reading.cell = Cell(self.id(reading.reader), Outcome.EQUAL, lost=reading.lost)
        return reading.cell

    def reading(self, reader: str) -> Reading:
        """The reading of a reader of `equal`."""
        return Reading(reader, None, self.expected, self.expected)

    def single_out(self, readings: Sequence[Reading]) -> None:
        """Gives readers of `equal` readings of their own, since something is to be said of them."""
        named = {reading.reader for reading in readings}
        self.equal = [reader for reader in self.equal if reader not in named]
        self.readings += readings

    def each(self) -> Iterator[Reading]:
        """A reading for every reader."""
        own = {reading.reader: reading for reading in self.readings}
        for reader in self.readers:
            yield own.get(reader) or self.reading(reader)

    @property
    def cells(self) -> Iterator[Cell]:
        """The cells that were made: an equal reading has one only when an entry or a problem is about it."""
        return (reading.cell for reading in self.readings if reading.cell is not None)


def of_tree(peer: str, name: str, format_: str, why: str, schema: Schema | None) -> Row:
    """The row of a language that cannot compile a tree: one cell, with its reason."""
    cell = Cell(CellId(name, format_, peer, peer), Outcome.UNSUPPORTED, reason=why)
    return Row(None, name, "", format_, peer, [peer], readings=[Reading(peer, cell)], schema=schema)

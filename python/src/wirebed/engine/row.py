"""The cells of one route: what the engine hands to matchers and reports."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from wirebed.outcome import Cell, CellId, Outcome


@dataclass(slots=True)
class Reading:
    """What one reader saw in the bytes of a row."""

    reader: str
    cell: Cell | None = None  # None is `equal`
    expected: bytes = b""  # the reference: the value as its own objects hold what the writer's hold
    seen: bytes | None = None  # what it read; None where it failed
    lost: tuple = ()  # the kinds of loss against the case itself
    value: bytes | None = None  # what the case says, where the row has several values


@dataclass(slots=True)
class Row:
    case: object | None  # wirebed.cases.Case; None for a vector
    name: str  # of the case or the source
    source: str  # the file or vector whose bytes were read; empty when the writer wrote them now
    format: str
    writer: str
    readings: list[Reading] = field(default_factory=list)
    size: int | None = None
    identical: list[str] | None = None  # other writers of the same bytes; None where order is not defined
    value: bytes = b""  # what the case says, as a view
    held: bytes = b""  # the value as the writer's objects hold it
    data: bytes | None = None  # what was written
    relayed: bytes | None = None  # what the relay wrote
    reject: bool = False  # every reader should refuse the bytes
    schema: object = None  # of the readers' version; None where the value has no schema
    leg: str = ""  # of the evolution suite, and the codec that relays, if any
    relay: str = ""
    # Of an echo, by reader: `objects`, how many values had each outcome; `object`, which value the cell shows; `sent`
    # and `received`, the bytes of all.
    objects: dict[str, dict] | None = None

    def id(self, reader: str) -> CellId:
        return CellId(self.name, self.format, self.writer, reader, self.leg, self.relay)

    def cell(self, reading: Reading) -> Cell:
        """The cell of a reading; makes it where there is none."""
        if reading.cell is None:
            reading.cell = Cell(self.id(reading.reader), Outcome.EQUAL, lost=reading.lost)
        return reading.cell

    @property
    def cells(self) -> Iterator[Cell]:
        """The cells that were made: an equal reading has one only when an entry or a problem is about it."""
        return (one.cell for one in self.readings if one.cell is not None)


def of_tree(peer: str, name: str, format_: str, why: str, schema) -> Row:
    """The row of a language that cannot compile a tree: one cell, with its reason."""
    cell = Cell(CellId(name, format_, peer, peer), Outcome.UNSUPPORTED, reason=why)
    return Row(None, name, "", format_, peer, [Reading(peer, cell)], schema=schema)

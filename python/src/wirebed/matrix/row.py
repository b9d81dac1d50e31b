"""The cells of one case, format and writer, side by side: what the matrix hands on."""

from dataclasses import dataclass, field

from wirebed.outcome import Cell, CellId, Outcome


@dataclass(slots=True)
class Row:
    case: object | None  # wirebed.cases.Case; None for a vector
    name: str  # of the case or the source
    source: str  # the file or vector whose bytes were read; empty when the writer wrote them now
    format: str
    writer: str
    readers: list[str]
    # One a reader: None is `equal`; everything else is a Cell.
    verdicts: list[Cell | None]
    # One a reader: the kinds of loss against the case itself, for a cell that is equal.
    lost: list[tuple] = field(default_factory=list)
    size: int | None = None
    identical: list[str] | None = None  # other writers of the same bytes; None where order is not defined
    value: bytes = b""  # what the case says, as a view
    held: bytes = b""  # the value as the writer's object holds it
    # One a reader: the value as the reader's object holds what the writer's holds; what the cell is judged against.
    references: list[bytes] = field(default_factory=list)
    # One a reader that came as far as that: what it read; None where it failed.
    seen: list[bytes | None] = field(default_factory=list)
    data: bytes | None = None  # what was written, for whoever checks it against goldens
    relayed: bytes | None = None  # what the codec in between passed on
    reject: bool = False  # every reader should refuse the bytes
    leg: str = ""  # of the evolution suite, with the codec in between, if any
    relay: str = ""

    def id(self, index: int) -> CellId:
        return CellId(self.name, self.format, self.writer, self.readers[index], self.leg, self.relay)

    def cell(self, index: int) -> Cell:
        """The Cell of a reader, made where there was none."""
        if self.verdicts[index] is None:
            self.verdicts[index] = Cell(self.id(index), Outcome.EQUAL, lost=self.lost[index] if self.lost else ())
        return self.verdicts[index]

"""`read: by-position`: the bytes of a cell say what it has to show (the package `oracle`), and no other entry does.

| cell | the oracle checks |
|---|---|
| a reader of the other version | its view, or that it rejects, and at which stage |
| a relay | that it rejects; or that it passes on what it ought to have read, and what the reader makes of that |
| a value that the reader has no field for | that it is `dropped` if the reader skipped bytes, else `preserved` |

A relay that sets or clears fields writes other bytes than it read, so on such a leg the oracle checks rejections only.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from wirebed.bed.codec_id import peer_of
from wirebed.bed.schema import Schema
from wirebed.state.deviations.entry import Entry
from wirebed.state.deviations.places import ValuePlaces
from wirebed.state.row import Reading, Row
from wirebed.suites.evolution import oracle
from wirebed.suites.evolution.legs import LEGS
from wirebed.suites.evolution.oracle import Holding, Unreadable
from wirebed.view import spell
from wirebed.view.compare import Found, compare
from wirebed.view.outcome import READ, Cell, Kind, Outcome, word


@dataclass(frozen=True, kw_only=True)
class ByPosition(Entry):
    @classmethod
    def of(cls, entry: Entry) -> "ByPosition":
        """An entry that leaves to the bytes what happens. It is about the formats of which the layouts are known."""
        if isinstance(entry, cls):
            return entry
        return cls(**{**vars(entry), "formats": tuple(oracle.LAYOUTS)})

    def states(self) -> str:
        return "what the bytes give at their positions"

    def covers(self, difference: Found, value: ValuePlaces, case: str) -> bool:
        return True

    def covers_failure(self, cell: Cell) -> bool:
        return True

    def takes(self, row: Row, cell: Cell | None) -> bool:
        """Whether position decides what happens in this cell."""
        outcome = Outcome.EQUAL if cell is None else cell.outcome
        if row.data is None or outcome not in (*READ, Outcome.REJECTED):
            return False
        return outcome is Outcome.REJECTED or not LEGS[row.leg].mutates


class Oracle:
    """Holds the cells of one step against their bytes. It computes each reading once."""

    def __init__(self, schemas: Mapping[str, Schema], objects: Mapping[str, Holding], roots: Mapping[str, str]) -> None:
        """`schemas` and `roots`, the full names of the step's root message, are by version, `objects` by peer."""
        self.schemas, self.objects, self.roots = schemas, objects, roots
        self.known: dict[tuple[str, bytes, str, str], oracle.Reading | Unreadable] = {}

    def contradiction(self, row: Row, reading: Reading) -> str:
        """The first contradiction between a cell and its bytes; empty when there is none."""
        leg, cell, data = LEGS[row.leg], reading.cell, row.data
        if leg.relay:
            relayed = self._read(row, data, leg.relay, row.relay)
            if cell is not None and cell.side == "relay":
                return _rejection(relayed, cell)
            if problem := self._passed_on(row, relayed):
                return problem
            data = row.relayed
        computed = self._read(row, data, leg.reader, reading.reader)
        if isinstance(computed, Unreadable) or reading.seen is None:
            return _rejection(computed, cell)
        return self._other("read", computed.view, reading.seen, leg.reader) or _unseen(computed, cell)

    def _read(self, row: Row, data: bytes | None, version: str, codec: str) -> oracle.Reading | Unreadable:
        assert data is not None, "a cell that position decides has bytes"
        peer = peer_of(codec)
        key = (row.format, data, version, peer)
        if key not in self.known:
            try:
                self.known[key] = oracle.read(
                    row.format, data, self.schemas[version], self.roots[version], self.objects[peer]
                )
            except Unreadable as error:
                self.known[key] = error
        return self.known[key]

    def _passed_on(self, row: Row, relayed: oracle.Reading | Unreadable) -> str:
        """A relay writes the value that it read. It passes on an element that only a use would find wrong."""
        leg = LEGS[row.leg]
        if isinstance(relayed, Unreadable):
            return "" if relayed.stage == "use" else f"by position, the relay has to reject: {relayed}"
        if leg.mutates:
            return ""
        again = self._read(row, row.relayed, leg.relay, row.relay)
        if isinstance(again, Unreadable):
            return f"by position, the relay itself has to reject what it wrote: {again}"
        return self._other("wrote", relayed.view, again.view, leg.relay)

    def _other(self, did: str, computed: bytes, instead: bytes, version: str) -> str:
        """The first place in which a view is not the computed one."""
        schema = self.schemas[version]
        for f in compare(computed, instead, schema=schema):
            place = spell.path(f.place, schema) or "the value"
            given, seen = (spell.render(node, schema) if node else "absent" for node in (f.expected, f.actual))
            return f"by position, {place} is {given}; the codec {did} {seen}"
        return ""


def _rejection(read: oracle.Reading | Unreadable, cell: Cell | None) -> str:
    """The oracle and the codec reject the same bytes at the same stage."""
    if not isinstance(read, Unreadable):
        return "by position, the bytes are a value of the class"
    if cell is None or cell.outcome is not Outcome.REJECTED:
        return f"by position, the bytes have to be rejected: {read}"
    return "" if cell.stage == read.stage else f"by position, they are rejected at stage {read.stage}: {read}"


def _unseen(read: oracle.Reading, cell: Cell | None) -> str:
    """A value without a field of the reader is dropped with skipped bytes; bytes that it took for others return."""
    kind = Kind.DROPPED if read.skipped else Kind.PRESERVED
    others = [f.kind for f in cell.differences if f.schema is not None and f.kind is not kind] if cell else []
    return f"by position, what the reader has no field for is {word(kind)}, not {word(others[0])}" if others else ""

"""Which entries select a cell of a work, said without judging it: from the values and the codecs of its rows.

Most entries name no cases, so any value of any message may be theirs, and they are about few. What a row shows to them
follows from answers and not from the entries. So it is kept beside the verdict of a work, and an entry that is new is
held against it.
"""

from collections.abc import Iterable, Mapping

import msgspec
import zstandard

from wirebed.bed.schema import Schema
from wirebed.state.deviations.entry import FILE, NO_OPTIONS, Entry
from wirebed.state.deviations.given import GIVEN, GivenPlaces
from wirebed.state.deviations.places import ValuePlaces
from wirebed.state.deviations.selectors import Pair, PairIndex
from wirebed.state.row import Row

_Met = tuple[str, str, tuple[str, ...], str, str]  # as a Pair, of all readers of a row


class _Value(msgspec.Struct, array_like=True):
    """A value that entries are asked about. `given`: the format and the bytes, where no writer of the bed wrote it."""

    name: str
    message: str
    options: Mapping[str, Mapping[str, str]]
    view: bytes
    given: tuple[str, bytes] | None
    met: set[int]  # which codecs meet there


class Selectable(msgspec.Struct, array_like=True):
    """All that the rows of a work show to the selectors and conditions of entries."""

    met: list[_Met]
    values: list[_Value]

    @classmethod
    def of(cls, rows: Iterable[Row]) -> "Selectable":
        met: dict[_Met, int] = {}
        values: dict[tuple[object, ...], _Value] = {}
        for row in rows:
            codecs = (row.format, row.writer, tuple(row.readers), row.leg, row.relay)
            at = met.setdefault(codecs, len(met))
            options = row.case.options if row.case is not None else NO_OPTIONS
            given = (row.format, row.data) if row.writer in GIVEN and row.data is not None else None
            # A failure is matched by the value that was written, any other cell by what its reader should have seen.
            for view in {row.held, row.expected, *(reading.expected for reading in row.readings)}:
                key = (row.name, id(row.case), given, view)
                if key not in values:
                    values[key] = _Value(row.name, row.message, options, view, given, set())
                values[key].met.add(at)
        return cls([*met], [*values.values()])

    def selected_by(self, entry: Entry, versions: Mapping[str, str], schema: Schema) -> bool:
        """Whether an entry selects a cell. `versions`: of the codecs that run; `schema`: of the values."""
        index, formats = PairIndex([entry], versions), (FILE,) if entry.of_format(FILE) else ()
        about = {
            at
            for at, (format_, writer, readers, leg, relay) in enumerate(self.met)
            for name in (*formats, *([format_] if entry.of_format(format_) else ()))
            if any(index.bits(Pair(name, writer, reader, leg, relay)) for reader in readers)
        }
        return any(
            not about.isdisjoint(value.met)
            and entry.takes_case(value.name, value.message, _places(value, schema), value.options)
            for value in self.values
        )

    def encode(self) -> bytes:
        return zstandard.compress(msgspec.msgpack.encode(self))

    @staticmethod
    def decode(data: bytes) -> "Selectable":
        return msgspec.msgpack.decode(zstandard.decompress(data), type=Selectable)


def _places(value: _Value, schema: Schema) -> ValuePlaces:
    given = GivenPlaces(*value.given, schema, value.message) if value.given is not None else None
    return ValuePlaces(value.view, schema, value.message, given)

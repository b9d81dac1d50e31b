"""Writes build/report/<run>.jsonl: a header, lines of cells, a footer. A report without a footer is not whole.

A line has one case, leg, format, writer and relay, and all readers of which the same is to be said. Each of them is a
cell.

Only `started` in the header and `times` in the footer hold times: all else is the same for the same inputs.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from wirebed.bed.files import PartialFile
from wirebed.bed.schema import Schema
from wirebed.report.cell import Difference, Left
from wirebed.report.value_store import SUFFIX, ValuesWriter
from wirebed.state.deviations.places import types_of
from wirebed.state.row import Reading, Row
from wirebed.view import grammar as g
from wirebed.view import spell
from wirebed.view.compare import Found
from wirebed.view.outcome import Cell, Outcome, word
from wirebed.view.outcome import Left as LeftByLibrary
from wirebed.view.parse import Node

# A line or a part of one; wirebed.report.cell and the modules beside it say what it has.
Json = dict[str, Any]
# The most differences of a cell that are written out; the others are counted.
DIFFERENCES = 20


class Counts(msgspec.Struct):
    """The cells of lines, counted."""

    cells: int = 0
    outcomes: dict[str, int] = msgspec.field(default_factory=dict)
    failures: dict[str, dict[str, int]] = msgspec.field(default_factory=dict)  # who refused -> manner -> cells
    unexpected: int = 0
    unsupported_as_expected: int = 0

    def add(self, other: "Counts") -> None:
        self.cells += other.cells
        _add(self.outcomes, other.outcomes)
        for by, manners in other.failures.items():
            _add(self.failures.setdefault(by, {}), manners)
        self.unexpected += other.unexpected
        self.unsupported_as_expected += other.unsupported_as_expected


def _add(counts: dict[str, int], others: dict[str, int]) -> None:
    for key, count in others.items():
        counts[key] = counts.get(key, 0) + count


class Written(msgspec.Struct):
    """Lines of a report and the values that they name."""

    lines: bytes  # as they are if all answers are kept
    values: bytes
    counts: Counts
    now: bytes = b""  # the lines as they are in this run, before they are written


class ReportWriter:
    def __init__(self, path: Path, header: Json) -> None:
        # Two runs at the same time write two files; that of the run that ends last gets the name.
        self.out = PartialFile(path)
        self.values = ValuesWriter(path.with_suffix(SUFFIX))
        self.name = ""  # of the case whose rows are being written
        self.counts = Counts()
        self._begin()
        self.line({"header": header})
        # Many cells of some rows share a difference, which is put into words once.
        self.differences: dict[tuple[int, int], tuple[Found, Difference]] = {}

    def _begin(self) -> None:
        self.lines: list[bytes] = []  # that are not in the file yet
        self.kept: list[bytes] = []  # the same, as they are if all answers are kept
        self.part = Counts()  # of these lines

    def line(self, data: Json) -> None:
        """Writes a line that is of no row."""
        self.out.write(_json(data) + b"\n")

    def rows(self, rows: Iterable[Row]) -> None:
        """Writes the rows of a run."""
        self.add(self.written(rows))

    def written(self, rows: Iterable[Row]) -> "Written":
        """The lines of rows, which `add` writes."""
        for row in rows:
            self.row(row)
        self.differences.clear()
        written = Written(_lines(self.kept), self.values.part(), self.part, _lines(self.lines))
        self._begin()
        return written

    def add(self, written: "Written") -> None:
        self.out.write(written.now or written.lines)
        written.now = b""
        self.values.add(written.values)
        self.counts.add(written.counts)

    def row(self, row: Row) -> None:
        """Writes one line for all readers of a row with one outcome, whose lines would otherwise be the same."""
        head: Json = {"case": row.name, "format": row.format, "writer": row.writer}
        if row.leg:
            head = {"case": row.name, "leg": row.leg, "format": row.format, "writer": row.writer}
            head |= {"relay": row.relay} if row.relay else {}
        tail: Json = {"source": row.source} if row.source else {}
        if row.size is not None:
            tail["size"] = row.size
        if row.reject:
            tail["reject"] = True
        if row.name != self.name:
            self.name = row.name
            self.values.forget()
        self._name(tail, value=row.value or None, bytes=row.data, relayed=row.relayed)
        groups: dict[bytes, list[str]] = {}  # what is said of readers, as JSON -> those of whom it is said
        if row.equal:
            self._add(groups, self._of_reading(row, row.reading(row.equal[0])), row.equal)
        for reading in row.readings:
            self._add(groups, self._of_reading(row, reading), [reading.reader])
        for of_readers, readers in groups.items():
            about, rest = _json(head | {"readers": readers}), _joined(of_readers, _json(tail))
            self.kept.append(_joined(about, _json(_ALL_KEPT), rest))
            now = _kept(row, readers)
            self.lines.append(self.kept[-1] if now == _ALL_KEPT else _joined(about, _json(now), rest))
        self.part.cells += len(row.readers)

    def _add(self, groups: dict[bytes, list[str]], of_readers: Json, readers: Sequence[str]) -> None:
        groups.setdefault(_json(of_readers), []).extend(readers)
        outcome, part = of_readers["outcome"], self.part
        part.outcomes[outcome] = part.outcomes.get(outcome, 0) + len(readers)
        if "manner" in of_readers:
            manners = part.failures.setdefault(of_readers["by"], {})
            manners[of_readers["manner"]] = manners.get(of_readers["manner"], 0) + len(readers)

    def _of_reading(self, row: Row, reading: Reading) -> Json:
        """The keys of a line about a reader, beside its name."""
        cell = reading.cell
        outcome = Outcome.EQUAL if cell is None else cell.outcome
        data: Json = {"outcome": outcome.value}
        if outcome is Outcome.EQUAL and row.identical:
            data["identical"] = row.identical
        if reading.lost:
            data["lost"] = [word(kind) for kind in reading.lost]
        if cell is not None:
            self._cell(data, cell, row.schema)
        if row.objects is not None:
            data |= row.objects[reading.reader]
        self._read(data, row, reading)
        return data

    def _name(self, line: Json, **values: bytes | None) -> None:
        """Adds the names of those values that are not None."""
        for key, data in values.items():
            if data is not None:
                line[key] = self.values.name(data)

    def _read(self, line: Json, row: Row, reading: Reading) -> None:
        """Adds the view that the reader should have seen, unless it is the value, and the view that it saw, unless it
        is the expected one."""
        expected, seen, value = reading.expected, reading.seen, reading.value
        if value is None:
            value = row.value
        if reading.value is not None or expected != value or seen != expected:
            self._name(
                line,
                value=reading.value,
                expected=expected if expected != value else None,
                read=seen if seen != expected else None,
            )

    def _cell(self, data: Json, cell: Cell, schema: Schema | None) -> None:
        for key in ("stage", "manner", "by", "side", "reason", "entries"):
            if value := getattr(cell, key):  # a field of it
                data[key] = value
        if cell.left is not None:
            data["left"] = self._left(cell.left)
        if cell.problems:
            data["problems"] = [problem.text for problem in cell.problems]
        if cell.derived:
            data["derived"] = True
        if cell.differences:
            data["differences"] = [
                replace(self._words(difference, schema), by="codec")
                if index in cell.converted
                else self._words(difference, schema)
                for index, difference in enumerate(cell.differences[:DIFFERENCES])
            ]
            if len(cell.differences) > DIFFERENCES:
                data["more_differences"] = len(cell.differences) - DIFFERENCES
        self.part.unexpected += not cell.expected
        self.part.unsupported_as_expected += cell.outcome is Outcome.UNSUPPORTED and cell.expected

    def _left(self, left: LeftByLibrary) -> Left:
        data = left.view or left.output
        return Left(left.what, left.size, self.values.name(data) if data else "")

    def _words(self, difference: Found, schema: Schema | None) -> Difference:
        """A difference in the words of the reader's schema; of the writer's, where the reader has no such field."""
        key = (id(difference), id(schema))
        if key not in self.differences:
            self.differences[key] = (difference, _difference(difference, difference.schema or schema))
        return self.differences[key][1]

    def footer(self, more: Json) -> None:
        """Writes the footer, and gives the report its name."""
        of = self.counts
        failures = {by: dict(sorted(manners.items())) for by, manners in sorted(of.failures.items(), reverse=True)}
        counts = {"cells": of.cells, "outcomes": dict(sorted(of.outcomes.items())), "failures": failures}
        counts["unexpected"] = of.unexpected
        self.line({"footer": counts | more})
        self.values.keep()
        self.out.keep()

    def discard(self) -> None:
        """Removes what was written of a report that is not whole."""
        self.values.drop()
        self.out.drop()


_json = msgspec.json.Encoder().encode


def _lines(lines: list[bytes]) -> bytes:
    return b"\n".join([*lines, b""])


def _joined(*objects: bytes) -> bytes:
    """One JSON object of the keys of several."""
    return b"{" + b",".join(inner for of in objects if (inner := of[1:-1])) + b"}"


_ALL_KEPT: Json = {"run": []}


class _Readers(msgspec.Struct):
    readers: list[str]


def now(lines: bytes, rows: Iterable[Row]) -> bytes:
    """Kept lines of rows as they are in this run, in which some readers have answered."""
    kept, written = iter(lines.splitlines(keepends=True)), []
    for row in rows:
        left = len(row.readers)
        while left > 0:
            line = next(kept)
            readers = msgspec.json.decode(line, type=_Readers).readers
            left -= len(readers)
            ran = _kept(row, readers)
            written.append(line if ran == _ALL_KEPT else _that_ran(line, ran))
    return b"".join(written)


def _that_ran(line: bytes, ran: Json) -> bytes:
    return line.replace(b"," + _json(_ALL_KEPT)[1:-1], b"," + _json(ran)[1:-1] if ran else b"", 1)


def _kept(row: Row, readers: Sequence[str]) -> dict[str, list[str]]:
    """The readers whose answers were kept, or those that ran, whichever are fewer; nothing where all ran."""
    if not row.kept:
        return {}
    kept = [reader for reader in readers if reader in row.kept]
    ran = [reader for reader in readers if reader not in row.kept]
    return {"run": ran} if len(ran) < len(kept) else {"kept": kept} if kept else {}


def _difference(difference: Found, schema: Schema | None) -> Difference:
    place = difference.place
    return Difference(
        path=spell.path(place, schema),
        kind=word(difference.kind),
        type=_type(place, schema),
        expected=spell.render(difference.expected, schema),
        actual=spell.render(difference.actual, schema),
    )


def _type(node: Node, schema: Schema | None) -> str:
    """The declared type of a place, as the schema writes it; for a value without a schema the name of the node."""
    containers = []
    while node.parent is not None and node.parent.tag != g.RECORD:
        containers.append(node.parent.tag)
        node = node.parent
    if node.parent is None or schema is None or not spell.known(schema, node.parent.value):
        return node.value if node.tag == g.RECORD else g.NAMES[node.tag]
    field = schema.pool.FindMessageTypeByName(node.parent.value).fields_by_number.get(node.step)
    if field is None:
        return g.NAMES[node.tag]
    if field.message_type is not None and field.message_type.GetOptions().map_entry:
        entry = field.message_type.fields_by_name
        value = types_of(entry["value"])[-1]
        return value if containers else f"map<{types_of(entry['key'])[-1]}, {value}>"
    name = types_of(field)[-1]
    return f"repeated {name}" if field.is_repeated and not containers else name

"""Reads a report, for everything that shows one."""

import gc
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import msgspec

from wirebed.bed import PROGRAM
from wirebed.bed.codec_id import NONE, codec_id, peer_of, short
from wirebed.errors import UserError
from wirebed.peers.codecs import format_order
from wirebed.report.cell import Cell, Line, cells_of
from wirebed.report.footer import Footer
from wirebed.report.header import VERSION, Header
from wirebed.report.of_suites import Load, Step
from wirebed.report.phrases import sign
from wirebed.state.deviations.entry import TREE
from wirebed.view.outcome import EXACT, Outcome


@dataclass
class Report:
    """`lines` are those of cells, each with its `readers`. `whole`: the report of which this one is a part."""

    header: Header
    lines: list[Line]
    footer: Footer
    steps: list[Step] = field(default_factory=list)
    loads: list[Load] = field(default_factory=list)
    whole: "Report | None" = None

    @cached_property
    def cells(self) -> list[Cell]:
        """Every cell, with its `reader`. In the reports of a full run they are many: what only counts takes `lines`."""
        return [cell for line in self.lines for cell in cells_of(line)]

    @cached_property
    def formats(self) -> list[str]:
        return sorted({line.format for line in self.lines}, key=format_order)

    @cached_property
    def unexpected(self) -> list[Cell]:
        return [cell for line in self.lines if line.problems for cell in cells_of(line)]

    @cached_property
    def exact(self) -> int:
        """The number of equal cells in which the reader has the value of the case itself."""
        equal = (line for line in self.lines if line.outcome is Outcome.EQUAL)
        return sum(len(line.readers) for line in equal if sign(line) == EXACT)

    def objects_of(self, codec: str) -> str | None:
        """The codec `none` that holds what a codec writes and reads, `java:none/plain`; None for what is no codec."""
        model = self._models.get(codec)
        return codec_id(peer_of(codec), f"{NONE}/{model}") if model else None

    @cached_property
    def _models(self) -> dict[str, str]:
        return {codec.codec: codec.model for codec in self.header.codecs if codec.model}

    def table(self, format: str, written_now: bool = True) -> "Table":
        """Writer × reader of one format; goldens and vectors are in another table (not `written_now`)."""
        return self._tables.get((format, written_now)) or Table(format)

    @cached_property
    def _tables(self) -> dict[tuple[str, bool], "Table"]:
        tables: dict[tuple[str, bool], Table] = {}
        for line in self.lines:
            key = (line.format, not line.source and ":" in line.writer)
            if key not in tables:
                tables[key] = Table(line.format)
            tables[key].add(line)
        return tables

    @cached_property
    def by_value(self) -> dict[tuple[str, ...], list[Cell]]:
        """(case, format, leg) -> all its cells, where one of them is unexpected."""
        cells: dict[tuple[str, ...], list[Cell]] = {_value(cell): [] for cell in self.unexpected}
        for line in (self.whole or self).lines if cells else ():
            if (around := cells.get(_value(line))) is not None:
                around += cells_of(line)
        for cell in self.footer.beside:
            # Cells that a filter had left out of the run.
            around = cells.get(_value(cell))
            if around is not None and not any(_same_pair(cell, other) for other in around):
                around.append(cell)
        return cells

    def same_bytes(self, cell: Cell) -> list[Cell]:
        """The same bytes through all other readers."""
        return [
            other
            for other in self.by_value[_value(cell)]
            if (other.writer, other.relay) == (cell.writer, cell.relay)
            and other.source == cell.source
            and other.reader != cell.reader
        ]

    def same_value(self, cell: Cell) -> list[Cell]:
        """The same value by all other writers, to the same reader."""
        if cell.format == NONE or cell.source:
            return []
        return [
            other
            for other in self.by_value[_value(cell)]
            if (other.reader, other.relay) == (cell.reader, cell.relay)
            and other.writer != cell.writer
            and not other.source
        ]

    def same_path(self, cell: Cell) -> list[Cell]:
        """The same bytes through all other relays, to the same reader."""
        if not cell.relay:
            return []
        return [
            other
            for other in self.by_value[_value(cell)]
            if (other.writer, other.reader) == (cell.writer, cell.reader)
            and other.relay != cell.relay
            and other.source == cell.source
        ]


def _value(cell: Line) -> tuple[str, ...]:
    return cell.case, cell.format, cell.leg


def _same_pair(first: Cell, other: Cell) -> bool:
    pairs = [(cell.writer, cell.relay, cell.reader) for cell in (first, other)]
    return pairs[0] == pairs[1] and not other.source


class Table:
    """Counts of one format by writer and reader."""

    def __init__(self, format: str) -> None:
        self.format = format
        self.counts: dict[tuple[str, str], Counter[str]] = {}

    def add(self, line: Line) -> None:
        writer, shown = line.writer, sign(line)
        for reader in line.readers:
            count = self.counts.get((writer, reader))
            if count is None:
                count = self.counts[writer, reader] = Counter()
            count[shown] += 1
            count["cells"] += 1
            if line.problems:
                count["unexpected"] += 1

    @property
    def writers(self) -> list[str]:
        return list(dict.fromkeys(writer for writer, _ in self.counts))

    @property
    def readers(self) -> list[str]:
        return sorted({reader for _, reader in self.counts})

    def at(self, writer: str, reader: str) -> Counter[str]:
        return self.counts.get((writer, reader), Counter())


class _Form(msgspec.Struct):
    version: int = msgspec.field(default=1, name="report")


class _OfForm(msgspec.Struct):
    header: _Form


class _First(msgspec.Struct):
    header: Header


class _Other(msgspec.Struct):
    """A line without a case."""

    step: str = ""
    load: Load | None = None
    footer: Footer | None = None


def load(path: Path) -> Report:
    """The report of a file; UserError when the run that wrote it did not end, or when its form is a later one."""
    if not path.is_file():
        raise UserError(f"there is no report: `{PROGRAM} interop` writes it", path)
    with path.open("rb") as lines, _without_collector():
        header = read_header(lines.readline(), path)
        cells: list[Line] = []
        others: list[Step | Load | Footer] = []
        decode = msgspec.json.Decoder(Line).decode
        for number, line in enumerate(lines, 2):
            try:
                try:
                    cells.append(decode(line))
                except msgspec.ValidationError:
                    others.append(_other(line))
            except msgspec.DecodeError:
                why = "this report is damaged, or the run that wrote it did not end"
                raise UserError(why, path, number) from None
    if not others or not isinstance(others[-1], Footer):
        raise UserError("this report has no footer: the run that wrote it did not end", path)
    steps = [item for item in others if isinstance(item, Step)]
    return Report(header, cells, others[-1], steps, [item for item in others if isinstance(item, Load)])


def read_header(line: bytes, path: Path) -> Header:
    """The header of a report, of which this is the first line; UserError when it is none, or of a later form."""
    try:
        version = msgspec.json.decode(line, type=_OfForm).header.version
        if version <= VERSION:
            return msgspec.json.decode(line, type=_First).header
    except msgspec.DecodeError:
        raise UserError("this is no report of `make interop`, `make evolution` or `make echo`", path) from None
    raise UserError(f"this report has form {version}, and this version of Wirebed knows none after {VERSION}", path)


def _other(line: bytes) -> Step | Load | Footer:
    other = msgspec.json.decode(line, type=_Other)
    if (ends := other.load or other.footer) is not None:
        return ends
    # Of a line that is nothing else, this says what it lacks.
    return msgspec.json.decode(line, type=Step)


@contextmanager
def _without_collector() -> Iterator[None]:
    """The collector's searches would take longer than the reading."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if collects:
            gc.enable()


def around(report: Report, cell: Cell) -> Iterator[tuple[str, str]]:
    """The cells of the same bytes and of the same value elsewhere, as pairs of a title and a text."""
    for title, codecs in (
        ("same bytes, other readers", [(other.reader, other) for other in report.same_bytes(cell)]),
        ("same bytes, other relays", [(other.relay, other) for other in report.same_path(cell)]),
        ("same value, other writers", [(other.writer, other) for other in report.same_value(cell)]),
    ):
        if codecs:
            yield title, ", ".join(f"{short(codec)} {other.outcome}" for codec, other in codecs)


def repeat(report: Report, cell: Cell) -> str:
    """The command that runs only this cell again, in the bed of the report."""
    suite, command = report.header.suite, f"{PROGRAM} {report.header.suite}"
    variables = report.header.variables
    if cell.format == TREE or (suite == "evolution" and not cell.leg):
        # No filter chooses a cell that belongs to no case or step.
        return " ".join([command, *variables])
    if suite == "echo":
        return " ".join([command, *variables, *_echo(cell)])
    name = "STEP" if cell.leg else "CASE"
    words = [f"{name}={only(cell.case)}", f"FORMAT={cell.format}"]
    if cell.leg:
        words.append(f"LEG={cell.leg}")
    if ":" in cell.writer:
        words.append(f"WRITER={short(cell.writer)}")
    words.append(f"READER={short(cell.reader)}")
    return " ".join([command, *variables, *words])


def _echo(cell: Cell) -> list[str]:
    """The variables that choose one cell of `make echo`; its leg is the transport, and the address if not loopback."""
    transport, _, bind = cell.leg.partition("@")
    words = [f"CASE={only(cell.case)}", f"FORMAT={cell.format}", f"TRANSPORT={transport}"]
    words += [f"BIND={bind}"] * bool(bind)
    return [*words, f"CLIENT={short(cell.writer)}", f"SERVER={short(cell.reader)}"]


def only(name: str) -> str:
    """The glob that matches only this name, as the shell reads it."""
    return quote("".join(f"[{char}]" if char in "*?[," else char for char in name))


def quote(text: str) -> str:
    import shlex

    return shlex.quote(text)

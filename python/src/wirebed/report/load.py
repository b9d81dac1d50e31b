"""Reads a report, for everything that shows one."""

import gc
from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from wirebed.bed.codec_id import NONE, codec_id, peer_of, short
from wirebed.errors import UserError
from wirebed.peers.codecs import format_order
from wirebed.report.line import Line
from wirebed.report.phrases import sign
from wirebed.state.deviations.entry import TREE
from wirebed.view.outcome import EXACT


@dataclass
class Report:
    """`lines` are those of cells, each with its `readers`."""

    header: Line
    lines: list[Line]
    footer: Line
    steps: list[Line] = field(default_factory=list)  # of the evolution suite: name, change, docs
    loads: list[Line] = field(default_factory=list)  # of the echo suite: what was timed

    @cached_property
    def cells(self) -> list[Line]:
        """Every cell, with its `reader`. In the reports of a full run they are many: what only counts takes `lines`."""
        return [cell for line in self.lines for cell in cells_of(line)]

    @cached_property
    def formats(self) -> list[str]:
        return sorted({line["format"] for line in self.lines}, key=format_order)

    @cached_property
    def unexpected(self) -> list[Line]:
        return [cell for line in self.lines if line.get("problems") for cell in cells_of(line)]

    @cached_property
    def exact(self) -> int:
        """The number of equal cells in which the reader has the value of the case itself."""
        equal = (line for line in self.lines if line["outcome"] == "equal")
        return sum(len(line["readers"]) for line in equal if sign(line) == EXACT)

    def objects_of(self, codec: str) -> str | None:
        """The codec `none` that holds what a codec writes and reads, `java:none/plain`; None for what is no codec."""
        model = self._models.get(codec)
        return codec_id(peer_of(codec), f"{NONE}/{model}") if model else None

    @cached_property
    def _models(self) -> dict[str, str]:
        return {one["codec"]: one["model"] for one in self.header["codecs"] if one.get("model")}

    def table(self, format: str, written_now: bool = True) -> "Table":
        """Writer × reader of one format; goldens and vectors are in another table (not `written_now`)."""
        return self._tables.get((format, written_now)) or Table(format)

    @cached_property
    def _tables(self) -> dict[tuple[str, bool], "Table"]:
        found: dict[tuple[str, bool], Table] = {}
        for line in self.lines:
            key = (line["format"], not line.get("source") and ":" in line["writer"])
            if key not in found:
                found[key] = Table(line["format"])
            found[key].add(line)
        return found

    @cached_property
    def by_value(self) -> dict[tuple[str, ...], list[Line]]:
        """(case, format, leg) -> all its cells, where one of them is unexpected."""
        found: dict[tuple[str, ...], list[Line]] = {_value(cell): [] for cell in self.unexpected}
        for line in self.lines if found else ():
            if (around := found.get(_value(line))) is not None:
                around += cells_of(line)
        for cell in self.footer.get("beside", ()):
            # Cells that a filter had left out of the run.
            around = found.get(_value(cell))
            if around is not None and not any(_same_pair(cell, other) for other in around):
                around.append(cell)
        return found

    def same_bytes(self, cell: Line) -> list[Line]:
        """The same bytes through all other readers."""
        return [
            other
            for other in self.by_value[_value(cell)]
            if (other["writer"], other.get("relay")) == (cell["writer"], cell.get("relay"))
            and other.get("source") == cell.get("source")
            and other["reader"] != cell["reader"]
        ]

    def same_value(self, cell: Line) -> list[Line]:
        """The same value by all other writers, to the same reader."""
        if cell["format"] == NONE or cell.get("source"):
            return []
        return [
            other
            for other in self.by_value[_value(cell)]
            if (other["reader"], other.get("relay")) == (cell["reader"], cell.get("relay"))
            and other["writer"] != cell["writer"]
            and not other.get("source")
        ]

    def same_path(self, cell: Line) -> list[Line]:
        """The same bytes through all other relays, to the same reader."""
        if not cell.get("relay"):
            return []
        return [
            other
            for other in self.by_value[_value(cell)]
            if (other["writer"], other["reader"]) == (cell["writer"], cell["reader"])
            and other.get("relay") != cell["relay"]
            and other.get("source") == cell.get("source")
        ]


def cells_of(line: Line) -> list[Line]:
    """A cell for each reader of a line."""
    rest = {key: value for key, value in line.items() if key != "readers"}
    return [{**rest, "reader": reader} for reader in line["readers"]]


def _value(cell: Line) -> tuple[str, ...]:
    return cell["case"], cell["format"], cell.get("leg", "")


def _same_pair(one: Line, other: Line) -> bool:
    pairs = [(cell["writer"], cell.get("relay"), cell["reader"]) for cell in (one, other)]
    return pairs[0] == pairs[1] and not other.get("source")


class Table:
    """Counts of one format by writer and reader."""

    def __init__(self, format: str) -> None:
        self.format = format
        self.counts: dict[tuple[str, str], Counter[str]] = {}

    def add(self, line: Line) -> None:
        writer, shown = line["writer"], sign(line)
        for reader in line["readers"]:
            count = self.counts.get((writer, reader))
            if count is None:
                count = self.counts[writer, reader] = Counter()
            count[shown] += 1
            count["cells"] += 1
            if line.get("problems"):
                count["unexpected"] += 1

    @property
    def writers(self) -> list[str]:
        return list(dict.fromkeys(writer for writer, _ in self.counts))

    @property
    def readers(self) -> list[str]:
        return sorted({reader for _, reader in self.counts})

    def at(self, writer: str, reader: str) -> Counter[str]:
        return self.counts.get((writer, reader), Counter())


def load(path: Path) -> Report:
    """The report of a file; UserError when the run that wrote it did not end."""
    if not path.is_file():
        raise UserError("there is no report: `make interop` writes it", path)
    data = _lines(path)
    if not all(isinstance(line, dict) for line in data[:1] + data[-1:]):
        raise UserError("this is no report", path)
    if not data or "header" not in data[0] or "footer" not in data[-1]:
        raise UserError("this report has no footer: the run that wrote it did not end", path)
    lines = [line for line in data[1:-1] if "case" in line]
    steps = [line for line in data[1:-1] if "case" not in line and "load" not in line]
    loads = [line["load"] for line in data[1:-1] if "load" in line]
    return Report(data[0]["header"], lines, data[-1]["footer"], steps, loads)


def _lines(path: Path) -> list[Any]:  # whatever a file holds
    """All lines of a report, read without the garbage collector: its searches would take longer than the reading."""
    decode, data = msgspec.json.Decoder().decode, []
    collects = gc.isenabled()
    gc.disable()
    try:
        with path.open("rb") as lines:
            for number, line in enumerate(lines, 1):
                try:
                    data.append(decode(line))
                except msgspec.DecodeError:
                    why = "this report is damaged, or the run that wrote it did not end"
                    raise UserError(why, path, number) from None
    finally:
        gc.freeze()
        if collects:
            gc.enable()
    return data


def repeat(report: Report, cell: Line) -> str:
    """The command that runs only this cell again, in the bed of the report."""
    command = f"make {report.header.get('suite', 'interop')}"
    variables = report.header.get("variables", ())
    if cell["format"] == TREE or (command == "make evolution" and not cell.get("leg")):
        # No filter chooses a cell that belongs to no case or step.
        return " ".join([command, *variables])
    if command == "make echo":
        return " ".join([command, *variables, *_echo(cell)])
    name = "STEP" if cell.get("leg") else "CASE"
    words = [f"{name}={only(cell['case'])}", f"FORMAT={cell['format']}"]
    if cell.get("leg"):
        words.append(f"LEG={cell['leg']}")
    if ":" in cell["writer"]:
        words.append(f"WRITER={short(cell['writer'])}")
    words.append(f"READER={short(cell['reader'])}")
    return " ".join([command, *variables, *words])


def _echo(cell: Line) -> list[str]:
    """The variables that choose one cell of `make echo`; its leg is the transport, and the address if not loopback."""
    transport, _, bind = cell["leg"].partition("@")
    words = [f"CASE={only(cell['case'])}", f"FORMAT={cell['format']}", f"TRANSPORT={transport}"]
    words += [f"BIND={bind}"] * bool(bind)
    return [*words, f"CLIENT={short(cell['writer'])}", f"SERVER={short(cell['reader'])}"]


def only(name: str) -> str:
    """The glob that matches only this name, as the shell reads it."""
    return quote("".join(f"[{char}]" if char in "*?[" else char for char in name))


def quote(text: str) -> str:
    import shlex

    return shlex.quote(text)

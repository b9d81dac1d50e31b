"""Prints cells in full: the value of the case, the bytes, what was read, and the entry that pins it with its reason."""

import textwrap
from collections.abc import Callable
from dataclasses import dataclass

from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from wirebed.bed import PROGRAM, ROOT, Bed, document
from wirebed.bed.codec_id import NONE, short
from wirebed.bed.document import ERROR, NOTE
from wirebed.bed.schema import Schema
from wirebed.commands.why_cell import KnownCells
from wirebed.commands.why_payload import fill
from wirebed.errors import shown
from wirebed.report import blocks, words
from wirebed.report.cell import Cell, Left, cells_of
from wirebed.report.load import repeat
from wirebed.report.phrases import happened, title
from wirebed.report.places import message_of, seen
from wirebed.state import baseline
from wirebed.state.deviations import Entry, of_bed
from wirebed.view import dump
from wirebed.view.outcome import READ, Outcome

# The most lines of a dump that are shown.
_LINES = 60
_WIDTH = 160


@dataclass(frozen=True)
class LegContext:
    """The schemas and entries with which the cells of a leg are shown."""

    writer: Schema | None  # that of the writer; the versions of a step have different schemas
    reader: Schema | None
    entries: dict[str, Entry]
    into: str = ""  # the format that a relay writes, where it is another one


def show(known: KnownCells, context: Callable[[str], LegContext], console: Console | None = None) -> None:
    """Prints `known`; `context` gives the context of a leg, which is empty in
    interop."""
    console = console or blocks.console(_WIDTH)
    header = known.report.header
    console.print(f"[dim]{escape(shown(known.path))}, {header.started}[/]\n", soft_wrap=True)
    document.count(cells=sum(map(len, known.rows)) + known.more)
    for row in known.rows:
        _row(row, known, context(row[0].leg), console)
    if known.more:
        console.print(f"… and {known.more:,} more cells; CASE=, FORMAT=, WRITER= and READER= narrow that down")


def context_of(bed: Bed, suite: str, leg: str) -> LegContext:
    """The context with today's schemas and entries of the bed."""
    entries = [*of_bed(bed, ROOT), *(entry.as_deviation for entry in (baseline.of_bed(bed, ROOT) or {}).values())]
    if suite == "interop":
        schema = Schema.load(bed.tree_dir)
        return LegContext(schema, schema, {entry.name: entry for entry in entries})
    from wirebed.commands.evolution import load_steps
    from wirebed.suites.evolution.legs import LEGS

    schemas, _, expected = load_steps(bed)
    known = {entry.name: entry for entry in (*entries, *expected)}
    if (of := LEGS.get(leg)) is None:
        return LegContext(None, None, known)
    return LegContext(schemas[of.writer], schemas[of.reader], known, of.into)


def _row(cells: list[Cell], known: KnownCells, context: LegContext, console: Console) -> None:
    """Prints one writer's bytes, and each cell of their readers."""
    first, values = cells[0], known.values
    _values(cells, values, context, console)
    message = message_of(values.get(first.value), context.writer)
    written = f"of {first.source}" if first.source else f"written by {first.writer}"
    on_the_way = (
        (first.bytes, first.format, written),
        (first.relayed, context.into or first.format, f"passed on by {first.relay}"),
    )
    for name, format, who in on_the_way:
        if name and format != NONE:
            console.print(f"[bold]{format}[/], {who}:", soft_wrap=True)
            schema = context.writer if message else None
            console.print(Text(_bytes(format, values[name], schema, message)), soft_wrap=True)
    for cell in cells:
        _cell(cell, known, context, console)


def _bytes(format: str, data: bytes, schema: Schema | None, message: str) -> str:
    """The annotated dump, or the bytes themselves where they are text."""
    if dump.is_text(format):
        text = data.decode("utf-8", "backslashreplace")
        spelled = "".join(char if char.isprintable() or char == "\n" else f"\\u{ord(char):04x}" for char in text)
        wide = _WIDTH - 4
        lines = [line[at : at + wide] for line in spelled.split("\n") for at in range(0, len(line) or 1, wide)]
    else:
        lines = dump.of(format, data, schema, message).splitlines()
    more = [f"… {len(lines) - _LINES} more lines; {len(data):,} bytes in all"] * (len(lines) > _LINES)
    return "\n".join(f"  {line}" for line in (*lines[:_LINES], *more)) + "\n"


def _values(cells: list[Cell], values: dict[str, bytes], context: LegContext, console: Console) -> None:
    """Prints a row for each place, with columns for the case, for what each reader can hold, and for what it read."""
    table = Table(show_lines=False)
    table.add_column("", overflow="fold")
    columns = []

    def add(heading: str, name: str, schema: Schema | None) -> None:
        table.add_column(heading, overflow="fold")
        columns.append(seen(values[name], schema))

    first = cells[0]
    if first.value:
        add("the case", first.value, context.writer)
    for cell in cells:
        reader, expected = short(cell.reader), cell.expected or cell.value
        if cell.expected:
            add(f"{reader}\ncan hold" if not cell.leg else f"{reader}\nshould see", expected, context.reader)
        if cell.outcome in READ and (read := cell.read or expected):
            add(f"{reader}\nread", read, context.reader)
        if cell.left is not None and cell.left.what == "object" and cell.left.data:
            add(f"{reader}\nleft half-filled", cell.left.data, context.reader)
    if columns:
        fill(console, table, columns)


def _cell(cell: Cell, known: KnownCells, context: LegContext, console: Console) -> None:
    head = f"{title(cell)}: {words.in_line(cell)}"
    level = ERROR if cell.problems else NOTE
    document.find("cell", "\n".join([head, *cell.problems]), level, repeat=repeat(known.report, cell))
    console.print(f"[bold]{escape(title(cell))}[/]: {words.in_line(cell)}", soft_wrap=True)
    if cell.reason:
        console.print(f"    {escape(cell.reason[:2000])}", soft_wrap=True)
    if cell.left is not None:
        _left(cell, cell.left, known, context, console)
    for difference in cell.differences:
        console.print(f"    {escape(words.difference(difference))}")
    for problem in cell.problems:
        console.print(f"    [red]{escape(problem)}[/]", soft_wrap=True)
    for name in cell.entries:
        _entry(name, context, console)
    if cell.reject:
        console.print(f"    {words.TO_REJECT}")
    elif words.is_of_objects(cell):
        _limits(cell, known, context, console)
    elif cell.outcome is Outcome.EQUAL and not cell.problems:
        console.print("    nothing is lost, and no entry is about it")
    console.print()


def _left(cell: Cell, left: Left, known: KnownCells, context: LegContext, console: Console) -> None:
    """Prints what the failure left; an object that has a view stands beside the value of the case."""
    console.print(f"    left {words.left(left)}{':' if left.what == 'output' else ''}")
    if left.what == "output":
        data, message = known.values[left.data], message_of(known.values.get(cell.value), context.writer)
        schema = context.writer if message else None
        console.print(Text(_bytes(cell.format, data, schema, message)), soft_wrap=True)


def _limits(cell: Cell, known: KnownCells, context: LegContext, console: Console) -> None:
    """Prints the cells of the codec `none`, where a loss by the languages' objects is pinned."""
    nones = set(map(known.report.objects_of, (cell.writer, cell.reader)))
    console.print(f"    {words.NOT_TO_BLAME}")
    lines = (line for line in known.report.lines if line.case == cell.case and line.writer in nones)
    of_none = [none for line in lines for none in cells_of(line)]
    for none in of_none:
        line = f"{short(none.writer)}, without bytes: {happened(none)} {none.reason}"
        console.print(f"    {escape(line.rstrip())}", soft_wrap=True)
        for name in none.entries:
            _entry(name, context, console)
    if not of_none and not cell.leg:
        bed = " ".join(known.report.header.variables)
        console.print(f"    without bytes: {PROGRAM} why {bed + ' ' if bed else ''}CASE='{cell.case}' FORMAT={NONE}")


def _entry(name: str, context: LegContext, console: Console) -> None:
    entry = context.entries.get(name)
    if entry is None:
        console.print(f"    it was pinned by `{escape(name)}`, which is no longer there")
        return
    head = f"pinned by `{name}` ({entry.where}): {entry.states()}, {entry.nature}"
    console.print(f"    {escape(head)}", soft_wrap=True)
    for what in ("reason", "authority"):
        text = " ".join(getattr(entry, what).split())  # a field of it
        lines = textwrap.fill(f"{what}: {text}", _WIDTH - 20, initial_indent=" " * 8, subsequent_indent=" " * 12)
        console.print(escape(lines), soft_wrap=True)

"""Runs `make vectors` and prints a row for each codec and a line for each mismatch."""

from collections import Counter, defaultdict
from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from wirebed import view
from wirebed.bed import document
from wirebed.bed.codec_id import is_generation
from wirebed.bed.schema import Schema
from wirebed.cases.byte_source import ByteSource
from wirebed.cases.vectors import bare_text
from wirebed.cases.vectors.jsonl import Vector
from wirebed.errors import UserError
from wirebed.peers.answer import Answer
from wirebed.peers.client import Call, CodecClient
from wirebed.report import blocks
from wirebed.run import Build, Peers, outcomes
from wirebed.run.suite import AnySuite
from wirebed.state.row import Row
from wirebed.suites.interop.suite import suite
from wirebed.view import Node, dump
from wirebed.view.compare import Found
from wirebed.view.outcome import Cell, Outcome, word

STATED, PINNED, UNSUPPORTED = "as stated", "pinned", "unsupported"
_FINE = (STATED, PINNED, UNSUPPORTED)
_MOST_DIFFERENCES = 3  # that are shown of one mismatch


class Results:
    """The results of each codec."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        self.rows: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        self.mismatches: list[tuple[Vector, str, str]] = []

    def add(self, vector: Vector, codec: str, direction: str, verdict: str, text: str = "") -> None:
        self.rows[codec, direction][verdict] += 1
        if verdict not in _FINE:
            self.mismatches.append((vector, codec, text))

    def unsupporting(self) -> list[str]:
        """A line for each codec that answers `unsupported` to every vector, against its introduction."""
        return [
            f"{codec}: {direction} nothing: `unsupported` for every vector"
            for (codec, direction), row in self.rows.items()
            if set(row) == {UNSUPPORTED} and not is_generation(codec)
        ]


def run(build: Build, started: Peers, format: str, vectors: Sequence[tuple[Vector, ByteSource]]) -> int:
    """Gives every vector to every codec of its format; 1 when an answer is neither as the vector says nor pinned."""
    if not vectors:
        raise UserError("the file holds no vector")
    peers = CodecClient(started.pool, build.schema)
    results = Results(build.schema)
    if not peers.readers(format, bare=not vectors[0][0].message):
        raise UserError(f"no codec reads {format} without a schema")
    _read(suite(build, started, sources=[source for _, source in vectors]), vectors, results)
    _write(peers, format, [vector for vector, _ in vectors], results)
    versions = {codec.id: codec.version for codec in peers.codecs}
    _print(f"{len(vectors)} vectors, {format}", versions, results)
    return 1 if results.mismatches or results.unsupporting() else 0


def _read(prepared: AnySuite, vectors: Sequence[tuple[Vector, ByteSource]], results: Results) -> None:
    by_name = {source.name: vector for vector, source in vectors}

    def take(row: Row) -> None:
        vector = by_name.get(row.name)
        for reading in row.each():
            if vector is not None:
                results.add(vector, reading.reader, "reads", *_judged(reading.cell, vector, results.schema))

    outcomes(prepared, take)


def _judged(cell: Cell | None, vector: Vector, schema: Schema) -> tuple[str, str]:
    if cell is None or cell.outcome is Outcome.EQUAL or cell.derived:
        return STATED, ""
    if cell.entries and not cell.problems:
        return PINNED, ""
    if vector.expect is None and cell.differences:
        return "accepted", f"must be rejected; read as {_words(cell.differences[0].actual, schema, vector)}"
    if not cell.differences:
        return cell.outcome.value, f"{cell.outcome.value}: {cell.reason}" + (f" ({cell.stage})" if cell.stage else "")
    texts = [_difference(difference, schema, vector) for difference in cell.differences[:_MOST_DIFFERENCES]]
    left = len(cell.differences) - len(texts)
    return "differs", "; ".join(texts) + (f"; and {left} more" if left else "")


def _difference(difference: Found, schema: Schema, vector: Vector) -> str:
    place = view.path(difference.place, schema) if vector.message else bare_text.place(difference.place)
    expected, actual = _words(difference.expected, schema, vector), _words(difference.actual, schema, vector)
    return f"{place or '(top)'}: {word(difference.kind)}: {expected} read as {actual}"


def _words(node: Node | None, schema: Schema, vector: Vector) -> str:
    return view.render(node, schema) if vector.message else bare_text.text(node)


def _write(peers: CodecClient, format: str, vectors: list[Vector], results: Results) -> None:
    """Lets every writer that claims canonical bytes write the value of each canonical vector."""
    writers = [codec for codec in peers.writers(format, bare=not vectors[0].message) if codec.canonical]
    written = [(vector, vector.expect) for vector in vectors if vector.canonical and vector.expect is not None]
    asked = [(v, Call(codec, v.message, expect, encode=True)) for codec in writers for v, expect in written]
    for (vector, call), answer in zip(asked, peers.call(call for _, call in asked), strict=True):
        results.add(vector, call.codec.id, "writes", *_written(vector, answer, peers.schema))


def _written(vector: Vector, answer: Answer, schema: Schema) -> tuple[str, str]:
    if answer.data == vector.data:
        return STATED, ""
    if answer.data is None:
        return answer.outcome.value if answer.outcome is not None else "", str(answer)
    differences = dump.explain(vector.format, vector.data, answer.data, schema, vector.message)
    return "differs", "wrote other bytes: " + "; ".join(differences[:_MOST_DIFFERENCES])


def _print(title: str, versions: dict[str, str], results: Results) -> None:
    console = blocks.console(140)
    known = [STATED, PINNED, "differs", "rejected", "accepted", "refused", UNSUPPORTED]
    used = {verdict for row in results.rows.values() for verdict in row}
    shown = [verdict for verdict in [*known, *sorted(used - set(known))] if verdict == STATED or verdict in used]
    table = Table(title=title, title_justify="left")
    for name in ("codec", "version", ""):
        table.add_column(name, no_wrap=True)
    for name in shown:
        table.add_column(name, justify="right")
    for (codec, direction), row in sorted(results.rows.items(), key=lambda item: (item[0][1], item[0][0])):
        table.add_row(codec, versions[codec], direction, *(str(row[verdict] or "") for verdict in shown))
    console.print(table)
    for vector, codec, text in results.mismatches:
        line = f"{vector.path.name}:{vector.line}: {vector.name}: {codec}: {text}"
        document.find("vector", line)
        console.print(Text(line), soft_wrap=True)
    for line in results.unsupporting():
        document.find("vector", line)
        console.print(Text(line), soft_wrap=True)

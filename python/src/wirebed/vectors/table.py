"""The run of `make vectors`, and what it prints: a row for each codec, a line for each mismatch."""

from __future__ import annotations

from collections import Counter

from rich.console import Console
from rich.table import Table
from rich.text import Text

from wirebed import dump, view
from wirebed.ask import Answer, Panel, Question, Ref
from wirebed.compare import Found, compare
from wirebed.errors import UserError
from wirebed.outcome import word
from wirebed.view.render import path as path_of

from . import bare_words
from .bare import normal
from .lines import Vector

_MOST_TOLD = 3  # differences told of one mismatch


def run(peers: Panel, format: str, vectors: list[Vector]) -> int:
    """Every vector by every codec that can take it; 1 when any answer is not the vector's."""
    if not vectors:
        raise UserError("the file holds no vector")
    questions = _questions(peers, format, vectors)
    answers = peers.ask(question for _, question in questions)
    rows: dict[tuple[str, str], Counter] = {}
    mismatches = []
    for (vector, question), answer in zip(questions, answers, strict=True):
        told = _judge_write(vector, answer) if question.encode else _judge_read(vector, answer, peers.schema)
        row = rows.setdefault((question.ref.id, "writes" if question.encode else "reads"), Counter())
        row[told[0]] += 1
        if told[0] not in ("as stated", "unsupported"):
            mismatches.append((vector, question.ref, told[1]))
    _print(format, len(vectors), rows, peers, mismatches)
    mute = [f"{codec} {direction} nothing" for (codec, direction), row in rows.items() if set(row) == {"unsupported"}]
    for line in mute:
        print(f"{line}: it answers `unsupported` to every vector")
    return 1 if mismatches or mute else 0


def _questions(peers: Panel, format: str, vectors: list[Vector]) -> list[tuple[Vector, Question]]:
    bare = format == "hessian2"
    writers = [ref for ref in peers.writers(format, bare) if ref.codec.canonical]
    found = [(v, Question(ref, v.message, v.data)) for ref in peers.readers(format, bare) for v in vectors]
    for ref in writers:
        canonical = (v for v in vectors if v.canonical)
        found += [(v, Question(ref, v.message, v.expect, encode=True)) for v in canonical]
    if not found:
        raise UserError(f"no codec reads {format} without a schema")
    return found


def _judge_read(vector: Vector, answer: Answer, schema) -> tuple[str, str]:
    if answer.verdict == "unsupported":
        return "unsupported", answer.reason
    if vector.expect is None:
        if answer.verdict == "rejected":
            return "as stated", ""
        seen = answer.reason if answer.data is None else _read_as(answer.data, schema, vector.message)
        return "accepted" if answer.data is not None else answer.verdict, f"must be rejected; read as {seen}"
    if answer.data is None:
        return answer.verdict, f"{answer.verdict}: {answer.reason}"
    expect, actual = (vector.expect, answer.data) if vector.message else (normal(vector.expect), normal(answer.data))
    found = compare(expect, actual)
    if not found:
        return "as stated", ""
    told = [_told(f, schema, vector.message) for f in found[:_MOST_TOLD]]
    return "differs", "; ".join(told) + (f"; and {len(found) - _MOST_TOLD} more" if len(found) > _MOST_TOLD else "")


def _read_as(data: bytes, schema, message: str) -> str:
    return view.render(view.parse(data), schema) if message else bare_words.words(view.parse(data))


def _told(found: Found, schema, message: str) -> str:
    if not message:
        expected, actual = bare_words.words(found.expected), bare_words.words(found.actual)
        return f"{bare_words.place(found.place) or '(top)'}: {word(found.kind)}: {expected} read as {actual}"
    expected, actual = view.render(found.expected, schema), view.render(found.actual, schema)
    return f"{path_of(found.place, schema) or '(top)'}: {word(found.kind)}: {expected} read as {actual}"


def _judge_write(vector: Vector, answer: Answer) -> tuple[str, str]:
    if answer.verdict == "unsupported":
        return "unsupported", answer.reason
    if answer.data is None:
        return answer.verdict, f"{answer.verdict}: {answer.reason}"
    if answer.data == vector.data:
        return "as stated", ""
    return "differs", "; ".join(dump.explain(vector.format, vector.data, answer.data)[:_MOST_TOLD])


def _print(format: str, count: int, rows: dict, peers: Panel, mismatches: list[tuple[Vector, Ref, str]]) -> None:
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = 140
    columns = ["as stated", "differs", "rejected", "accepted", "refused", "unsupported"]
    columns += sorted({kind for row in rows.values() for kind in row} - set(columns))
    shown = [c for c in columns if c == "as stated" or any(row[c] for row in rows.values())]
    table = Table(title=f"{count} vectors, {format}", title_justify="left")
    for name in ("codec", "version", ""):
        table.add_column(name, no_wrap=True)
    for name in shown:
        table.add_column(name, justify="right")
    versions = {ref.id: ref.codec.version for ref in peers.codecs}
    for (codec, direction), row in rows.items():
        table.add_row(codec, versions[codec], direction, *(str(row[c] or "") for c in shown))
    console.print(table)
    for vector, ref, told in mismatches:
        console.print(Text(f"{vector.path.name}:{vector.line}: {vector.name}: {ref.id}: {told}"), soft_wrap=True)

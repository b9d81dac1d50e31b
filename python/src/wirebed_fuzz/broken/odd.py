"""The readers that do not do as most readers of an input. The core judges each, so the entries of the bed hold here,
and what the objects of a language cannot hold is no difference."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from wirebed.bed.schema import Schema
from wirebed.cases.byte_source import HEX_WRITER, ByteSource
from wirebed.run import Build, Peers, Selection, outcomes
from wirebed.state.row import Row
from wirebed.suites.interop.suite import suite
from wirebed.view import dump, grammar
from wirebed.view.compare import Found
from wirebed.view.outcome import Cell, Outcome, word
from wirebed_fuzz.broken.asking import Answered

TAKES, REFUSES, DIFFERS = "takes", "refuses", "differs"
DOES = (TAKES, REFUSES, DIFFERS)


class Odd(NamedTuple):
    """`does`: one of DOES, or the outcome of a reader that has not answered. `words`: of the readers that refuse the
    input, as far as it takes or refuses. `kinds`: of a difference, `dropped of text`. `dump`: of the input."""

    format: str
    reader: str
    does: str
    words: tuple[str, ...]
    kinds: tuple[str, ...]
    dump: str


def judge(
    build: Build, peers: Peers, selection: Selection, every: Sequence[Answered]
) -> Iterator[tuple[Answered, list[Odd]]]:
    """The odd readers of each input."""
    views = [each.view for each in every]
    sources = [
        replace(each.source, writer=HEX_WRITER, expect=view, reject=view is None)
        for each, view in zip(every, views, strict=True)
    ]
    found: dict[str, list[Odd]] = {}

    def take(row: Row) -> None:
        of, text = by_name[row.name], texts[row.name]
        found.setdefault(row.name, []).extend(_of_row(row, _words(of), text))

    by_name = {each.source.name: each for each in every}
    texts = {name: _dump(each.source, build.schema) for name, each in by_name.items()}
    if sources:
        outcomes(suite(build, peers, selection, sources=sources), take)
    for each in every:
        yield each, found.get(each.source.name, [])


def _words(of: Answered) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.reason for each in of.answers if not isinstance(each, bytes)))


def _dump(source: ByteSource, schema: Schema) -> str:
    """Of a text format, the text as well."""
    text = source.data.decode(errors="backslashreplace") if dump.is_text(source.format) else ""
    return text + "\n" + dump.of(source.format, source.data, schema, source.message)


def _of_row(row: Row, words: tuple[str, ...], text: str) -> Iterator[Odd]:
    for cell in row.cells:
        as_most = cell.outcome is (Outcome.REJECTED if row.reject else Outcome.EQUAL)
        if as_most or not cell.problems:
            continue
        does = _does(row, cell)
        if does == DIFFERS:
            kinds = tuple(sorted({_kind(each) for each in cell.unstated or cell.differences}))
            yield Odd(row.format, cell.id.reader, does, (), kinds, text)
        else:
            yield Odd(row.format, cell.id.reader, does, words if does == TAKES else (cell.reason,), (), text)


def _does(row: Row, cell: Cell) -> str:
    if cell.outcome is Outcome.DIFFERS:
        return TAKES if row.reject else DIFFERS
    return REFUSES if cell.outcome is Outcome.REJECTED else str(cell.outcome)


def _kind(found: Found) -> str:
    return f"{word(found.kind)} of {grammar.NAMES.get(found.place.tag, str(found.place.tag))}"

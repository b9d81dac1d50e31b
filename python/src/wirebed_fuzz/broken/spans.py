"""The parts of an input that its dump names. An input of a format without a dump has its words and signs as parts."""

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from wirebed.bed.schema import Schema
from wirebed.cases.byte_source import ByteSource
from wirebed.view import dump
from wirebed.view.dump.lines import Line

_MOST = 2000  # parts of one input
_WORD = re.compile(rb"[A-Za-z0-9_.+-]+|\s+|.", re.DOTALL)
_POSITION = re.compile(r"\d+")
_CLOSING = ("end", "end of group", "}", "]")


class Span(NamedTuple):
    """The bytes from `start` to `end`. `head`: where the first part within it begins. `label`: what the dump says of
    it, without positions."""

    start: int
    head: int
    end: int
    label: str

    def of(self, data: bytes) -> bytes:
        return data[self.start : self.end]


def spans(input: ByteSource, schema: Schema) -> list[Span]:
    found = list(islice(_of_dump(input, schema), _MOST))
    return found or list(islice(_of_words(input.data), _MOST))


def _of_dump(input: ByteSource, schema: Schema) -> Iterator[Span]:
    lines = islice(dump.lines(input.format, input.data, schema, input.message), _MOST)
    for span in of_lines(list(lines), len(input.data)):
        if span.start < span.end:
            yield span._replace(label=_POSITION.sub("", span.label))


def of_lines(lines: Iterable[Line], size: int) -> list[Span]:
    """What the lines of a dump of so many bytes name, but for those that close something. Each ends before the next one
    of its depth or of a smaller one, and behind what closes it."""
    sound = [line for line in lines if not line.malformed]
    ends, open_ = [size] * len(sound), list[int]()
    for at, line in enumerate(sound):
        while open_ and sound[open_[-1]].depth >= line.depth:
            closed = open_.pop()
            closes = line.label in _CLOSING and sound[closed].depth == line.depth
            ends[closed] = line.offset + (line.size if closes else 0)
        open_.append(at)
    heads = [*(line.offset for line in sound[1:]), size]
    return [
        Span(line.offset, min(head, end), end, line.label)
        for line, head, end in zip(sound, heads, ends, strict=False)
        if line.label not in _CLOSING
    ]


def _of_words(data: bytes) -> Iterator[Span]:
    for found in _WORD.finditer(data):
        yield Span(found.start(), found.end(), found.end(), "word" if found[0].isalnum() else found[0][:1].hex())

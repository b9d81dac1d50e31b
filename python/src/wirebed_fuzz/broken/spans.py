"""The parts of an input that its dump names. An input of a format without a dump has its words and signs as parts."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from wirebed.bed.schema import Schema
from wirebed.cases.byte_source import ByteSource
from wirebed.view import dump

_MOST = 2000  # parts of one input
_WORD = re.compile(rb"[A-Za-z0-9_.+-]+|\s+|.", re.DOTALL)
_POSITION = re.compile(r"\d+")


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
    lines = [
        line
        for line in islice(dump.lines(input.format, input.data, schema, input.message), _MOST)
        if not line.malformed and line.offset < len(input.data)
    ]
    ends = _ends([(line.offset, line.depth) for line in lines], len(input.data))
    for at, (line, end) in enumerate(zip(lines, ends, strict=True)):
        head = lines[at + 1].offset if at + 1 < len(lines) else len(input.data)
        if line.offset < end:
            yield Span(line.offset, min(head, end), end, _POSITION.sub("", line.label))


def _ends(lines: list[tuple[int, int]], size: int) -> list[int]:
    """Each line ends where the next one of its depth or of a smaller one begins."""
    ends, open_lines = [size] * len(lines), list[int]()
    for at, (offset, depth) in enumerate(lines):
        while open_lines and lines[open_lines[-1]][1] >= depth:
            ends[open_lines.pop()] = offset
        open_lines.append(at)
    return ends


def _of_words(data: bytes) -> Iterator[Span]:
    for found in _WORD.finditer(data):
        yield Span(found.start(), found.end(), found.end(), "word" if found[0].isalnum() else found[0][:1].hex())

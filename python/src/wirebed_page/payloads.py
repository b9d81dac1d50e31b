"""The bytes of a format as columns: each payload with the lines of its annotated dump.

A payload is cut at 4 KiB, and its dump at 200 lines; its size says what it has in all. Offsets count from the line
before, and labels stand once, since similar payloads then pack into few bytes.
"""

import codecs
from itertools import islice, takewhile

from wirebed.view import dump
from wirebed.view.dump.lines import Line
from wirebed_page.pool import Pool

MOST_BYTES = 4096
MOST_LINES = 200
_MOST_ANNOTATED = 1 << 16  # bytes
_OF_LINES = ("step", "length", "depth", "label", "value")


class Payloads:
    """`block` has a list for each column, with one thing for each payload: `size`, its text or its `hex`, and for
    `lines` the columns of its lines. A label is the number of one of `labels`: what is shown, the encoding, and the
    place in the value."""

    def __init__(self, format: str):
        self._format = format
        self._labels = Pool()
        self._columns: dict[str, list] = {name: [] for name in ("size", "text", "hex")}
        self._lines: dict[str, list[list]] = {name: [] for name in _OF_LINES}

    def add(self, data: bytes | None, schema, message: str):
        """Adds a payload, or None for one that the values beside the report do not have. `message`: what it is of, with
        whose names the dump is made."""
        text = None if data is None else self._text(data)
        hex = data[:MOST_BYTES].hex() if data is not None and text is None else None
        for name, value in (("size", None if data is None else len(data)), ("text", text), ("hex", hex)):
            self._columns[name].append(value)
        lines = self._annotated(data, schema if message else None, message)
        offsets = [line.offset for line in lines]
        columns: tuple[list, ...] = (
            [offset - before for offset, before in zip(offsets, [0, *offsets], strict=False)],
            [line.size for line in lines],
            [line.depth for line in lines],
            self._labels.numbers((line.label, line.how, line.path) for line in lines),
            [_plain(line.value) for line in lines],
        )
        for name, column in zip(_OF_LINES, columns, strict=True):
            self._lines[name].append(column)

    def block(self) -> dict:
        labels = [tuple(map(_plain, label)) for label in self._labels]
        return {**self._columns, "labels": labels, "lines": self._lines}

    def _text(self, data: bytes) -> str | None:
        """The bytes of a text format as text; None where they are not UTF-8."""
        if not dump.is_text(self._format):
            return None
        try:
            # A character of which the cut leaves the beginning alone is left out.
            return codecs.getincrementaldecoder("utf-8")().decode(data[:MOST_BYTES], final=len(data) <= MOST_BYTES)
        except UnicodeDecodeError:
            return None

    def _annotated(self, data: bytes | None, schema, message: str) -> list[Line]:
        if data is None or len(data) > _MOST_ANNOTATED:
            return []
        lines = islice(dump.lines(self._format, data, schema, message), MOST_LINES)
        return list(takewhile(lambda line: line.offset < MOST_BYTES, lines))


def _plain(text: str) -> str:
    """A name may hold a lone surrogate, which no UTF-8 can have."""
    return text if text.isascii() else text.encode(errors="backslashreplace").decode()

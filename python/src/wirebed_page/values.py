"""The values that the page shows, each once: views as places with their texts, bytes as annotated dumps.

A view above 64 KiB has its size alone; the page says so.
"""

import functools
import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import compress, islice

from wirebed.bed.schema import Schema
from wirebed.report.places import message_of, seen
from wirebed.view import dump
from wirebed_page.payloads import Payloads
from wirebed_page.pool import NONE, Pool
from wirebed_page.runs import Run

MOST_VIEW = 1 << 16  # bytes of a view that is read
MOST_TEXT = 4096  # characters of the places of a view
Names = Sequence[str | None]


class Shown:
    """Numbers for the views and the bytes that rows name; each format counts its bytes from 0. A value that no row has
    to show has no number.

    `version` is the version of the schema by which a value is read, empty where there is only one.
    """

    def __init__(self):
        self._views = Pool()
        self._bytes = Pool()
        self._in_format: list[int] = []  # the number of all bytes -> that within their format
        self._counts: Counter = Counter()  # by format

    def view(self, name: str | None, version: str) -> int:
        return self._views.number((name, version)) if name else NONE

    def views(self, names: Names, versions: Sequence[str], wanted: Sequence[bool]) -> list[int]:
        """The number of each view; of one that is not wanted only where another row wants it."""
        keys = [name and (name, version) for name, version in zip(names, versions, strict=True)]
        self._views.numbers(compress(keys, wanted))
        return self._views.known(keys)

    def bytes(self, name: str | None, version: str, format: str, value: str | None) -> int:
        """`value` is the name of the view of the case, which says of what message the bytes are."""
        return self.all_bytes([format], [name], [version], [value], [True])[0]

    def all_bytes(
        self, formats: Sequence[str], names: Names, versions: Sequence[str], values: Names, wanted: Sequence[bool]
    ) -> list[int]:
        """As `views`, for bytes."""
        named = {format for format in set(formats) if dump.has_names(format)}
        keys = [
            name and ((format, name, version, value) if format in named else (format, name))
            for format, name, version, value in zip(formats, names, versions, values, strict=True)
        ]
        self._bytes.numbers(compress(keys, wanted))
        for format, *_ in islice(self._bytes, len(self._in_format), None):
            self._in_format.append(self._counts[format])
            self._counts[format] += 1
        known = self._bytes.known(keys)
        return [self._in_format[number] if number >= 0 else NONE for number in known]

    def blocks(self, suite: str, run: Run, schemas: Mapping[str, Schema | None]) -> dict[str, list | dict]:
        """A block of all views, and one of the bytes of each format; `schemas`: by version."""
        names = {name for name, _ in self._views}
        of_bytes = {part for _, name, *of in self._bytes for part in (name, *of[1:]) if part}
        data = run.values(names | of_bytes)

        @functools.cache
        def message(value: str | None, version: str) -> str:
            return message_of(data.get(value or ""), schemas[version])

        views = [_view(data.get(name), schemas[version]) for name, version in self._views.things]
        blocks: dict[str, list | dict] = {f"{suite}-views": views}
        payloads = {format: Payloads(format) for format in self._counts}
        for format, name, *of in self._bytes:
            version, value = of or ("", None)
            payloads[format].add(data.get(name), schemas[version], message(value, version))
        blocks |= {f"{suite}-bytes-{format}": payload.block() for format, payload in payloads.items()}
        return blocks


def _view(data: bytes | None, schema: Schema | None) -> dict:
    """`places`: path and text of each; `more`: how many are left out; `size` alone where the view is too long."""
    if data is None or len(data) > MOST_VIEW:
        return {"size": None if data is None else len(data)}
    places: list[list[str]] = []
    length = 0
    texts = seen(data, schema)
    for path, text in texts.items():
        length += len(path) + len(text)
        if length > MOST_TEXT and places:
            break
        places.append([path, _cut(text)])
    return {"size": len(data), "places": places, "more": len(texts) - len(places)}


def _cut(text: str) -> str:
    """A text that is too long, by its beginning and its hash, so that two are only the same if all of them is."""
    if len(text) <= MOST_TEXT:
        return text
    digest = hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()
    return f"{text[:MOST_TEXT]} … {len(text):,} characters, SHA-256 {digest[:16]}…"

"""The values that the page shows, each once: views as places with their texts, bytes as annotated dumps.

A view above 64 KiB has its size alone; the page says so.
"""

import functools
import hashlib
from collections import defaultdict
from collections.abc import Mapping

from wirebed.commands.why_output import message_of, seen
from wirebed.page.payloads import Payloads
from wirebed.page.pool import NONE, Pool
from wirebed.page.runs import Run

MOST_VIEW = 1 << 16  # bytes of a view that is read
MOST_TEXT = 4096  # characters of the places of a view


class Shown:
    """Numbers for the views and the bytes that rows name; each format counts its bytes from 0. A value that no row has
    to show has no number.

    `version` is the version of the schema by which a value is read, empty where there is only one.
    """

    def __init__(self):
        self._views = Pool()
        self._bytes: dict[str, Pool] = defaultdict(Pool)  # by format

    def view(self, name: str | None, version: str, wanted: bool = True) -> int:
        key = (name, version)
        return self._views.number(key) if name and (wanted or key in self._views) else NONE

    def bytes(self, name: str | None, version: str, format: str, value: str | None, wanted: bool = True) -> int:
        """`value` is the name of the view of the case, which says of what message the bytes are."""
        key, pool = (name, version, value), self._bytes[format]
        return pool.number(key) if name and (wanted or key in pool) else NONE

    def blocks(self, suite: str, run: Run, schemas: Mapping[str, object]) -> dict[str, list | dict]:
        """A block of all views, and one of the bytes of each format; `schemas`: by version."""
        of_bytes = [(name, value) for pool in self._bytes.values() for name, _, value in pool.things]
        data = run.values({name for name, _ in self._views.things} | {one for pair in of_bytes for one in pair if one})

        @functools.cache
        def message(value: str | None, version: str) -> str:
            return message_of(data.get(value or ""), schemas[version])

        found = {f"{suite}-views": [_view(data.get(name), schemas[version]) for name, version in self._views.things]}
        for format, pool in self._bytes.items():
            payloads = Payloads(format)
            for name, version, value in pool.things:
                payloads.add(data.get(name), schemas[version], message(value, version))
            found[f"{suite}-bytes-{format}"] = payloads.block()
        return found


def _view(data: bytes | None, schema) -> dict:
    """`places`: path and text of each; `more`: how many are left out; `size` alone where the view is too long."""
    if data is None or len(data) > MOST_VIEW:
        return {"size": None if data is None else len(data)}
    places, length = [], 0
    found = seen(data, schema)
    for path, text in found.items():
        length += len(path) + len(text)
        if length > MOST_TEXT and places:
            break
        places.append([path, _cut(text)])
    return {"size": len(data), "places": places, "more": len(found) - len(places)}


def _cut(text: str) -> str:
    """A text that is too long, by its beginning and its hash, so that two are only the same if all of them is."""
    if len(text) <= MOST_TEXT:
        return text
    digest = hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()
    return f"{text[:MOST_TEXT]} … {len(text):,} characters, SHA-256 {digest[:16]}…"

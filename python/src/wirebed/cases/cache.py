"""Remembers the views of case files from one run to the next.

The cache is one file beside the built tree. It is dropped whenever the schema or the code that makes views changes. Its
keys are the bytes of the case files, so nothing in it can be out of date.
"""

import atexit
import functools
import hashlib
import marshal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import wirebed.cases
import wirebed.view
from wirebed.bed import files
from wirebed.bed.schema import Schema
from wirebed.cases.case import Facts

# What is known of a case file: `head`, its facts, and `view`.
Entry = dict[str, Any]
_T = TypeVar("_T")
_OPEN: dict[Path, "Cache"] = {}


class Cache:
    @classmethod
    def of(cls, schema: Schema) -> "Cache":
        """The cache of a tree, which a process writes when it ends."""
        path = schema.tree_dir / "cases.cache"
        stamp = hashlib.sha256((schema.tree_dir / "schema.binpb").read_bytes() + _code()).digest()
        if path not in _OPEN or _OPEN[path].stamp != stamp:
            _OPEN[path] = cls(path, stamp)
        return _OPEN[path]

    def __init__(self, path: Path, stamp: bytes) -> None:
        self.path = path
        self.stamp = stamp
        self.known = _stored(path, stamp)
        self.used: dict[bytes, Entry] = {}
        self.changed = False
        atexit.register(self.save)

    def head(self, key: bytes, make: Callable[[], Facts]) -> Facts:
        """The facts of a case, without its view."""
        return self._entry(key, "head", make)

    def view(self, key: bytes, make: Callable[[], bytes]) -> bytes:
        return self._entry(key, "view", make)

    def _entry(self, key: bytes, part: str, make: Callable[[], _T]) -> _T:
        entry = self.used.setdefault(key, self.known.get(key, {}))
        if part not in entry:
            entry[part] = make()
            self.changed = True
        made: _T = entry[part]
        return made

    def save(self) -> None:
        """Writes the entries that this process has used. Of several processes the last one wins."""
        if not self.changed or not self.path.parent.is_dir():
            return
        files.write(self.path, marshal.dumps({"stamp": self.stamp, "entries": self.used}))
        self.changed = False


def _stored(path: Path, stamp: bytes) -> dict[bytes, Entry]:
    try:
        data = marshal.loads(path.read_bytes())
    except (OSError, EOFError, ValueError, TypeError):
        return {}  # there is no cache yet, or a killed process left it incomplete
    return data["entries"] if isinstance(data, dict) and data.get("stamp") == stamp else {}


@functools.cache
def _code() -> bytes:
    """A hash of all code that makes views."""
    digest = hashlib.sha256(sys.version.encode())
    for package in (wirebed.cases, wirebed.view):
        for source in sorted(Path(str(package.__file__)).parent.glob("*.py")):
            digest.update(source.read_bytes())
    return digest.digest()

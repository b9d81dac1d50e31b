"""The record of the goldens of a case: which bytes were checked in, who wrote them, and which were retired.

A new key also needs record_read.py, record_write.py, and check_base.py, by which it is never taken out.
"""

import hashlib
from dataclasses import dataclass, field

# Of the text of a record (record_read.py).
NEWEST_FORM = 2


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


@dataclass
class GoldenEntry:
    """The record of one golden file."""

    sha256: str
    case: str  # hash of the case's text, which must not change any more
    schema: list[str]  # hashes of the schema closures under which it was written, oldest first
    writers: dict[str, list[str]] = field(default_factory=dict)  # codec -> versions that wrote exactly these bytes
    left: dict[str, str] = field(default_factory=dict)  # codec that writes other bytes now -> the reason
    unstable: list[str] = field(default_factory=list)  # codecs that wrote these bytes, and others the next time
    imported: str = ""  # the origin of captured bytes
    runtime: dict[str, str] = field(default_factory=dict)  # only where the bytes depend on it

    @property
    def role(self) -> str:
        return "write" if self.current_writers() else "read"

    def current_writers(self) -> list[str]:
        """The codecs that are expected to write these bytes again."""
        return [codec for codec in self.writers if codec not in self.left and codec not in self.unstable]

    def written_by(self, codec: str, schema: str) -> bool:
        """Whether `codec`, built against this schema, is expected to write these bytes again."""
        return codec in self.current_writers() and schema in self.schema

    def left_by(self, codec: str, version: str, schema: str) -> bool:
        """Whether this version of `codec` wrote these bytes, and newer versions write others."""
        return codec in self.left and version in self.writers.get(codec, ()) and schema in self.schema


@dataclass
class Tombstone:
    """The record of a retired golden, which nobody has to read. `make golden` adds it again only with ACCEPT."""

    sha256: str
    why: str
    unstable: list[str] = field(default_factory=list)  # codecs that write other bytes each time

    def of(self, codec: str, data: bytes) -> bool:
        """Whether these bytes of a codec are the retired ones."""
        return self.sha256 == digest(data) or codec in self.unstable


@dataclass
class Record:
    """All goldens of one case."""

    files: dict[str, GoldenEntry] = field(default_factory=dict)  # hessian2/java-caucho-1a2b3c4d.bin -> …
    retired: dict[str, Tombstone] = field(default_factory=dict)
    form: int = NEWEST_FORM  # of the text that was read; every record is written in the newest form

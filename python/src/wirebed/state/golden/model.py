"""The record `golden.yaml` of a case: which bytes were checked in, who wrote them, and which were retired."""

import hashlib
import io
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError

from wirebed.errors import UserError

_ENTRY_KEYS = {
    "sha256",
    "size",
    "case",
    "schema",
    "role",
    "writers",
    "left",
    "unstable",
    "imported",
    "runtime",
}


_FILE = re.compile(r"\w[\w.+-]*/\w[\w.+-]*")


# A mapping of golden.yaml.
Said = dict[str, Any]


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


@dataclass
class GoldenEntry:
    """The record of one golden file."""

    sha256: str
    size: int
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

    def to_yaml(self) -> Said:
        data = {
            "case": self.case,
            "role": self.role,
            "schema": self.schema,
            "sha256": self.sha256,
            "size": self.size,
            "writers": {codec: list(versions) for codec, versions in sorted(self.writers.items())},
        }
        optional = {"left": self.left, "imported": self.imported, "runtime": self.runtime}
        data |= {key: value for key, value in optional.items() if value}
        if self.unstable:
            data["unstable"] = sorted(self.unstable)
        return dict(sorted(data.items()))


@dataclass
class Tombstone:
    """The record of a retired golden, which nobody has to read. `make golden` adds it again only with ACCEPT."""

    sha256: str
    why: str
    unstable: list[str] = field(default_factory=list)  # codecs that write other bytes each time

    def of(self, codec: str, data: bytes) -> bool:
        """Whether these bytes of a codec are the retired ones."""
        return self.sha256 == digest(data) or codec in self.unstable

    def to_yaml(self) -> Said:
        data = {"sha256": self.sha256, "why": self.why}
        return data | {"unstable": sorted(self.unstable)} if self.unstable else data


@dataclass
class Record:
    """All goldens of one case."""

    files: dict[str, GoldenEntry] = field(default_factory=dict)  # hessian2/java-caucho-1a2b3c4d.bin -> …
    retired: dict[str, Tombstone] = field(default_factory=dict)

    def to_text(self) -> str:
        data = {"files": {name: entry.to_yaml() for name, entry in sorted(self.files.items())}}
        if self.retired:
            data["retired"] = {name: stone.to_yaml() for name, stone in sorted(self.retired.items())}
        out = io.StringIO()
        out.write("# Written by `make golden`, read by people: fixtures/golden/README.md.\n")
        yaml = YAML(typ="safe", pure=True)
        yaml.default_flow_style = False
        yaml.width = 4096
        yaml.allow_unicode = True
        yaml.dump(data, out)
        return out.getvalue()


def parse(text: str, path: Path | str) -> Record:
    """The record of a `golden.yaml`; an error names the file and the place."""
    try:
        data = YAML(typ="safe").load(text) or {}
    except MarkedYAMLError as problem:
        mark = problem.problem_mark
        raise UserError(problem.problem or "not YAML", path, mark and mark.line + 1, mark and mark.column + 1) from None
    try:
        unknown = set(data) - {"files", "retired"}
        if unknown:
            raise ValueError(f"unknown key {sorted(unknown)[0]!r}; known: files, retired")
        record = Record()
        for name, entry in (data.get("files") or {}).items():
            record.files[name] = _entry(name, entry)
        for name, stone in (data.get("retired") or {}).items():
            record.retired[name] = Tombstone(stone["sha256"], stone["why"], list(stone.get("unstable") or []))
        return record
    except (ValueError, KeyError, TypeError, AttributeError) as problem:
        reason = f"{problem.args[0]!r} is missing" if isinstance(problem, KeyError) else str(problem)
        raise UserError(f"not a record of goldens: {reason}; `make golden` writes this file", path) from None


def _entry(name: str, data: Said) -> GoldenEntry:
    if not _FILE.fullmatch(name):
        raise ValueError(f"{name!r} is not <format>/<file>")
    unknown = set(data) - _ENTRY_KEYS
    if unknown:
        raise ValueError(f"{name}: unknown key {sorted(unknown)[0]!r}; known: {', '.join(sorted(_ENTRY_KEYS))}")
    entry = GoldenEntry(
        sha256=str(data["sha256"]),
        size=int(data["size"]),
        case=str(data["case"]),
        schema=[str(s) for s in data["schema"]],
        writers={codec: [str(v) for v in versions] for codec, versions in data["writers"].items()},
        left=dict(data.get("left") or {}),
        unstable=list(data.get("unstable") or []),
        imported=data.get("imported", ""),
        runtime=dict(data.get("runtime") or {}),
    )
    if data["role"] != entry.role:
        raise ValueError(f"{name}: role {data['role']}, but its writers make it {entry.role}")
    return entry

"""A bed: a folder with `proto/` and `fixtures/`. The repository is one, a user's own folder another."""

import hashlib
import os
import re
import shlex
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from wirebed.errors import UserError, shown

ROOT = Path(__file__).resolve().parents[4]
BUILD = ROOT / "build"
# Two runs at the same time keep their reports apart by this variable.
REPORTS = Path(os.environ.get("WIREBED_REPORTS") or BUILD / "report").resolve()
# What was built (wirebed_build.trees.cache) and what was answered (wirebed.peers.kept), by its content.
CACHE = Path(os.environ.get("WIREBED_CACHE") or BUILD / "cache").expanduser().resolve()
# What runs a command: make in a clone, and the program that pip has installed elsewhere (wirebed_wheel.launch).
PROGRAM = "wirebed" if os.environ.get("WIREBED_INSTALLED") else "make"
OWN = "interop"  # the name of the repository's bed
_UNSAFE = re.compile(r"[^A-Za-z0-9._-]")
# Folders with imported .proto files: one, several, or several with colons between.
Include = str | Path | Iterable[str | Path] | None


@dataclass(frozen=True)
class Bed:
    root: Path
    include: tuple[Path, ...] = ()

    @classmethod
    def open(cls, path: str | Path | None = None, include: Include = None) -> "Bed":
        """The bed in a folder; without one, the repository itself. `include`: folders with imported .proto files."""
        folders = tuple(Path(folder).expanduser().resolve() for folder in _folders(include))
        for folder in folders:
            if not folder.is_dir():
                raise UserError(f"INCLUDE={shown(folder)} is not a folder")
        root = Path(path).expanduser().resolve() if path else ROOT
        if not (root / "proto").is_dir():
            raise UserError(f"BED={path} is no bed: there is no folder {shown(root / 'proto')}")
        return cls(root, folders)

    @property
    def own(self) -> bool:
        """Whether this is the repository's bed."""
        return self.root == ROOT

    @property
    def proto_root(self) -> Path:
        return self.root / "proto"

    @property
    def fixtures(self) -> Path:
        return self.root / "fixtures"

    @property
    def name(self) -> str:
        if self.own and not self.include:
            return OWN
        return name_of(self.root, *self.include)

    @property
    def reports(self) -> Path:
        """The folder of its reports: each bed but that of the repository has one of its own."""
        return reports_of(self.name)

    @property
    def variables(self) -> tuple[str, ...]:
        """The variables that make a command of make be about this bed."""
        include = ":".join(shown(folder) for folder in self.include)
        of = (("BED", "" if self.own else shown(self.root)), ("INCLUDE", include))
        return tuple(f"{name}={shlex.quote(value)}" for name, value in of if value)

    @property
    def tree_dir(self) -> Path:
        return BUILD / "trees" / self.name


def name_of(folder: Path, *include: Path) -> str:
    """The name of the builds of a folder of schemas: in ASCII, since a compiler may read the names of its files by
    a locale that has nothing else."""
    place = "\n".join(map(str, (folder, *include)))
    return f"{_UNSAFE.sub('_', folder.name)}-{hashlib.sha256(place.encode()).hexdigest()[:8]}"


def reports_of(bed: str) -> Path:
    """The folder of the reports of the bed with this name."""
    return REPORTS if bed == OWN else REPORTS / "beds" / bed


def _folders(include: Include) -> list[str | Path]:
    if not include:
        return []
    if isinstance(include, str):
        return [folder for folder in include.split(":") if folder]
    return [include] if isinstance(include, Path) else list(include)

"""The schema trees of two folders of .proto files, OLD and NEW, each built in its own place.

The place of its folder names a tree. So a change in one folder rebuilds nothing of the other, and a change of one file
rebuilds only what depends on it.
"""

import re
from pathlib import Path

from wirebed.bed import ROOT, name_of
from wirebed.errors import UserError, shown
from wirebed_build.trees.fingerprint import files_below
from wirebed_build.trees.tree import RESERVED, Tree

_IMPORT = re.compile(rb'^\s*import\s+(?:public\s+|weak\s+)?"([^"]+)"\s*;', re.MULTILINE)


def tree_of(variable: str, folder: str, include: tuple[Path, ...]) -> Tree:
    """All .proto files below the folder; what they import resolves there, in INCLUDE, and in our own proto/."""
    start = Path(folder).expanduser().resolve()
    if not start.is_dir():
        raise UserError(f"{variable}={folder} is not a folder")
    paths = [Path(path) for path in files_below(str(start)) if path.endswith(".proto")]
    root = _import_root(start, paths)
    names = {path.relative_to(root).as_posix(): path for path in paths}
    files = tuple(name for name in names if not name.startswith(RESERVED))
    if not files:
        raise UserError(f"{variable}: there is no .proto file in {shown(start)}")
    roots = dict.fromkeys((root, *include, ROOT / "proto"))
    return Tree(f"between-{name_of(start, *include)}", files, tuple(roots))


def _import_root(start: Path, paths: list[Path]) -> Path:
    """The folder, unless its files import one another by a path that begins above it."""
    for path in paths:
        for imported in _IMPORT.findall(path.read_bytes()):
            name = imported.decode(errors="replace")
            if (start / name).is_file():
                continue
            for above in start.parents:
                if start in (above / name).parents and (above / name).is_file():
                    return above
    return start

"""Writes two versions of a schema with 200 messages of ten fields, in 20 files that import one another.

Three fields change: a type becomes wider, a list becomes one value, and a field is added. `python many_messages.py
<folder>` writes them to <folder>/old and <folder>/new, for measuring `make evolution OLD=<folder>/old
NEW=<folder>/new`.
"""

import sys
from collections.abc import Mapping
from pathlib import Path

FILES, MESSAGES = 20, 10  # messages of each file
_SCALARS = ("int32", "string", "double", "bool", "uint64", "bytes", "sint64")
# (file, message, field): its declaration in the new version.
CHANGES = {
    (3, 4, 1): "int64 f1 = 1;",
    (11, 0, 8): "string f8 = 8;",
    (17, 9, 11): "string f11 = 11;",
}


def write(folder: Path) -> tuple[Path, Path]:
    """The folders of the old version and of the new one."""
    versions = folder / "old", folder / "new"
    for version, changes in zip(versions, ({}, CHANGES), strict=True):
        version.mkdir(parents=True)
        for file in range(FILES):
            (version / f"part{file}.proto").write_text(_file(file, changes), encoding="utf-8")
    return versions


def _file(file: int, changes: Mapping[tuple[int, int, int], str]) -> str:
    imports = [f'import "part{other}.proto";' for other in _imported(file)]
    messages = [_message(file, message, changes) for message in range(MESSAGES)]
    return "\n".join(['syntax = "proto3";', "package many;", *imports, *messages]) + "\n"


def _imported(file: int) -> range:
    """The two files before this one."""
    return range(max(0, file - 2), file)


def _message(file: int, message: int, changes: Mapping[tuple[int, int, int], str]) -> str:
    fields = {k: f"{kind} f{k} = {k};" for k, kind in enumerate(_SCALARS, 1)}
    fields[8] = "repeated string f8 = 8;"
    fields[9] = "map<string, int32> f9 = 9;"
    others = _imported(file)
    inner = f"M{others[message % len(others)]}x{(message * 3) % MESSAGES}" if others else "int32"
    fields[10] = f"{inner} f10 = 10;"
    fields |= {k: text for (*place, k), text in changes.items() if tuple(place) == (file, message)}
    return "\n".join([f"message M{file}x{message} {{", *(f"  {text}" for text in fields.values()), "}"])


if __name__ == "__main__":
    write(Path(sys.argv[1]))

"""Finds and reads the case files of a bed."""

import functools
import hashlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Protocol

from wirebed.bed import Bed
from wirebed.bed.schema import Schema
from wirebed.cases import txtpb, yaml_case
from wirebed.cases.cache import Cache
from wirebed.cases.case import Case, Facts
from wirebed.errors import UserError, together


class Reader(Protocol):
    """A module that reads the files of one ending."""

    def head(self, path: Path, schema: Schema) -> Facts: ...

    def build(self, path: Path, schema: Schema) -> bytes: ...


_READERS: dict[str, Reader] = {".txtpb": txtpb, ".yaml": yaml_case}


def load(bed: Bed, schema: Schema, takes: Callable[[str], bool] = lambda name: True) -> list[Case]:
    """All cases of the bed by name. A value is built on first use: see `check`.

    UserError names all invalid files with names that `takes` accepts; other invalid files are left out.
    """
    cases: dict[str, Case] = {}
    cache = Cache.of(schema)
    errors: list[UserError] = []
    for path in files(bed.fixtures / "cases"):
        name = f"{path.parent.name}/{path.stem}"
        try:
            _check_place(path, bed.fixtures / "cases")
            if name in cases:
                raise UserError(f"a second case {name}, beside {_file(cases[name])}", path)
            cases[name] = _case(name, path, schema, cache)
        except UserError as error:
            errors += [error] * takes(name)
    together(errors, "files are no cases")
    return [cases[name] for name in sorted(cases)]


def _file(case: Case) -> str:
    return case.path.name if case.path is not None else ""


def check(cases: Iterable[Case]) -> None:
    """Builds the values; UserError names all that cannot be built."""
    errors: list[UserError] = []
    for case in cases:
        try:
            _ = case.view
        except UserError as error:
            errors.append(error)
    together(errors, "cases have no value")


def _case(name: str, path: Path, schema: Schema, cache: Cache) -> Case:
    key = hashlib.sha256(f"{path.parent.name}/{path.name}\0".encode() + path.read_bytes()).digest()
    reader = _READERS[path.suffix]
    return Case(
        name=name,
        build=functools.partial(cache.view, key, lambda: reader.build(path, schema)),
        path=path,
        **cache.head(key, lambda: _head(path, schema, reader)),
    )


def _head(path: Path, schema: Schema, reader: Reader) -> Facts:
    head = reader.head(path, schema)
    _check_folder(path, head["message"], schema)
    return head


def files(folder: Path) -> list[Path]:
    """The files of cases below `fixtures/cases`: all but README.md and hidden ones."""
    paths = sorted(folder.rglob("*")) if folder.is_dir() else []
    return [path for path in paths if not (path.is_dir() or path.name.startswith(".") or path.name == "README.md")]


def _check_place(path: Path, folder: Path) -> None:
    if path.suffix not in _READERS:
        raise UserError("a case ends in .txtpb or .yaml", path)
    if path.parent.parent != folder:
        raise UserError("a case belongs in fixtures/cases/<message>/", path)


def _check_folder(path: Path, message: str, schema: Schema) -> None:
    package = schema.message(message).file.package
    short = message[len(package) + 1 :] if package else message
    if path.parent.name not in (short, message):
        raise UserError(f"a case of {message} belongs in the folder {short}", path)
